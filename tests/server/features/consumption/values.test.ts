import { describe, expect, it } from 'vitest';
import {
  bucketCoverage,
  changePercent,
  coverageOf,
  foldBuckets,
  meanCoverage,
  statusOf,
  sumOf,
  toSeries,
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
      volume: 10,
      bridged: 0,
      received: 7,
      measured: 1,
      interpolated: 0.5,
      estimated: 0.25,
      missing: 1,
      expectedTime: 300,
      interpolatedTime: 9,
      unknownTime: 40,
      absentTime: 0,
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

  it('count days without their devices as absent, not a device that takes another’s place', () => {
    const of = (devices: number, start: number) =>
      day(start, { measured: devices, expectedTime: devices } as never);
    const fold = (counts: readonly number[]) =>
      foldBuckets(counts.map(of), { starts: [0], ends: [40] } as never, 0)[0];
    const counts = (none: number, two: number) =>
      Array.from({ length: 40 }, (_, at) => Number(at >= none) + Number(at === two));
    expect(fold(counts(0, -1))).toMatchObject({ expectedTime: 40, absentTime: 0 });
    expect(fold(counts(10, -1))).toMatchObject({ expectedTime: 40, absentTime: 10 });
    expect(fold(counts(0, 20))).toMatchObject({ expectedTime: 41, absentTime: 0 });
  });
});

describe('the share of time that a bucket is known by', () => {
  const half = { ...times, start: 0, expectedTime: 200, absentTime: 150 };
  const coverage = (given: object, now: number) => bucketCoverage({ ...half, ...given }, 100, now);

  it('is of its time up to now, in which what wasn’t read is unknown', () => {
    // Two devices; half of the time is still to come, and half of the rest nobody has read.
    expect(coverage({}, 50)).toEqual({ measured: 0.5, interpolated: 0, unknown: 0.5 });
    expect(coverage({ interpolatedTime: 20, unknownTime: 10 }, 50)).toEqual({
      measured: 0.2,
      interpolated: 0.2,
      unknown: 0.6,
    });
    expect(coverage({}, 100)).toEqual({ measured: 0.25, interpolated: 0, unknown: 0.75 });
    expect(coverage({}, 1000)).toEqual({ measured: 0.25, interpolated: 0, unknown: 0.75 });
    expect(coverage({ absentTime: 20 }, 50)).toEqual({ measured: 1, interpolated: 0, unknown: 0 });
  });

  it('is none before it begins', () => {
    expect(coverage({}, 0)).toBeNull();
    expect(coverage({}, -1000)).toBeNull();
    expect(bucketCoverage({ ...half, start: 40 }, 140, 90)).toEqual(coverage({}, 50));
  });

  it('is rounded to the ten-thousandth, and the mean is of parts that are equally long', () => {
    expect(coverageOf({ ...times, expectedTime: 3, unknownTime: 1 })).toEqual({
      measured: 0.6667,
      interpolated: 0,
      unknown: 0.3333,
    });
    expect(
      meanCoverage([
        { measured: 0.5, interpolated: 0.4, unknown: 0.1 },
        { measured: 0.1, interpolated: 0.2, unknown: 0.7 },
      ]),
    ).toEqual({ measured: 0.3, interpolated: 0.3, unknown: 0.4 });
    expect(meanCoverage([])).toBeNull();
  });
});

describe('a series', () => {
  const [first, second, third] = [1, 2, 3].map((day) => Date.UTC(2026, 0, day)) as [
    number,
    number,
    number,
  ];
  const length = second - first;
  const span = (timeframe: string) =>
    ({ starts: [first, second], ends: [second, third], timeframe, timeZone: 'UTC' }) as never;
  const buckets = [
    {
      ...bucket({ volume: 6_000_000, received: 4, measured: 1, minimum: 1_000_000 }),
      start: second,
      expectedTime: length,
      maximum: 2_500_000,
    },
  ];
  const series = { buckets, edge: 500_000 };
  const noon = new Date(second + length / 2);
  const known = { measured: 1, interpolated: 0, unknown: 0 };

  it('has a place for each start, and all of it as its total', () => {
    expect(toSeries('CURRENT', 'COLD_WATER_METER', span('DAILY'), series, noon)).toEqual({
      role: 'CURRENT',
      starts: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
      values: [null, 6],
      statuses: ['MISSING', 'MEASURED'],
      coverage: [null, known],
      total: 5.5,
      totalCoverage: known,
    });
  });

  it('of a gauge tells the least and the most, and its mean', () => {
    const found = toSeries('COMPARE', 'TEMPERATURE_LOGGER', span('DAILY'), series, noon);
    expect(found).toMatchObject({ role: 'COMPARE', values: [null, 1.5] });
    expect(found).toMatchObject({ minimum: [null, 1], maximum: [null, 2.5] });
    expect(found).not.toHaveProperty('lastDays');
  });

  it('of billing periods tells their last days, and what they are known by up to now', () => {
    const partly = [{ ...(buckets[0] as (typeof buckets)[0]), absentTime: length / 2 }];
    const parts = { buckets: partly, edge: 0 };
    const billed = toSeries('CURRENT', 'COLD_WATER_METER', span('BILLING'), parts, noon);
    expect(billed.lastDays).toEqual(['2026-01-01', '2026-01-02']);
    expect(billed.coverage).toEqual([null, known]);
    const daily = toSeries('CURRENT', 'COLD_WATER_METER', span('DAILY'), parts, noon);
    expect(daily.coverage).toEqual([null, known]);
  });
});

it('a change is in per cent of what was before, where there was something', () => {
  expect(changePercent(3, 2)).toBe(50);
  expect(changePercent(1, 4)).toBe(-75);
  expect(changePercent(0, 4)).toBe(-100);
  for (const [now, before] of [
    [null, 2],
    [2, null],
    [2, 0],
    [0, 0],
  ] as const) {
    expect(changePercent(now, before)).toBeNull();
  }
});
