import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { type IncomingReading, ingestReadings } from '../../../server/metering/store/ingest.ts';
import { addProperty } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** A batch of thousands of devices is stored in parts, which overlap (store/ingest.ts). */

const day = 86_400_000;
const begin = Date.UTC(2026, 2, 2, 12);
const devices = 1050;
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of [1, 2, 3, 4]) {
    await addProperty(database, { id });
    await database.pool.query(
      `INSERT INTO device (property_id, id, tenant_id, serial_number, category, reading_interval)
       OVERRIDING SYSTEM VALUE
       SELECT $1::bigint, $1::bigint * 10000 + place, 1 + place / 100, place::text, 'COLD_WATER_METER', 'DAILY'
       FROM generate_series(1, $2::int) AS place`,
      [id, devices],
    );
  }
});
afterAll(() => database.close());

const readingsOf = (properties: readonly number[], index: number): IncomingReading[] =>
  properties.flatMap((propertyId) =>
    Array.from({ length: devices }, (_, place) => ({
      propertyId,
      deviceId: propertyId * 10_000 + place + 1,
      at: begin + index * day,
      value: index * (place + 1) * 1000,
      quality: 0 as const,
    })),
  );
const store = (readings: readonly IncomingReading[]) =>
  database.transaction((tx) => ingestReadings(tx, readings));

async function figuresOf(properties: readonly number[]) {
  const { rows } = await database.pool.query(
    `SELECT subject_kind, CASE WHEN subject_kind <> 1 THEN subject_id % 10000 ELSE subject_id END AS subject,
       timeframe, chunk, volumes, measured, received, absent_time
     FROM rollup WHERE property_id = ANY ($1) AND subject_kind > 0
     ORDER BY property_id, subject_kind, subject_id, timeframe, chunk`,
    [properties],
  );
  return rows.map(({ subject, ...row }) => (row.subject_kind === 2 ? row : { subject, ...row }));
}

it('and leaves what each property leaves by itself', async () => {
  for (const index of [0, 2, 1]) {
    expect(await store(readingsOf([1, 2], index))).toMatchObject({ stored: 2 * devices });
    for (const id of [3, 4]) await store(readingsOf([id], index));
  }
  const figures = await figuresOf([1, 2]);
  expect(figures.length).toBeGreaterThan(60);
  expect(figures).toEqual(await figuresOf([3, 4]));
  expect(await store(readingsOf([1, 2], 1))).toEqual({
    stored: 0,
    duplicates: 2 * devices,
    conflicts: [],
  });
});

it('or nothing of it, when one part fails', async () => {
  const before = await figuresOf([1, 2]);
  const broken = readingsOf([1, 2], 3).map((one, index) =>
    index === devices + 5 ? { ...one, value: 2 ** 70 } : one,
  );
  await expect(store(broken)).rejects.toThrow(/out of range|invalid input/);
  expect(await figuresOf([1, 2])).toEqual(before);
  // The connection has nothing of the failed one left to do.
  expect(await store(readingsOf([1, 2], 3))).toMatchObject({ stored: 2 * devices });
});
