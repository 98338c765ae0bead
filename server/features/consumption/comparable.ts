import { dayMs } from '../../../schemas/time.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Span } from './span.ts';
import { foldBuckets } from './values.ts';

/** What of two periods may be set side by side (docs/metering.md, «Periods side by side»). */

/** As much of a whole bucket's devices' time may be lost: a meter of fifty, a week of a year. */
export const maxLost = 0.02;

/** So many more devices of the smaller number may be there on the other side: one of fifty. */
export const maxMounted = maxLost + 1e-6;

/** Months, quarters, half-years and years differ by no more from their like. */
const maxDaysApart = 3;

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
  return lost <= maxLost * expectedTime;
}

/**
 * Days as one bucket that `isWhole` judges: what is lost of it is the time without devices, and that of
 * gaps on its first days up to the first one that is known, and on its last. Undefined without a day.
 */
export function periodOf(
  days: readonly RollupBucket[],
  { from, until }: { readonly from: number; readonly until: number },
): RollupBucket | undefined {
  const inside = days.filter(({ start }) => start >= from && start < until);
  const isKnown = ({ volume, estimated, missing }: RollupBucket) =>
    volume !== null && estimated + missing === 0;
  const [first, last] = [inside.findIndex(isKnown), inside.findLastIndex(isKnown)];
  const bridged = inside.map((one, at): RollupBucket => {
    if (first < 0 || at < first || at > last) return one;
    const { interpolated, estimated, missing } = one;
    const filled = { interpolated: interpolated + estimated + missing, estimated: 0, missing: 0 };
    return { ...one, ...filled, unknownTime: 0 };
  });
  return foldBuckets(bridged, { starts: [from], ends: [until] }, from)[0];
}

/**
 * Of each place whether its buckets are over, equally long, known as a whole on both sides, and of
 * as many devices: a meter that is mounted between would pass for a rise.
 */
export function comparablePlaces(current: Side, earlier: Side, now: Date): boolean[] {
  const [currentBuckets, earlierBuckets] = [byStart(current), byStart(earlier)];
  return current.span.starts.map((start, at) => {
    const one = currentBuckets.get(start);
    const other = earlierBuckets.get(earlier.span.starts[at] as number);
    return (
      (current.span.ends[at] as number) <= now.getTime() &&
      areAlikeLong(current, earlier, at) &&
      isWhole(one) &&
      isWhole(other) &&
      areAlikeMany(devicesIn(one, lengthOf(current, at)), devicesIn(other, lengthOf(earlier, at)))
    );
  });
}

/**
 * How many places of two periods, from the first one on, come to totals that can be compared: up to the
 * last place that is comparable, before any whose buckets differ in length, and as far as the same
 * number of devices was there between. None when the first one isn't, for half a year against a
 * whole one misleads.
 */
export function comparedCount(current: Side, earlier: Side, now: Date): number {
  const [currentBuckets, earlierBuckets] = [byStart(current), byStart(earlier)];
  const places = comparablePlaces(current, earlier, now);
  if (!places[0]) return 0;
  let [count, devices, earlierDevices] = [0, 0, 0];
  for (const [at, isComparable] of places.entries()) {
    if (!areAlikeLong(current, earlier, at)) break;
    const one = currentBuckets.get(current.span.starts[at] as number);
    const other = earlierBuckets.get(earlier.span.starts[at] as number);
    // A place that one side lacks is nobody's: what is known around it decides.
    if (one && other) {
      devices += devicesIn(one, lengthOf(current, at));
      earlierDevices += devicesIn(other, lengthOf(earlier, at));
    }
    if (isComparable && areAlikeMany(devices, earlierDevices)) count = at + 1;
  }
  return count;
}

/** What both sides come to in the places that are comparable, micro-units; undefined without any. */
export function sumComparable(
  current: Side,
  earlier: Side,
  now: Date,
): readonly [current: number, earlier: number] | undefined {
  const [currentBuckets, earlierBuckets] = [byStart(current), byStart(earlier)];
  const places = comparablePlaces(current, earlier, now).flatMap((is, at) => (is ? at : []));
  if (places.length === 0) return undefined;
  const sum = (buckets: ReadonlyMap<number, RollupBucket>, { span: { starts } }: Side) =>
    places.reduce((total, at) => total + (buckets.get(starts[at] as number)?.volume ?? 0), 0);
  return [sum(currentBuckets, current), sum(earlierBuckets, earlier)];
}

/**
 * What a property used on each of its square metres, micro-units, by the flats that are known as a
 * whole in a bucket: neither the use nor the area of the others counts. Null where what is left
 * isn't known as a whole.
 */
export function rateOf(
  property: RollupBucket | undefined,
  area: number,
  flats: readonly { readonly area: number | null; readonly bucket: RollupBucket | undefined }[],
): number | null {
  if (!property || property.volume === null) return null;
  const left = flats.filter(({ bucket }) => !isWhole(bucket));
  const others = left.flatMap(({ bucket }) => bucket ?? []);
  const without = (pick: (bucket: RollupBucket) => number | null) =>
    others.reduce((rest, bucket) => rest - (pick(bucket) ?? 0), pick(property) ?? 0);
  const rest: RollupBucket = {
    ...property,
    volume: without(({ volume }) => volume),
    measured: without(({ measured }) => measured),
    interpolated: without(({ interpolated }) => interpolated),
    estimated: without(({ estimated }) => estimated),
    missing: without(({ missing }) => missing),
    expectedTime: without(({ expectedTime }) => expectedTime),
    absentTime: without(({ absentTime }) => absentTime),
    unknownTime: without(({ unknownTime }) => unknownTime),
  };
  const restArea = left.reduce((sum, flat) => sum - (flat.area ?? 0), area);
  return restArea > 0 && rest.expectedTime > 0 && isWhole(rest)
    ? (rest.volume as number) / restArea
    : null;
}

function areAlikeLong(current: Side, earlier: Side, at: number): boolean {
  const [one, other] = [current, earlier].map((side) => Math.round(lengthOf(side, at) / dayMs)) as [
    number,
    number,
  ];
  return Math.abs(one - other) <= maxDaysApart;
}

function areAlikeMany(one: number, other: number): boolean {
  return Math.abs(one - other) <= maxMounted * Math.max(one, other);
}

/** How many devices were there; one that came or went in between counts as a part. */
function devicesIn(bucket: RollupBucket | undefined, length: number): number {
  return bucket && length > 0 ? (bucket.expectedTime - bucket.absentTime) / length : 0;
}

function lengthOf({ span: { starts, ends } }: Side, at: number): number {
  return (ends[at] as number) - (starts[at] as number);
}

function byStart({ buckets }: Side): ReadonlyMap<number, RollupBucket> {
  return new Map(buckets.map((bucket) => [bucket.start, bucket]));
}
