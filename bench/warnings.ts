import type { Database, Transaction } from '../server/database/open.ts';
import { ingestReadings } from '../server/metering/store/ingest.ts';
import { evaluateDue } from '../server/warnings/evaluate.ts';
import type { Options, Size } from './options.ts';
import { devicesInProperty, print, round, summarize, time, withStore } from './store.ts';
import {
  checkWarnings,
  createHourlyDevices,
  fillWarned,
  readingsBetween,
  warnedNow,
} from './warnings/fill.ts';
import { measureLists } from './warnings/lists.ts';
import { watch } from './watch.ts';

/**
 * Devices of the evaluation, of each of those with few and many days stored, and of the ingest;
 * properties of the lists.
 */
const sizes: Readonly<
  Record<Size, { whole: number; stored: number; marked: number; listed: number }>
> = {
  full: { whole: 100_000, stored: 10_000, marked: 1000, listed: 500 },
  small: { whole: 10_000, stored: 2000, marked: 400, listed: 50 },
  tiny: { whole: 60, stored: 60, marked: 20, listed: 2 },
};
const storedDays = 14;

/**
 * What it costs to look for warnings in a day's new readings of hourly water meters; that it doesn't
 * grow with what is stored; what marking the devices adds to the ingest of their readings; and how long
 * the screens of somebody with many warnings take.
 */
export async function run({ size }: Options): Promise<void> {
  const { whole, stored, marked, listed } = sizes[size];
  const rounds = size === 'tiny' ? 1 : 7;
  await withStore((database) => evaluateDay(database, whole));
  await withStore((few) => withStore((many) => compareStored({ few, many }, stored, rounds)));
  for (const hours of [24, 1]) {
    await withStore((database) => compareMarked(database, { devices: marked, hours, rounds }));
  }
  // As many warnings of a tenth of the properties, and of all.
  for (const warningsEach of [10, 1]) {
    const properties = (10 * listed) / warningsEach;
    await withStore((database) => measureLists(database, { properties, warningsEach, rounds }));
  }
}

async function evaluateDay(database: Database, devices: number): Promise<void> {
  const properties = devices / devicesInProperty;
  await fillWarned(database, properties, storedDays);
  const { rows } = await database.pool.query('SELECT count(*) AS count FROM rollup');
  const { result, ms, ...watched } = await watch(() => evaluateDue(database, () => warnedNow));
  if (result !== devices) throw new Error(`${result} devices of ${devices} were looked at.`);
  await checkWarnings(database, properties);
  print({
    benchmark: 'warnings',
    engine: database.engine,
    devices,
    rollupRows: rows[0].count,
    devicesPerSecond: Math.round((1000 * devices) / ms),
    seconds: round(ms / 1000, 1),
    requiredSeconds: 60,
    cpuSeconds: round(watched.cpuMs / 1000, 1),
    longestBlockMs: round(watched.longestBlockMs, 1),
    longestBlockCpuMs: round(watched.longestBlockCpuMs, 1),
    requiredBlockMs: 50,
  });
}

/** The same new readings in two stores, in turns: the first time as they come, then once more. */
async function compareStored(
  stores: Readonly<Record<'few' | 'many', Database>>,
  devices: number,
  rounds: number,
): Promise<void> {
  const properties = devices / devicesInProperty;
  const days = { few: storedDays, many: 10 * storedDays };
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  const each = Object.keys(times) as ('few' | 'many')[];
  for (const which of each) {
    await fillWarned(stores[which], properties, days[which]);
    await stores[which].pool.query('CREATE TABLE due_again AS SELECT * FROM warning_due');
  }
  for (let turn = 0; turn < rounds; turn++) {
    for (const which of each) {
      const { pool } = stores[which];
      await pool.query('INSERT INTO warning_due SELECT * FROM due_again ON CONFLICT DO NOTHING');
      times[which].push(await time(() => evaluateDue(stores[which], () => warnedNow)));
    }
  }
  for (const which of each) await checkWarnings(stores[which], properties);
  const [few, many] = [summarize(times.few).median, summarize(times.many).median];
  print({
    benchmark: 'warnings beside stored days',
    engine: stores.few.engine,
    devices,
    days: each.map((which) => days[which]),
    medianMs: [few, many].map(Math.round),
    ratio: round(many / few, 2),
    requiredRatio: 1.2,
  });
}

class TakenBack extends Error {}

/** The same readings with the devices marked and without, in turns, each time taken back. */
async function compareMarked(
  database: Database,
  { devices, hours, rounds }: { devices: number; hours: number; rounds: number },
): Promise<void> {
  const properties = Array.from({ length: devices / devicesInProperty }, (_, at) => at + 1);
  const readings = (from: number, until: number) =>
    properties.flatMap((id) => readingsBetween(id, from, until));
  await createHourlyDevices(database, properties.length);
  await database.transaction((tx) => ingestReadings(tx, readings(-72, -24)));
  await database.pool.query('TRUNCATE warning_due');
  await database.pool.query('VACUUM ANALYZE');
  const fresh = readings(-24, -24 + hours);
  const times: [marked: number[], unmarked: number[]] = [[], []];
  for (let turn = 0; turn < rounds; turn++) {
    for (const [which, wrap] of [(tx: Transaction) => tx, withoutMarks].entries()) {
      const work = database.transaction(async (tx) => {
        times[which]?.push(await time(() => ingestReadings(wrap(tx), fresh)));
        throw new TakenBack();
      });
      await work.catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
    }
  }
  const [marked, unmarked] = times.map((list) => summarize(list).median) as [number, number];
  print({
    benchmark: 'marking beside ingest',
    engine: database.engine,
    devices,
    readings: fresh.length,
    medianMs: [marked, unmarked].map(Math.round),
    ratio: round(marked / unmarked, 3),
  });
}

/** The transaction, but that devices aren't marked to be looked at. */
function withoutMarks(tx: Transaction): Transaction {
  return Object.assign(Object.create(tx), {
    run: async (sql: string, parameters?: readonly unknown[]) =>
      sql.includes('INTO warning_due') ? 0 : tx.run(sql, parameters),
  });
}
