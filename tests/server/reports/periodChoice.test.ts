import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { periodUnits } from '../../../schemas/entities/periodChoice.ts';
import { nextRunAfter } from '../../../server/features/report/reportDays.ts';
import { periodOf } from '../../../server/features/report/reportPeriod.ts';
import { calendar } from '../../../server/reports/calendar.ts';
import {
  choiceOfDays,
  choiceOfPreset,
  cycleOf,
  daysOfChoice,
  fieldsOfChoice,
  maxDaysOf,
  nameOfPeriod,
  presetPeriodOf,
  type ReportPeriod,
} from '../../../server/reports/periodChoice.ts';
import { plusDays } from '../features/report/reportWorld.ts';

const warsaw = 'Europe/Warsaw';
const job = { reportName: 'Test', reportType: 'DEVICE_READING_JOB' } as const;
const calendarUnits = periodUnits.filter((unit) => unit !== 'BILLING_PERIODS');

test.each([
  [{ months: 1 }, '2026-11-22T12:00:00Z', '2026-10-01', '2026-10-31', '2026-10'],
  [{ months: 1 }, '2026-03-31T12:00:00Z', '2026-02-01', '2026-02-28', '2026-02'],
  [{ months: 12 }, '2026-01-01T12:00:00Z', '2025-01-01', '2025-12-31', '2025-01_2025-12'],
  [{ days: 1 }, '2026-11-22T12:00:00Z', '2026-11-21', '2026-11-21', undefined],
  [{ days: 31 }, '2026-11-01T12:00:00Z', '2026-10-01', '2026-10-31', undefined],
  // 2026 begins on a Thursday: its first days are those of a week of it.
  [{ weeks: 1 }, '2026-01-05T12:00:00Z', '2025-12-29', '2026-01-04', '2026-W01'],
  [{ weeks: 2 }, '2026-11-22T12:00:00Z', '2026-11-02', '2026-11-15', '2026-W45_2026-W46'],
  [{ quarters: 1 }, '2026-11-22T12:00:00Z', '2026-07-01', '2026-09-30', '2026-Q3'],
  [{ quarters: 2 }, '2026-01-01T12:00:00Z', '2025-07-01', '2025-12-31', '2025-Q3_2025-Q4'],
  [{ years: 1 }, '2026-11-22T12:00:00Z', '2025-01-01', '2025-12-31', '2025'],
  // Past midnight in Warsaw, and not yet in London.
  [{ months: 1 }, '2026-11-30T23:30:00Z', '2026-11-01', '2026-11-30', '2026-11'],
  [{ days: 2 }, '2026-03-28T23:30:00Z', '2026-03-27', '2026-03-28', undefined],
] as const)('%j is, on %s by Warsaw’s clock, from %s to %s', (given, at, first, last, name) => {
  const choice = choiceOfPreset(given);
  const definition = { ...job, ...fieldsOfChoice(choice) };
  const clock = { now: new Date(at), accessSince: null };
  expect(periodOf(definition, warsaw, clock)).toEqual({ first, last });
  expect(nameOfPeriod(choice, { first, last })).toBe(name);
  expect(presetPeriodOf(choice)).toEqual(given);
});

test('billing periods are each property’s own; without one there is nothing to tell', () => {
  const definition = { ...job, timeUnit: 'BILLING_PERIODS' } as const;
  const clock = { now: new Date('2026-11-22T12:00:00Z'), accessSince: null };
  const billed = { first: '2025-07-01', last: '2026-06-30' };
  expect(periodOf(definition, warsaw, { ...clock, billed })).toEqual(billed);
  expect(periodOf(definition, warsaw, clock)).toBeUndefined();
});

test.each([
  ['2026-10-01', '2026-10-31', { months: 1 }],
  ['2026-02-01', '2026-02-28', { months: 1 }],
  ['2024-02-01', '2024-02-28', { days: 28 }],
  ['2025-11-01', '2026-10-31', { months: 12 }],
  ['2026-10-02', '2026-11-01', { days: 31 }],
  ['2026-10-05', '2026-10-05', { days: 1 }],
])('the days from %s to %s are %j', (first, last, period) => {
  expect(presetPeriodOf(choiceOfDays({ first, last }))).toEqual(period);
});

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Temporal.PlainDate(2000, 1, 1).add({ days }).toString());
const daysOf = (choice: Parameters<typeof daysOfChoice>[0], today: string) =>
  daysOfChoice(choice, today) as ReportPeriod;

test('a period ends before the day of its making, is whole, and has no more days than is said of it', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...calendarUnits),
      fc.integer({ min: 1, max: 13 }),
      (today, unit, count) => {
        const { first, last } = daysOf({ unit, count }, today);
        const { beginOf } = calendar[unit];
        expect(last < today).toBe(true);
        for (const begin of [first, plusDays(last, 1)]) {
          expect(beginOf(Temporal.PlainDate.from(begin)).toString()).toBe(begin);
        }
        // Nothing that is over is left out: what follows holds the day itself.
        expect(plusDays(last, 1)).toBe(beginOf(Temporal.PlainDate.from(today)).toString());
        const days = Temporal.PlainDate.from(first).until(last).days + 1;
        expect(days).toBeLessThanOrEqual(maxDaysOf({ unit, count }));
        const months = { unit: 'MONTHS', count } as const;
        expect(choiceOfDays(daysOf(months, today))).toEqual(months);
      },
    ),
  );
  expect(maxDaysOf({ unit: 'MONTHS', count: 13 })).toBe(397);
  expect(maxDaysOf({ unit: 'MONTHS', count: 2 })).toBe(62);
  expect(maxDaysOf({ unit: 'QUARTERS', count: 1 })).toBe(92);
  expect(maxDaysOf({ unit: 'BILLING_PERIODS', count: 1 })).toBe(366);
});

test('the reports of a job follow each other without a gap, and tell of no day twice', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...calendarUnits),
      fc.integer({ min: 1, max: 31 }),
      (due, unit, drawn) => {
        const generationDay = unit === 'WEEKS' ? 1 + (drawn % 7) : drawn;
        const cycle = cycleOf({ ...job, timeUnit: unit });
        const run = nextRunAfter(due, { generationDay, cycle });
        const next = nextRunAfter(run, { generationDay, cycle });
        // So many days are those between two runs; whole units are one for each.
        const between = Temporal.PlainDate.from(run).until(next, { largestUnit: 'days' }).days;
        const choice = { unit, count: unit === 'DAYS' ? between : 1 };
        expect(daysOf(choice, next).first).toBe(plusDays(daysOf(choice, run).last, 1));
      },
    ),
  );
});
