import type { Database } from '../server/database/open.ts';
import type { IncomingReading } from '../server/metering/store/ingest.ts';

/** A table of the shape that readings have, for 2024, 2025 and the months behind. */
export async function createRawTable(database: Database): Promise<void> {
  await database.pool.query(
    `CREATE TABLE raw_reading (LIKE reading INCLUDING ALL) PARTITION BY RANGE (at)`,
  );
  for (let month = 0; month < 27; month++) {
    const [from, until] = [month, month + 1].map((one) =>
      new Date(Date.UTC(2024, one, 1)).toISOString(),
    );
    await database.pool.query(
      `CREATE TABLE raw_reading_${month} PARTITION OF raw_reading FOR VALUES FROM ('${from}') TO ('${until}')`,
    );
  }
}

/** By INSERT from arrays, in a transaction of its own. */
export async function insertRaw(
  database: Database,
  batch: readonly IncomingReading[],
): Promise<void> {
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
