import { describe, expect, it } from 'vitest';
import {
  type BucketSpan,
  bucketAt,
  canZoom,
  extentOf,
  type Plot,
  periodOf,
  spanBetween,
  zoomInto,
} from '../../../renderer/nodes/graph/zoom.ts';
import type { Graph, RollupTimeframe } from '../../../schemas/entities/consumption.ts';

type Days = readonly [begin: string, end: string];

function graph(
  timeframe: RollupTimeframe,
  [periodBegin, periodEnd]: Days,
  starts: readonly string[],
  timeZone = 'Europe/Warsaw',
): Graph {
  return {
    category: 'COLD_WATER_METER',
    group: 'COLD_WATER',
    kind: 'register',
    unit: 'm³',
    timeframe,
    timeZone,
    periodBegin,
    periodEnd,
    series: [
      {
        role: 'CURRENT',
        starts: [...starts],
        values: starts.map(() => 1),
        statuses: starts.map(() => 'MEASURED' as const),
        total: starts.length,
      },
    ],
  };
}

function hours(from: string, count: number): string[] {
  const start = Date.parse(from);
  return Array.from({ length: count }, (_, at) => new Date(start + at * 3_600_000).toISOString());
}

/** Local midnights of Warsaw around both changes of its clock. */
const march = ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'];
const october = ['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z'];
const weeks = ['2026-03-15T23:00Z', '2026-03-22T23:00Z', '2026-03-29T22:00Z'];
const months = ['2025-12-31T23:00Z', '2026-01-31T23:00Z', '2026-02-28T23:00Z', '2026-03-31T22:00Z'];
const year: Days = ['2026-01-01', '2026-04-30'];

describe('the period of a span', () => {
  it.each<[string, Graph, BucketSpan, Days]>([
    [
      'months end with their last day',
      graph('MONTHLY', year, months),
      { first: 1, last: 2 },
      ['2026-02-01', '2026-03-31'],
    ],
    [
      'February of a leap year has 29',
      graph('MONTHLY', ['2028-01-01', '2028-03-31'], ['2027-12-31T23:00Z', '2028-01-31T23:00Z']),
      { first: 0, last: 1 },
      ['2028-01-01', '2028-02-29'],
    ],
    [
      'weeks end with their Sunday, which the clock changes on',
      graph('WEEKLY', ['2026-03-16', '2026-04-05'], weeks),
      { first: 0, last: 1 },
      ['2026-03-16', '2026-03-29'],
    ],
    [
      'the day of 23 hours is one day',
      graph('DAILY', ['2026-03-28', '2026-03-31'], march),
      { first: 1, last: 2 },
      ['2026-03-29', '2026-03-30'],
    ],
    [
      'the day of 25 hours is one day',
      graph('DAILY', ['2026-10-24', '2026-10-26'], october),
      { first: 0, last: 1 },
      ['2026-10-24', '2026-10-25'],
    ],
    [
      'hours are widened to their days',
      graph('HOURLY', ['2026-03-28', '2026-03-29'], hours('2026-03-27T23:00Z', 47)),
      { first: 25, last: 30 },
      ['2026-03-29', '2026-03-29'],
    ],
    [
      'the doubled hour belongs to its day',
      graph('HOURLY', ['2026-10-25', '2026-10-26'], hours('2026-10-24T22:00Z', 49)),
      { first: 3, last: 24 },
      ['2026-10-25', '2026-10-25'],
    ],
    [
      'days are those of the property, west of Greenwich, too',
      graph(
        'DAILY',
        ['2026-03-08', '2026-03-10'],
        ['2026-03-08T05:00Z', '2026-03-09T04:00Z'],
        'America/New_York',
      ),
      { first: 0, last: 1 },
      ['2026-03-08', '2026-03-09'],
    ],
    [
      'a compared period that is longer adds nothing',
      graph('DAILY', ['2026-03-28', '2026-03-31'], march),
      { first: 2, last: 9 },
      ['2026-03-30', '2026-03-31'],
    ],
  ])('%s', (_, shown, span, [begin, end]) => {
    expect(periodOf(shown, span)).toEqual({ begin, end });
    expect(zoomInto(shown, span)).toEqual({ begin, end });
  });

  it('leads nowhere when it is the one that shows', () => {
    const shown = graph('MONTHLY', year, months);
    expect(zoomInto(shown, { first: 0, last: 3 })).toBeUndefined();
    expect(zoomInto(shown, { first: 0, last: 2 })).toEqual({
      begin: '2026-01-01',
      end: '2026-03-31',
    });
    expect(zoomInto(graph('MONTHLY', year, []), { first: 0, last: 1 })).toBeUndefined();
  });
});

describe('a graph can be zoomed', () => {
  it.each<[boolean, string, Graph]>([
    [true, 'with four months', graph('MONTHLY', year, months)],
    [false, 'not with two', graph('MONTHLY', ['2026-01-01', '2026-02-28'], months.slice(0, 2))],
    [false, 'not with one', graph('MONTHLY', ['2026-01-01', '2026-01-31'], months.slice(0, 1))],
    [false, 'not with none', graph('MONTHLY', year, [])],
    [true, 'when two months of more are all there is', graph('MONTHLY', year, months.slice(2))],
    [
      false,
      'not within the hours of a day',
      graph('HOURLY', ['2026-10-25', '2026-10-25'], hours('2026-10-24T22:00Z', 25)),
    ],
    [
      true,
      'within the hours of two',
      graph('HOURLY', ['2026-10-25', '2026-10-26'], hours('2026-10-24T22:00Z', 49)),
    ],
  ])('%s: %s', (expected, _, shown) => {
    expect(canZoom(shown)).toBe(expected);
  });
});

describe('the drawing', () => {
  const bars: Plot = { left: 64, width: 600, count: 12, layout: 'bars' };
  const points: Plot = { left: 64, width: 600, count: 13, layout: 'points' };

  it.each<[Plot, number, number]>([
    [bars, 64, 0],
    [bars, 113.9, 0],
    [bars, 114, 1],
    [bars, 664, 11],
    [bars, 10, 0],
    [bars, 2000, 11],
    [points, 64, 0],
    [points, 88, 0],
    [points, 90, 1],
    [points, 664, 12],
    [{ ...points, count: 1 }, 300, 0],
  ])('has a bucket at each place', (plot, x, bucket) => {
    expect(bucketAt(x, plot)).toBe(bucket);
  });

  it('marks whole bars, and lines up to the middle between their points', () => {
    expect(extentOf({ first: 1, last: 2 }, bars)).toEqual({ x: 114, width: 100 });
    expect(extentOf({ first: 1, last: 2 }, points)).toEqual({ x: 89, width: 100 });
    expect(extentOf({ first: 0, last: 12 }, points)).toEqual({ x: 64, width: 600 });
  });

  it('knows a span in either direction, and none within a bucket', () => {
    expect(spanBetween(5, 2)).toEqual({ first: 2, last: 5 });
    expect(spanBetween(2, 5)).toEqual({ first: 2, last: 5 });
    expect(spanBetween(3, 3)).toBeUndefined();
  });
});
