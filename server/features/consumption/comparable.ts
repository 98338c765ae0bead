import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Span } from './span.ts';

/** What of two periods may be set side by side (docs/metering.md, «Periods side by side»). */

/** As much of a whole bucket's devices' time may be lost: a meter of fifty, a week of a year. */
const mostLost = 0.02;

/** Months, quarters, half-years and years differ by no more from their like. */
const mostDaysApart = 3;

const day = 86_400_000;

/** One of the two periods. */
export interface Side<Bucket extends RollupBucket = RollupBucket> {
  readonly span: Pick<Span, 'starts' | 'ends'>;
  readonly buckets: readonly Bucket[];
}

/**
 * Whether a bucket is known from its begin to its end: hardly any of its devices came later, went
 * earlier or were in a gap at one of its ends. A gap inside is no loss, for the registers around it
 * say what was used.
 */
export function isWhole(bucket: RollupBucket | undefined): boolean {
  if (!bucket || bucket.volume === null) return false;
  const { measured, interpolated, estimated, missing } = bucket;
  const { expectedTime, absentTime, unknownTime } = bucket;
  const unsure = (estimated + missing) / (measured + interpolated + estimated + missing);
  const lost = absentTime + Math.min(unknownTime, unsure * expectedTime);
  return lost <= mostLost * expectedTime;
}

/** Of each place whether its buckets are over, equally long, and known as a whole on both sides. */
export function comparablePlaces(current: Side, earlier: Side, now: Date): boolean[] {
  const [currentBuckets, earlierBuckets] = [byStart(current), byStart(earlier)];
  return current.span.starts.map(
    (start, at) =>
      (current.span.ends[at] as number) <= now.getTime() &&
      areAlikeLong(current, earlier, at) &&
      isWhole(currentBuckets.get(start)) &&
      isWhole(earlierBuckets.get(earlier.span.starts[at] as number)),
  );
}

/**
 * How many places of two periods, from the first one on, come to totals that can be compared: up to the
 * last place that is comparable, before any whose buckets differ in length. None when the first one
 * isn't, for half a year against a whole one misleads.
 */
export function comparedCount(current: Side, earlier: Side, now: Date): number {
  const places = comparablePlaces(current, earlier, now);
  const unlike = places.findIndex((_, at) => !areAlikeLong(current, earlier, at));
  const alike = unlike < 0 ? places : places.slice(0, unlike);
  return alike[0] ? alike.lastIndexOf(true) + 1 : 0;
}

function areAlikeLong(current: Side, earlier: Side, at: number): boolean {
  const [one, other] = [current, earlier].map(({ span: { starts, ends } }) =>
    Math.round(((ends[at] as number) - (starts[at] as number)) / day),
  ) as [number, number];
  return Math.abs(one - other) <= mostDaysApart;
}

function byStart({ buckets }: Side): ReadonlyMap<number, RollupBucket> {
  return new Map(buckets.map((bucket) => [bucket.start, bucket]));
}
