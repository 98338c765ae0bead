import type { Database, Transaction } from '../server/database/open.ts';
import { ingestReadings } from '../server/metering/store/ingest.ts';
import { createDevices, daysOfReadings, devicesInProperty, readingsOf } from './store.ts';

export const readingsInProperty = devicesInProperty * daysOfReadings;

/** Devices, tenants and properties in a property: how far the ids of two copies lie apart. */
const subjectsInProperty = [devicesInProperty, devicesInProperty / 4, 1].join();

/** How many properties one statement copies: a million readings. */
const propertiesInStep = 1_000_000 / readingsInProperty;

/**
 * Fills an empty store, or one filled before, until `properties` have their readings, of so many
 * days, and rollups.
 *
 * The first property goes through the engine. The others are copies of its rows with the ids
 * exchanged, made by SQL: what is stored of a property depends on its own readings alone, so the
 * rows are those that the engine would have written (`checkCopies` compares), and a hundred million
 * readings are there in minutes instead of half an hour.
 */
export async function fillStore(
  database: Database,
  from: number,
  properties: number,
  days = daysOfReadings,
): Promise<void> {
  await createDevices(database, properties * devicesInProperty);
  if (from === 0) await ingestProperty(database, 1, days);
  for (let first = Math.max(2, from + 1); first <= properties; first += propertiesInStep) {
    await copyProperty(database, first, Math.min(first + propertiesInStep - 1, properties));
  }
  if (from === 0) await checkCopies(database, properties, days);
  await database.pool.query('VACUUM ANALYZE reading, reading_pack, rollup, device, property');
}

/** The first property's readings under another property's ids, through the engine. */
async function ingestProperty(database: Database, propertyId: number, days: number): Promise<void> {
  const shift = (propertyId - 1) * devicesInProperty;
  const readings = Array.from({ length: devicesInProperty }, (_, index) =>
    readingsOf(index + 1, days).map((one) => ({
      ...one,
      propertyId,
      deviceId: one.deviceId + shift,
    })),
  );
  await database.transaction((tx) => ingestReadings(tx, readings.flat()));
}

const copies = 'generate_series($1::bigint, $2::bigint) AS copy (id)';
// It depends on the copy, so property follows property, as an import would have it.
const copied = 'property_id = 1 AND copy.id > 1 OFFSET 0';

async function copyProperty(database: Database, first: number, last: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO reading (property_id, device_id, at, value, quality)
       SELECT copy.id, device_id + (copy.id - 1) * ${devicesInProperty}, at, value, quality
       FROM ${copies}, LATERAL (SELECT * FROM reading WHERE ${copied}) AS one`,
      [first, last],
    );
    await tx.run(
      `INSERT INTO reading_pack
         (property_id, device_id, month, first_at, last_at, spacing, instants, values, qualities,
          durations)
       SELECT copy.id, device_id + (copy.id - 1) * ${devicesInProperty}, month, first_at, last_at,
         spacing, instants, values, qualities, durations
       FROM ${copies}, LATERAL (SELECT * FROM reading_pack WHERE ${copied}) AS one`,
      [first, last],
    );
    await copyRollups(tx, first, last);
  });
}

/** The first property's rollups as those of others, with the ids exchanged. */
export async function copyRollups(tx: Transaction, first: number, last: number): Promise<void> {
  await tx.run(
    `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
         measured, interpolated, estimated, missing, received, minimum, maximum, bridged,
         interpolated_time, unknown_time, absent_time)
       SELECT copy.id, subject_kind,
         subject_id + (copy.id - 1) * (ARRAY[${subjectsInProperty}])[subject_kind + 1],
         category, timeframe, chunk, volumes, measured, interpolated, estimated, missing, received,
         minimum, maximum, bridged, interpolated_time, unknown_time, absent_time
       FROM ${copies}, LATERAL (SELECT * FROM rollup WHERE ${copied}) AS one`,
    [first, last],
  );
}

/** Throws unless the engine makes of one more property just what the copies hold. */
async function checkCopies(database: Database, copied: number, days: number): Promise<void> {
  const engineMade = copied + 1;
  await createDevices(database, engineMade * devicesInProperty);
  await ingestProperty(database, engineMade, days);
  await checkRollups(database, copied, engineMade);
  for (const table of ['reading', 'reading_pack', 'rollup']) {
    await database.pool.query(`DELETE FROM ${table} WHERE property_id = $1`, [engineMade]);
  }
}

/** Throws unless two properties of the same readings have the same rollups. */
export async function checkRollups(
  database: Database,
  copied: number,
  engineMade: number,
): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT count(*) AS rows, md5(string_agg(ROW(subject_kind, place, category, timeframe, chunk, volumes,
       measured, interpolated, estimated, missing, received, minimum, maximum, bridged,
       interpolated_time, unknown_time, absent_time)::text, ' '
       ORDER BY subject_kind, place, timeframe, chunk)) AS content
     FROM rollup, LATERAL (SELECT subject_id - (property_id - 1)
       * (ARRAY[${subjectsInProperty}])[subject_kind + 1]) AS of (place)
     WHERE property_id IN ($1, $2) GROUP BY property_id`,
    [copied, engineMade],
  );
  const contents = new Set(rows.map(({ rows: count, content }) => `${count} ${content}`));
  if (rows.length !== 2 || contents.size !== 1) {
    throw new Error('A copied property differs from what the engine makes of the same readings.');
  }
}
