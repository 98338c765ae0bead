import { describe, expect, it } from 'vitest';
import type { Timeframe } from '../../../../schemas/entities/consumption.ts';
import {
  billingSpan,
  comparedSpan,
  isNowhere,
  readSpan,
  usualEnd,
  visibleFrom,
} from '../../../../server/features/consumption/span.ts';

const zone = 'Europe/Warsaw';
const now = new Date('2026-11-20T12:00:00Z');
const refusal = (field: string, words: string) =>
  expect.objectContaining({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(words),
    details: [expect.objectContaining({ field: `query.${field}` })],
  });
const caught = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const period = (periodBegin: string, periodEnd: string) => ({ periodBegin, periodEnd });
const read = (timeframe: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY', begin?: string, end?: string) =>
  readSpan({ timeframe, periodBegin: begin, periodEnd: end }, zone, now);

describe('the days that a graph shows', () => {
  it.each<['HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY', string, string, number]>([
    ['HOURLY', '2026-11-19', '2026-11-20', 48],
    ['DAILY', '2026-10-21', '2026-11-20', 31],
    ['WEEKLY', '2026-05-25', '2026-11-22', 26],
    ['MONTHLY', '2025-12-01', '2026-11-30', 12],
  ])('are, %s and unasked, %s to %s', (timeframe, begin, end, buckets) => {
    const span = read(timeframe);
    expect(span.period).toEqual(period(begin, end));
    expect([span.starts.length, span.ends.length]).toEqual([buckets, buckets]);
    expect([span.starts[0], span.ends.at(-1)]).toEqual([span.from, span.until]);
  });

  it('are those that were asked for, as whole buckets', () => {
    expect(read('MONTHLY', '2026-02-10', '2026-03-01').period).toEqual(
      period('2026-02-01', '2026-03-31'),
    );
    // A Wednesday to the Monday after.
    expect(read('WEEKLY', '2026-10-07', '2026-10-12').period).toEqual(
      period('2026-10-05', '2026-10-18'),
    );
    expect(read('DAILY', '2026-10-25', '2026-10-25').period).toEqual(
      period('2026-10-25', '2026-10-25'),
    );
    expect(read('HOURLY', '2026-10-25', '2026-10-25').starts).toHaveLength(25);
  });

  it('go back from the end that was asked for, and not beyond today', () => {
    expect(read('DAILY', undefined, '2026-03-31').period).toEqual(
      period('2026-03-01', '2026-03-31'),
    );
    expect(read('DAILY', '2026-11-19', '2027-01-01').period).toEqual(
      period('2026-11-19', '2026-11-20'),
    );
    expect(read('DAILY', '2027-01-01', '2027-02-01').period).toEqual(
      period('2026-11-20', '2026-11-20'),
    );
  });

  it('are refused when they end before they begin, or begin before any meter', () => {
    expect(caught(() => read('DAILY', '2026-03-02', '2026-03-01'))).toEqual(
      refusal('periodEnd', 'ends before it begins'),
    );
    expect(caught(() => read('MONTHLY', '1899-12-31', '1900-02-01'))).toEqual(
      refusal('periodBegin', 'before 1900-01-01'),
    );
    expect(caught(() => read('MONTHLY', undefined, '1900-02-01'))).toEqual(
      refusal('periodEnd', 'before 1900-01-01'),
    );
    expect(read('MONTHLY', '1960-05-01', '2026-11-20').starts).toHaveLength(799);
  });

  it.each<['HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY', string, string, string]>([
    ['HOURLY', '2025-12-01', '2026-10-21', 'DAYS_31'],
    ['DAILY', '2024-09-11', '2024-09-12', 'DAYS_800'],
    ['WEEKLY', '1960-01-01', '2011-07-25', 'WEEKS_800'],
    ['MONTHLY', '1910-01-01', '1960-04-01', 'MONTHS_800'],
  ])('are, %s, the end of too many, and the limit is told', (timeframe, asked, begin, limit) => {
    const span = read(timeframe, asked);
    expect([span.period.periodBegin, span.limit]).toEqual([begin, limit]);
    expect(span.starts.length).toBeLessThanOrEqual(800);
    expect(read(timeframe, begin)).toMatchObject({ period: span.period });
    expect(read(timeframe, begin).limit).toBeUndefined();
  });

  it.each<[Timeframe, string | undefined, string]>([
    ['DAILY', '2026-11-13', '2026-11-20'],
    ['DAILY', '2026-11-12', '2026-11-12'],
    ['HOURLY', '2026-11-19', '2026-11-20'],
    ['HOURLY', '2026-11-18', '2026-11-18'],
    ['BILLING', '2026-11-12', '2026-11-12'],
    ['MONTHLY', undefined, '2026-11-20'],
  ])('end, %s and with readings up to %s, on %s', (timeframe, lastDay, end) => {
    expect(usualEnd(timeframe, '2026-11-20', lastDay)).toBe(end);
  });

  it('begin where the account may see them', () => {
    const span = read('DAILY', '2026-11-01', '2026-11-10');
    expect(visibleFrom(span, null)).toBe(span.from);
    expect(visibleFrom(span, '2026-10-01')).toBe(span.from);
    expect(visibleFrom(span, '2026-11-04')).toBe(span.starts[3]);
  });
});

describe('what it is compared with', () => {
  it.each<['HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY', string, string, string, string]>([
    ['MONTHLY', '2026-02-01', '2026-03-31', '2025-12-01', '2026-01-31'],
    ['WEEKLY', '2026-10-05', '2026-10-18', '2026-09-21', '2026-10-04'],
    ['DAILY', '2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['HOURLY', '2026-10-25', '2026-10-26', '2026-10-23', '2026-10-24'],
  ])('%s, of %s to %s are the buckets before', (timeframe, begin, end, before, beforeEnd) => {
    const span = read(timeframe, begin, end);
    expect(comparedSpan(span, 'PREVIOUS_PERIOD')?.period).toEqual(period(before, beforeEnd));
  });

  it('a year before are as many buckets, of weeks the same weekdays', () => {
    const monthly = comparedSpan(read('MONTHLY', '2026-02-01', '2026-03-31'), 'LAST_YEAR');
    expect(monthly?.period).toEqual(period('2025-02-01', '2025-03-31'));
    const weekly = comparedSpan(read('WEEKLY', '2026-10-05', '2026-10-18'), 'LAST_YEAR');
    expect(weekly?.period).toEqual(period('2025-10-06', '2025-10-19'));
    expect(comparedSpan(read('DAILY'), 'NONE')).toBeUndefined();
  });
});

describe('billing periods', () => {
  const years = Array.from({ length: 30 }, (_, at) =>
    period(`${1997 + at}-10-01`, `${1998 + at}-09-30`),
  );
  const shown = (query: { periodBegin?: string; periodEnd?: string }) => {
    const { starts, period: whole } = billingSpan(years, query, zone, now);
    return [starts.length, whole.periodBegin, whole.periodEnd];
  };

  it('are the last five that have begun, unless days are asked for', () => {
    expect(shown({})).toEqual([5, '2022-10-01', '2027-09-30']);
  });

  it('are those that overlap the asked days, even in one of them', () => {
    expect(shown({ periodBegin: '2024-09-30' })).toEqual([4, '2023-10-01', '2027-09-30']);
    expect(shown({ periodBegin: '2024-10-01' })).toEqual([3, '2024-10-01', '2027-09-30']);
    expect(shown({ periodEnd: '1998-10-01' })).toEqual([2, '1997-10-01', '1999-09-30']);
    expect(shown({ periodEnd: '1998-09-30' })).toEqual([1, '1997-10-01', '1998-09-30']);
  });

  it('are twenty-five at most, the last ones', () => {
    expect(shown({ periodBegin: '1990-01-01' })).toEqual([25, '2002-10-01', '2027-09-30']);
  });

  it('are missing where none has begun', () => {
    for (const [known, query] of [
      [[], {}],
      [[period('2026-11-21', '2027-11-20')], {}],
      [years, { periodEnd: '1997-09-30' }],
    ] as const) {
      expect(caught(() => billingSpan(known, query, zone, now))).toMatchObject({
        code: 'PERIOD_NOT_FOUND',
      });
    }
    expect(billingSpan([period('2026-11-20', '2027-11-19')], {}, zone, now).starts).toHaveLength(1);
  });

  it('are compared with the one before each, or its own days a year earlier', () => {
    const periods = [period('2024-05-01', '2025-09-30'), period('2025-10-01', '2026-09-30')];
    const compared = (comparison: 'PREVIOUS_PERIOD' | 'LAST_YEAR', query = {}) =>
      comparedSpan(billingSpan(periods, query, zone, now), comparison)?.period;
    const last = { periodBegin: '2025-10-01' };
    expect(compared('PREVIOUS_PERIOD', last)).toEqual(period('2024-05-01', '2025-09-30'));
    expect(compared('LAST_YEAR', last)).toEqual(period('2024-10-01', '2025-09-30'));
    // Before the first one there is none.
    const first = billingSpan(periods, { periodEnd: '2025-09-30' }, zone, now);
    const before = comparedSpan(first, 'PREVIOUS_PERIOD');
    expect(before && first.starts.map((_, at) => isNowhere(before, at))).toEqual([true]);
  });
});
