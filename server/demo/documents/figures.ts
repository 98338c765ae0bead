import { Temporal } from 'temporal-polyfill';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { meteredUnits } from '../../../schemas/entities/units.ts';
import type { Transaction } from '../../database/open.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import { readRollups } from '../../metering/store/rollups.repository.ts';
import { micro } from '../../metering/units.ts';
import type { PlannedProperty } from '../plan.ts';
import { createRandom } from '../random.ts';

/** What a flat used in a month, rounded as it is written. */
export type Figures = (tenantNo: string, category: DeviceCategory, month: string) => number;

/**
 * The flats' consumption by months (YYYY-MM) as the portal shows it. Before the readings begin, and
 * after their end, it is made up from the same month of the year that was read.
 */
export async function readFigures(
  tx: Transaction,
  { id: propertyId, market: { timeZone } }: PlannedProperty,
  tenants: ReadonlyMap<string, number>,
  { until, months }: { readonly until: string; readonly months: number },
): Promise<Figures> {
  const last = Temporal.PlainDate.from(until).with({ day: 1 });
  const first = last.subtract({ months: Math.max(0, months - 1) });
  const series = await readRollups(tx, {
    propertyId,
    subjectKind: 'tenant',
    subjectIds: [...tenants.values()],
    timeZone,
    timeframe: 'MONTHLY',
    from: startOfLocalDay(timeZone, first.toString()),
    until: startOfLocalDay(timeZone, last.toString()),
  });
  const known = new Map<string, number>();
  for (const { subjectId, category, buckets } of series) {
    for (const { start, volume } of buckets) {
      const instant = Temporal.Instant.fromEpochMilliseconds(start);
      const month = instant.toZonedDateTimeISO(timeZone).toPlainDate().toString().slice(0, 7);
      if (volume !== null) known.set(`${subjectId} ${category} ${month}`, volume / micro);
    }
  }
  const readMonths = [...new Set([...known.keys()].map((key) => key.split(' ')[2] as string))];
  return (tenantNo, category, month) => {
    const scale = 10 ** meteredUnits[deviceTraits[category].unit].decimals;
    const of = (one: string) => known.get(`${tenants.get(tenantNo)} ${category} ${one}`);
    const round = (value: number) => Math.round(value * scale) / scale;
    const read = of(month);
    if (read !== undefined) return round(read);
    const alike = readMonths.find((one) => one.slice(5) === month.slice(5)) ?? readMonths.at(-1);
    const change = createRandom('figure', propertyId, tenantNo, category, month).between(0.9, 1.1);
    return round((alike === undefined ? 0 : (of(alike) ?? 0)) * change);
  };
}

/** The months of a period, YYYY-MM. */
export function monthsOf(periodBegin: string, periodEnd: string): string[] {
  const months: string[] = [];
  let month = Temporal.PlainYearMonth.from(periodBegin.slice(0, 7));
  for (; month.toString() <= periodEnd.slice(0, 7); month = month.add({ months: 1 })) {
    months.push(month.toString());
  }
  return months;
}
