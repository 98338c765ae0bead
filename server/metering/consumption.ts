import type { RollupTimeframe } from '../../schemas/entities/consumption.ts';
import type { ReadingInterval } from '../../schemas/entities/device.ts';
import { type CurvePoint, createCurve } from './curve.ts';
import type { Reading, Step } from './registers.ts';

/**
 * What one bucket of one device holds (docs/metering.md, «Buckets»); counts are 0 or 1, times are in
 * milliseconds, so that all of them add up over devices.
 */
export interface BucketValue {
  /** Consumption of a register, sum of a gauge's readings; micro-units. Null = missing. */
  readonly volume: number | null;
  /** What the register moved beyond that, as shares of gaps: longer spans may count it (totals). */
  readonly bridged: number;
  readonly measured: number;
  readonly interpolated: number;
  readonly estimated: number;
  readonly missing: number;
  readonly received: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly interpolatedTime: number;
  readonly unknownTime: number;
  /** Before the device's first reading and after its last one. */
  readonly absentTime: number;
}

/** Outside of the device's life: nothing is known, and nothing is expected. */
export const emptyBucket: BucketValue = {
  volume: null,
  bridged: 0,
  measured: 0,
  interpolated: 0,
  estimated: 0,
  missing: 0,
  received: 0,
  minimum: null,
  maximum: null,
  interpolatedTime: 0,
  unknownTime: 0,
  absentTime: 0,
};

/** A bucket that isn't measured from edge to edge is missing when less than this share is known. */
export const leastKnownShare = 0.5;

/** Buckets of one device; `edges` ascend, and are bucket starts and the last one's end. */
export type BucketReader = (edges: readonly number[]) => BucketValue[];

/**
 * Consumption per bucket: R(end) − R(start), where the register at an edge between two readings is
 * `r0 + (r1 − r0)(e − t0)/(t1 − t0)` (docs/metering.md, «Buckets»). Where most of a bucket lies in gaps
 * it is missing. What the register moved there, and the share of a long gap, is `bridged`: over any
 * span, volumes and bridges add up to the register's difference. The first and the last bucket of the
 * device's life hold what is known of them so far. `steps` must reach to the readings that bracket the
 * edges. What lies within one interval of a meter that is read more seldom than there are buckets is
 * interpolated.
 *
 * A chunk is asked for at a time, and a year has 365 of hours: what they share is computed once.
 */
export function registerReader(
  steps: readonly Step[],
  interval: ReadingInterval,
  timeframe: RollupTimeframe = 'MONTHLY',
): BucketReader {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return (edges) => edges.slice(1).map(() => emptyBucket);
  const curve = createCurve(steps, interval, timeframe);
  return (edges) => {
    let next = curve.countUntil(edges[0] as number);
    // A bucket begins where the one before it ended.
    let place = { at: Number.NaN, on: undefined as CurvePoint | undefined };
    return edges.slice(1).map((end, index) => {
      const start = edges[index] as number;
      if (end <= first.at || start > last.at) return emptyBucket;
      const from = Math.max(start, first.at);
      const until = Math.max(from, Math.min(end, last.at));
      const counted = curve.advance(next, start);
      const fromNext = curve.advance(counted, from);
      const untilNext = curve.advance(fromNext, until);
      next = curve.advance(untilNext, end);
      const a = place.at === from && place.on ? place.on : curve.at(from, fromNext);
      const b = curve.at(until, untilNext);
      place = { at: until, on: b };
      const unknownTime = b.unknownTime - a.unknownTime;
      const interpolatedTime = b.interpolatedTime - a.interpolatedTime;
      const absentTime = end - start - (until - from);
      const share = until > from ? 1 - unknownTime / (until - from) : 0;
      const quality = curve.qualityBetween(from, fromNext, untilNext);
      const status = until > from ? statusBetween(a, b, quality, share) : missing;
      const moved = b.volume - a.volume;
      // A bucket within one long gap is missing, so that these are two gaps.
      const guessed = a.rest + b.shared;
      // Spelled out: to spread an empty bucket costs several times as much.
      return {
        volume: status === missing ? null : moved - guessed,
        bridged: status === missing ? moved : guessed,
        measured: status.measured,
        interpolated: status.interpolated,
        estimated: status.estimated,
        missing: status.missing,
        received: next - counted,
        minimum: null,
        maximum: null,
        interpolatedTime,
        unknownTime,
        absentTime,
      };
    });
  };
}

