import {
  type ReportDefinition,
  reportRangeDays,
  type Sampling,
} from '../../../schemas/entities/report.ts';
import { fieldsOf, isJobType } from '../../../schemas/entities/reportKinds.ts';
import { AppError, faultOf, type SaidFault } from '../../errors.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { findChoiceFaults } from '../../reports/choiceFaults.ts';
import { cycleOf, maxDaysOf, periodChoiceOf } from '../../reports/periodChoice.ts';
import { type SaidText, said } from '../../said.ts';
import { countDays } from './reportPeriod.ts';

const rangeRules: Readonly<Record<Sampling, { rule: string; text: SaidText }>> = {
  DAILY: { rule: 'reportRangeDaily', text: 'field.reportDaily' },
  WEEKLY: { rule: 'reportRangeWeekly', text: 'field.reportWeekly' },
  MONTHLY: { rule: 'reportRangeMonthly', text: 'field.reportMonthly' },
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
  if (details[0]) throw new AppError('VALIDATION_FAILED', details[0].said, { details });
}

function findMissing(definition: ReportDefinition): SaidFault[] {
  const { needs } = fieldsOf(definition.reportType);
  // Days that move stand instead of fixed ones.
  const isMoving = periodChoiceOf(definition) !== undefined;
  const isThere = (field: keyof ReportDefinition) =>
    definition[field] !== undefined || (isMoving && (field === 'startDate' || field === 'endDate'));
  return needs
    .filter((field) => !isThere(field))
    .map((field) => {
      const words = said('field.reportNeeds', { type: definition.reportType, field });
      return faultOf(`body.${field}`, words, 'required');
    });
}

function findRangeFaults(definition: ReportDefinition, now: Date): SaidFault[] {
  const { reportType, startDate, endDate, timeBackwards, sampling } = definition;
  const { needs, takes } = fieldsOf(reportType);
  const samples = needs.includes('sampling') ? sampling : 'MONTHLY';
  if (needs.includes('startDate') && startDate !== undefined && endDate !== undefined) {
    if (endDate < startDate) {
      return [faultOf('body.endDate', said('field.reportReversed'), 'endBeforeStart')];
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
function findWeekdayFaults(definition: ReportDefinition): SaidFault[] {
  const { reportType, generationDay = 1 } = definition;
  if (!isJobType(reportType) || cycleOf(definition) !== 'WEEKS' || generationDay <= 7) return [];
  const words = said('field.weekday', { day: generationDay });
  return [faultOf('body.generationDay', words, 'weekday')];
}

function tooLong(field: string, sampling: Sampling, days: number): SaidFault {
  const { rule, text } = rangeRules[sampling];
  return faultOf(field, said(text, { days }), rule);
}

/** The earliest zone's day: a property may be a day ahead of UTC. */
function findFutureFaults(field: string, day: string, now: Date): SaidFault[] {
  if (day <= localDayOf('Pacific/Kiritimati', now.getTime())) return [];
  return [faultOf(`body.${field}`, said('field.reportFuture'), 'inFuture')];
}
