import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Locale } from '../../schemas/entities/languages.ts';
import { countries, countrySchema, localeSchema } from '../../schemas/entities/market.ts';
import { layerTexts } from '../manifests/read/texts.ts';
import { listAudiences } from '../manifestTools/audiences.ts';
import { compareSnapshots, type Difference } from '../manifestTools/compare.ts';
import { takeSnapshot, type View } from '../manifestTools/snapshot.ts';
import {
  canHoldSnapshot,
  isSnapshot,
  listMissing,
  readMarkets,
  readSnapshot,
  writeSnapshot,
} from '../manifestTools/snapshotFiles.ts';
import { createTeller, type Teller } from '../manifestTools/words.ts';
import {
  exitCodes,
  oneOf,
  readSound,
  readSoundMarkets,
  type Subcommand,
  type Surroundings,
  UsageError,
} from './manifestArguments.ts';

const choiceOptions = {
  country: { type: 'string', multiple: true, default: [...countries] as string[] },
  language: { type: 'string', multiple: true, default: [...localeSchema.options] as string[] },
} as const;

function readChoice(values: { country: readonly string[]; language: readonly string[] }) {
  const wanted = values.country.map((name) =>
    oneOf(countrySchema.options, name.toUpperCase(), 'country'),
  );
  return {
    audiences: listAudiences().filter(({ country }) => wanted.includes(country)),
    languages: values.language.map((one) => oneOf(localeSchema.options, one, 'language')),
    countries: wanted,
  };
}
type Choice = ReturnType<typeof readChoice>;

/** Writes what every country, role and language gets. */
export const snapshot: Subcommand = async (args, surroundings) => {
  const { values } = parseArgs({
    args,
    options: { ...choiceOptions, out: { type: 'string' }, force: { type: 'boolean' } },
  });
  if (!values.out) throw new UsageError('Say where to: manifest snapshot --out DIR');
  const choice = readChoice(values);
  const target = path.resolve(values.out);
  if (!(await canHoldSnapshot(target))) {
    throw new UsageError(
      `${values.out} holds something other than a snapshot: name an empty directory.`,
    );
  }
  const missing = await listMissing(target, choice);
  if (missing.length > 0 && !values.force) {
    const names = missing.join(', ');
    throw new UsageError(
      `${values.out} holds ${names} as well, which would be lost: name another directory, or add --force.`,
    );
  }
  const { set, loaded } = await readSound(surroundings);
  const count = await writeSnapshot(target, takeSnapshot(set, loaded, choice));
  const { audiences, languages } = choice;
  surroundings.print(
    `${count} files in ${values.out}: ${audiences.length} audiences in ${languages.length} languages.`,
  );
  return exitCodes.fine;
};

/** Says in words how two snapshots, or two directories of manifests, differ. */
export const diff: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...choiceOptions, json: { type: 'boolean' } },
  });
  const [before, after] = positionals;
  if (!before || !after || positionals.length > 2) {
    throw new UsageError('Name two directories: manifest diff A B');
  }
  const choice = readChoice(values);
  const sides = [
    await readSide(before, choice, surroundings),
    await readSide(after, choice, surroundings),
  ] as const;
  const [old, current] = keepComparable(sides);
  if (old.length === 0 || current.length === 0) {
    throw new UsageError(`${before} and ${after} have no country and language in common.`);
  }
  // Of several languages English stands for all.
  const [first = 'en', ...others] = choice.languages;
  const tell = await readTeller(surroundings.localesDirectory, others.length > 0 ? 'en' : first);
  const differences = compareSnapshots(old, current, tell);
  if (values.json) {
    surroundings.print(JSON.stringify(differences, undefined, 2));
  } else {
    const parts = [listNames([...old, ...current], 'country'), listNames(old, 'language')];
    const isPart = sides[0].views.length > old.length || sides[1].views.length > current.length;
    const [markets = '', languages = ''] = parts;
    if (isPart) {
      surroundings.print(tell.text('differences.part', { markets, languages }));
    }
    printDifferences(differences, { ...surroundings, tell });
  }
  return differences.length === 0 ? exitCodes.fine : exitCodes.found;
};

/** Snapshots may lie where there are no manifests: the words are those of this portal. */
async function readTeller(directory: string, language: Locale): Promise<Teller> {
  const read = async (locale: Locale) => {
    const file = path.join(directory, locale, 'explanations.json');
    return JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as object;
  };
  const explanations = layerTexts(await read('en'), await read(language));
  return createTeller({ explanations }, language);
}

interface Side {
  readonly views: readonly View[];
  /** All markets that there are on this side, chosen or not; undefined: an old snapshot doesn't say. */
  readonly markets: readonly string[] | undefined;
}

async function readSide(
  directory: string,
  choice: Choice,
  surroundings: Surroundings,
): Promise<Side> {
  if (!(await stat(directory).catch(() => undefined))?.isDirectory()) {
    throw new UsageError(`There is no directory ${directory}`);
  }
  if (await isSnapshot(directory)) {
    const wanted: readonly string[] = choice.countries;
    const languages: readonly string[] = choice.languages;
    const views = (await readSnapshot(directory)).filter(
      ({ country, language }) => wanted.includes(country) && languages.includes(language),
    );
    return { views, markets: await readMarkets(directory) };
  }
  const directories = { ...surroundings, manifestsDirectory: directory };
  const { set, loaded, markets } = await readSoundMarkets(directories);
  const audiences = choice.audiences.filter(({ country }) => markets.includes(country));
  const views = [...takeSnapshot(set, loaded, { ...choice, audiences, places: 'all' })];
  return { views, markets };
}

/**
 * Of both sides the languages that both have, and the countries: those that both have, and those
 * that there aren't on the other side. What a snapshot leaves out can't be compared.
 */
function keepComparable([one, other]: readonly [Side, Side]): readonly [View[], View[]] {
  const keep = ({ views }: Side, beside: Side) => {
    const languages = new Set(beside.views.map(({ language }) => language));
    const there = new Set(beside.views.map(({ country }) => country));
    return views.filter(
      ({ country, language }) =>
        languages.has(language) &&
        (there.has(country) || beside.markets?.includes(country) === false),
    );
  };
  return [keep(one, other), keep(other, one)];
}

function listNames(views: readonly View[], member: 'country' | 'language'): string {
  return [...new Set(views.map((view) => view[member]))].join(' ');
}

export function printDifferences(
  differences: readonly Difference[],
  { print, tell }: Pick<Surroundings, 'print'> & { readonly tell: Teller },
): void {
  for (const { words, audiences } of differences) {
    print(tell.text('differences.for', { words, audiences: audiences.join(', ') }));
  }
  const { length } = differences;
  print(length === 0 ? tell.text('differences.none') : tell.count('differences.count', length));
}
