import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  foldBuckets,
  statusOf,
  sumOf,
  toValue,
} from '../../../../server/features/consumption/values.ts';
import { emptyBucket } from '../../../../server/metering/consumption.ts';

const times = { expectedTime: 100, interpolatedTime: 0, unknownTime: 0, absentTime: 0 };
const bucket = (given: Partial<typeof emptyBucket & typeof times> = {}) => ({
  ...emptyBucket,
  ...times,
  ...given,
});

describe('what people read', () => {
  it('is a register’s consumption in its unit, and a gauge’s mean', () => {
    const known = bucket({ volume: 6_000_000, received: 4 });
    expect(toValue('COLD_WATER_METER', known)).toBe(6);
    expect(toValue('TEMPERATURE_LOGGER', known)).toBe(1.5);
    expect(toValue('TEMPERATURE_LOGGER', bucket({ volume: 0, received: 0 }))).toBeNull();
    expect(toValue('COLD_WATER_METER', bucket({ volume: 0, received: 0 }))).toBe(0);
    expect(toValue('COLD_WATER_METER', bucket({ volume: null }))).toBeNull();
  });

  it('is as sure as the least sure of its parts', () => {
    const known = { volume: 1, measured: 1 };
    expect(statusOf(bucket({ ...known, volume: null, estimated: 1 }))).toBe('MISSING');
    expect(statusOf(bucket({ ...known, estimated: 0.1, interpolated: 0.2 }))).toBe('ESTIMATED');
    expect(statusOf(bucket({ ...known, missing: 0.1, interpolated: 0.2 }))).toBe('ESTIMATED');
    expect(statusOf(bucket({ ...known, interpolated: 0.1 }))).toBe('INTERPOLATED');
    expect(statusOf(bucket({ volume: 0, measured: 1 }))).toBe('MEASURED');
  });
});

describe('a total', () => {
  it('is what moved in its buckets and bridges, less what reaches out of them', () => {
    const sum = sumOf(
      [
        bucket({ volume: 5, received: 1, measured: 1 }),
        bucket({ volume: null, bridged: 7, received: 2, missing: 1, unknownTime: 40 }),
        bucket({ volume: 1, received: 4, interpolated: 0.5, estimated: 0.25, interpolatedTime: 9 }),
      ],
      3,
    );
    expect(sum).toEqual({
      ...emptyBucket,
      ...{ volume: 10, bridged: 0, received: 7 },
      ...{ measured: 1, interpolated: 0.5, estimated: 0.25, missing: 1 },
      ...{ expectedTime: 300, interpolatedTime: 9, unknownTime: 40, absentTime: 0 },
    });
  });

  it('is unknown when no device was watched for a moment', () => {
    const unknown = bucket({ volume: null, bridged: 7, unknownTime: 60, absentTime: 40 });
    expect(sumOf([unknown])).toMatchObject({ volume: null, bridged: 7 });
    expect(sumOf([{ ...unknown, absentTime: 39 }])).toMatchObject({ volume: 7, bridged: 0 });
    expect(sumOf([{ ...unknown, volume: 0 }])).toMatchObject({ volume: 7, bridged: 0 });
    expect(sumOf([])).toMatchObject({ volume: null, bridged: 0 });
  });
});

describe('the share of time that a total is known by', () => {
  it('is of the time in which its devices were there', () => {
    expect(coverageOf({ ...times, interpolatedTime: 20, unknownTime: 10, absentTime: 50 })).toEqual(
      {
        measured: 0.4,
        interpolated: 0.4,
        unknown: 0.2,
      },
    );
    expect(coverageOf(times)).toEqual({ measured: 1, interpolated: 0, unknown: 0 });
  });

  it('is none when they never were', () => {
    expect(coverageOf({ ...times, absentTime: 100 })).toBeNull();
    expect(coverageOf({ ...times, absentTime: 99 })).not.toBeNull();
  });

  it('is never more than the whole, nor less than nothing', () => {
    expect(coverageOf({ ...times, interpolatedTime: 150, unknownTime: 70 })).toEqual({
      measured: 0,
      interpolated: 1,
      unknown: 0.7,
    });
  });
});

describe('days as longer buckets', () => {
  const day = (start: number, given: Partial<typeof emptyBucket> = {}) => ({
    ...bucket({ volume: 1, ...given }),
    start,
  });
  const span = { starts: [0, 10, 20], ends: [10, 20, 30] } as never;
  const days = [
    day(0, { minimum: 3, maximum: 8 }),
    day(9, { minimum: 2, maximum: 9 }),
    day(10),
    day(20, { minimum: 5, maximum: 6 }),
  ];

  it('take the days that begin in them, with the least and the most', () => {
    expect(foldBuckets(days, span, 0)).toMatchObject([
      { start: 0, volume: 2, minimum: 2, maximum: 9 },
      { start: 10, volume: 1, minimum: null, maximum: null },
      { start: 20, volume: 1, minimum: 5, maximum: 6 },
    ]);
  });

  it('are left out when they begin before what may be seen', () => {
    expect(foldBuckets(days, span, 10).map(({ start }) => start)).toEqual([10, 20]);
    expect(foldBuckets(days, span, 11).map(({ start }) => start)).toEqual([20]);
  });
});
