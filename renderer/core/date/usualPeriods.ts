import type { UsualPeriodName } from '../../../schemas/usualPeriods.ts';
import { readField } from '../bindings.ts';
import { addDays, addMonths, lastDayOfMonth } from './calendarDays.ts';

/** Local days, both included, YYYY-MM-DD. */
export interface Days {
  readonly begin: string;
  readonly end: string;
}

/** One that may lack a day, as an address may. */
export interface SomeDays {
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

/** The part of one that isn't still to come. */
export function clampPeriod({ begin, end }: Days, today: string): Days {
  return { begin: upTo(begin, today), end: upTo(end, today) };
}

/** What people look at, up to the end of the month or year, so that an address means the same tomorrow. */
export function usualPeriods(today: string): Readonly<Record<UsualPeriodName, Days>> {
  const first = `${today.slice(0, 8)}01`;
  const year = today.slice(0, 4);
  const months = (from: number, to: number): Days => ({
    begin: addMonths(first, from),
    end: lastDayOfMonth(addMonths(first, to)),
  });
  return {
    thisMonth: months(0, 0),
    lastMonth: months(-1, -1),
    thisYear: { begin: `${year}-01-01`, end: `${year}-12-31` },
    lastTwelveMonths: months(-11, 0),
  };
}

/** Whether two periods are the same as far as they are over: an end that is still to come is today. */
export function areSame(one: Days, other: Days, today: string): boolean {
  return one.begin === other.begin && upTo(one.end, today) === upTo(other.end, today);
}

/**
 * Which of some periods one is, or -1. Its end decides while it is still to come: in January this year
 * and this month are over as far as one another.
 */
export function findPeriod(among: readonly Days[], wanted: Days, today: string): number {
  const exact = among.findIndex(({ begin, end }) => begin === wanted.begin && end === wanted.end);
  return exact < 0 ? among.findIndex((one) => areSame(one, wanted, today)) : exact;
}

/**
 * The period before or after one: as many of those that are offered, as many whole months, or as many
 * days. Undefined where that would begin after today, or none is offered.
 */
export function stepFrom(
  period: Days,
  direction: -1 | 1,
  today: string,
  offered: readonly Days[] = [],
): Days | undefined {
  const among = stepAmong(period, direction, offered);
  const next = among === undefined ? stepBy(period, direction, today) : among;
  return next && next.begin <= today ? next : undefined;
}

/** Null at the end of what is offered; undefined for what begins or ends elsewhere. */
function stepAmong(period: Days, direction: -1 | 1, offered: readonly Days[]) {
  const known = offered.toSorted((one, other) => (one.begin < other.begin ? -1 : 1));
  const first = known.findIndex(({ begin }) => begin === period.begin);
  const last = known.findLastIndex(({ end }) => end === period.end);
  if (first < 0 || last < first) return undefined;
  const count = last - first + 1;
  const [begin, end] =
    direction < 0
      ? [known[Math.max(0, first - count)], known[first - 1]]
      : [known[last + 1], known[Math.min(known.length - 1, last + count)]];
  return begin && end ? { begin: begin.begin, end: end.end } : null;
}

function stepBy(period: Days, direction: -1 | 1, today: string): Days {
  const { begin, end } = wholeOf(period, today);
  if (begin.endsWith('-01') && end === lastDayOfMonth(end)) {
    const count = monthOf(end) - monthOf(begin) + 1;
    const next = addMonths(begin, count * direction);
    return { begin: next, end: lastDayOfMonth(addMonths(next, count - 1)) };
  }
  const days = (Date.parse(end) - Date.parse(begin)) / 86_400_000 + 1;
  return { begin: addDays(begin, days * direction), end: addDays(end, days * direction) };
}

/** One that ends today is the month, the year or the months that it is the begin of. */
function wholeOf(period: Days, today: string): Days {
  if (period.end > today) return period;
  const { thisMonth, thisYear } = usualPeriods(today);
  const usual = [thisMonth, thisYear].find((one) => areSame(one, period, today));
  if (usual) return usual;
  return period.end === today && period.begin.endsWith('-01')
    ? { ...period, end: lastDayOfMonth(today) }
    : period;
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

function upTo(day: string, today: string): string {
  return day < today ? day : today;
}

/** The periods of a call's rows. */
export function listPeriods(rows: readonly unknown[]): Days[] {
  return rows.flatMap((row) => {
    const [begin, end] = [readField(row, 'periodBegin'), readField(row, 'periodEnd')];
    return typeof begin === 'string' && typeof end === 'string' ? [{ begin, end }] : [];
  });
}
