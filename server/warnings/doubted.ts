import { type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';
import { hourMs } from '../../schemas/time.ts';
import { type MeterPlace, overloadFlow } from '../metering/plausibility.ts';
import type { WatchedBucket } from './rules.ts';

/** A rise that metering doubts and nobody has explained; UTC ms. */
export interface DoubtedRise {
  readonly previousAt: number;
  readonly at: number;
  /** Micro-units. */
  readonly moved: number;
}

/** From this share of its time on a bucket has the flow of the rises in it. */
const leastCovered = 0.5;

/** For types that can't wait for support, a rise that the meter can have counted is believed. */
export function asSeenFor(
  type: MeasuredType,
  place: MeterPlace,
  buckets: readonly WatchedBucket[],
  rises: readonly DoubtedRise[] = [],
): readonly WatchedBucket[] {
  if (!measuredKinds[type].believesDoubted) return buckets;
  return withDoubted(buckets, rises, overloadFlow(place));
}

/**
 * Buckets that rises cover for half of their time or more have the mean flow of these rises and are
 * known. Faster than `most` micro-units per hour it is a wrong reading: what it covers stays unknown.
 */
export function withDoubted(
  buckets: readonly WatchedBucket[],
  rises: readonly DoubtedRise[],
  most: number,
): readonly WatchedBucket[] {
  const believed = rises.filter(({ previousAt, at, moved }) => {
    return moved * hourMs <= most * (at - previousAt);
  });
  if (believed.length === 0) return buckets;
  return buckets.map((bucket) => {
    let [covered, volume] = [0, 0];
    for (const { previousAt, at, moved } of believed) {
      const overlap = Math.min(at, bucket.end) - Math.max(previousAt, bucket.start);
      if (overlap <= 0) continue;
      covered += overlap;
      volume += (moved * overlap) / (at - previousAt);
    }
    const length = bucket.end - bucket.start;
    if (covered < leastCovered * length) return bucket;
    return { ...bucket, volume: Math.round((volume * length) / covered), isKnown: true };
  });
}
