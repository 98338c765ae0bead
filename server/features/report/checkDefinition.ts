import {
  type ReportDefinition,
  reportRangeDays,
  type Sampling,
} from '../../../schemas/entities/report.ts';
import { fieldsOf, isJobType } from '../../../schemas/entities/reportKinds.ts';
import type { FieldError } from '../../../schemas/errors.ts';
import { AppError } from '../../errors.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { findChoiceFaults } from '../../reports/choiceFaults.ts';
import { cycleOf, maxDaysOf, periodChoiceOf } from '../../reports/periodChoice.ts';
import { countDays } from './reportPeriod.ts';

const rangeRules: Readonly<Record<Sampling, { rule: string; words: string }>> = {
  DAILY: { rule: 'reportRangeDaily', words: '62 days, with daily values' },
  WEEKLY: { rule: 'reportRangeWeekly', words: '60 weeks (420 days), with weekly values' },
  MONTHLY: { rule: 'reportRangeMonthly', words: '13 months (398 days)' },
};

/**
 * Throws VALIDATION_FAILED with all that is wrong with a definition beyond its schema: what its type
 * needs and hasn't, a range that is too long for its sampling or ends before it begins, devices and
 * columns that the type doesn't know. What its type doesn't use is ignored.
 */
export function checkDefinition(definition: ReportDefinition, now: Date): void {
  const details = [
    ...findMissing(definition),
    ...findRangeFaults(definition, now),
    ...findWeekdayFaults(definition),
    ...findChoiceFaults(definition),
  ];
  if (details[0]) throw new AppError('VALIDATION_FAILED', details[0].message, { details });
}

function findMissing(definition: ReportDefinition): FieldError[] {
  const { needs } = fieldsOf(definition.reportType);
  // Days that move stand instead of fixed ones.
  const isMoving = periodChoiceOf(definition) !== undefined;
  const isThere = (field: keyof ReportDefinition) =>
    definition[field] !== undefined || (isMoving && (field === 'startDate' || field === 'endDate'));
  return needs
    .filter((field) => !isThere(field))
    .map((field) => ({
      field: `body.${field}`,
      rule: 'required',
      message: `A report of the type ${definition.reportType} needs "${field}".`,
    }));
}

function findRangeFaults(definition: ReportDefinition, now: Date): FieldError[] {
  const { reportType, startDate, endDate, timeBackwards, sampling } = definition;
  const { needs, takes } = fieldsOf(reportType);
  const samples = needs.includes('sampling') ? sampling : 'MONTHLY';
  if (needs.includes('startDate') && startDate !== undefined && endDate !== undefined) {
    if (endDate < startDate) {
      const message = 'The report ends before it begins. Choose an end on or after the begin.';
      return [{ field: 'body.endDate', rule: 'endBeforeStart', message }];
    }
    const days = countDays({ first: startDate, last: endDate });
    if (samples && days > reportRangeDays[samples]) return [tooLong('body.endDate', samples, days)];
    return findFutureFaults('startDate', startDate, now);
  }
  const choice = periodChoiceOf(definition);
  const counted = takes.includes('timeBackwards') ? timeBackwards : undefined;
  const days = choice ? maxDaysOf(choice) : counted;
  if (samples && days !== undefined && days > reportRangeDays[samples]) {
    return [tooLong('body.timeBackwards', samples, days)];
  }
  return [];
}

/** A job that tells of weeks runs on a day of them. */
function findWeekdayFaults(definition: ReportDefinition): FieldError[] {
  const { reportType, generationDay = 1 } = definition;
  if (!isJobType(reportType) || cycleOf(definition) !== 'WEEKS' || generationDay <= 7) return [];
  const message = `A week has the days 1, Monday, to 7, and this is day ${generationDay}.`;
  return [{ field: 'body.generationDay', rule: 'weekday', message }];
}

function tooLong(field: string, sampling: Sampling, days: number): FieldError {
  const { rule, words } = rangeRules[sampling];
  const message = `The report may be of at most ${words}, and this is ${days} days.`;
  return { field, rule, message };
}

/** The earliest zone's day: a property may be a day ahead of UTC. */
function findFutureFaults(field: string, day: string, now: Date): FieldError[] {
  if (day <= localDayOf('Pacific/Kiritimati', now.getTime())) return [];
  const message = 'The report begins in the future. Choose an earlier day.';
  return [{ field: `body.${field}`, rule: 'inFuture', message }];
}
