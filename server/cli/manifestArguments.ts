import type { AccessSubject } from '../../schemas/accessRule.ts';
import { featureSchema, features, roleSchema } from '../../schemas/entities/access.ts';
import { type Country, countries, countrySchema } from '../../schemas/entities/market.ts';
import { manifestVersion } from '../../schemas/manifest/envelope.ts';
import type { Database } from '../database/open.ts';
import { listFaults, nearest, suggest } from '../manifests/ground/faults.ts';
import { type Located, parseLocated } from '../manifests/ground/located.ts';
import { buildManifests } from '../manifests/pipeline.ts';
import { type LoadedFiles, loadFiles, type ManifestDirectories } from '../manifests/read/load.ts';
import { nameOf } from '../manifests/serve/readManifests.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';
import { listMarkets } from '../markets.ts';

export interface Surroundings extends ManifestDirectories {
  readonly print: (line: string) => void;
  /** Where a running server leaves word; undefined: there is no server to ask. */
  readonly dataDirectory?: string;
  /** Which language the reader has. */
  readonly environment?: {
    readonly LC_ALL?: string | undefined;
    readonly LC_MESSAGES?: string | undefined;
    readonly LANG?: string | undefined;
  };
  /** Works with the database, or with undefined when there is none. */
  readonly withDatabase?: <T>(
    work: (database: Pick<Database, 'statements'> | undefined) => Promise<T>,
  ) => Promise<T>;
}

/** What commands exit with. */
export const exitCodes = {
  fine: 0,
  /** What was looked for is there: faults by check, differences by diff. */
  found: 1,
  /** The manifests have faults, so the question can't be answered. */
  faults: 2,
  /** As sysexits.h has it: the command was called wrongly. */
  misuse: 64,
} as const;

/** Answers one of `exitCodes`. */
export type Subcommand = (args: string[], surroundings: Surroundings) => Promise<number>;

export const subjectOptions = {
  country: { type: 'string' },
  role: { type: 'string', multiple: true, default: [] as string[] },
  feature: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/**
 * The session that options describe, in the default market unless they say which; without a role,
 * nobody is signed in; `all` is every feature.
 */
export function readSubject(
  values: {
    country?: string | undefined;
    role: readonly string[];
    feature: readonly string[];
  },
  set: Pick<ManifestSet, 'markets'>,
): AccessSubject {
  return {
    signedIn: values.role.length > 0,
    country: readCountry(values.country, set),
    roles: values.role.map((role) => oneOf(roleSchema.options, role, 'role')),
    features: values.feature.includes('all')
      ? features
      : values.feature.map((feature) => oneOf(featureSchema.options, feature, 'feature')),
  };
}

/** The default market's country unless another is named. */
export function readCountry(
  name: string | undefined,
  { markets }: Pick<ManifestSet, 'markets'>,
): Country {
  if (name !== undefined) return oneOf(countrySchema.options, name.toUpperCase(), 'country');
  const [{ country }] = listMarkets((one) => markets[one].market);
  return country;
}

export class UsageError extends Error {}

/** Something that was asked about isn't there; how to call the command is not the question. */
export class UnknownNameError extends UsageError {}

/** Manifests that a command needs sound have faults. */
export class FaultyManifestsError extends Error {
  readonly faults: readonly string[];

  constructor(directory: string, faults: readonly string[]) {
    super(`The manifests in ${directory} have faults, so this can't be answered. Mend them first:`);
    this.faults = faults;
  }
}

export interface Sound {
  readonly set: ManifestSet;
  readonly loaded: LoadedFiles;
}

/** Manifests without a fault; throws `FaultyManifestsError`. */
export async function readSound(directories: ManifestDirectories): Promise<Sound> {
  const loaded = await loadFiles(directories);
  const { set, faults } = buildManifests(loaded, nameOf(directories));
  if (set) return { set, loaded };
  throw new FaultyManifestsError(directories.manifestsDirectory, listFaults(faults));
}

/**
 * The same of a directory that may lack markets, as an older one does; `markets` are those it has.
 * The others are as a market with nothing in it.
 */
export async function readSoundMarkets(
  directories: ManifestDirectories,
): Promise<Sound & { readonly markets: readonly Country[] }> {
  const loaded = await loadFiles(directories);
  const isThere = (country: Country) => loaded.markets.has(country.toLowerCase());
  const markets = countries.filter(isThere);
  const absent = countries.filter((country) => !isThere(country));
  const whole = {
    ...loaded,
    markets: new Map([...loaded.markets, ...absent.map((country) => emptyMarket(country))]),
  };
  const { set, faults } = buildManifests(whole, nameOf(directories));
  // A directory without any market is no manifests.
  if (set && markets.length > 0) return { set, loaded: whole, markets };
  const known = markets.length > 0 ? faults : buildManifests(loaded, nameOf(directories)).faults;
  throw new FaultyManifestsError(directories.manifestsDirectory, listFaults(known));
}

function emptyMarket(country: Country): [string, Located] {
  const name = country.toLowerCase();
  const content = {
    $schema: '../schema/market.schema.json',
    manifestVersion,
    country,
    // Beyond those that a market has.
    instance: Number.MAX_SAFE_INTEGER - countries.indexOf(country),
    domains: [],
    language: 'en',
    timeZone: 'Etc/UTC',
    tiles: null,
    contactUrl: null,
    contactEmail: 'nobody@example.org',
    modules: {},
  };
  const file = { name: `manifests/markets/${name}.json`, text: JSON.stringify(content) };
  const located = parseLocated(file, []);
  if (!located) throw new Error('An empty market is no JSON.');
  return [name, located];
}

export function oneOf<Name extends string>(
  known: readonly Name[],
  found: string,
  what: string,
): Name {
  const name = known.find((one) => one === found);
  if (name) return name;
  const hint = suggest(found, known) || `. Known are ${known.join(', ')}.`;
  throw new UsageError(`There is no ${what} "${found}"${hint}`);
}

/** What to say of something that isn't there: the three that are nearest. */
export function sayNearest(found: string, known: Iterable<string>): string {
  const three = nearest(found, known, 3);
  const list = three.map((one) => `"${one}"`).join(', ');
  return `There is no "${found}". The nearest are ${list}.`;
}

export function isUsageFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
}