/** `registerReader`, asked once. */
export function registerBuckets(
  steps: readonly Step[],
  edges: readonly number[],
  interval: ReadingInterval,
  timeframe?: RollupTimeframe,
): BucketValue[] {
  return registerReader(steps, interval, timeframe)(edges);
}

/** Sum, count and range of the readings in each bucket; missing without any. */
export function gaugeReader(readings: readonly Reading[], interval: ReadingInterval): BucketReader {
  const first = readings[0]?.at ?? Number.POSITIVE_INFINITY;
  const last = readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const watched = createCurve(
    readings.map(({ at, quality }) => ({ at, quality, increment: 1 })),
    interval,
    'MONTHLY',
  );
  const unknownBefore = (at: number) => watched.at(at, watched.countUntil(at)).unknownTime;
  return (edges) => {
    let position = watched.countUntil(edges[0] as number);
    return edges.slice(1).map((end, index) => {
      const start = edges[index] as number;
      if (end <= first || start > last) return emptyBucket;
      let volume = 0;
      let received = 0;
      let quality = 0;
      let minimum = Number.POSITIVE_INFINITY;
      let maximum = Number.NEGATIVE_INFINITY;
      for (let one = readings[position]; one && one.at < end; one = readings[++position]) {
        volume += one.value;
        received++;
        quality = Math.max(quality, one.quality);
        minimum = Math.min(minimum, one.value);
        maximum = Math.max(maximum, one.value);
      }
      const [from, until] = [Math.max(start, first), Math.min(end, last)];
      const times = {
        unknownTime: unknownBefore(until) - unknownBefore(from),
        absentTime: end - start - (until - from),
      };
      if (received === 0) return { ...emptyBucket, ...times, missing: 1 };
      const known = { volume, received, minimum, maximum, ...times };
      return { ...emptyBucket, ...known, ...statusOf(quality, false) };
    });
  };
}

/** `gaugeReader`, asked once. */
export function gaugeBuckets(
  readings: readonly Reading[],
  edges: readonly number[],
  interval: ReadingInterval,
): BucketValue[] {
  return gaugeReader(readings, interval)(edges);
}

type BucketStatus = Pick<BucketValue, 'measured' | 'interpolated' | 'estimated' | 'missing'>;

const nothing: BucketStatus = { measured: 0, interpolated: 0, estimated: 0, missing: 0 };
const measured: BucketStatus = { ...nothing, measured: 1 };
const interpolated: BucketStatus = { ...nothing, interpolated: 1 };
const estimated: BucketStatus = { ...nothing, estimated: 1 };
const missing: BucketStatus = { ...nothing, missing: 1 };

/** How a bucket is known from one point of the curve to another, `share` of it not in gaps. */
function statusBetween(
  a: CurvePoint,
  b: CurvePoint,
  { worst, hasDoubt }: { worst: number; hasDoubt: boolean },
  share: number,
): BucketStatus {
  const isIncomplete = a.isUnknown || b.isUnknown || hasDoubt;
  if (isIncomplete) return share < leastKnownShare ? missing : statusOf(2, false);
  return statusOf(worst, a.isInterpolated || b.isInterpolated);
}

function statusOf(quality: number, isInterpolated: boolean): BucketStatus {
  if (quality >= 2) return estimated;
  return quality === 1 || isInterpolated ? interpolated : measured;
}
