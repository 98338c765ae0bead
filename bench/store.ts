import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../server/database/migrate.ts';
import { type Database, openDatabase } from '../server/database/open.ts';
import type { IncomingReading } from '../server/metering/store/ingest.ts';

/**
 * A fresh database for one measurement: DATABASE_URL's (which must be empty), else PGlite in a
 * directory that is deleted afterwards.
 */
export async function withStore<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  const database = await openDatabase({
    DATA_DIR: directory,
    DATABASE_URL: process.env.DATABASE_URL,
  });
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
    await rm(directory, { recursive: true });
  }
}

const day = 86_400_000;

/** `devices` daily meters in properties of twenty, five tenants each; ids count from 1. */
export async function createDevices(database: Database, devices: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw' FROM generate_series(1, $1::int) AS id
     ON CONFLICT DO NOTHING`,
    [Math.ceil(devices / 20)],
  );
  await database.pool.query(
    `INSERT INTO device (property_id, id, tenant_id, serial_number, category, reading_interval)
     OVERRIDING SYSTEM VALUE
     SELECT 1 + (id - 1) / 20, id, 1 + (id - 1) / 4, id::text, 'COLD_WATER_METER', 'DAILY'
     FROM generate_series(1, $1::int) AS id ON CONFLICT DO NOTHING`,
    [devices],
  );
}

/** A year and more of a device's daily readings; the first day is 2025-01-01. */
export function readingsOf(deviceId: number, days: number): IncomingReading[] {
  return Array.from({ length: days }, (_, index) => ({
    propertyId: 1 + Math.floor((deviceId - 1) / 20),
    deviceId,
    at: Date.UTC(2025, 0, 1, 0, deviceId % 50) + index * day,
    value: index * 130_000 + ((index * deviceId * 7919) % 90_000),
    quality: 0 as const,
  }));
}

export function print(result: object): void {
  console.log(JSON.stringify(result));
}
