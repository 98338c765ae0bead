import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOf, startOfLocalDay } from '../../../server/metering/buckets.ts';
import {
  emptyBucket,
  gaugeBuckets,
  registerBuckets,
} from '../../../server/metering/consumption.ts';
import { type Reading, unwrap } from '../../../server/metering/registers.ts';

const warsaw = 'Europe/Warsaw';
const hour = 3_600_000;
const start = startOfLocalDay(warsaw, '2026-03-28');

function stepsOf(readings: readonly Reading[]) {
  return unwrap(readings, [], { resetsYearly: false, timeZone: warsaw }).steps;
}

describe('consumption', () => {
  it('divides an interval at a midnight in proportion to time', () => {
    const readings = [
      { at: start - hour, value: 1000, quality: 0 },
      { at: start + 2 * hour, value: 1300, quality: 0 },
      { at: start + 25 * hour, value: 3600, quality: 0 },
    ];
    const edges = [start - 24 * hour, start, start + 24 * hour, start + 47 * hour];
    const [before, day, after] = registerBuckets(stepsOf(readings), edges, 'DAILY');
    expect(before).toMatchObject({ volume: 100, measured: 1, received: 1 });
    expect(day).toMatchObject({ volume: 2400, measured: 1, received: 1 });
    expect(after).toMatchObject({ volume: 100, received: 1 });
  });

  it('is missing, not zero, where readings are too far apart, and known across the gap', () => {
    const day = 24 * hour;
    const readings = [0, 1, 7, 8].map((index) => ({
      at: start + index * day,
      value: index * 100,
      quality: 0,
    }));
    const days = Array.from({ length: 9 }, (_, index) => start + index * day);
    const values = registerBuckets(stepsOf(readings), days, 'DAILY');
    expect(values.map(({ volume }) => volume)).toEqual([
      100,
      null,
      null,
      null,
      null,
      null,
      null,
      100,
    ]);
    expect(values[3]).toMatchObject({ missing: 1, received: 0 });
    const [whole] = registerBuckets(stepsOf(readings), [start, start + 8 * day], 'DAILY');
    expect(whole).toMatchObject({ volume: 800, measured: 1 });
  });

  it('keeps the mean’s parts and the range of a gauge', () => {
    const readings = [20, 24, 19].map((value, index) => ({
      at: start + index * hour,
      value,
      quality: 0,
    }));
    const edges = [start, start + 2 * hour, start + 4 * hour, start + 6 * hour];
    expect(gaugeBuckets(readings, edges, 'HOURLY')).toEqual([
      { ...emptyBucket, volume: 44, received: 2, minimum: 20, maximum: 24, measured: 1 },
      {
        ...emptyBucket,
        volume: 19,
        received: 1,
        minimum: 19,
        maximum: 19,
        measured: 1,
        absentTime: 2 * hour,
      },
      emptyBucket,
    ]);
  });

  it('adds up: hours make the day, days the month, over a clock change and any jitter', () => {
    const jitter = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 * hour }), fc.nat(5000)), {
      minLength: 1100,
      maxLength: 1100,
    });
    fc.assert(
      fc.property(jitter, (pieces) => {
        let at = startOfLocalDay(warsaw, '2026-02-27');
        let value = 0;
        const readings = pieces.map(([gap, use]) => {
          at += gap;
          value += use;
          return { at, value, quality: 0 };
        });
        const steps = stepsOf(readings);
        const sum = (edges: readonly number[]) =>
          registerBuckets(steps, edges, 'HOURLY').reduce(
            (total, one) => total + (one.volume ?? 0),
            0,
          );
        const month = chunkOf(warsaw, 'DAILY', startOfLocalDay(warsaw, '2026-03-15')).edges;
        const days = month.slice(0, -1).map((day) => chunkOf(warsaw, 'HOURLY', day).edges);
        const whole = [month[0] as number, month.at(-1) as number];
        expect(sum(month)).toBe(sum(whole));
        expect(days.reduce((total, hours) => total + sum(hours), 0)).toBe(sum(whole));
      }),
      { numRuns: 25 },
    );
  });
});
