import { Temporal } from 'temporal-polyfill';
import { type CalendarUnit, calendar } from '../../reports/calendar.ts';

/** At this hour of the market's day its reports are made: the night's readings are in by then. */
const hour = 4;

interface Market {
  readonly timeZone: string;
}

/** The last local day whose reports are due. */
export function dueDay(now: Date, { timeZone }: Market): string {
  const local = localOf(now, timeZone);
  const today = local.toPlainDate();
  return (local.hour < hour ? today.subtract({ days: 1 }) : today).toString();
}

/** On which day of each week, month, quarter or year a job generates; in shorter months the last. */
export interface Schedule {
  readonly generationDay: number;
  readonly cycle: CalendarUnit;
}

/** The first local day of a schedule whose reports aren't due yet. */
export function nextRunAfter(due: string, schedule: Schedule): string {
  const run = runAround(due, schedule, 0);
  return run > due ? run : runAround(due, schedule, 1);
}

/** The newest of a schedule's days that are due, which may be later than the one a job waited for. */
export function lastRunUpTo(due: string, schedule: Schedule): string {
  const run = runAround(due, schedule, 0);
  return run <= due ? run : runAround(due, schedule, -1);
}

/** The run in a day's own cycle, or so many cycles later. */
function runAround(day: string, { generationDay, cycle }: Schedule, later: number): string {
  const { beginOf, length } = calendar[cycle];
  const begin = beginOf(Temporal.PlainDate.from(day)).add(length(later));
  const run =
    cycle === 'WEEKS' ? begin.add({ days: generationDay - 1 }) : begin.with({ day: generationDay });
  return run.toString();
}

/** When the reports of a day are due, wherever and whenever they are made. */
export function dueInstant(day: string, { timeZone }: Market): Date {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: { hour },
  });
  return new Date(epochMilliseconds);
}

function localOf(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}
