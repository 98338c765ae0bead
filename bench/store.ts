import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { ReadingInterval } from '../schemas/entities/device.ts';
import { migrate } from '../server/database/migrate.ts';
import { type Database, openDatabase } from '../server/database/open.ts';
import type { IncomingReading } from '../server/metering/store/ingest.ts';

/**
 * A fresh database for one measurement, dropped afterwards: a new one on DATABASE_URL's server,
 * whose user must be allowed to create databases, else PGlite in a directory of its own.
 */
export async function withStore<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const server = process.env.DATABASE_URL;
  const store = server ? await createOnServer(server) : await createDirectory();
  try {
    const database = await openDatabase(store.place);
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await store.remove();
  }
}

async function createDirectory() {
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  return { place: { DATA_DIR: directory }, remove: () => rm(directory, { recursive: true }) };
}

async function createOnServer(server: string) {
  const name = `meterhouse_bench_${randomBytes(6).toString('hex')}`;
  const address = new URL(server);
  address.pathname = `/${name}`;
  await administer(server, `CREATE DATABASE ${name}`);
  return {
    place: { DATABASE_URL: address.href, DATA_DIR: '' },
    remove: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const day = 86_400_000;
export const devicesInProperty = 20;
/** What each device has: a year and more, so that a whole year can be asked for. */
export const daysOfReadings = 400;

/** `devices` meters in properties of twenty, five tenants each; ids count from 1. */
export async function createDevices(
  database: Database,
  devices: number,
  interval: ReadingInterval = 'DAILY',
): Promise<void> {
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw' FROM generate_series(1, $1::int) AS id
     ON CONFLICT DO NOTHING`,
    [Math.ceil(devices / devicesInProperty)],
  );
  await database.pool.query(
    `INSERT INTO device (property_id, id, tenant_id, serial_number, category, reading_interval)
     OVERRIDING SYSTEM VALUE
     SELECT 1 + (id - 1) / ${devicesInProperty}, id, 1 + (id - 1) / 4, id::text, 'COLD_WATER_METER', $2
     FROM generate_series(1, $1::int) AS id ON CONFLICT DO NOTHING`,
    [devices, interval],
  );
}

/** A year and more of a device's daily readings; the first day is 2025-01-01. */
export function readingsOf(deviceId: number, days: number): IncomingReading[] {
  return Array.from({ length: days }, (_, index) => ({
    propertyId: 1 + Math.floor((deviceId - 1) / devicesInProperty),
    deviceId,
    at: Date.UTC(2025, 0, 1, 0, deviceId % 50) + index * day,
    value: index * 130_000 + ((index * deviceId * 7919) % 90_000),
    quality: 0 as const,
  }));
}

export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Median and 95th percentile, in milliseconds. */
export function summarize(times: readonly number[]): { median: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0, 3);
  return { median: at(0.5), p95: at(0.95) };
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function print(result: object): void {
  console.log(JSON.stringify(result));
}
