import { type IncomingReading, ingestReadings } from '../server/metering/store/ingest.ts';
import type { Options } from './options.ts';
import { measureSizes } from './sizes.ts';
import { createDevices, devicesInProperty, print, round, time, withStore } from './store.ts';

interface Case {
  readonly interval: keyof typeof hoursBetween;
  readonly devices: number;
  readonly days: number;
  /** How often a day each device's new readings come, all devices in one batch. */
  readonly batchesADay: number;
}

const cases: readonly Case[] = [
  { interval: 'DAILY', devices: 2000, days: 31, batchesADay: 1 },
  { interval: 'HOURLY', devices: 500, days: 31, batchesADay: 1 },
  { interval: 'HOURLY', devices: 2000, days: 2, batchesADay: 24 },
  { interval: 'DAILY', devices: 10_000, days: 100, batchesADay: 1 },
];

const hour = 3_600_000;
const hoursBetween = { DAILY: 24, HOURLY: 1 } as const;

/**
 * Readings as they come in operation, day after day or hour after hour: each touches rollup rows
 * that are there already. How many a second one writer stores, with how much of this process's
 * processor time (PostgreSQL's own comes on top), and what a row then takes on the disk, vacuumed after each batch as autovacuum would in the hours between.
 */
export async function runArrival({ size }: Options): Promise<void> {
  for (const one of cases) {
    const devices = one.devices / { full: 1, small: 10, tiny: 100 }[size];
    const days = size === 'tiny' ? 2 : one.days / (size === 'small' && one.days > 31 ? 10 : 1);
    await withStore(async (database) => {
      await createDevices(database, devices);
      await database.pool.query('UPDATE device SET reading_interval = $1', [one.interval]);
      let milliseconds = 0;
      let readings = 0;
      let cpu = 0;
      for (let batch = 0; batch < days * one.batchesADay; batch++) {
        const incoming = batchOf({ ...one, devices }, batch);
        const before = process.cpuUsage();
        milliseconds += await time(() =>
          database.transaction((tx) => ingestReadings(tx, incoming)),
        );
        const { user, system } = process.cpuUsage(before);
        cpu += user + system;
        readings += incoming.length;
        await database.pool.query('VACUUM reading, reading_pack, rollup');
      }
      print({
        benchmark: 'arrival',
        engine: database.engine,
        interval: one.interval,
        batchesADay: one.batchesADay,
        devices,
        readings,
        readingsPerSecond: Math.round(readings / (milliseconds / 1000)),
        cpuSecondsPerMillion: round(cpu / readings, 1),
        ...(await measureSizes(database)),
      });
    });
  }
}

function batchOf({ interval, devices, batchesADay }: Case, batch: number): IncomingReading[] {
  const step = hoursBetween[interval];
  const each = 24 / batchesADay / step;
  return Array.from({ length: devices * each }, (_, index) => {
    const deviceId = 1 + Math.floor(index / each);
    const count = batch * each + (index % each);
    return {
      propertyId: 1 + Math.floor((deviceId - 1) / devicesInProperty),
      deviceId,
      at: Date.UTC(2025, 0, 1) + count * step * hour + (deviceId % 50) * 60_000,
      value: count * step * 5_400 + ((count * deviceId * 7919) % 4_000),
      quality: 0,
    };
  });
}
