import dayjs from 'dayjs';

/** Days as YYYY-MM-DD, which compare and sort as text. */
const dayFormat = 'YYYY-MM-DD';

/** The day of a date, in the reader's own zone. */
export function dayOf(date: Date): string {
  return dayjs(date).format(dayFormat);
}

/** A day's first moment in the reader's own zone. */
export function dateOf(day: string): Date {
  return dayjs(day).toDate();
}

export function addDays(day: string, count: number): string {
  return dayjs(day).add(count, 'day').format(dayFormat);
}

/** The same day so many months on; the month's last where it has fewer. */
export function addMonths(day: string, count: number): string {
  return dayjs(day).add(count, 'month').format(dayFormat);
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (dayjs(day).day() + 6) % 7;
}

export function lastDayOfMonth(day: string): string {
  return dayjs(day).endOf('month').format(dayFormat);
}

/** Today in the reader's own zone. */
export function today(): string {
  return dayjs().format(dayFormat);
}

/** Reads DD.MM.YYYY (also with single digits, slashes or blanks) and YYYY-MM-DD. */
export function readDay(typed: string): string | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const local = /^(\d{1,2})[.\s/]+(\d{1,2})[.\s/]+(\d{4})$/.exec(text);
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]];
  if (!year || !month || !date) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  // 31.02. is read as a day in March.
  return dayjs(day).format(dayFormat) === day ? day : undefined;
}

export interface DayRange {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

export function isWithin(day: string, { first, last }: DayRange): boolean {
  return (first === undefined || day >= first) && (last === undefined || day <= last);
}

/** The nearest day of the range. */
export function clampDay(day: string, { first, last }: DayRange): string {
  if (first !== undefined && day < first) return first;
  return last !== undefined && day > last ? last : day;
}
