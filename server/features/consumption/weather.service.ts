import type { Graph } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { dayMs } from '../../../schemas/time.ts';
import { correctForWeather } from '../../metering/climate.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Asked } from './asked.ts';
import { countDegreeDays } from './degreeDays.service.ts';
import type { Span } from './span.ts';

export interface Weather {
  /** How a category is corrected; null when nothing is known of the weather, undefined when its use doesn't follow it. */
  readonly climateOf: (category: DeviceCategory) => Graph['climate'];
  /** Earlier buckets of a category as they would have been in the weather of the current ones. */
  readonly correct: <Bucket extends Pick<RollupBucket, 'start' | 'volume' | 'bridged'>>(
    category: DeviceCategory,
    earlier: readonly Bucket[],
  ) => Bucket[];
}

/**
 * The weather of two spans that lie over each other; undefined when no category's use follows it.
 * Buckets that are still open are left as they are.
 */
export async function readWeather(
  asked: Asked,
  categories: readonly DeviceCategory[],
  span: Span,
  compared: Span,
): Promise<Weather | undefined> {
  if (categories.every((category) => deviceTraits[category].weatherShare === null))
    return undefined;
  const reference = await countDegreeDays(asked, span);
  const then = await countDegreeDays(asked, compared);
  const places = new Map(compared.starts.map((start, at) => [start, at]));
  const isKnown = reference.isKnown && then.isKnown;
  return {
    climateOf(category) {
      const { weatherShare } = deviceTraits[category];
      if (weatherShare === null) return undefined;
      return isKnown ? { station: then.station, weatherShare } : null;
    },
    correct(category, earlier) {
      const { weatherShare: share } = deviceTraits[category];
      if (share === null) return [...earlier];
      return earlier.map((bucket) => {
        const at = places.get(bucket.start);
        const isClosed = at !== undefined && (span.ends[at] ?? Infinity) <= asked.now.getTime();
        if ((bucket.volume === null && !bucket.bridged) || !isClosed) return bucket;
        const days = Math.round(((compared.ends[at] as number) - bucket.start) / dayMs);
        const [now, before] = [reference.values[at] ?? null, then.values[at] ?? null];
        const correct = (quantity: number) =>
          Math.round(correctForWeather(quantity, share, before, now, days));
        const volume = bucket.volume === null ? null : correct(bucket.volume);
        return { ...bucket, volume, bridged: correct(bucket.bridged) };
      });
    },
  };
}
