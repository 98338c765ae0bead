import type { Database } from '../server/database/open.ts';
import { ingestReadings } from '../server/metering/store/ingest.ts';
import { type RollupQuery, readRollups } from '../server/metering/store/rollups.repository.ts';
import type { Options } from './options.ts';
import {
  createDevices,
  daysOfReadings,
  devicesInProperty,
  print,
  readingsOf,
  round,
  summarize,
  time,
  withStore,
} from './store.ts';

/**
 * A property's year by month at a small and at a ten times larger store: a graph must cost what it
 * shows. Measured at 1 M and 10 M readings; `--small` takes a tenth of each.
 */
export async function run({ size }: Options): Promise<void> {
  const base = { full: 1_000_000, small: 100_000, tiny: 8000 }[size];
  await withStore(async (database) => {
    const first = await measureAt(database, 0, base / daysOfReadings);
    const second = await measureAt(database, base / daysOfReadings, (10 * base) / daysOfReadings);
    print({
      benchmark: 'graph',
      engine: database.engine,
      readings: [base, 10 * base],
      medianMs: [first.median, second.median],
      p95Ms: [first.p95, second.p95],
      ratio: round(second.median / first.median, 2),
      required: 1.5,
    });
  });
}

async function measureAt(database: Database, from: number, until: number) {
  await createDevices(database, until);
  for (let id = from + 1; id <= until; id += 60) {
    const batch = Array.from({ length: Math.min(60, until - id + 1) }, (_, index) =>
      readingsOf(id + index, daysOfReadings),
    ).flat();
    await database.transaction((tx) => ingestReadings(tx, batch));
  }
  await database.pool.query('ANALYZE rollup');
  return timeYears(Math.floor(until / devicesInProperty), 300, (propertyId) =>
    database.transaction((tx) => readRollups(tx, yearOf(propertyId))),
  );
}

/** A year by month, as a property's graph asks for it. */
export function yearOf(propertyId: number): RollupQuery {
  return {
    propertyId,
    subjectKind: 'property',
    subjectIds: [propertyId],
    categories: ['COLD_WATER_METER'],
    timeframe: 'MONTHLY',
    timeZone: 'Europe/Warsaw',
    from: Date.UTC(2024, 11, 31, 23),
    until: Date.UTC(2025, 11, 31, 23),
  };
}

/** Asks for one property after another, spread over all of them. */
export async function timeYears(
  properties: number,
  rounds: number,
  ask: (propertyId: number) => Promise<unknown>,
): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let index = 0; index < rounds; index++) {
    const took = await time(() => ask(1 + ((index * 37) % properties)));
    // The first rounds fill caches.
    if (index >= 50) times.push(took);
  }
  return summarize(times);
}
