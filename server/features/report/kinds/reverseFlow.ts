import type { ReverseFlow } from '../../../../schemas/entities/reportKinds.ts';
import { hourMs } from '../../../../schemas/time.ts';
import type { Reading } from '../../../metering/registers.ts';
import { findDevices, type MeteredDevice } from '../../../metering/store/devices.repository.ts';
import { readSpans } from '../../../metering/store/readings.repository.ts';
import { unwrapDevice } from '../../../metering/store/recomputeBuckets.ts';
import { micro } from '../../../metering/units.ts';
import { localMinute } from '../localMinute.ts';
import {
  anyDevice,
  type Cells,
  isPhysical,
  meterCells,
  pageDevices,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countDays, type Sample, wholePeriod } from '../reportPeriod.ts';
import { listFallen } from './reverseFlow.repository.ts';

/** Backwards in each interval for so long: the meter is mounted the wrong way round. */
export const wronglyMountedAfter = 48 * hourMs;

/** So many readings at most are looked at in one transaction. */
const maxReadings = 200_000;

/** A row for each device that ran backwards. */
export const reverseFlow: ReportComputation = {
  maxRows: ({ devices }) => devices,
  async *rows(run, section) {
    const { timeZone, period } = section;
    const sample = wholePeriod(period, timeZone);
    const propertyOf = propertiesById(section);
    const hours = countDays(period) * 24;
    const pages = pageDevices(run, section, {
      size: Math.max(1, Math.min(run.batchSize, 200, Math.floor(maxReadings / hours))),
      condition: { ...anyDevice, sql: () => isPhysical },
      read: async (tx, devices) => {
        const fallen = await listFallen(tx, devices, sample);
        const keys = devices.filter(({ deviceId }) => fallen.has(deviceId));
        if (keys.length === 0) return new Map<number, Told>();
        const metered = await findDevices(tx, keys);
        const spans = keys.map(({ propertyId, deviceId }) => ({
          propertyId,
          deviceId,
          first: sample.from,
          last: sample.until,
        }));
        const readings = await readSpans(tx, metered, spans);
        return new Map(
          metered.map((device): [number, Told] => [
            device.deviceId,
            { device, readings: readings.get(device.deviceId) ?? [] },
          ]),
        );
      },
    });
    for await (const { rows: devices, found } of pages) {
      yield devices.flatMap((device): Cells[] => {
        const told = found.get(device.deviceId);
        const reverse = told && summarise(told, sample);
        if (!reverse) return [];
        return [
          {
            ...placeCells(propertyOf(device.propertyId), device, period.first),
            ...meterCells(run, device),
            begin: period.first,
            end: period.last,
            verdict: run.label('reverseFlow', reverse.verdict),
            times: reverse.times,
            volume: reverse.volume / micro,
            firstAt: localMinute(reverse.first, timeZone),
            lastAt: localMinute(reverse.last, timeZone),
          },
        ];
      });
    }
  },
};

interface Told {
  readonly device: MeteredDevice;
  readonly readings: readonly Reading[];
}

/** From one reading to the next, and what flowed back; micro-units. */
interface Backward {
  readonly begin: number;
  readonly end: number;
  readonly volume: number;
  /** Small enough, or explained: that alone is reverse flow. */
  readonly isPlain: boolean;
}

/**
 * What flowed back between readings of the period. A fall that nothing explains isn't reverse flow by
 * itself, for it may be an exchange; where each interval falls for two days, it is.
 */
function summarise({ device, readings }: Told, { from, until }: Sample) {
  const runs = runsOf(device, readings, { from, until });
  const isWrong = (run: readonly Backward[]) =>
    (run.at(-1)?.end ?? 0) - (run[0]?.begin ?? 0) >= wronglyMountedAfter;
  const counted = runs.flatMap((run) => (isWrong(run) ? run : run.filter((one) => one.isPlain)));
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last) return undefined;
  const verdict: ReverseFlow = runs.some(isWrong) ? 'MOUNTED_WRONGLY' : 'REVERSE_VOLUME';
  return {
    verdict,
    times: counted.length,
    volume: counted.reduce((sum, { volume }) => sum + volume, 0),
    first: first.end,
    last: last.end,
  };
}

/** The intervals that run backwards, in runs without another one between. */
function runsOf(
  device: MeteredDevice,
  readings: readonly Reading[],
  { from, until }: Pick<Sample, 'from' | 'until'>,
): Backward[][] {
  const { steps, drops } = unwrapDevice(device, readings);
  const dropAt = new Map(drops.map((drop) => [drop.at, drop]));
  const factorAt = (at: number) =>
    device.installations
      .filter((one) => one.from <= at)
      .toSorted((one, other) => one.from - other.from)
      .at(-1)?.factor ?? 1;
  const runs: Backward[][] = [];
  let run: Backward[] = [];
  for (const [index, { at, increment }] of steps.entries()) {
    const begin = steps[index - 1]?.at;
    const drop = increment === null ? dropAt.get(at) : undefined;
    const fall = drop ? (drop.previousValue - drop.value) * factorAt(at) : -(increment ?? 0);
    const isInside = begin !== undefined && begin >= from && at <= until;
    if (isInside && fall > 0) {
      run.push({ begin, end: at, volume: Math.round(fall), isPlain: !drop });
      continue;
    }
    if (run.length > 0) runs.push(run);
    run = [];
  }
  return run.length > 0 ? [...runs, run] : runs;
}
