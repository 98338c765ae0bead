import { Temporal } from 'temporal-polyfill';
import type { PresetPeriod } from '../../../schemas/manifest/preset.ts';
import { localDayOf } from '../../metering/buckets.ts';
import type { ReportPeriod } from './reportPeriod.ts';

/** The days that a preset's period is on a local day of the market's: whole months, or up to yesterday. */
export function daysOfPreset(period: PresetPeriod, timeZone: string, now: Date): ReportPeriod {
  const today = Temporal.PlainDate.from(localDayOf(timeZone, now.getTime()));
  const yesterday = today.subtract({ days: 1 });
  if ('days' in period) {
    const first = yesterday.subtract({ days: period.days - 1 });
    return { first: first.toString(), last: yesterday.toString() };
  }
  const thisMonth = today.with({ day: 1 });
  const first = thisMonth.subtract({ months: period.months });
  return { first: first.toString(), last: thisMonth.subtract({ days: 1 }).toString() };
}

/** How many days a period has at most, whichever months it falls on. */
export function mostDaysOf(period: PresetPeriod): number {
  if ('days' in period) return period.days;
  // With the months around a 29th of February.
  const begins = Array.from({ length: 24 }, (_, at) =>
    new Temporal.PlainDate(2023, 1, 1).add({ months: at }),
  );
  return Math.max(
    ...begins.map(
      (begin) => begin.until(begin.add({ months: period.months }), { largestUnit: 'days' }).days,
    ),
  );
}

/** Fixed days as a period that moves: whole months as months, else so many days. */
export function presetPeriodOf({ first, last }: ReportPeriod): PresetPeriod {
  const [begin, end] = [
    Temporal.PlainDate.from(first),
    Temporal.PlainDate.from(last).add({ days: 1 }),
  ];
  const months = begin.until(end, { largestUnit: 'months' });
  if (begin.day === 1 && months.days === 0 && months.months > 0) return { months: months.months };
  return { days: begin.until(end, { largestUnit: 'days' }).days };
}
