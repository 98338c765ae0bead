import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksBetween, startOfLocalDay } from '../../../server/metering/buckets.ts';
import { type BucketValue, registerBuckets } from '../../../server/metering/consumption.ts';
import { type Reading, unwrap } from '../../../server/metering/registers.ts';

const timeZone = 'Europe/Warsaw';
const hour = 3_600_000;
const day = 24 * hour;
const start = startOfLocalDay(timeZone, '2026-01-10');

function stepsOf(readings: readonly (readonly [at: number, value: number])[]) {
  const list: Reading[] = readings.map(([at, value]) => ({ at, value: value * 1e6, quality: 0 }));
  return unwrap(list, [], { resetsYearly: false, timeZone }).steps;
}

/** Day by day, in the device's unit. */
function days(steps: ReturnType<typeof stepsOf>, count: number) {
  const edges = Array.from({ length: count + 1 }, (_, index) => start + index * day);
  return registerBuckets(steps, edges, 'DAILY');
}
const volumes = (buckets: readonly BucketValue[]) =>
  buckets.map(({ volume }) => (volume === null ? null : volume / 1e6));

describe('gaps', () => {
  it('are missing, not zero, when another meter is mounted behind them', () => {
    const steps = stepsOf([
      [start, 500],
      [start + day, 501],
      [start + 10 * day, 3],
      [start + 11 * day, 4],
    ]);
    const buckets = days(steps, 11);
    expect(volumes(buckets)).toEqual([1, ...new Array(9).fill(null), 1]);
    expect(buckets[4]).toMatchObject({ missing: 1, estimated: 0, bridged: 0, unknownTime: day });
  });

  it('of a day after a fall are missing, too: a day without a known moment is never 0', () => {
    const steps = stepsOf([
      [start, 500],
      [start + day, 501],
      [start + 2 * day, 3],
      [start + 3 * day, 4],
    ]);
    expect(volumes(days(steps, 3))).toEqual([1, null, 1]);
  });

  it('between equal readings are known: nothing was used', () => {
    const steps = stepsOf([
      [start, 500],
      [start + 9 * day, 500],
      [start + 10 * day, 501],
    ]);
    const buckets = days(steps, 10);
    expect(volumes(buckets)).toEqual([...new Array(9).fill(0), 1]);
    expect(buckets[4]).toMatchObject({ measured: 1, missing: 0, unknownTime: 0 });
  });

  it('that reach over an edge leave a month known that was watched for the most part', () => {
    const begin = startOfLocalDay(timeZone, '2026-02-01');
    const end = startOfLocalDay(timeZone, '2026-03-01');
    const until = [...new Array(27).keys()].map((index) => [begin + index * day, index] as const);
    const after = [end + 4 * day, 32] as const;
    const [month] = registerBuckets(stepsOf([...until, after]), [begin, end], 'DAILY');
    // 26 days that were read, and two of the six that the gap's six units are shared out over.
    expect(month).toMatchObject({ volume: 28e6, estimated: 1, unknownTime: 2 * day });
  });

  it('leave a bucket missing that was hardly watched, and bridge it for totals', () => {
    const steps = stepsOf([
      [start, 0],
      [start + 6 * hour, 1],
      [start + 9 * day + 6 * hour, 10],
    ]);
    const [first] = days(steps, 9);
    expect(first).toMatchObject({ volume: null, missing: 1, unknownTime: 18 * hour });
    expect(first?.bridged).toBe(1e6 + 0.75e6);
  });
});

const anyHistory = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 2 * hour }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 * day }) },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -900_000_000, max: -1 }) },
    ),
  ),
  { minLength: 2, maxLength: 400 },
);

describe('any history', () => {
  const sumOf = (buckets: readonly BucketValue[], pick: (one: BucketValue) => number) =>
    buckets.reduce((sum, one) => sum + pick(one), 0);

  it('has the same total and the same time in doubt in hours, days, weeks and months', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom('HOURLY', 'DAILY'), (pieces, interval) => {
        let at = start;
        let value = 2e9;
        const readings = pieces.map(([gap, use]) => {
          at += gap;
          value = Math.max(0, value + use);
          return { at, value, quality: 0 };
        });
        const { steps } = unwrap(readings, [], { resetsYearly: false, timeZone });
        const first = readings[0]?.at as number;
        const seen = (['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).map((timeframe) => {
          const buckets = chunksBetween(timeZone, timeframe, first, at).flatMap(({ edges }) =>
            registerBuckets(steps, edges, interval),
          );
          for (const { volume, missing } of buckets) if (missing > 0) expect(volume).toBeNull();
          return {
            total: sumOf(buckets, (one) => (one.volume ?? 0) + one.bridged),
            unknown: sumOf(buckets, ({ unknownTime }) => unknownTime),
            interpolated: sumOf(buckets, ({ interpolatedTime }) => interpolatedTime),
          };
        });
        expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
        const known = steps.reduce((sum, { increment }) => sum + (increment ?? 0), 0);
        expect(seen[0]?.total).toBe(known);
      }),
      { numRuns: 150 },
    );
  });
});
