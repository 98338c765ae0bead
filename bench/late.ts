import type { Database } from '../server/database/open.ts';
import { type IncomingReading, ingestReadings } from '../server/metering/store/ingest.ts';
import { makePartitions } from '../server/metering/store/packs.repository.ts';
import type { Options } from './options.ts';
import { createDevices, print, readingsOf, round, summarize, time, withStore } from './store.ts';

/**
 * One late reading in the middle of each device's life: how many rollup rows and buckets it changes
 * and how long it takes, with a year and with five years stored. Beside it the insert of that one
 * row by raw SQL, without rollups.
 */
export async function runLate({ size }: Options): Promise<void> {
  const years = [1, 5];
  const found: Awaited<ReturnType<typeof measure>>[] = [];
  for (const one of years)
    found.push(await withStore((database) => measure(database, one, size === 'tiny' ? 2 : 20)));
  const [first, second] = found as [(typeof found)[0], (typeof found)[0]];
  print({
    benchmark: 'late reading',
    engine: first.engine,
    years,
    storedRows: found.map(({ storedRows }) => storedRows),
    maxRowsWritten: found.map(({ rowsWritten }) => rowsWritten),
    maxBucketsChanged: found.map(({ bucketsChanged }) => bucketsChanged),
    growth: round(second.rowsWritten / first.rowsWritten, 2),
    requiredGrowth: 1,
    medianMs: found.map(({ ingest }) => ingest.median),
    p95Ms: found.map(({ ingest }) => ingest.p95),
    rawMedianMs: found.map(({ raw }) => raw.median),
    timeGrowth: round(second.ingest.median / first.ingest.median, 2),
  });
}

async function measure(database: Database, years: number, devices: number) {
  const days = 365 * years;
  await createDevices(database, devices);
  const late: IncomingReading[] = [];
  for (let id = 1; id <= devices; id++) {
    const readings = readingsOf(id, days);
    // Another day for each device, so that edges of weeks and months are among them.
    late.push(...readings.splice(Math.floor(days / 2) + id, 1));
    await database.transaction((tx) => ingestReadings(tx, readings));
  }
  await database.pool.query('VACUUM ANALYZE reading, reading_pack, rollup');
  await makePartitions(
    database.statements,
    late.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01`),
    [],
  );
  const raw: number[] = [];
  for (const reading of late) raw.push(await timeRawInsert(database, reading));
  const ingest: number[] = [];
  let rowsWritten = 0;
  let bucketsChanged = 0;
  for (const reading of late) {
    const before = await readRows(database);
    ingest.push(await time(() => database.transaction((tx) => ingestReadings(tx, [reading]))));
    const changed = compare(before, await readRows(database));
    rowsWritten = Math.max(rowsWritten, changed.rows);
    bucketsChanged = Math.max(bucketsChanged, changed.buckets);
  }
  return {
    engine: database.engine,
    storedRows: (await readRows(database)).size,
    rowsWritten,
    bucketsChanged,
    ingest: summarize(ingest),
    raw: summarize(raw),
  };
}

/** The same row, and then taken back, so that the engine finds the store without it. */
async function timeRawInsert(
  database: Database,
  { propertyId, deviceId, at, value }: IncomingReading,
): Promise<number> {
  const took = await time(() =>
    database.transaction((tx) =>
      tx.run('INSERT INTO reading VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $4)', [
        propertyId,
        deviceId,
        at,
        value,
      ]),
    ),
  );
  await database.pool.query(
    'DELETE FROM reading WHERE device_id = $1 AND at = to_timestamp($2::bigint / 1000.0)',
    [deviceId, at],
  );
  return took;
}

interface Row {
  /** The transaction that wrote it. */
  readonly writer: string;
  readonly arrays: readonly (readonly unknown[] | null)[];
}

async function readRows(database: Database): Promise<Map<string, Row>> {
  const { rows } = await database.pool.query(
    `SELECT concat_ws('/', subject_kind, subject_id, category, timeframe, chunk) AS key, xmin::text AS writer,
       volumes, measured, interpolated, estimated, missing, received FROM rollup`,
  );
  return new Map(
    rows.map(({ key, writer, ...arrays }) => [
      key,
      { writer, arrays: Object.values(arrays) as [] },
    ]),
  );
}

function compare(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>) {
  let rows = 0;
  let buckets = 0;
  for (const [key, row] of after) {
    const old = before.get(key);
    if (old?.writer === row.writer) continue;
    rows++;
    const length = row.arrays[0]?.length ?? 0;
    for (let index = 0; index < length; index++) {
      if (row.arrays.some((array, which) => array?.[index] !== old?.arrays[which]?.[index]))
        buckets++;
    }
  }
  return { rows, buckets };
}
