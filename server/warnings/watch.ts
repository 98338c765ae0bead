import type { BucketValue } from '../metering/consumption.ts';
import type { WatchedBucket } from './rules.ts';

type WatchedValue = { readonly start: number } & Pick<
  BucketValue,
  'volume' | 'received' | 'minimum' | 'maximum' | 'measured' | 'absentTime'
>;

/**
 * A device's rollup bucket as rules look at it. Known is what was measured from edge to edge: the
 * buckets of the device's first and last reading hold only a part of the flow yet.
 */
export function toWatched(value: WatchedValue, end: number): WatchedBucket {
  const { start, volume, received, minimum, maximum, measured, absentTime } = value;
  const isKnown = measured === 1 && absentTime === 0;
  return { start, end, volume, received, minimum, maximum, isKnown };
}
