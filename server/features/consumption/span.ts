import { Temporal } from 'temporal-polyfill';
import type {
  Comparison,
  Period,
  PeriodLimit,
  RollupTimeframe,
  Timeframe,
} from '../../../schemas/entities/consumption.ts';
import { AppError, refuseValue } from '../../errors.ts';
import {
  bucketStartOf,
  bucketStarts,
  localDayOf,
  nextBucketStart,
  startOfLocalDay,
} from '../../metering/buckets.ts';
import { said } from '../../said.ts';

/** Buckets that a request is about, in the property's zone. */
export interface Span {
  readonly timeZone: string;
  readonly timeframe: Timeframe;
  /** Whose rollups hold it: billing periods are sums of days. */
  readonly stored: RollupTimeframe;
  /** Buckets that begin in [from, until), UTC ms. */
  readonly from: number;
  readonly until: number;
  readonly starts: readonly number[];
  /** Where each bucket ends. */
  readonly ends: readonly number[];
  /** The same as local days, both included. */
  readonly period: Period;
  /** Of billing: all periods that are known, in order. */
  readonly billing?: readonly Period[];
  /** Why not all that was asked for is in it. */
  readonly limit?: PeriodLimit;
}

/** How many buckets show at once, and the days that so many less one go back. */
const most: Readonly<Record<RollupTimeframe, { limit: PeriodLimit; back: Temporal.DurationLike }>> =
  {
    MONTHLY: { limit: 'MONTHS_800', back: { months: 799 } },
    WEEKLY: { limit: 'WEEKS_800', back: { weeks: 799 } },
    DAILY: { limit: 'DAYS_800', back: { days: 799 } },
    HOURLY: { limit: 'DAYS_31', back: { days: 30 } },
  };

/** Long before any meter that is read from afar, and well within what the database calls a date. */
const earliestDay = '1900-01-01';

/** How far back a graph goes when nobody says. */
const usualLength: Readonly<Record<RollupTimeframe, Temporal.DurationLike>> = {
  MONTHLY: { months: 11 },
  WEEKLY: { weeks: 25 },
  DAILY: { days: 30 },
  HOURLY: { days: 1 },
};

/** From so many days on without readings a history counts as ended. */
const endedAfter: Readonly<Record<Timeframe, number>> = {
  HOURLY: 1,
  DAILY: 7,
  WEEKLY: 7,
  MONTHLY: 7,
  BILLING: 7,
};

/** The day on which a period ends when nobody says: today, or the last with readings long before. */
export function usualEnd(timeframe: Timeframe, today: string, lastDay: string | undefined): string {
  const ended = Temporal.PlainDate.from(today).subtract({ days: endedAfter[timeframe] }).toString();
  return lastDay !== undefined && lastDay < ended ? lastDay : today;
}

/**
 * The asked period widened to whole buckets; days to come are clamped to today. Of one that holds
 * more buckets than one answer may, the end. Throws VALIDATION_FAILED when it ends before it begins.
 */
export function readSpan(
  query: {
    timeframe: RollupTimeframe;
    periodBegin?: string | undefined;
    periodEnd?: string | undefined;
  },
  timeZone: string,
  now: Date,
): Span {
  const today = localDayOf(timeZone, now.getTime());
  const end = earlier(query.periodEnd ?? today, today);
  const usual = Temporal.PlainDate.from(end).subtract(usualLength[query.timeframe]).toString();
  const begin = earlier(query.periodBegin ?? usual, today);
  if (query.periodEnd !== undefined && query.periodEnd < (query.periodBegin ?? begin)) {
    throw refuseValue('query.periodEnd', said('field.periodReversed'), 'period');
  }
  if (begin < earliestDay) {
    const field = query.periodBegin === undefined ? 'periodEnd' : 'periodBegin';
    throw refuseValue(`query.${field}`, said('field.periodEarly', { day: earliestDay }), 'period');
  }
  const { timeframe } = query;
  const { limit, back } = most[timeframe];
  const earliest = Temporal.PlainDate.from(end).subtract(back).toString();
  const first = later(begin, earliest);
  const from = bucketStartOf(timeZone, timeframe, startOfLocalDay(timeZone, first));
  const lastInstant = startOfLocalDay(timeZone, nextDay(end)) - 1;
  const until = nextBucketStart(
    timeZone,
    timeframe,
    bucketStartOf(timeZone, timeframe, lastInstant),
  );
  const span = spanOf(timeZone, timeframe, from, until);
  return { ...span, ...(begin < span.period.periodBegin && { limit }) };
}

