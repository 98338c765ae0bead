import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { startOfLocalDay } from '../../../server/metering/buckets.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import { ingestReadings } from '../../../server/metering/store/ingest.ts';
import { recomputeDevices, recomputeVirtual } from '../../../server/metering/store/recompute.ts';
import { readRollups } from '../../../server/metering/store/rollups.repository.ts';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const zone = 'Europe/Warsaw';
const hour = 3_600_000;
const day = 24 * hour;
const begin = startOfLocalDay(zone, '2026-03-20');
let database: Database;
let tenantId = 0;
let cold = 0;
let hot = 0;
let both = 0;
let rest = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1 });
  tenantId = await addTenant(database, 1, { tenantNo: '001' });
  const flat = { propertyId: 1, tenantId };
  cold = await addDevice(database, { ...flat, category: 'COLD_WATER_METER' });
  hot = await addDevice(database, { ...flat, category: 'HOT_WATER_METER' });
  both = await addDevice(database, { ...flat, category: 'COLD_HOT_WATER_VIRTUAL' });
  rest = await addDevice(database, { propertyId: 1, isMain: true });
  await database.pool.query(
    `INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor)
     VALUES (1, $1, $3, 1), (1, $1, $4, 1), (1, $2, $3, 1), (1, $2, $4, -1)`,
    [both, rest, cold, hot],
  );
});
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, device_state, reading_correction',
  );
});
afterAll(() => database.close());

const reading = (deviceId: number, at: number, litres: number) => ({
  propertyId: 1,
  deviceId,
  at,
  value: litres * 1000,
  quality: 0 as const,
});
/** Registers that gain 300 and 100 litres a day. */
const history = (days: number) =>
  Array.from({ length: days }, (_, index) => [
    reading(cold, begin + index * day, index * 300),
    reading(hot, begin + index * day, index * 100),
  ]).flat();

const store = (readings: ReturnType<typeof history>) =>
  database.transaction((tx) => ingestReadings(tx, readings));

async function rollups() {
  const { rows } = await database.pool.query(
    'SELECT * FROM rollup ORDER BY subject_kind, subject_id, category, timeframe, chunk',
  );
  return rows;
}

function daysOf(subjectKind: 'device' | 'tenant' | 'property', subjectId: number) {
  return database.transaction(async (tx) => {
    const series = await readRollups(tx, {
      propertyId: 1,
      subjectKind,
      subjectIds: [subjectId],
      timeframe: 'DAILY' as const,
      timeZone: zone,
      from: begin,
      until: begin + 20 * day,
    });
    const wanted = series.find(({ category }) => category === 'COLD_HOT_WATER_VIRTUAL');
    return (wanted ?? series[0])?.buckets ?? [];
  });
}

describe('a virtual meter', () => {
  it('is the sum of its parts, and counts for its tenant and property', async () => {
    await store(history(5));
    for (const [kind, id] of [
      ['device', both],
      ['tenant', tenantId],
      ['property', 1],
    ] as const) {
      const volumes = (await daysOf(kind, id)).slice(0, 4).map(({ volume }) => volume);
      expect(volumes).toEqual([400_000, 400_000, 400_000, 400_000]);
    }
    // A difference of parts; as a main meter it is part of no sum.
    expect((await daysOf('device', rest))[0]).toMatchObject({ volume: 200_000, measured: 1 });
  });

  it('is unknown where a part is', async () => {
    await store(history(5).filter(({ deviceId }) => deviceId === cold));
    expect((await daysOf('device', both))[0]).toMatchObject({ volume: null, missing: 1 });
    await store(history(5).filter(({ deviceId }) => deviceId === hot));
    expect((await daysOf('device', both))[0]).toMatchObject({ volume: 400_000, missing: 0 });
  });

  it('never depends on the order of arrival', async () => {
    const all = history(14).filter((_, index) => index % 11 !== 7);
    await store(all);
    const expected = await rollups();
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.integer({ min: 1, max: 6 }),
        async (shuffled, parts) => {
          await database.pool.query(
            'TRUNCATE reading, reading_pack, rollup, reading_question, device_state',
          );
          const size = Math.ceil(shuffled.length / parts);
          for (let from = 0; from < shuffled.length; from += size) {
            await store(shuffled.slice(from, from + size));
          }
          expect(await rollups()).toEqual(expected);
        },
      ),
      { numRuns: 6 },
    );
  }, 60_000);

  it('is the same computed anew as a whole', async () => {
    await store(history(9));
    const expected = await rollups();
    await database.pool.query('UPDATE virtual_meter_part SET factor = 2 WHERE source_id = $1', [
      hot,
    ]);
    const again = () => database.transaction((tx) => recomputeVirtual(tx, 1, both));
    await again();
    expect((await daysOf('device', both))[0]?.volume).toBe(500_000);
    expect((await daysOf('tenant', tenantId))[0]?.volume).toBe(500_000);
    await database.pool.query(
      'UPDATE virtual_meter_part SET factor = CASE device_id WHEN $2 THEN 1 ELSE -1 END WHERE source_id = $1',
      [hot, both],
    );
    await again();
    expect(await rollups()).toEqual(expected);
  });
});

