import type { AccessSubject } from '../../schemas/accessRule.ts';
import { featureSchema, features, roleSchema } from '../../schemas/entities/access.ts';
import { countrySchema } from '../../schemas/entities/market.ts';
import { suggest } from '../manifests/faults.ts';
import type { ManifestDirectories } from '../manifests/load.ts';
import type { ManifestSet } from '../manifests/manifestSet.ts';
import { listMarkets } from '../markets.ts';

export interface Surroundings extends ManifestDirectories {
  readonly print: (line: string) => void;
}

/** Answers the exit code: 0 fine, 1 something was found, 2 misuse. */
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
  { markets }: Pick<ManifestSet, 'markets'>,
): AccessSubject {
  const [defaultMarket] = listMarkets((country) => markets[country].market);
  const country = values.country?.toUpperCase() ?? defaultMarket.country;
  return {
    signedIn: values.role.length > 0,
    country: oneOf(countrySchema.options, country, 'country'),
    roles: values.role.map((role) => oneOf(roleSchema.options, role, 'role')),
    features: values.feature.includes('all')
      ? features
      : values.feature.map((feature) => oneOf(featureSchema.options, feature, 'feature')),
  };
}

export class UsageError extends Error {}

export function oneOf<Name extends string>(
  known: readonly Name[],
  found: string,
  what: string,
): Name {
  const name = known.find((one) => one === found);
  if (name) return name;
  throw new UsageError(`There is no ${what} "${found}"${suggest(found, known)}`);
}

export function isUsageFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
}
