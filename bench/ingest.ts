import type { Database } from '../server/database/open.ts';
import { type IncomingReading, ingestReadings } from '../server/metering/store/ingest.ts';
import type { Options } from './options.ts';
import {
  createDevices,
  daysOfReadings,
  print,
  readingsOf,
  round,
  summarize,
  time,
  withStore,
} from './store.ts';

/**
 * Readings stored with all rollups, against the same rows inserted raw into a table of the same
 * shape (key and monthly partitions) in the same engine, batch by batch in turn.
 */
export async function run({ size }: Options): Promise<void> {
  const devices = { full: 1000, small: 200, tiny: 60 }[size];
  await withStore(async (database) => {
    await createDevices(database, devices);
    await createRawTable(database);
    const raw: number[] = [];
    const ingest: number[] = [];
    let rows = 0;
    const devicesInBatch = 60;
    for (let first = 1; first <= devices; first += devicesInBatch) {
      const batch: IncomingReading[] = [];
      for (let id = first; id < Math.min(first + devicesInBatch, devices + 1); id++) {
        batch.push(...readingsOf(id, daysOfReadings));
      }
      const each = 1000 / batch.length;
      raw.push(each * (await time(() => insertRaw(database, batch))));
      ingest.push(
        each * (await time(() => database.transaction((tx) => ingestReadings(tx, batch)))),
      );
      rows += batch.length;
    }
    // Of a thousand rows, in the median batch: others use the machine too.
    const [rawMs, ingestMs] = [summarize(raw).median, summarize(ingest).median];
    print({
      benchmark: 'ingest',
      engine: database.engine,
      rows,
      rawRowsPerSecond: Math.round(1e6 / rawMs),
      ingestRowsPerSecond: Math.round(1e6 / ingestMs),
      ratio: round(rawMs / ingestMs, 3),
      required: 0.5,
    });
  });
}

async function createRawTable(database: Database): Promise<void> {
  await database.pool.query(
    `CREATE TABLE raw_reading (LIKE reading INCLUDING ALL) PARTITION BY RANGE (at)`,
  );
  for (let month = 0; month < 16; month++) {
    const [from, until] = [month, month + 1].map((one) =>
      new Date(Date.UTC(2024, 11 + one, 1)).toISOString(),
    );
    await database.pool.query(
      `CREATE TABLE raw_reading_${month} PARTITION OF raw_reading FOR VALUES FROM ('${from}') TO ('${until}')`,
    );
  }
}

async function insertRaw(database: Database, batch: readonly IncomingReading[]): Promise<void> {
  await database.transaction((tx) =>
    tx.run(
      `INSERT INTO raw_reading (property_id, device_id, at, value, quality)
       SELECT property_id, device_id, to_timestamp(at / 1000.0), value, quality
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[])
         AS given (property_id, device_id, at, value, quality)`,
      [
        batch.map((one) => one.propertyId),
        batch.map((one) => one.deviceId),
        batch.map((one) => one.at),
        batch.map((one) => one.value),
        batch.map((one) => one.quality),
      ],
    ),
  );
}
