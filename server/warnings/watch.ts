import type { BucketValue } from '../metering/consumption.ts';
import type { WatchedBucket } from './rules.ts';

/**
 * A device's rollup bucket as rules look at it. Known is what was measured from edge to edge: the
 * buckets of the device's first and last reading hold only a part of the flow yet.
 */
export function toWatched(value: BucketValue & { start: number }, end: number): WatchedBucket {
  const { start, volume, received, minimum, maximum, measured, absentTime } = value;
  const isKnown = measured === 1 && absentTime === 0;
  return { start, end, volume, received, minimum, maximum, isKnown };
}
