import { Temporal } from 'temporal-polyfill';
import type { BalanceMonths } from '../../../schemas/entities/waterBalance.ts';
import { localDayOf, startOfLocalDay } from '../../metering/buckets.ts';
import { dayFacts } from './balancedMeters.ts';
import type { MonthEnds } from './waterBalance.repository.ts';

/** Months by their first local day, and what is known of the registers between two of them. */

/** As far as a proposal looks back and forth. */
const maxBack = 36;
const maxForth = 12;

export interface BalanceRange {
  /** First days of the months from the earliest that a proposal may begin with, and as one more the end. */
  readonly days: readonly string[];
  /** First days of the months before each. */
  readonly before: readonly string[];
  /** The same as `days`, as instants in UTC ms. */
  readonly instants: readonly number[];
  /** Places of the asked range's begin and end among them; the same where none of it may be seen. */
  readonly front: number;
  readonly end: number;
}

/** The last month that is over, by its first day. */
export function lastWholeMonth(timeZone: string, now: Date): Temporal.PlainDate {
  return monthOf(localDayOf(timeZone, now.getTime())).subtract({ months: 1 });
}

/**
 * The last month that an answer shows unless it is asked for one: the last that is over, or where
 * readings ended long before, the last that they fill.
 */
function usualMonth(
  lastWhole: Temporal.PlainDate,
  lastDay: string | undefined,
): Temporal.PlainDate {
  if (lastDay === undefined) return lastWhole;
  const filled = monthOf(lastDay).subtract({ months: 1 });
  return earlier(filled, lastWhole);
}

/** The asked months, and those around them. `lastDay` is the last local day with readings. */
export function readRange(
  asked: { readingDate?: string | undefined; months: BalanceMonths },
  { timeZone, accessSince }: { timeZone: string; accessSince: string | null },
  now: Date,
  lastDay: string | undefined,
): BalanceRange {
  const lastWhole = lastWholeMonth(timeZone, now);
  const month = asked.readingDate
    ? earlier(monthOf(asked.readingDate), lastWhole)
    : usualMonth(lastWhole, lastDay);
  const end = month.add({ months: 1 });
  const begin = end.subtract({ months: Number(asked.months) });
  const visible = firstVisible(accessSince);
  const first = earlier(later(end.subtract({ months: maxBack }), visible), end);
  const last = earlier(end.add({ months: maxForth }), lastWhole.add({ months: 1 }));
  const days: string[] = [];
  for (let at = first; Temporal.PlainDate.compare(at, last) <= 0; at = at.add({ months: 1 })) {
    days.push(at.toString());
  }
  return {
    days,
    before: [first.subtract({ months: 1 }).toString(), ...days.slice(0, -1)],
    instants: days.map((day) => startOfLocalDay(timeZone, day)),
    front: days.indexOf(earlier(later(begin, visible), end).toString()),
    end: days.indexOf(end.toString()),
  };
}

/** The first month of which all may be seen, for a part of one would pass for the whole. */
export function firstVisible(accessSince: string | null): Temporal.PlainDate | undefined {
  if (accessSince === null) return undefined;
  const month = monthOf(accessSince);
  return month.toString() === accessSince ? month : month.add({ months: 1 });
}

/** The last local day before a month. */
export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}

/** The first days of months, the newest first. */
export function* monthsDown(
  from: Temporal.PlainDate,
  until: string,
): Generator<Temporal.PlainDate> {
  for (let month = from; month.toString() >= until; month = month.subtract({ months: 1 })) {
    yield month;
  }
}

/**
 * Whether a register is known where the month at a place of the range begins: between two readings that are near enough. The day
 * before says so, or the day that begins there, unless what it holds is of after or before the edge.
 */
export function isKnownAt(
  { days, before }: Pick<BalanceRange, 'days' | 'before'>,
  place: number,
  ends: MonthEnds | undefined,
): boolean {
  const last = ends?.get(before[place] as string)?.last ?? 0;
  const first = ends?.get(days[place] as string)?.first ?? 0;
  return isEdgeKnown(last, first);
}

/** The same by the `dayFacts` of the day before an edge and of the day that begins there. */
export function isEdgeKnown(before: number, after: number): boolean {
  return tells(before, after) || tells(after, before);
}

function tells(one: number, other: number): boolean {
  const reaches = one & dayFacts.isWhole || other & dayFacts.isThere;
  return Boolean(one & dayFacts.isKnown && reaches);
}

function monthOf(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day).with({ day: 1 });
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? a : b;
}

function later(a: Temporal.PlainDate, b: Temporal.PlainDate | undefined): Temporal.PlainDate {
  return b !== undefined && Temporal.PlainDate.compare(b, a) > 0 ? b : a;
}
