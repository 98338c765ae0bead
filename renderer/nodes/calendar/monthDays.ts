import { addDays, addMonths, lastDayOfMonth, weekdayOf } from '../../core/date/calendarDays.ts';

/** A month as YYYY-MM, from 1900 to 2999 as calls take days; undefined for anything else. */
export function readMonth(value: unknown): string | undefined {
  return /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/.test(String(value)) ? String(value) : undefined;
}

/** The weeks of a month, Monday first; undefined where a day is another month's. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const before = weekdayOf(first);
  const length = Number(lastDayOfMonth(first).slice(-2));
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const at = week * 7 + weekday - before;
      return at < 0 || at >= length ? undefined : addDays(first, at);
    }),
  );
}

/** Where a key leads from a day, as in WAI-ARIA's date grid; undefined: it leads nowhere. */
export function dayByKey(day: string, key: string, isShifted: boolean): string | undefined {
  const lengths: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
  };
  const length = lengths[key];
  if (length !== undefined) return addDays(day, length);
  const monday = addDays(day, -weekdayOf(day));
  const months = isShifted ? 12 : 1;
  switch (key) {
    case 'Home':
      return later(monday, `${day.slice(0, 7)}-01`);
    case 'End':
      return earlier(addDays(monday, 6), lastDayOfMonth(day));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);
