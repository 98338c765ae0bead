import type { RollupTimeframe } from '../../schemas/entities/consumption.ts';
import type { ReadingInterval } from '../../schemas/entities/device.ts';
import { dayMs, hourMs } from '../../schemas/time.ts';
import type { Step } from './registers.ts';

/**
 * Documented defaults: how far apart readings are, how far they may be for an edge between them to be
 * known, and from when on support is asked why.
 */
export const gapDefaults: Readonly<
  Record<ReadingInterval, { usual: number; most: number; asked: number }>
> = {
  HOURLY: { usual: hourMs, most: 6 * hourMs, asked: 48 * hourMs },
  DAILY: { usual: dayMs, most: 3 * dayMs, asked: 7 * dayMs },
  // One that wasn't read in time is read with the next.
  MONTHLY: { usual: 31 * dayMs, most: 93 * dayMs, asked: 93 * dayMs },
  YEARLY: { usual: 366 * dayMs, most: 549 * dayMs, asked: 549 * dayMs },
};

/** What a bucket of each timeframe lasts at most, apart from days that a changed clock lengthens. */
const bucketLengths: Readonly<Record<RollupTimeframe, number>> = {
  HOURLY: hourMs,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
  MONTHLY: 31 * dayMs,
};

/** How an interval between two readings is known. */
const known = { measured: 0, interpolated: 1, unknown: 2 } as const;

/** The register at an instant of its life, and how much of the time before it is known how. */
export interface CurvePoint {
  /** Micro-units since the first step. */
  readonly volume: number;
  /** Milliseconds. */
  readonly unknownTime: number;
  readonly interpolatedTime: number;
  /** Of the interval that the instant lies in; both false at a reading. */
  readonly isUnknown: boolean;
  readonly isInterpolated: boolean;
  /** Of the long gap that the instant lies in: what is shared out before it, and behind. */
  readonly shared: number;
  readonly rest: number;
}

/**
 * The unwrapped register as a curve over time. Columns of numbers instead of an object for each
 * reading: an import asks it most often of all. An instant's index is that of the first step at it or
 * behind it.
 */
export function createCurve(
  steps: readonly Step[],
  interval: ReadingInterval,
  timeframe: RollupTimeframe,
) {
  const { usual, most, asked } = gapDefaults[interval];
  const measuredUpTo = 1.5 * Math.min(usual, bucketLengths[timeframe]);
  const count = steps.length;
  const times = new Float64Array(count);
  const volumes = new Float64Array(count);
  const unknownTimes = new Float64Array(count);
  const interpolatedTimes = new Float64Array(count);
  const knowledge = new Uint8Array(count);
  const qualities = new Uint8Array(count);
  const doubts = new Uint8Array(count);
  let [volume, unknown, interpolated] = [0, 0, 0];
  let before = steps[0]?.at ?? 0;
  for (let index = 0; index < count; index++) {
    const { at, increment, quality } = steps[index] as Step;
    const gap = at - before;
    before = at;
    // Between equal readings nothing was used, however far apart they are.
    if (increment === null || (gap > most && increment !== 0)) {
      knowledge[index] = known.unknown;
      unknown += gap;
    } else if (quality > 0 || (gap > measuredUpTo && increment !== 0)) {
      knowledge[index] = known.interpolated;
      interpolated += gap;
    }
    volume += increment ?? 0;
    times[index] = at;
    volumes[index] = volume;
    unknownTimes[index] = unknown;
    interpolatedTimes[index] = interpolated;
    qualities[index] = quality;
    if (increment === null) doubts[index] = 1;
  }
  return {
    /** The instant's index: how many readings lie before it. */
    countUntil(at: number): number {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((times[middle] as number) < at) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    /** The same, from the index of an instant that isn't later. */
    advance(index: number, at: number): number {
      let next = index;
      while (next < count && (times[next] as number) < at) next++;
      return next;
    },
    at(instant: number, next: number): CurvePoint {
      const after = times[next] as number;
      if (after === instant) {
        return {
          volume: volumes[next] as number,
          unknownTime: unknownTimes[next] as number,
          interpolatedTime: interpolatedTimes[next] as number,
          isUnknown: false,
          isInterpolated: false,
          shared: 0,
          rest: 0,
        };
      }
      const begin = times[next - 1] as number;
      const passed = instant - begin;
      const gap = after - begin;
      const isUnknown = knowledge[next] === known.unknown;
      const isInterpolated = knowledge[next] === known.interpolated;
      const begun = volumes[next - 1] as number;
      const increment = (volumes[next] as number) - begun;
      const share = Math.round((increment * passed) / gap);
      const isLong = gap > asked;
      return {
        volume: begun + share,
        unknownTime: (unknownTimes[next - 1] as number) + (isUnknown ? passed : 0),
        interpolatedTime: (interpolatedTimes[next - 1] as number) + (isInterpolated ? passed : 0),
        isUnknown,
        isInterpolated,
        shared: isLong ? share : 0,
        rest: isLong ? increment - share : 0,
      };
    },
    /**
     * The worst quality of the readings that a span is made of, and whether a part is in doubt, from
     * the indexes of its begin and its end.
     */
    qualityBetween(from: number, fromNext: number, untilNext: number) {
      let worst = 0;
      let hasDoubt = false;
      let begin = fromNext;
      while (times[begin] === from) begin++;
      for (let index = begin; index <= untilNext; index++) {
        worst = Math.max(worst, qualities[index] as number);
        if (doubts[index] === 1) hasDoubt = true;
      }
      return { worst, hasDoubt };
    },
  };
}
