import { isDeepStrictEqual } from 'node:util';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { type RowOf, statement } from '../../database/statement.ts';

const bucketClaim = {
  chunk: 'date',
  place: 'integer',
  /** Micro-units, and what the registers moved beyond that in gaps. */
  volume: 'float8',
  bridged: 'float8',
  received: 'float8',
  /** Square metres. */
  area: 'float8',
  properties: 'integer',
  /** Square metres of the largest of them, the largest first. */
  largest: 'float8[]',
  devices: 'float8',
  /** Milliseconds of the devices. */
  interpolatedTime: 'float8',
  unknownTime: 'float8',
  absentTime: 'float8',
} as const;

/** Sums over a country's properties in one bucket of a chunk; `place` counts from 1. */
export type CountryBucket = Readonly<RowOf<typeof bucketClaim>>;

const countryBuckets = statement(
  bucketClaim,
  `SELECT chunk, place, volume, bridged, received, area, properties, largest, devices,
     interpolated_time AS "interpolatedTime", unknown_time AS "unknownTime",
     absent_time AS "absentTime"
   FROM country_average($1, $2, $3, $4)`,
);
const ownParts = statement(
  { chunk: 'date', place: 'integer', areas: 'float8[]' },
  'SELECT chunk, place, areas FROM own_part_of_average($1, $2, $3, $4)',
);

interface WantedChunk {
  readonly day: string;
  /** UTC ms. */
  readonly end: number;
}

interface Wanted {
  readonly country: Country;
  readonly category: DeviceCategory;
  /** A number of `timeframeNumbers`. */
  readonly timeframe: number;
  readonly chunks: readonly WantedChunk[];
  readonly now: Date;
}

export interface CountryAverages {
  /** The buckets that the account of the transaction may be told. */
  read(tx: Transaction, wanted: Wanted): Promise<readonly CountryBucket[]>;
}

const minute = 60_000;
const usualLifetime = 10 * minute;
/** Of what ended long ago, which only a late reading, an import or a correction changes. */
const settledLifetime = 360 * minute;
const settlesAfter = 31 * dayMs;
const maxKept = 2000;

/** Of so many properties that aren't the asker's, nobody can tell what one of them used. */
export const fewestOthers = 5;

/**
 * Keeps what a country's properties used: the sums are the same for everybody, and the days of a year
 * of 5,000 properties are seconds of the database's work. Sums are kept as long again as they have
 * been the same, from a minute on, up to ten minutes, or to six hours when they ended over a month
 * ago: while history is being imported they change, whatever their days.
 * Who holds most of the properties could take them out of a sum, so whether it is told depends on
 * who asks, and is asked anew each time. A sum itself never depends on the asker: two of them would
 * differ by a property.
 */
export function createCountryAverages(): CountryAverages {
  const kept = new Map<string, Kept>();
  const readSums = async (tx: Transaction, wanted: Wanted) => {
    const { country, category, timeframe, chunks, now } = wanted;
    const keyOf = (chunk: string) => [country, category, timeframe, chunk].join(' ');
    const findFresh = (chunk: string) => {
      const found = kept.get(keyOf(chunk));
      return found && now.getTime() < found.until ? found.buckets : undefined;
    };
    const missing = chunks.filter(({ day }) => !findFresh(day));
    const sums = chunks.flatMap(({ day }) => findFresh(day) ?? []);
    if (missing.length === 0) return sums;
    const days = missing.map(({ day }) => day);
    const read = await tx.query(countryBuckets, [country, category, timeframe, days]);
    const byChunk = Map.groupBy(read, ({ chunk }) => chunk);
    const known = new Map(missing.map(({ day }) => [day, kept.get(keyOf(day))]));
    if (kept.size + missing.length > maxKept) kept.clear();
    for (const { day, end } of missing) {
      const longest = end < now.getTime() - settlesAfter ? settledLifetime : usualLifetime;
      kept.set(keyOf(day), keep(byChunk.get(day) ?? [], known.get(day), now.getTime(), longest));
    }
    return [...sums, ...read];
  };
  return {
    async read(tx, wanted) {
      const { country, category, timeframe, chunks } = wanted;
      const sums = await readSums(tx, wanted);
      if (sums.length === 0) return [];
      const days = chunks.map(({ day }) => day);
      const own = await tx.query(ownParts, [country, category, timeframe, days]);
      const areas = new Map(own.map((one) => [`${one.chunk} ${one.place}`, one.areas]));
      return sums.filter((sum) => hidesOthers(sum, areas.get(`${sum.chunk} ${sum.place}`) ?? []));
    },
  };
}

interface Kept {
  readonly buckets: readonly CountryBucket[];
  /** When they were first found to be so, and until when they are taken for it; UTC ms. */
  readonly since: number;
  readonly until: number;
}

function keep(
  buckets: readonly CountryBucket[],
  before: Kept | undefined,
  now: number,
  longest: number,
): Kept {
  const isSame = before !== undefined && isDeepStrictEqual(before.buckets, buckets);
  const since = isSame ? before.since : now;
  return { buckets, since, until: now + Math.min(Math.max(now - since, minute), longest) };
}

/** Whether enough of a sum is left without the asker's own properties, and none is most of it. */
export function hidesOthers(
  { area, properties, largest }: Pick<CountryBucket, 'area' | 'properties' | 'largest'>,
  own: readonly number[],
): boolean {
  if (properties - own.length < fewestOthers) return false;
  const left = [...own];
  const isOthers = (one: number) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  };
  // When all that are listed are the asker's, none of the others is larger than the last.
  const largestOther = largest.find(isOthers) ?? largest.at(-1) ?? 0;
  return largestOther * 2 <= area - own.reduce((sum, one) => sum + one, 0);
}
