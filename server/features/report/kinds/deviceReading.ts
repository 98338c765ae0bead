import { intervalStatuses } from '../../../../schemas/entities/consumption.ts';
import { micro } from '../../../metering/units.ts';
import {
  isMounted,
  isPhysical,
  meterCells,
  pageDevices,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countSamples, samplesIn } from '../reportSamples.ts';
import { type LastReading, listLastReadings } from './deviceReading.repository.ts';

/** A row for each device and sample: the last reading in it, as the register shows it. */
export const deviceReading: ReportComputation = {
  maxRows: ({ devices }, period, { definition }) => devices * countSamples(period, definition),
  async *rows(run, section) {
    const { timeZone } = section;
    const samples = samplesIn(section, run.definition);
    const propertyOf = propertiesById(section);
    const [from, until] = [samples[0]?.from, samples.at(-1)?.until];
    const pages = pageDevices(run, section, {
      size: pageSizeOf(run, samples.length),
      condition: {
        sql: (at) => `${isPhysical} ${isMounted(at(0), at(1))}`,
        extra: [from, until],
      },
      read: async (tx, devices) => {
        const readings = await listLastReadings(tx, devices, samples, timeZone);
        const byDevice = new Map<number, LastReading[]>();
        for (const one of readings) {
          const places = byDevice.get(one.deviceId) ?? [];
          places[one.place - 1] = one;
          byDevice.set(one.deviceId, places);
        }
        return byDevice;
      },
    });
    for await (const { rows: devices, found } of pages) {
      yield devices.flatMap((device) => {
        const property = propertyOf(device.propertyId);
        const readings = found.get(device.deviceId);
        const meter = meterCells(run, device);
        return samples.map((sample, at) => {
          const reading = readings?.[at];
          const status = reading ? intervalStatuses[reading.quality] : undefined;
          return {
            ...placeCells(property, device, sample.first),
            ...meter,
            begin: sample.first,
            end: sample.last,
            readAt: reading?.readAt ?? null,
            reading: reading ? reading.value / micro : null,
            status: run.label('intervalStatus', status ?? 'MISSING'),
          };
        });
      });
    }
  },
};
