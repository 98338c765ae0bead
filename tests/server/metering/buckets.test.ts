import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bucketStarts,
  chunkOf,
  localDayOf,
  nextBucketStart,
  startOfLocalDay,
} from '../../../server/metering/buckets.ts';

const warsaw = 'Europe/Warsaw';
const hour = 3_600_000;

describe('buckets in Warsaw', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-07-01', 24],
  ])('%s has %i hours', (day, hours) => {
    const start = startOfLocalDay(warsaw, day);
    const end = nextBucketStart(warsaw, 'DAILY', start);
    expect((end - start) / hour).toBe(hours);
    expect(bucketStarts(warsaw, 'HOURLY', start, end)).toHaveLength(hours);
    expect(chunkOf(warsaw, 'HOURLY', start + 5 * hour).edges).toHaveLength(hours + 1);
  });

  it('begins days at local midnight on both sides of a clock change', () => {
    const days = bucketStarts(
      warsaw,
      'DAILY',
      startOfLocalDay(warsaw, '2026-03-28'),
      startOfLocalDay(warsaw, '2026-03-31'),
    );
    expect(days.map((at) => new Date(at).toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
  });

  it('begins weeks on Monday and gives them to the year of that Monday', () => {
    const newYear = Date.UTC(2027, 0, 1, 12);
    expect(chunkOf(warsaw, 'WEEKLY', newYear).day).toBe('2026-01-01');
    const weeks = chunkOf(warsaw, 'WEEKLY', newYear).edges;
    expect(localDayOf(warsaw, weeks[0] as number)).toBe('2026-01-05');
    expect(localDayOf(warsaw, weeks.at(-1) as number)).toBe('2027-01-04');
  });

  it('tells two days apart that meet within an hour of UTC, whichever is asked for first', () => {
    const midnight = startOfLocalDay('Asia/Kolkata', '2026-07-02');
    const around = [midnight - 60_000, midnight, midnight - 1, midnight + 60_000];
    expect(around.map((at) => chunkOf('Asia/Kolkata', 'HOURLY', at).day)).toEqual([
      '2026-07-01',
      '2026-07-02',
      '2026-07-01',
      '2026-07-02',
    ]);
  });

  it('leaves no gap and no overlap, whatever the instant, zone and timeframe', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }),
        fc.constantFrom('Europe/Warsaw', 'Europe/Prague', 'Europe/Copenhagen', 'America/Sao_Paulo'),
        fc.constantFrom('HOURLY' as const, 'DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
        (at, zone, timeframe) => {
          const { edges } = chunkOf(zone, timeframe, at);
          expect(edges[0]).toBeLessThanOrEqual(at);
          expect(edges.at(-1)).toBeGreaterThan(at);
          expect([...edges].sort((a, b) => a - b)).toEqual(edges);
          const next = chunkOf(zone, timeframe, edges.at(-1) as number);
          expect(next.edges[0]).toBe(edges.at(-1));
        },
      ),
    );
  });
});
