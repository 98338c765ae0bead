import type { Graph, Timeframe } from '../../../schemas/entities/consumption.ts';
import { addDays, lastDayOfMonth } from '../../core/date/calendarDays.ts';

interface Place {
  readonly locale: string;
  /** The property's IANA zone: its days are what the graph shows, wherever the reader is. */
  readonly timeZone: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    formats.set(key, found);
  }
  return found;
}

/** The local day of an instant, YYYY-MM-DD. */
export function localDay(start: string, timeZone: string): string {
  return format('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(start),
  );
}

/** A short name under the axis: 13:00, 29.03., or the month. */
export function tickLabel(
  start: string,
  timeframe: Timeframe,
  place: Place,
  lastDay?: string,
): string {
  const { locale, timeZone } = place;
  if (timeframe === 'BILLING') return billingTick(localDay(start, timeZone), lastDay);
  const at = new Date(start);
  if (timeframe === 'HOURLY') return hour(start, timeZone);
  if (timeframe === 'MONTHLY') return format(locale, { timeZone, month: 'short' }).format(at);
  const [, month, day] = localDay(start, timeZone).split('-');
  return `${day}.${month}.`;
}

/** The whole name of a bucket, for tooltips and tables. */
export function bucketLabel(
  start: string,
  timeframe: Timeframe,
  place: Place,
  lastDay?: string,
): string {
  const { locale, timeZone } = place;
  if (timeframe === 'MONTHLY') {
    return format(locale, { timeZone, month: 'long', year: 'numeric' }).format(new Date(start));
  }
  const first = writeDay(localDay(start, timeZone));
  if (timeframe === 'BILLING') return lastDay ? `${first}–${writeDay(lastDay)}` : first;
  if (timeframe === 'DAILY') return first;
  if (timeframe === 'WEEKLY') {
    return `${first}–${writeDay(addDays(localDay(start, timeZone), 6))}`;
  }
  // The doubled hour of October is told apart by its offset.
  const offset = format('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(start))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${first} ${hour(start, timeZone)} (${offset})`;
}

/** The year when a billing period is one, else its months. */
function billingTick(first: string, last = first): string {
  const [from, until] = [first.slice(0, 7), last.slice(0, 7)].map((month) =>
    month.split('-').reverse().join('.'),
  );
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return first.slice(0, 4);
  return `${from}–${until}`;
}

function hour(start: string, timeZone: string): string {
  return format('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(start),
  );
}

/** DD.MM.YYYY of YYYY-MM-DD. */
export function writeDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Both days, or the one that they are. */
export function writePeriod(begin: string, end: string): string {
  return begin === end ? writeDay(begin) : `${writeDay(begin)}–${writeDay(end)}`;
}

/** The last local day of the bucket that begins at `start`. */
export function lastDayOf({ series, timeframe, timeZone }: Graph, start: string): string {
  const begin = localDay(start, timeZone);
  switch (timeframe) {
    case 'BILLING': {
      const found = series.find(({ starts }) => starts.includes(start));
      return found?.lastDays?.[found.starts.indexOf(start)] ?? begin;
    }
    case 'MONTHLY':
      return lastDayOfMonth(begin);
    case 'WEEKLY':
      return addDays(begin, 6);
    case 'DAILY':
    case 'HOURLY':
      return begin;
  }
}
