import { type Country, countries } from '../schemas/entities/market.ts';
import type { EnumerationName } from '../schemas/manifest/enumerations.ts';
import type { MarketFile } from '../schemas/manifest/files.ts';

/** All markets, the default one first: it has what the others needn't say. */
export function listMarkets(
  market: (country: Country) => MarketFile,
): readonly [MarketFile, ...MarketFile[]] {
  const all = countries
    .map(market)
    .toSorted((one, other) => Number(other.default) - Number(one.default));
  return all as [MarketFile, ...MarketFile[]];
}

/** Whether a market offers a value of an enumeration: its file names those that are off. */
export function isOffered(
  { values }: Pick<MarketFile, 'values'>,
  enumeration: EnumerationName,
  value: string,
): boolean {
  return values[enumeration]?.[value] !== false;
}
