import { Temporal } from 'temporal-polyfill';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import type { VisibleSeries } from './asked.ts';
import { sumOf } from './values.ts';

export const noSeries: Pick<VisibleSeries, 'buckets' | 'edge'> = { buckets: [], edge: 0 };

export function seriesOf(series: readonly VisibleSeries[], category: DeviceCategory) {
  return series.find((one) => one.category === category) ?? noSeries;
}

export function totalOf(series: readonly VisibleSeries[], category: DeviceCategory) {
  const { buckets, edge } = seriesOf(series, category);
  return sumOf(buckets, edge);
}

/** The first day of the month of a day, at the latest of the last one that is over. */
export function monthOf(
  asked: string | undefined,
  timeZone: string,
  now: Date,
): Temporal.PlainDate {
  const today = Temporal.PlainDate.from(localDayOf(timeZone, now.getTime()));
  const latest = today.with({ day: 1 }).subtract({ months: 1 });
  const wanted = asked ? Temporal.PlainDate.from(asked).with({ day: 1 }) : latest;
  return Temporal.PlainDate.compare(wanted, latest) > 0 ? latest : wanted;
}

export function daysOf(month: Temporal.PlainDate) {
  const last = month.add({ months: 1 }).subtract({ days: 1 });
  return { periodBegin: month.toString(), periodEnd: last.toString() };
}
