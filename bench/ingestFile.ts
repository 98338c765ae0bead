import { Readable } from 'node:stream';
import { hourMs } from '../schemas/time.ts';
import { importFile } from '../server/imports/importFile.ts';
import type { IncomingReading } from '../server/metering/store/ingest.ts';
import type { Options } from './options.ts';
import { createRawTable, insertRaw } from './rawReadings.ts';
import { createDevices, devicesInProperty, print, round, time, withStore } from './store.ts';

const hoursInYear = 8760;
/** What one bare INSERT takes. */
const rawBatch = 10_000;

/**
 * A CSV file of a year of hours, 60 devices in the full size, with its parsing and all rollups, beside
 * the bare INSERT of its numbers. The processor's time is this process's: with PostgreSQL the
 * server's comes on top, embedded it is in it.
 */
export async function measureFile(size: Options['size']): Promise<void> {
  const devices = { full: 60, small: 12, tiny: 2 }[size];
  await withStore(async (database) => {
    await createDevices(database, devices, 'HOURLY');
    await createRawTable(database);
    const readings = Array.from({ length: devices }, (_, index) => hoursOf(index + 1)).flat();
    const file = toFile(readings);
    const rawMs = await time(async () => {
      for (let first = 0; first < readings.length; first += rawBatch) {
        await insertRaw(database, readings.slice(first, first + rawBatch));
      }
    });
    const before = process.cpuUsage();
    const fileMs = await time(async () => {
      const { accepted } = await importFile(database, {
        stream: Readable.from(file),
        fileName: 'hours.csv',
        country: 'PL',
        timeZone: 'Europe/Warsaw',
        language: 'en',
        by: 'operator',
        now: new Date(),
      });
      if (accepted !== readings.length) throw new Error(`Only ${accepted} readings were taken.`);
    });
    const { user, system } = process.cpuUsage(before);
    print({
      benchmark: 'ingest-file',
      engine: database.engine,
      rows: readings.length,
      rawRowsPerSecond: Math.round((1000 * readings.length) / rawMs),
      fileRowsPerSecond: Math.round((1000 * readings.length) / fileMs),
      ratio: round(rawMs / fileMs, 3),
      required: 0.6,
      cpuSecondsPerMillion: round((user + system) / readings.length, 1),
    });
  });
}

function hoursOf(deviceId: number): IncomingReading[] {
  let value = deviceId * 1_000_000_000;
  return Array.from({ length: hoursInYear }, (_, index) => {
    value += ((index * deviceId * 7919) % 90) * 1000;
    const propertyId = 1 + Math.floor((deviceId - 1) / devicesInProperty);
    const at = Date.UTC(2025, 0, 1) + index * hourMs;
    return { propertyId, deviceId, at, value, quality: 0 };
  });
}

/** Some thousand lines at a time, as a disk gives them. */
function* toFile(readings: readonly IncomingReading[]): Generator<Buffer> {
  yield Buffer.from('serial;at;value\n');
  for (let first = 0; first < readings.length; first += 2000) {
    const lines = readings
      .slice(first, first + 2000)
      .map(({ deviceId, at, value }) =>
        [deviceId, new Date(at).toISOString(), (value / 1_000_000).toFixed(3)].join(';'),
      );
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}
