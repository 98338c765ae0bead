import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hourMs } from '../schemas/time.ts';
import type { Database } from '../server/database/open.ts';
import { importFile } from '../server/imports/importFile.ts';
import type { IncomingReading } from '../server/metering/store/ingest.ts';
import type { Options } from './options.ts';
import { createRawTable, insertRaw } from './rawReadings.ts';
import { createDevices, devicesInProperty, print, round, time, withStore } from './store.ts';

const hoursInYear = 8760;
/** What one bare INSERT takes. */
const rawBatch = 10_000;

/**
 * CSV files of a year of hours, 60 devices in the full size, from the disk, with their parsing and all
 * rollups, beside the bare INSERT of their numbers: one into an empty store, and one of the next year.
 * The processor's time is this process's: with PostgreSQL the server's comes on top, embedded it is
 * in it.
 */
export async function measureFile(size: Options['size']): Promise<void> {
  const devices = { full: 60, small: 12, tiny: 2 }[size];
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await withStore(async (database) => {
      await createDevices(database, devices, 'HOURLY');
      await createRawTable(database);
      for (const [year, benchmark] of [
        [2024, 'ingest-file'],
        [2025, 'ingest-file-next-year'],
      ] as const) {
        const readings = Array.from({ length: devices }, (_, index) =>
          hoursOf(index + 1, year),
        ).flat();
        const file = path.join(directory, `${year}.csv`);
        await writeFile(file, toLines(readings));
        print({ benchmark, ...(await measure(database, readings, file)) });
      }
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measure(database: Database, readings: readonly IncomingReading[], file: string) {
  const rawMs = await time(async () => {
    for (let first = 0; first < readings.length; first += rawBatch) {
      await insertRaw(database, readings.slice(first, first + rawBatch));
    }
  });
  const before = process.cpuUsage();
  const fileMs = await time(async () => {
    const { accepted } = await importFile(database, {
      stream: createReadStream(file),
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
  return {
    engine: database.engine,
    rows: readings.length,
    rawRowsPerSecond: Math.round((1000 * readings.length) / rawMs),
    fileRowsPerSecond: Math.round((1000 * readings.length) / fileMs),
    ratio: round(rawMs / fileMs, 3),
    required: 0.6,
    cpuSecondsPerMillion: round((user + system) / readings.length, 1),
  };
}

function hoursOf(deviceId: number, year: number): IncomingReading[] {
  let value = (deviceId + year - 2024) * 1_000_000_000;
  return Array.from({ length: hoursInYear }, (_, index) => {
    value += ((index * deviceId * 7919) % 90) * 1000;
    const propertyId = 1 + Math.floor((deviceId - 1) / devicesInProperty);
    const at = Date.UTC(year, 0, 1) + index * hourMs;
    return { propertyId, deviceId, at, value, quality: 0 };
  });
}

function toLines(readings: readonly IncomingReading[]): string {
  const lines = readings.map(({ deviceId, at, value }) =>
    [deviceId, new Date(at).toISOString(), (value / 1_000_000).toFixed(3)].join(';'),
  );
  return ['serial;at;value', ...lines, ''].join('\n');
}
