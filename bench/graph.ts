import type { Database } from '../server/database/open.ts';
import { ingestReadings } from '../server/metering/store/ingest.ts';
import { readRollups } from '../server/metering/store/rollups.repository.ts';
import { createDevices, print, readingsOf, withStore } from './store.ts';

const days = 400;

/**
 * A property's year by month at a small and at a ten times larger store: a graph must cost what it
 * shows. Measured at 1 M and 10 M readings; `--small` takes a tenth of each for a quick look.
 */
export async function run({ small }: { small: boolean }): Promise<void> {
  const base = small ? 100_000 : 1_000_000;
  await withStore(async (database) => {
    const first = await measureAt(database, 0, base / days);
    const second = await measureAt(database, base / days, (10 * base) / days);
    print({
      benchmark: 'graph',
      engine: database.engine,
      readings: [base, 10 * base],
      medianMs: [first.median, second.median],
      p95Ms: [first.p95, second.p95],
      ratio: Number((second.median / first.median).toFixed(2)),
      required: 1.5,
    });
  });
}

async function measureAt(database: Database, from: number, until: number) {
  await createDevices(database, until);
  for (let id = from + 1; id <= until; id += 60) {
    const batch = Array.from({ length: Math.min(60, until - id + 1) }, (_, index) =>
      readingsOf(id + index, days),
    ).flat();
    await database.transaction((tx) => ingestReadings(tx, batch));
  }
  await database.pool.query('ANALYZE rollup');
  const times: number[] = [];
  const properties = Math.floor(until / 20);
  for (let round = 0; round < 300; round++) {
    const propertyId = 1 + ((round * 37) % properties);
    const start = performance.now();
    await database.transaction((tx) =>
      readRollups(tx, {
        propertyId,
        subjectKind: 'property',
        subjectIds: [propertyId],
        categories: ['COLD_WATER_METER'],
        timeframe: 'MONTHLY',
        timeZone: 'Europe/Warsaw',
        from: Date.UTC(2024, 11, 31, 23),
        until: Date.UTC(2025, 11, 31, 23),
      }),
    );
    // The first rounds fill caches.
    if (round >= 50) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Number((times[Math.floor(times.length * share)] as number).toFixed(3));
  return { median: at(0.5), p95: at(0.95) };
}
