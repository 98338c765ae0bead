import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dueDay,
  dueInstant,
  lastRunUpTo,
  nextRunAfter,
} from '../../../../server/features/report/reportDays.ts';

const warsaw = { timeZone: 'Europe/Warsaw' };

test.each([
  ['a day is due from four o’clock on, local', '2026-11-10T02:59:59Z', '2026-11-09'],
  ['… in winter, when it is UTC+1', '2026-11-10T03:00:00Z', '2026-11-10'],
  ['… in summer, when it is UTC+2', '2026-07-10T02:00:00Z', '2026-07-10'],
  ['the night that skips an hour', '2026-03-29T01:59:59Z', '2026-03-28'],
  ['… ends at the same hour of the clock', '2026-03-29T02:00:00Z', '2026-03-29'],
  ['the night that has an hour twice', '2026-10-25T02:59:59Z', '2026-10-24'],
  ['… does so, too', '2026-10-25T03:00:00Z', '2026-10-25'],
])('%s', (_, at, day) => {
  expect(dueDay(new Date(at), warsaw)).toBe(day);
});

test.each([
  ['2026-11-10', 15, '2026-11-15'],
  ['2026-11-15', 15, '2026-12-15'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-01-31', 31, '2026-02-28'],
  ['2026-02-28', 31, '2026-03-31'],
  ['2028-01-31', 30, '2028-02-29'],
  ['2028-02-29', 29, '2028-03-29'],
  ['2026-03-31', 31, '2026-04-30'],
  ['2026-04-30', 31, '2026-05-31'],
])('behind %s the %s. comes on %s', (due, generationDay, next) => {
  expect(nextRunAfter(due, { generationDay, cycle: 'MONTHS' })).toBe(next);
});

test.each([
  ['WEEKS', '2026-11-10', 1, '2026-11-16'],
  ['WEEKS', '2026-11-10', 3, '2026-11-11'],
  ['WEEKS', '2026-11-16', 1, '2026-11-23'],
  ['QUARTERS', '2026-11-10', 15, '2027-01-15'],
  ['QUARTERS', '2026-10-10', 15, '2026-10-15'],
  ['YEARS', '2026-01-10', 31, '2026-01-31'],
  ['YEARS', '2026-01-31', 31, '2027-01-31'],
] as const)('of %s, behind %s, day %s comes on %s', (cycle, due, generationDay, next) => {
  expect(nextRunAfter(due, { generationDay, cycle })).toBe(next);
});

test('there is one run in each month, and the last one lies right before the next', () => {
  const day = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 31 }), (at, generationDay) => {
      const due = at.toISOString().slice(0, 10);
      const schedule = { generationDay, cycle: 'MONTHS' } as const;
      const last = lastRunUpTo(due, schedule);
      const next = nextRunAfter(due, schedule);
      expect(last <= due && due < next).toBe(true);
      expect(nextRunAfter(last, schedule)).toBe(next);
      expect(lastRunUpTo(next, schedule)).toBe(next);
      const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(monthOf(next) - monthOf(last)).toBe(1);
    }),
  );
});

test.each(['2026-03-29', '2026-07-10', '2026-10-25', '2026-12-31'])(
  '%s is due from one instant on',
  (day) => {
    const at = dueInstant(day, warsaw);
    expect(dueDay(at, warsaw)).toBe(day);
    expect(dueDay(new Date(at.getTime() - 1), warsaw) < day).toBe(true);
  },
);
