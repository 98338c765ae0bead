import type { Temporal } from 'temporal-polyfill';
import type { PeriodUnit } from '../../schemas/entities/periodChoice.ts';

/** What the calendar counts in. */
export type CalendarUnit = Exclude<PeriodUnit, 'BILLING_PERIODS'>;

interface Unit {
  /** The first day of the one that a day lies in. */
  readonly beginOf: (day: Temporal.PlainDate) => Temporal.PlainDate;
  readonly length: (count: number) => Temporal.DurationLike;
  /** What the one that a day lies in is called, sorted by time where names are sorted. */
  readonly nameOf: (day: Temporal.PlainDate) => string;
}

const quarterOf = ({ month }: Temporal.PlainDate) => Math.ceil(month / 3);

/** Days, weeks from Monday (ISO 8601), months, quarters and years. */
export const calendar: Readonly<Record<CalendarUnit, Unit>> = {
  DAYS: {
    beginOf: (day) => day,
    length: (days) => ({ days }),
    nameOf: (day) => day.toString(),
  },
  WEEKS: {
    beginOf: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
    length: (weeks) => ({ weeks }),
    nameOf: ({ yearOfWeek, weekOfYear }) => `${yearOfWeek}-W${`${weekOfYear}`.padStart(2, '0')}`,
  },
  MONTHS: {
    beginOf: (day) => day.with({ day: 1 }),
    length: (months) => ({ months }),
    nameOf: (day) => day.toPlainYearMonth().toString(),
  },
  QUARTERS: {
    beginOf: (day) => day.with({ month: 3 * quarterOf(day) - 2, day: 1 }),
    length: (count) => ({ months: 3 * count }),
    nameOf: (day) => `${day.year}-Q${quarterOf(day)}`,
  },
  YEARS: {
    beginOf: (day) => day.with({ month: 1, day: 1 }),
    length: (years) => ({ years }),
    nameOf: ({ year }) => `${year}`,
  },
};
