import type { RollupBucket } from '../../../metering/store/rollups.repository.ts';
import { micro } from '../../../metering/units.ts';
import { statusOf, toValue } from '../../consumption/values.ts';
import {
  anyDevice,
  type Cells,
  isPhysical,
  meterCells,
  pageDevices,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countDays, wholePeriod } from '../reportPeriod.ts';
import { deviceSubjects, readTotals } from '../sampleValues.ts';
import { listLowFacts } from './lowConsumption.repository.ts';

/** A row for each device whose use is known all the time and isn't above the least wanted. */
export const lowConsumption: ReportComputation = {
  maxRows: ({ devices }) => devices,
  async *rows(run, section) {
    const { timeZone, period } = section;
    const { minimumConsumption: least = 0, numberOfDays = 1 } = run.definition;
    // Of a part of the days nobody knows whether the whole is low.
    if (countDays(period) < numberOfDays) return;
    const sample = wholePeriod(period, timeZone);
    const propertyOf = propertiesById(section);
    const pages = pageDevices(run, section, {
      size: pageSizeOf(run, countDays(period)),
      condition: { ...anyDevice, sql: () => isPhysical },
      read: async (tx, devices) => {
        const subjects = deviceSubjects(devices);
        const { categories } = run.narrowing;
        const given = { kind: 'device', subjects, categories, timeZone } as const;
        const totals = await readTotals(tx, given, sample);
        const facts = await listLowFacts(tx, devices, sample, timeZone);
        return {
          totals: new Map(totals.map((one) => [one.subjectId, one])),
          facts: new Map(facts.map((one) => [one.deviceId, one])),
        };
      },
    });
    for await (const { rows: devices, found } of pages) {
      yield devices.flatMap((device): Cells[] => {
        const total = found.totals.get(device.deviceId);
        const facts = found.facts.get(device.deviceId);
        if (!total || facts?.isDoubted || !isKnownThroughout(total.days)) return [];
        const used = toValue(device.category, total.total);
        if (used === null || used > least) return [];
        return [
          {
            ...placeCells(propertyOf(device.propertyId), device, period.first),
            ...meterCells(run, device),
            begin: period.first,
            end: period.last,
            consumption: used,
            status: run.label('intervalStatus', statusOf(total.total)),
            readAt: facts?.readAt ?? null,
            reading: facts?.value == null ? null : facts.value / micro,
          },
        ];
      });
    }
  },
};

/**
 * Whether the register is known where the period begins and ends: read before it, heard of in its last
 * day, no gap over an end. What a gap inside hides is part of the total.
 */
function isKnownThroughout(days: readonly RollupBucket[]): boolean {
  const [first, last] = [days[0], days.at(-1)];
  return (
    days.every(({ expectedTime }) => expectedTime > 0) &&
    first?.absentTime === 0 &&
    first.unknownTime === 0 &&
    last?.unknownTime === 0
  );
}
