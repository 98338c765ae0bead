import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { dateOrderSchema } from '../../schemas/entities/importRun.ts';
import { said } from '../said.ts';
import { isDay, LineFault } from './values.ts';

/** Whether the day or the month comes first where neither is told by its figure. */
export type DateOrder = z.infer<typeof dateOrderSchema>;

/** What a column's name says of its times, beside dates and hours. */
export type TimeCount = 'EPOCH' | 'EXCEL' | undefined;

/** By a column's folded name: seconds or milliseconds since 1970, or Excel's days. */
export function countOf(foldedName: string): TimeCount {
  if (/(^|_)excel/.test(foldedName)) return 'EXCEL';
  return /epoch|unix|timestamp|^ts$/.test(foldedName) ? 'EPOCH' : undefined;
}

/** A time as the portal reads it anyway. */
export const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:$|[T ](?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$)/;
const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})\.?(?:$|[T ,]+(.*)$)/;
const compact = /^(\d{4})(\d{2})(\d{2})(?:$|[T ]?(\d{2}):?(\d{2}):?(\d{2})?$)/;
const yearLast = /^(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{4})\.?(?:$|[T ,]+(.*)$)/;
const shortYear = /^\d{1,2}([-./])\s?\d{1,2}\1\s?\d{2}(?:$|\D)/;
const named = /^(\d{1,2})[-. ]+([A-Za-z]{3})[a-z]*[-., ]+(\d{4})(?:$|[T ,]+(.*)$)/;
const time =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?|Uhr|h)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** What one date tells of a column's order: the order, nothing, or that it could be either. */
export function orderOf(text: string): DateOrder | 'EITHER' | undefined {
  const [, one, mark, other] = yearLast.exec(text) ?? [];
  if (one === undefined || mark === '.') return undefined;
  if (Number(one) > 12) return 'DMY';
  if (Number(other) > 12) return 'MDY';
  // 5/5 is the same day either way; with hyphens the day comes first unless a line says otherwise.
  return mark === '-' || Number(one) === Number(other) ? undefined : 'EITHER';
}

/**
 * A time as the portal reads it: YYYY-MM-DDTHH:MM:SS, local or with its offset. Throws `LineFault`
 * for a year of two digits, and for a date that could be either or isn't in the column's `order`;
 * what is no date is given back as it is, and refused by whoever reads it.
 */
export function toIso(text: string, order: DateOrder | undefined, count?: TimeCount): string {
  if (isoTime.test(text)) return text;
  const counted = count && fromCount(text, count);
  if (counted) return counted;
  const parts = readParts(text, order);
  if (!parts) return refuseShort(text);
  const [year, month, day, rest] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(date)) return text;
  return rest ? (withTime(date, rest) ?? text) : date;
}

type Parts = readonly [year: string, month: string, day: string, rest: string | undefined];

function readParts(text: string, order: DateOrder | undefined): Parts | undefined {
  const [, firstYear, firstMonth, firstDay, firstRest] = yearFirst.exec(text) ?? [];
  if (firstYear && firstMonth && firstDay) return [firstYear, firstMonth, firstDay, firstRest];
  const [, one, mark, other, year, rest] = yearLast.exec(text) ?? [];
  if (one && other && year) {
    const isMonthFirst = mark !== '.' && requireOrder(text, [one, other], order) === 'MDY';
    return isMonthFirst ? [year, one, other, rest] : [year, other, one, rest];
  }
  const [, namedDay, word = '', namedYear, namedRest] = named.exec(text) ?? [];
  const month = months.indexOf(word.toLowerCase());
  if (namedDay && namedYear && month >= 0) return [namedYear, `${month + 1}`, namedDay, namedRest];
  const [, denseYear, denseMonth, denseDay, hour, minute, second = '00'] = compact.exec(text) ?? [];
  if (!(denseYear && denseMonth && denseDay)) return undefined;
  return [denseYear, denseMonth, denseDay, hour && `${hour}:${minute}:${second}`];
}

/** The order of one date, which is its column's. */
function requireOrder(
  text: string,
  [one, other]: readonly [string, string],
  order: DateOrder | undefined,
): DateOrder {
  const told = orderOf(text);
  if (told === 'EITHER' && order === undefined) {
    throw new LineFault('BAD_DATE', said('faults.dayOrMonth', { text, one, other }));
  }
  const used = order ?? 'DMY';
  if (told !== undefined && told !== 'EITHER' && told !== used) {
    throw new LineFault(
      'BAD_DATE',
      said(used === 'DMY' ? 'faults.monthFirst' : 'faults.dayFirst', { text }),
    );
  }
  return used;
}

function refuseShort(text: string): string {
  if (!shortYear.test(text)) return text;
  throw new LineFault('BAD_DATE', said('faults.shortYear', { text }));
}

function withTime(date: string, rest: string): string | undefined {
  const [, given = '', minute = '', second = '00', half, zone = ''] = time.exec(rest.trim()) ?? [];
  if (given === '') return undefined;
  const hour = half ? (Number(given) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(given);
  const offset = offsetOf(zone);
  if (hour === 24 && Number(minute) === 0 && Number(second) === 0) {
    const next = Temporal.PlainDate.from(date).add({ days: 1 });
    return `${next}T00:00:00${offset}`;
  }
  return `${date}T${`${hour}`.padStart(2, '0')}:${minute}:${second}${offset}`;
}

/** PostgreSQL writes +00, others UTC. */
function offsetOf(zone: string): string {
  if (/^[A-Z]+$/i.test(zone)) return 'Z';
  return zone.length === 3 ? `${zone}:00` : zone;
}

/** Excel's day 0, since its calendar has a 29 February 1900. */
const excelBegin = Temporal.PlainDateTime.from('1899-12-30');

function fromCount(text: string, count: 'EPOCH' | 'EXCEL'): string | undefined {
  if (count === 'EPOCH') {
    if (!/^(?:\d{10}(?:[.,]\d+)?|\d{13})$/.test(text)) return undefined;
    const value = Number(text.replace(',', '.'));
    return new Date(text.length === 13 && !/\D/.test(text) ? value : value * 1000).toISOString();
  }
  if (!/^\d{4,6}(?:[.,]\d+)?$/.test(text)) return undefined;
  const seconds = Math.round(Number(text.replace(',', '.')) * 86_400);
  return excelBegin.add({ seconds }).toString({ smallestUnit: 'second' });
}
