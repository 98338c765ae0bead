/** Days as YYYY-MM-DD, which compare and sort as text. */

const millisecondsPerDay = 86_400_000;

function toInstant(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, count: number): string {
  return new Date(toInstant(day) + count * millisecondsPerDay).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last when it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const length = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, length) - 1);
}

/** 0 for Monday, as weeks begin on Monday (specification §9). */
export function weekdayOf(day: string): number {
  return (new Date(toInstant(day)).getUTCDay() + 6) % 7;
}

/** The weeks that touch a month, each of seven days from Monday. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday <= last;
    monday = addDays(monday, 7)
  ) {
    weeks.push(Array.from({ length: 7 }, (_, position) => addDays(monday, position)));
  }
  return weeks;
}

/** Today in the reader's own zone. */
export function today(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

/** Reads DD.MM.YYYY (also with single digits, slashes or blanks) and YYYY-MM-DD. */
export function readDay(typed: string): string | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const local = /^(\d{1,2})[.\s/]+(\d{1,2})[.\s/]+(\d{4})$/.exec(text);
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]];
  if (!year || !month || !date) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  // 31.02. is read by Date as a day in March.
  const instant = toInstant(day);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day)
    ? day
    : undefined;
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
