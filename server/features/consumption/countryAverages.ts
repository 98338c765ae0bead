import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';

/** Sums over a country's properties in one bucket of a chunk; `place` counts from 1. */
export interface CountryBucket {
  readonly chunk: string;
  readonly place: number;
  readonly volume: number;
  readonly received: number;
  readonly area: number;
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
  read(tx: Transaction, wanted: Wanted): Promise<readonly CountryBucket[]>;
}

const usualLifetime = 600_000;
const mostKept = 500;

/**
 * Keeps what a country's properties used for ten minutes: it is the same for everybody, and sums up
 * thousands of rows. Before that, at 5,000 properties, each look took some hundred milliseconds.
 */
export function createCountryAverages(lifetime = usualLifetime): CountryAverages {
  const kept = new Map<string, { until: number; buckets: readonly CountryBucket[] }>();
  return {
    async read(tx, { country, category, timeframe, chunks, now }) {
      const key = [country, category, timeframe, ...chunks].join(' ');
      const found = kept.get(key);
      if (found && now.getTime() < found.until) return found.buckets;
      const buckets = await tx.query<CountryBucket>(
        'SELECT chunk, place, volume, received, area FROM country_average($1, $2, $3, $4)',
        [country, category, timeframe, chunks],
      );
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, { until: now.getTime() + lifetime, buckets });
      return buckets;
    },
  };
}
