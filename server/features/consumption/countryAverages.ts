import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';

/** Sums over a country's properties in one bucket of a chunk; `place` counts from 1. */
export interface CountryBucket {
  readonly chunk: string;
  readonly place: number;
  /** Micro-units, and what the registers moved beyond that in gaps. */
  readonly volume: number;
  readonly bridged: number;
  readonly received: number;
  /** Square metres. */
  readonly area: number;
  readonly properties: number;
  /** Square metres of the largest of them, the largest first. */
  readonly largest: readonly number[];
  readonly devices: number;
  /** Milliseconds of the devices. */
  readonly interpolatedTime: number;
  readonly unknownTime: number;
  readonly absentTime: number;
}

interface Wanted {
  readonly country: Country;
  readonly category: DeviceCategory;
  /** A number of `timeframeNumbers`. */
  readonly timeframe: number;
  readonly chunks: readonly string[];
  readonly now: Date;
}

export interface CountryAverages {
  /** The buckets that the account of the transaction may be told. */
  read(tx: Transaction, wanted: Wanted): Promise<readonly CountryBucket[]>;
}

const usualLifetime = 600_000;
const mostKept = 2000;

/** Of so many properties that aren't the asker's, nobody can tell what one of them used. */
export const fewestOthers = 5;

/**
 * Keeps what a country's properties used for ten minutes: the sums are the same for everybody, and add
 * up thousands of rows. Before that, at 5,000 properties, each look took some hundred milliseconds.
 * Who holds most of the properties could take them out of a sum, so whether it is told depends on
 * who asks, and is asked anew each time. A sum itself never depends on the asker: two of them would
 * differ by a property.
 */
export function createCountryAverages(lifetime = usualLifetime): CountryAverages {
  const kept = new Map<string, { until: number; buckets: readonly CountryBucket[] }>();
  const readSums = async (tx: Transaction, wanted: Wanted) => {
    const { country, category, timeframe, chunks, now } = wanted;
    const keyOf = (chunk: string) => [country, category, timeframe, chunk].join(' ');
    const findFresh = (chunk: string) => {
      const found = kept.get(keyOf(chunk));
      return found && now.getTime() < found.until ? found.buckets : undefined;
    };
    const missing = chunks.filter((chunk) => !findFresh(chunk));
    const sums = chunks.flatMap((chunk) => findFresh(chunk) ?? []);
    if (missing.length === 0) return sums;
    const read = await tx.query<CountryBucket>(
      `SELECT chunk, place, volume, bridged, received, area, properties, largest, devices,
         interpolated_time AS "interpolatedTime", unknown_time AS "unknownTime",
         absent_time AS "absentTime"
       FROM country_average($1, $2, $3, $4)`,
      [country, category, timeframe, missing],
    );
    const byChunk = Map.groupBy(read, ({ chunk }) => chunk);
    if (kept.size + missing.length > mostKept) kept.clear();
    for (const chunk of missing) {
      const buckets = byChunk.get(chunk) ?? [];
      kept.set(keyOf(chunk), { until: now.getTime() + lifetime, buckets });
    }
    return [...sums, ...read];
  };
  return {
    async read(tx, wanted) {
      const { country, category, timeframe, chunks } = wanted;
      const sums = await readSums(tx, wanted);
      if (sums.length === 0) return [];
      const own = await tx.query<{ chunk: string; place: number; areas: number[] }>(
        'SELECT chunk, place, areas FROM own_part_of_average($1, $2, $3, $4)',
        [country, category, timeframe, chunks],
      );
      const areas = new Map(own.map((one) => [`${one.chunk} ${one.place}`, one.areas]));
      return sums.filter((sum) => hidesOthers(sum, areas.get(`${sum.chunk} ${sum.place}`) ?? []));
    },
  };
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
