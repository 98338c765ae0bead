import { Temporal } from 'temporal-polyfill';

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

/** The first local day of a generation day whose reports aren't due yet; in shorter months the last. */
export function nextRunAfter(due: string, generationDay: number): string {
  const day = Temporal.PlainDate.from(due);
  const thisMonth = day.with({ day: generationDay }, { overflow: 'constrain' });
  if (Temporal.PlainDate.compare(thisMonth, day) > 0) return thisMonth.toString();
  return day
    .with({ day: 1 })
    .add({ months: 1 })
    .with({ day: generationDay }, { overflow: 'constrain' })
    .toString();
}

/** The newest of a job's days that are due, which may be later than the one it waited for. */
export function lastRunUpTo(due: string, generationDay: number): string {
  const day = Temporal.PlainDate.from(due);
  const thisMonth = day.with({ day: generationDay }, { overflow: 'constrain' });
  if (Temporal.PlainDate.compare(thisMonth, day) <= 0) return thisMonth.toString();
  return day
    .with({ day: 1 })
    .subtract({ months: 1 })
    .with({ day: generationDay }, { overflow: 'constrain' })
    .toString();
}

/** When the reports of a day are due, wherever and whenever they are made. */
export function dueInstant(day: string, { timeZone }: Market): Date {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime({
    ...{ timeZone, plainTime: { hour } },
  });
  return new Date(epochMilliseconds);
}

function localOf(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}
