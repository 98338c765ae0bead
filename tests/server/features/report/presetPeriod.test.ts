import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  daysOfPreset,
  mostDaysOf,
  presetPeriodOf,
} from '../../../../server/features/report/presetPeriod.ts';

const warsaw = 'Europe/Warsaw';

test.each([
  [{ months: 1 }, '2026-11-22T12:00:00Z', '2026-10-01', '2026-10-31'],
  [{ months: 1 }, '2026-03-31T12:00:00Z', '2026-02-01', '2026-02-28'],
  [{ months: 12 }, '2026-01-01T12:00:00Z', '2025-01-01', '2025-12-31'],
  [{ days: 1 }, '2026-11-22T12:00:00Z', '2026-11-21', '2026-11-21'],
  [{ days: 31 }, '2026-11-01T12:00:00Z', '2026-10-01', '2026-10-31'],
  // Past midnight in Warsaw, and not yet in London.
  [{ months: 1 }, '2026-11-30T23:30:00Z', '2026-11-01', '2026-11-30'],
  [{ days: 2 }, '2026-03-28T23:30:00Z', '2026-03-27', '2026-03-28'],
])('%j is, on %s by Warsaw’s clock, from %s to %s', (period, now, first, last) => {
  expect(daysOfPreset(period, warsaw, new Date(now))).toEqual({ first, last });
});

test.each([
  ['2026-10-01', '2026-10-31', { months: 1 }],
  ['2026-02-01', '2026-02-28', { months: 1 }],
  ['2024-02-01', '2024-02-28', { days: 28 }],
  ['2025-11-01', '2026-10-31', { months: 12 }],
  ['2026-10-02', '2026-11-01', { days: 31 }],
  ['2026-10-05', '2026-10-05', { days: 1 }],
])('the days from %s to %s are %j', (first, last, period) => {
  expect(presetPeriodOf({ first, last })).toEqual(period);
});

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Temporal.PlainDate(2000, 1, 1).add({ days }));

test('a period never has more days than is said of it', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 13 }), (today, months) => {
      const now = new Date(`${today}T12:00:00Z`);
      const { first, last } = daysOfPreset({ months }, warsaw, now);
      const days = Temporal.PlainDate.from(first).until(last).days + 1;
      expect(days).toBeLessThanOrEqual(mostDaysOf({ months }));
      // And what is saved of it is the same again.
      expect(presetPeriodOf({ first, last })).toEqual({ months });
    }),
  );
  expect(mostDaysOf({ months: 13 })).toBe(397);
  expect(mostDaysOf({ months: 2 })).toBe(62);
});
