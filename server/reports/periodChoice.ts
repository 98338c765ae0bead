import { Temporal } from 'temporal-polyfill';
import type { PeriodChoice, PeriodUnit } from '../../schemas/entities/periodChoice.ts';
import type { ReportDefinition } from '../../schemas/entities/report.ts';
import { baseTypeOf, isJobType } from '../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../schemas/kinds/reports.ts';
import type { PresetPeriod } from '../../schemas/manifest/preset.ts';
import { type CalendarUnit, calendar } from './calendar.ts';

/** Local days, both included. */
export interface ReportPeriod {
  readonly first: string;
  readonly last: string;
}

/** How many days jobs and lists of errors go back when nobody says. */
export const usualDaysBackwards = 31;

/**
 * The period of a definition whose days move with the day of its making: of jobs, and where no fixed
 * days are said; undefined: they don't, or its type counts otherwise.
 */
export function periodChoiceOf(definition: ReportDefinition): PeriodChoice | undefined {
  const { reportType, startDate, endDate, timeBackwards, timeUnit: unit = 'DAYS' } = definition;
  if (!reportKinds[baseTypeOf(reportType)].needs.includes('startDate')) return undefined;
  if (!isJobType(reportType)) {
    if (startDate !== undefined || endDate !== undefined) return undefined;
    if (timeBackwards === undefined && definition.timeUnit === undefined) return undefined;
  }
  return { count: timeBackwards ?? (unit === 'DAYS' ? usualDaysBackwards : 1), unit };
}

/** A definition that says its choice in full, also one from before there were units. */
export function withPeriodChoice(definition: ReportDefinition): ReportDefinition {
  const choice = periodChoiceOf(definition);
  return choice ? { ...definition, ...fieldsOfChoice(choice) } : definition;
}

/** A definition with the days that its choice means on a local day; properties' own are left to be said. */
export function withFixedDays(definition: ReportDefinition, today: string): ReportDefinition {
  const choice = periodChoiceOf(definition);
  if (!choice) return definition;
  const { timeBackwards: _, timeUnit: __, ...rest } = definition;
  const days = daysOfChoice(choice, today);
  return { ...rest, ...(days && { startDate: days.first, endDate: days.last }) };
}

/** A choice as a definition says it. */
export function fieldsOfChoice({
  count,
  unit,
}: PeriodChoice): Pick<ReportDefinition, 'timeBackwards' | 'timeUnit'> {
  return { timeBackwards: count, timeUnit: unit };
}

/**
 * The days of a choice on a local day: days up to the one before, or whole weeks, months, quarters or
 * years that are over. A property's billing periods are given; undefined: none of them is over.
 */
export function daysOfChoice(
  { count, unit }: PeriodChoice,
  today: string,
  billed?: ReportPeriod,
): ReportPeriod | undefined {
  if (unit === 'BILLING_PERIODS') return billed;
  const { beginOf, length } = calendar[unit];
  const end = beginOf(Temporal.PlainDate.from(today));
  const first = end.subtract(length(count));
  return { first: first.toString(), last: end.subtract({ days: 1 }).toString() };
}

/** As long as one is where it is longer than others of its unit; billing periods are years. */
const billedAs = 'YEARS';

/** How many days a choice has at most, whichever months it falls on. */
export function maxDaysOf({ count, unit }: PeriodChoice): number {
  const { beginOf, length } = calendar[unit === 'BILLING_PERIODS' ? billedAs : unit];
  // With the months around a 29th of February.
  const ends = Array.from({ length: 48 }, (_, at) =>
    beginOf(new Temporal.PlainDate(2023, 1, 1).add({ months: at })),
  );
  return Math.max(
    ...ends.map((end) => end.subtract(length(count)).until(end, { largestUnit: 'days' }).days),
  );
}

/** What the days of a choice are called in the names of files; undefined: they have no name. */
export function nameOfPeriod(
  { unit }: PeriodChoice,
  { first, last }: ReportPeriod,
): string | undefined {
  if (unit === 'DAYS' || unit === 'BILLING_PERIODS') return undefined;
  const [from, to] = [first, last].map((day) =>
    calendar[unit].nameOf(Temporal.PlainDate.from(day)),
  );
  return from === to ? from : `${from}_${to}`;
}

type PresetUnit = PresetPeriod extends infer One ? (One extends One ? keyof One : never) : never;

const presetUnits: Readonly<Record<PresetUnit, PeriodUnit>> = {
  days: 'DAYS',
  weeks: 'WEEKS',
  months: 'MONTHS',
  quarters: 'QUARTERS',
  years: 'YEARS',
  billingPeriods: 'BILLING_PERIODS',
};

/** What a preset's file says, as a choice. */
export function choiceOfPreset(period: PresetPeriod): PeriodChoice {
  const [[name, count]] = Object.entries(period) as [[PresetUnit, number]];
  return { count, unit: presetUnits[name] };
}

/** A choice as a preset's file says it. */
export function presetPeriodOf({ count, unit }: PeriodChoice): PresetPeriod {
  const found = Object.entries(presetUnits).find(([, one]) => one === unit);
  return { [(found as [PresetUnit, PeriodUnit])[0]]: count } as PresetPeriod;
}

/** Fixed days as a choice that moves: whole months as months, else so many days. */
export function choiceOfDays({ first, last }: ReportPeriod): PeriodChoice {
  const [begin, end] = [
    Temporal.PlainDate.from(first),
    Temporal.PlainDate.from(last).add({ days: 1 }),
  ];
  const months = begin.until(end, { largestUnit: 'months' });
  if (begin.day === 1 && months.days === 0 && months.months > 0) {
    return { count: months.months, unit: 'MONTHS' };
  }
  return { count: begin.until(end, { largestUnit: 'days' }).days, unit: 'DAYS' };
}

/** How often a job tells of something new: a calendar unit, and months for all that has none of its own. */
export function cycleOf(definition: ReportDefinition): CalendarUnit {
  const unit = periodChoiceOf(definition)?.unit ?? 'MONTHS';
  return unit === 'DAYS' || unit === 'BILLING_PERIODS' ? 'MONTHS' : unit;
}
