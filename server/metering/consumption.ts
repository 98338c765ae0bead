import type { RollupTimeframe } from '../../schemas/entities/consumption.ts';
import type { ReadingInterval } from '../../schemas/entities/device.ts';
import { hourMs } from '../../schemas/time.ts';
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

const day = 24 * hourMs;

/**
 * Documented defaults: how far apart readings are, how far they may be for an edge between them to be
 * known, and from when on support is asked why.
 */
export const gapDefaults: Readonly<
  Record<ReadingInterval, { usual: number; most: number; asked: number }>
> = {
  HOURLY: { usual: hourMs, most: 6 * hourMs, asked: 48 * hourMs },
  DAILY: { usual: day, most: 3 * day, asked: 7 * day },
  // One that wasn't read in time is read with the next.
  MONTHLY: { usual: 31 * day, most: 93 * day, asked: 93 * day },
  YEARLY: { usual: 366 * day, most: 549 * day, asked: 549 * day },
};

/** What a bucket of each timeframe lasts at most, apart from days that a changed clock lengthens. */
const bucketLengths: Readonly<Record<RollupTimeframe, number>> = {
  HOURLY: hourMs,
  DAILY: day,
  WEEKLY: 7 * day,
  MONTHLY: 31 * day,
};

/** A bucket that isn't measured from edge to edge is missing when less than this share is known. */
export const leastKnownShare = 0.5;

/**
 * Consumption per bucket: R(end) − R(start), where the register at an edge between two readings is
 * `r0 + (r1 − r0)(e − t0)/(t1 − t0)` (docs/metering.md, «Buckets»). Where most of a bucket lies in gaps
 * it is missing. What the register moved there, and the share of a long gap, is `bridged`: over any
 * span, volumes and bridges add up to the register's difference. The first and the last bucket of the device's life hold what
 * is known of them so far. `steps` must reach to the readings that bracket the edges, `edges` are
 * bucket starts and the last one's end. What lies within one interval of a meter that is read more
 * seldom than there are buckets is interpolated.
 */
export function registerBuckets(
  steps: readonly Step[],
  edges: readonly number[],
  interval: ReadingInterval,
  timeframe: RollupTimeframe = 'MONTHLY',
): BucketValue[] {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return edges.slice(1).map(() => emptyBucket);
  const curve = createCurve(steps, interval, timeframe);
  // A bucket begins where the one before it ended; an import looks at these most often of all.
  let place = { at: Number.NaN, on: undefined as ReturnType<typeof curve.at> | undefined };
  let count = { until: Number.NaN, is: 0 };
  return edges.slice(1).map((end, index) => {
    const start = edges[index] as number;
    if (end <= first.at || start > last.at) return emptyBucket;
    const from = Math.max(start, first.at);
    const until = Math.max(from, Math.min(end, last.at));
    const counted = count.until === start ? count.is : curve.countUntil(start);
    count = { until: end, is: curve.countUntil(end) };
    const a = place.at === from && place.on ? place.on : curve.at(from);
    const b = curve.at(until);
    place = { at: until, on: b };
    const unknownTime = b.unknownTime - a.unknownTime;
    const interpolatedTime = b.interpolatedTime - a.interpolatedTime;
    const absentTime = end - start - (until - from);
    // Spelled out: to spread an empty bucket costs several times as much.
    const make = (volume: number | null, bridged: number, status: BucketStatus): BucketValue => ({
      volume,
      bridged,
      measured: status.measured,
      interpolated: status.interpolated,
      estimated: status.estimated,
      missing: status.missing,
      received: count.is - counted,
      minimum: null,
      maximum: null,
      interpolatedTime,
      unknownTime,
      absentTime,
    });
    const moved = b.volume - a.volume;
    // A bucket within one long gap is missing, so that these are two gaps.
    const guessed = a.rest + b.shared;
    const { worst, hasDoubt } = curve.qualityBetween(from, until);
    const isIncomplete = a.isUnknown || b.isUnknown || hasDoubt;
    const share = until > from ? 1 - unknownTime / (until - from) : 0;
    if (until <= from || (isIncomplete && share < leastKnownShare)) {
      return make(null, moved, missing);
    }
    const isInterpolated = a.isInterpolated || b.isInterpolated;
    return make(moved - guessed, guessed, statusOf(isIncomplete ? 2 : worst, isInterpolated));
  });
}

