import { Temporal } from 'temporal-polyfill';

/** An instant (UTC ms) as reports have it: local, YYYY-MM-DDTHH:MM. */
export function localMinute(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}