/** How many billing periods show when nobody says, and at most. */
const [usualBillings, maxBillings] = [5, 25];

/** Those that have begun and overlap the asked days. */
export function billingsIn(
  periods: readonly Period[],
  query: { periodBegin?: string | undefined; periodEnd?: string | undefined },
  today: string,
): Period[] {
  const { periodBegin: first = earliestDay, periodEnd: last = today } = query;
  return periods.filter(
    ({ periodBegin, periodEnd }) =>
      periodBegin <= today && periodBegin <= last && periodEnd >= first,
  );
}

/**
 * The billing periods that overlap the asked days, or the last ones up to today. Throws
 * PERIOD_NOT_FOUND when there are none.
 */
export function billingSpan(
  periods: readonly Period[],
  query: { periodBegin?: string | undefined; periodEnd?: string | undefined },
  timeZone: string,
  now: Date,
): Span {
  const isAsked = query.periodBegin !== undefined || query.periodEnd !== undefined;
  const asked = billingsIn(periods, query, localDayOf(timeZone, now.getTime()));
  const shown = asked.slice(isAsked ? -maxBillings : -usualBillings);
  if (shown.length === 0) {
    throw new AppError('PERIOD_NOT_FOUND', 'There is no billing period here: import them first.');
  }
  const isCut = isAsked && shown.length < asked.length;
  return { ...billingSpanOf(timeZone, shown, periods), ...(isCut && { limit: 'BILLINGS_25' }) };
}

function billingSpanOf(timeZone: string, shown: readonly Period[], all: readonly Period[]): Span {
  const starts = shown.map(({ periodBegin }) => startOfLocalDay(timeZone, periodBegin));
  const ends = shown.map(({ periodEnd }) => startOfLocalDay(timeZone, nextDay(periodEnd)));
  const [first, last] = [shown[0] as Period, shown.at(-1) as Period];
  return {
    timeZone,
    timeframe: 'BILLING',
    stored: 'DAILY',
    starts,
    ends,
    billing: all,
    from: starts[0] as number,
    until: ends.at(-1) as number,
    period: { periodBegin: first.periodBegin, periodEnd: last.periodEnd },
  };
}

/**
 * Each period beside the one before it, or beside its own days a year earlier. Before the first one
 * there is none: its place is a bucket that ends where it begins (`isNowhere`).
 */
function comparedBilling(span: Span, all: readonly Period[], comparison: Comparison): Span {
  const { timeZone, starts, ends } = span;
  if (comparison !== 'PREVIOUS_PERIOD') {
    const back = (at: number) =>
      Temporal.PlainDate.from(localDayOf(timeZone, at)).subtract({ years: 1 }).toString();
    const shown = starts.map(
      (start, at): Period => ({
        periodBegin: back(start),
        periodEnd: back((ends[at] as number) - 1),
      }),
    );
    return billingSpanOf(timeZone, shown, all);
  }
  const before = starts.map((start) => {
    const begin = localDayOf(timeZone, start);
    return all[all.findIndex(({ periodBegin }) => periodBegin === begin) - 1];
  });
  const known = before.filter((one) => one !== undefined);
  const nowhere = span.from - 1;
  const bounds =
    known.length > 0
      ? billingSpanOf(timeZone, known, all)
      : { ...span, from: nowhere, until: nowhere };
  return {
    ...bounds,
    starts: before.map((one) => (one ? startOfLocalDay(timeZone, one.periodBegin) : nowhere)),
    ends: before.map((one) => (one ? startOfLocalDay(timeZone, nextDay(one.periodEnd)) : nowhere)),
  };
}

