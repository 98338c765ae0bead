import type { ReadingInterval } from '../../schemas/entities/device.ts';
import type { Reading, Step } from './registers.ts';

/** What one bucket of one device holds; counts are 0 or 1, so that they add up over devices. */
export interface BucketValue {
  /** Consumption of a register, sum of a gauge's readings; micro-units. Null = missing. */
  readonly volume: number | null;
  readonly measured: number;
  readonly interpolated: number;
  readonly estimated: number;
  readonly missing: number;
  readonly received: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Outside of the device's life: nothing is known, and nothing is expected. */
export const emptyBucket: BucketValue = {
  volume: null,
  measured: 0,
  interpolated: 0,
  estimated: 0,
  missing: 0,
  received: 0,
  minimum: null,
  maximum: null,
};

const hour = 3_600_000;

/**
 * Documented defaults: how far apart readings are, how far they may be for an edge between them to be
 * known, and from when on support is asked why.
 */
export const gapDefaults: Readonly<
  Record<ReadingInterval, { usual: number; most: number; asked: number }>
> = {
  HOURLY: { usual: hour, most: 6 * hour, asked: 48 * hour },
  DAILY: { usual: 24 * hour, most: 72 * hour, asked: 168 * hour },
};

/** The register's state at an instant of its life. */
interface EdgeState {
  readonly volume: number;
  /** The bracketing readings are too far apart to interpolate. */
  readonly isUnknown: boolean;
  readonly isInterpolated: boolean;
}

/**
 * Consumption per bucket: R(end) − R(start), where the register at an edge between two readings is
 * `r0 + (r1 − r0)(e − t0)/(t1 − t0)` if they are near enough (METERING.md, «Buckets»). The first and
 * the last bucket of the device's life hold what is known of them so far. `steps` must reach to the
 * readings that bracket the edges, `edges` are bucket starts and the last one's end.
 */
export function registerBuckets(
  steps: readonly Step[],
  edges: readonly number[],
  interval: ReadingInterval,
): BucketValue[] {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return edges.slice(1).map(() => emptyBucket);
  const curve = createCurve(steps, interval);
  return edges.slice(1).map((end, index) => {
    const start = edges[index] as number;
    if (end <= first.at || start > last.at) return emptyBucket;
    const from = Math.max(start, first.at);
    const until = Math.min(end, last.at);
    const received = curve.countUntil(end) - curve.countUntil(start);
    const a = curve.at(from);
    const b = curve.at(until);
    if (until <= from || a.isUnknown || b.isUnknown) return missingBucket(received);
    return {
      ...emptyBucket,
      volume: b.volume - a.volume,
      received,
      ...statusOf(curve.worstQuality(from, until), a.isInterpolated || b.isInterpolated),
    };
  });
}

/** Sum, count and range of the readings in each bucket; missing without any. */
export function gaugeBuckets(
  readings: readonly Reading[],
  edges: readonly number[],
): BucketValue[] {
  const first = readings[0]?.at ?? Number.POSITIVE_INFINITY;
  const last = readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  let position = readings.findIndex(({ at }) => at >= (edges[0] as number));
  if (position < 0) position = readings.length;
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
    if (received === 0) return missingBucket(0);
    return { ...emptyBucket, volume, received, minimum, maximum, ...statusOf(quality, false) };
  });
}

function missingBucket(received: number): BucketValue {
  return { ...emptyBucket, missing: 1, received };
}

function statusOf(quality: number, isInterpolated: boolean) {
  if (quality >= 2) return { measured: 0, interpolated: 0, estimated: 1 };
  if (quality === 1 || isInterpolated) return { measured: 0, interpolated: 1, estimated: 0 };
  return { measured: 1, interpolated: 0, estimated: 0 };
}

/** The unwrapped register as a curve over time; edges must be asked for in no special order. */
function createCurve(steps: readonly Step[], interval: ReadingInterval) {
  const { usual, most } = gapDefaults[interval];
  const volumes: number[] = [];
  let sum = 0;
  for (const { increment } of steps) {
    sum += increment ?? 0;
    volumes.push(sum);
  }
  /** How many readings lie before the instant. */
  const countUntil = (at: number): number => {
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle] as Step).at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    countUntil,
    at(edge: number): EdgeState {
      const next = countUntil(edge);
      const after = steps[next] as Step;
      if (after.at === edge || next === 0) {
        return { volume: volumes[next] as number, isUnknown: false, isInterpolated: false };
      }
      const before = steps[next - 1] as Step;
      const volume = volumes[next - 1] as number;
      const gap = after.at - before.at;
      // An unexplained drop counts nothing, so it hides no known volume on either side.
      if (after.increment === null) return { volume, isUnknown: false, isInterpolated: false };
      const share = Math.round((after.increment * (edge - before.at)) / gap);
      return {
        volume: volume + share,
        isUnknown: gap > most,
        isInterpolated: gap > 1.5 * usual,
      };
    },
    /** 2 also where a drop left a part of the span unknown. */
    worstQuality(from: number, until: number): number {
      let worst = 0;
      const end = Math.min(steps.length - 1, countUntil(until));
      for (let index = Math.max(1, countUntil(from + 1)); index <= end; index++) {
        const step = steps[index] as Step;
        worst = Math.max(worst, step.increment === null ? 2 : step.quality);
      }
      return worst;
    },
  };
}
