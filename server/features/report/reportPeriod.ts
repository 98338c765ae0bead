import { Temporal } from 'temporal-polyfill';
import type { RollupTimeframe } from '../../../schemas/entities/consumption.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { baseTypeOf, isJobType } from '../../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import { dayMs } from '../../../schemas/time.ts';
import { bucketStarts, localDayOf, startOfLocalDay } from '../../metering/buckets.ts';
import {
  daysOfChoice,
  periodChoiceOf,
  type ReportPeriod,
  usualDaysBackwards,
} from '../../reports/periodChoice.ts';

/** A part of a report's period that has a row of its own. */
export interface Sample extends ReportPeriod {
  /** UTC ms; the end is no part of it. */
  readonly from: number;
  readonly until: number;
  /** Whose stored bucket it is; undefined: it is made of days. */
  readonly bucket: RollupTimeframe | undefined;
}

/**
 * The days that a report tells of in a time zone, as far as they may be seen and have come;
 * undefined: none. What moves with its day ends before it, for today isn't over; of errors today
 * counts, too. `billed` is the property's for a definition that counts billing periods.
 */
export function periodOf(
  definition: ReportDefinition,
  timeZone: string,
  { now, accessSince, billed }: { now: Date; accessSince: string | null; billed?: ReportPeriod },
): ReportPeriod | undefined {
  const today = localDayOf(timeZone, now.getTime());
  const choice = periodChoiceOf(definition);
  const wanted = choice ? daysOfChoice(choice, today, billed) : wantedDays(definition, today);
  if (!wanted) return undefined;
  const { first, last } = wanted;
  const begin = accessSince !== null && accessSince > first ? accessSince : first;
  const end = last < today ? last : today;
  return end < begin ? undefined : { first: begin, last: end };
}

/** Of what has fixed days, or counts them by its type. */
function wantedDays(definition: ReportDefinition, today: string): ReportPeriod {
  const { reportType, startDate = today, endDate = today } = definition;
  const { numberOfDays = 1, timeBackwards = usualDaysBackwards } = definition;
  const { asks } = reportKinds[baseTypeOf(reportType)];
  if (asks === 'days') {
    // A job's days move with it, whatever its definition ended with when it was a report.
    const isFixed = !isJobType(reportType) && definition.endDate !== undefined && endDate < today;
    const last = isFixed ? endDate : plusDays(today, -1);
    return { first: plusDays(last, 1 - numberOfDays), last };
  }
  if (asks === 'errors') {
    return { first: plusDays(today, -timeBackwards), last: today };
  }
  return { first: startDate, last: endDate };
}

/**
 * The period in days, weeks from Monday or calendar months. The first and the last are only as long
 * as the period reaches.
 */
export function samplesOf(
  { first, last }: ReportPeriod,
  timeframe: RollupTimeframe,
  timeZone: string,
): Sample[] {
  const [from, until] = instantsOf({ first, last }, timeZone);
  const inside = bucketStarts(timeZone, timeframe, from, until);
  const next = bucketStarts(timeZone, timeframe, until, until + longestBucket)[0] as number;
  const begins = inside[0] === from ? inside : [from, ...inside];
  return begins.map((begin, at) => {
    const end = begins[at + 1] ?? until;
    const isWhole = inside.includes(begin) && (at + 1 < begins.length || next === until);
    return sampleOf(timeZone, begin, end, isWhole ? timeframe : undefined);
  });
}

/** The whole period as one. */
export function wholePeriod(period: ReportPeriod, timeZone: string): Sample {
  const [from, until] = instantsOf(period, timeZone);
  return { ...period, from, until, bucket: undefined };
}

/** A month and a change of the clock. */
const longestBucket = 32 * dayMs;

function sampleOf(
  timeZone: string,
  from: number,
  until: number,
  bucket: RollupTimeframe | undefined,
): Sample {
  const [first, last] = [localDayOf(timeZone, from), localDayOf(timeZone, until - 1)];
  return { first, last, from, until, bucket };
}

function instantsOf({ first, last }: ReportPeriod, timeZone: string): [number, number] {
  return [startOfLocalDay(timeZone, first), startOfLocalDay(timeZone, plusDays(last, 1))];
}

/** How many days there are, both ends included. */
export function countDays({ first, last }: ReportPeriod): number {
  return Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days + 1;
}

function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
