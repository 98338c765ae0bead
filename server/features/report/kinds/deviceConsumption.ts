import {
  isMounted,
  meterCells,
  pageDevices,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countSamples, samplesIn } from '../reportSamples.ts';
import { cellsOf, deviceSubjects, readSamples } from '../sampleValues.ts';

/** A row for each device and sample: what was used, and how sure that is. */
export const deviceConsumption: ReportComputation = {
  maxRows: ({ devices }, period, { definition }) => devices * countSamples(period, definition),
  async *rows(run, section) {
    const { timeZone } = section;
    const samples = samplesIn(section, run.definition);
    const propertyOf = propertiesById(section);
    const [from, until] = [samples[0]?.from, samples.at(-1)?.until];
    const pages = pageDevices(run, section, {
      size: pageSizeOf(run, samples.length),
      condition: { sql: (at) => isMounted(at(0), at(1)), extra: [from, until] },
      read: (tx, devices) => {
        const subjects = deviceSubjects(devices);
        const { categories } = run.narrowing;
        return readSamples(tx, { kind: 'device', subjects, categories, timeZone }, samples);
      },
    });
    for await (const { rows: devices, found } of pages) {
      yield devices.flatMap((device) => {
        const property = propertyOf(device.propertyId);
        const meter = meterCells(run, device);
        const values = found(device.deviceId, device.category);
        return values.map((value, at) => {
          const sample = samples[at] as (typeof samples)[number];
          return {
            ...placeCells(property, device, sample.first),
            ...meter,
            begin: sample.first,
            end: sample.last,
            ...cellsOf(device.category, value, sample, run),
          };
        });
      });
    }
  },
};