/** Sum, count and range of the readings in each bucket; missing without any. */
export function gaugeBuckets(
  readings: readonly Reading[],
  edges: readonly number[],
  interval: ReadingInterval,
): BucketValue[] {
  const first = readings[0]?.at ?? Number.POSITIVE_INFINITY;
  const last = readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const watched = createCurve(
    readings.map(({ at, quality }) => ({ at, quality, increment: 1 })),
    interval,
    'MONTHLY',
  );
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
    const [from, until] = [Math.max(start, first), Math.min(end, last)];
    const times = {
      unknownTime: watched.at(until).unknownTime - watched.at(from).unknownTime,
      absentTime: end - start - (until - from),
    };
    if (received === 0) return { ...emptyBucket, ...times, missing: 1 };
    const known = { volume, received, minimum, maximum, ...times };
    return { ...emptyBucket, ...known, ...statusOf(quality, false) };
  });
}

type BucketStatus = Pick<BucketValue, 'measured' | 'interpolated' | 'estimated' | 'missing'>;

const nothing: BucketStatus = { measured: 0, interpolated: 0, estimated: 0, missing: 0 };
const measured: BucketStatus = { ...nothing, measured: 1 };
const interpolated: BucketStatus = { ...nothing, interpolated: 1 };
const estimated: BucketStatus = { ...nothing, estimated: 1 };
const missing: BucketStatus = { ...nothing, missing: 1 };

function statusOf(quality: number, isInterpolated: boolean): BucketStatus {
  if (quality >= 2) return estimated;
  return quality === 1 || isInterpolated ? interpolated : measured;
}

/** How an interval between two readings is known. */
type Knowledge = 'measured' | 'interpolated' | 'unknown';

/** The unwrapped register as a curve over time; edges must be asked for in no special order. */
function createCurve(
  steps: readonly Step[],
  interval: ReadingInterval,
  timeframe: RollupTimeframe,
) {
  const { usual, most, asked } = gapDefaults[interval];
  const measuredUpTo = 1.5 * Math.min(usual, bucketLengths[timeframe]);
  const knowledge = steps.map(({ at, increment, quality }, index): Knowledge => {
    const gap = at - (steps[index - 1]?.at ?? at);
    if (increment === null) return 'unknown';
    // Between equal readings nothing was used, however far apart they are.
    if (gap > most && increment !== 0) return 'unknown';
    return quality > 0 || (gap > measuredUpTo && increment !== 0) ? 'interpolated' : 'measured';
  });
  const sums = { volume: [] as number[], unknown: [] as number[], interpolated: [] as number[] };
  let [volume, unknown, interpolated] = [0, 0, 0];
  steps.forEach(({ at, increment }, index) => {
    const gap = at - (steps[index - 1]?.at ?? at);
    volume += increment ?? 0;
    if (knowledge[index] === 'unknown') unknown += gap;
    if (knowledge[index] === 'interpolated') interpolated += gap;
    sums.volume.push(volume);
    sums.unknown.push(unknown);
    sums.interpolated.push(interpolated);
  });
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
  const readingAt = (index: number) => ({
    volume: sums.volume[index] as number,
    unknownTime: sums.unknown[index] as number,
    interpolatedTime: sums.interpolated[index] as number,
    isUnknown: false,
    isInterpolated: false,
    shared: 0,
    rest: 0,
  });
  return {
    countUntil,
    /** The register at an instant of its life, and how much of the time before it is known how. */
    at(edge: number) {
      const next = countUntil(edge);
      const after = steps[next] as Step;
      if (after.at === edge) return readingAt(next);
      const begun = readingAt(next - 1);
      const passed = edge - (steps[next - 1] as Step).at;
      const gap = after.at - (steps[next - 1] as Step).at;
      const isUnknown = knowledge[next] === 'unknown';
      const isInterpolated = knowledge[next] === 'interpolated';
      const increment = (sums.volume[next] as number) - begun.volume;
      const share = Math.round((increment * passed) / gap);
      const isLong = gap > asked;
      return {
        volume: begun.volume + share,
        unknownTime: begun.unknownTime + (isUnknown ? passed : 0),
        interpolatedTime: begun.interpolatedTime + (isInterpolated ? passed : 0),
        isUnknown,
        isInterpolated,
        /** Of the long gap that the edge lies in: what is shared out before it, and behind. */
        shared: isLong ? share : 0,
        rest: isLong ? increment - share : 0,
      };
    },
    /** The worst quality of the readings that a span is made of, and whether a part is in doubt. */
    qualityBetween(from: number, until: number): { worst: number; hasDoubt: boolean } {
      let worst = 0;
      let hasDoubt = false;
      const end = countUntil(until);
      for (let index = countUntil(from + 1); index <= end; index++) {
        const step = steps[index] as Step;
        worst = Math.max(worst, step.quality);
        hasDoubt ||= step.increment === null;
      }
      return { worst, hasDoubt };
    },
  };
}
