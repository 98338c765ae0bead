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
  let cpu = 0;
  const fileMs = await time(async () => {
    cpu = await cpuSecondsOf(() => load(database, file, readings.length));
  });
  return {
    engine: database.engine,
    rows: readings.length,
    rawRowsPerSecond: Math.round((1000 * readings.length) / rawMs),
    fileRowsPerSecond: Math.round((1000 * readings.length) / fileMs),
    ratio: round(rawMs / fileMs, 3),
    required: 0.6,
    cpuSecondsPerMillion: round((1e6 * cpu) / readings.length, 1),
  };
}

async function load(database: Database, file: string, count: number): Promise<void> {
  const { accepted } = await importFile(database, {
    stream: createReadStream(file),
    fileName: path.basename(file),
    country: 'PL',
    timeZone: 'Europe/Warsaw',
    language: 'en',
    by: 'operator',
    now: new Date(),
  });
  if (accepted !== count) throw new Error(`Only ${accepted} readings were taken.`);
}

/** Of all threads of this process. */
async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** What `measureCost` gave on 28 November 2026. A change that lowers it writes the new figure here. */
export const keptCost = 2.6;

/**
 * The CPU time of importing a file into the embedded database, as a multiple of a fixed piece of work
 * in the same run, so that the figure holds on any machine. The lowest of four turns counts for each,
 * since others use the machine too.
 */
export async function measureCost(): Promise<number> {
  const devices = 12;
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    const readings = Array.from({ length: devices }, (_, id) => hoursOf(id + 1, 2024)).flat();
    const lines = toLines(readings);
    const file = path.join(directory, 'hours.csv');
    await writeFile(file, lines);
    let [fixed, own] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < 4; turn++) {
      fixed = Math.min(fixed, await cpuSecondsOf(() => readPlainly(lines)));
      await withStore(async (database) => {
        await createDevices(database, devices, 'HOURLY');
        own = Math.min(own, await cpuSecondsOf(() => load(database, file, readings.length)));
      });
    }
    return round(own / fixed, 2);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The fixed work: the same file, read in the plainest way ten times. */
function readPlainly(text: string): number {
  let sum = 0;
  for (let turn = 0; turn < 10; turn++) {
    for (const line of text.split('\n')) {
      const [, at = '', value] = line.split(';');
      if (/^\d{4}-/.test(at)) sum += Date.parse(at) + Number(value);
    }
  }
  return sum;
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