/** Of a compared span: there is no such bucket. */
export function isNowhere({ starts, ends }: Pick<Span, 'starts' | 'ends'>, at: number): boolean {
  return starts[at] === ends[at];
}

function daysOf({ periodBegin, periodEnd }: Period): number {
  return Temporal.PlainDate.from(periodBegin).until(periodEnd).days + 1;
}

/**
 * What a span is compared with: as many buckets before it (of hours as many days, which a change of
 * the clock makes longer or shorter), or the same ones a year earlier.
 */
export function comparedSpan(span: Span, comparison: Comparison): Span | undefined {
  const { timeZone, stored: timeframe, from, starts } = span;
  if (comparison === 'NONE') return undefined;
  if (span.billing) return comparedBilling(span, span.billing, comparison);
  const begin = Temporal.PlainDate.from(span.period.periodBegin);
  if (comparison !== 'PREVIOUS_PERIOD') {
    const earlierBegin =
      timeframe === 'WEEKLY' ? begin.subtract({ weeks: 52 }) : begin.subtract({ years: 1 });
    const start = startOfLocalDay(timeZone, earlierBegin.toString());
    return spanOf(timeZone, timeframe, start, advance(timeZone, timeframe, start, starts.length));
  }
  const back: Readonly<Record<RollupTimeframe, () => number>> = {
    MONTHLY: () => startOfLocalDay(timeZone, begin.subtract({ months: starts.length }).toString()),
    WEEKLY: () => startOfLocalDay(timeZone, begin.subtract({ weeks: starts.length }).toString()),
    DAILY: () => startOfLocalDay(timeZone, begin.subtract({ days: starts.length }).toString()),
    // Whole days: after a change of the clock as many hours would begin at 23:00 or 1:00.
    HOURLY: () =>
      startOfLocalDay(timeZone, begin.subtract({ days: daysOf(span.period) }).toString()),
  };
  return spanOf(timeZone, timeframe, back[timeframe](), from);
}

/** The last twelve months that are over at a span's end, and by now. */
export function monthsUpTo({ timeZone, until }: Pick<Span, 'timeZone' | 'until'>, now: Date): Span {
  const end = bucketStartOf(timeZone, 'MONTHLY', Math.min(until, now.getTime()));
  const begin = Temporal.PlainDate.from(localDayOf(timeZone, end)).subtract({ months: 12 });
  return spanOf(timeZone, 'MONTHLY', startOfLocalDay(timeZone, begin.toString()), end);
}

/**
 * Where the first bucket of a span begins that is visible since a day, for a part of one would pass for
 * the whole; the span's end when none is.
 */
export function visibleFrom(
  { timeZone, from, until, starts }: Span,
  accessSince: string | null,
): number {
  if (accessSince === null) return from;
  const since = startOfLocalDay(timeZone, accessSince);
  return starts.find((start) => start >= since) ?? until;
}

function advance(
  timeZone: string,
  timeframe: RollupTimeframe,
  start: number,
  count: number,
): number {
  let at = start;
  for (let index = 0; index < count; index++) at = nextBucketStart(timeZone, timeframe, at);
  return at;
}

function spanOf(timeZone: string, timeframe: RollupTimeframe, from: number, until: number): Span {
  const starts = bucketStarts(timeZone, timeframe, from, until);
  return {
    timeZone,
    timeframe,
    stored: timeframe,
    from,
    until,
    starts,
    ends: [...starts.slice(1), until],
    period: {
      periodBegin: localDayOf(timeZone, from),
      periodEnd: localDayOf(timeZone, until - 1),
    },
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function nextDay(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}