describe('a correction', () => {
  const correct = (deviceId: number, at: number, litres: number | null) =>
    database.transaction((tx) =>
      correctReadings(
        tx,
        [
          {
            propertyId: 1,
            deviceId,
            at,
            quality: 0 as const,
            reason: 'typed wrongly',
            value: litres === null ? null : litres * 1000,
          },
        ],
        'support.pl',
      ),
    );

  it('changes its buckets only, is remembered, and can be taken back', async () => {
    await store(history(10));
    const before = await rollups();
    await correct(cold, begin + 4 * day, 1210);
    expect((await daysOf('device', cold)).slice(2, 6).map(({ volume }) => volume)).toEqual([
      300_000, 310_000, 290_000, 300_000,
    ]);
    expect((await daysOf('device', both))[3]?.volume).toBe(410_000);
    await correct(cold, begin + 4 * day, 1200);
    expect(await rollups()).toEqual(before);
    const { rows } = await database.pool.query(
      `SELECT value, original_value, corrected_by, reason FROM reading_correction ORDER BY id`,
    );
    expect(rows).toEqual([
      {
        value: 1_210_000,
        original_value: 1_200_000,
        corrected_by: 'support.pl',
        reason: 'typed wrongly',
      },
      {
        value: 1_200_000,
        original_value: 1_200_000,
        corrected_by: 'support.pl',
        reason: 'typed wrongly',
      },
    ]);
  });

  it('stands when what had been read is imported again', async () => {
    const all = history(10);
    await store(all);
    await correct(cold, begin + 4 * day, 1210);
    await correct(hot, begin + 9 * day, null);
    const corrected = await rollups();
    expect(await store(all)).toMatchObject({ stored: 0, duplicates: all.length, conflicts: [] });
    expect(await rollups()).toEqual(corrected);
    const other = reading(cold, begin + 4 * day, 999);
    expect(await store([other])).toMatchObject({ stored: 0, conflicts: [other] });
  });

  it('leaves the same as if the reading had come right, or never', async () => {
    const all = history(10);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.boolean(),
        fc.boolean(),
        async (place, isStruck, isEarly) => {
          const at = begin + place * day;
          const litres = isStruck ? null : place * 300 + 5;
          const clear = () =>
            database.pool.query(
              'TRUNCATE reading, reading_pack, rollup, reading_question, device_state, reading_correction',
            );
          await clear();
          const others = all.filter((one) => one.deviceId !== cold || one.at !== at);
          await store(litres === null ? others : [...others, reading(cold, at, litres)]);
          const expected = (await rollups()).filter(hasValues);
          const { rows: states } = await database.pool.query(
            'SELECT * FROM device_state ORDER BY device_id',
          );
          await clear();
          if (isEarly) await correct(cold, at, litres);
          await store(all);
          if (!isEarly) await correct(cold, at, litres);
          expect((await rollups()).filter(hasValues)).toEqual(expected);
          const after = await database.pool.query('SELECT * FROM device_state ORDER BY device_id');
          expect(after.rows).toEqual(states);
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

/** A row that lost its only reading may stay behind, empty. */
function hasValues({ received, volumes, missing }: Record<string, (number | null)[]>): boolean {
  return [received, volumes, missing].some((list) => list?.some((value) => (value ?? 0) !== 0));
}

it('takes a confirmed reverse flow with its sign', async () => {
  await store([reading(cold, begin, 5000), reading(cold, begin + day, 4000)]);
  expect((await daysOf('device', cold))[0]).toMatchObject({ volume: null, missing: 1 });
  await database.pool.query(
    `INSERT INTO reading_explanation (property_id, device_id, at, question, explanation, explained_by)
     VALUES (1, $1, $2, 'DROP', 'REVERSE', 'support.pl')`,
    [cold, new Date(begin + day)],
  );
  await database.transaction((tx) => recomputeDevices(tx, [{ propertyId: 1, deviceId: cold }]));
  expect((await daysOf('device', cold))[0]).toMatchObject({ volume: -1_000_000, measured: 1 });
  expect((await database.pool.query('SELECT FROM reading_question')).rowCount).toBe(0);
});
