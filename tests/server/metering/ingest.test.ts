import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../server/database/open.ts';
import { createStatement, type Statement } from '../../../server/database/statement.ts';
import { startOfLocalDay } from '../../../server/metering/buckets.ts';
import {
  type IncomingReading,
  ingestReadings,
  overwriteReadings,
} from '../../../server/metering/store/ingest.ts';
import { discardAside, takeBack } from '../../../server/metering/store/quarantineAnswers.ts';
import { recomputeDevices, recomputeVirtual } from '../../../server/metering/store/recompute.ts';
import { readRollups } from '../../../server/metering/store/rollups.repository.ts';
import { createTestDatabase } from '../../support/database.ts';

const warsaw = 'Europe/Warsaw';
const hour = 3_600_000;
const begin = startOfLocalDay(warsaw, '2025-12-20');
let database: Database;
let devices: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     VALUES (1, 'PL', '1', 'P', 'A', 'C', 'Z', $1)`,
    [warsaw],
  );
  const { rows } = await database.pool.query(
    `INSERT INTO device (property_id, tenant_id, serial_number, category, reading_interval, is_main)
     VALUES (1, 10, 'a', 'COLD_WATER_METER', 'HOURLY', false), (1, 10, 'b', 'COLD_WATER_METER', 'HOURLY', false),
       (1, 11, 'c', 'COLD_WATER_METER', 'DAILY', false), (1, NULL, 'd', 'COLD_WATER_METER', 'DAILY', true),
       (1, 11, 'e', 'TEMPERATURE_LOGGER', 'HOURLY', false) RETURNING id`,
  );
  devices = rows.map(({ id }) => id);
});
afterAll(() => database.close());

/** A stray above, one below, and a leap that stays, and is passed by itself. */
function oddityAt(index: number): number {
  const strays: Record<number, number> = { 150: 60e6, 153: -1e6, 350: -1.5e6, 470: 90e6 };
  return strays[index] ?? (index > 450 ? 70e6 : 0);
}

/** Three weeks over a new year with gaps, a roll-back and jitter; the same every time. */
function history(): IncomingReading[] {
  return devices.flatMap((deviceId, column) =>
    Array.from({ length: column === 2 || column === 3 ? 25 : 500 }, (_, index) => {
      const step = column === 2 || column === 3 ? 24 * hour : hour;
      const isGap = index % 97 > 80 || (column === 0 && index > 200 && index < 260);
      const value =
        column === 4 ? 20_000_000 + ((index * 7919) % 3_000_000) : index * 13_000 * (column + 1);
      const fallen = index > 300 && column === 1 ? value - 2_000_000 : value;
      const odd = column === 0 ? oddityAt(index) : 0;
      return isGap
        ? []
        : [
            {
              propertyId: 1,
              deviceId,
              at: begin + index * step + ((index * 104_729) % 900_000),
              value: Math.max(fallen + odd, 0),
              quality: 0 as const,
            },
          ];
    }).flat(),
  );
}

async function rollups() {
  const { rows } = await database.pool.query(
    `SELECT * FROM rollup ORDER BY subject_kind, subject_id, category, timeframe, chunk`,
  );
  return rows;
}

async function questionsOf() {
  const { rows } = await database.pool.query(
    'SELECT * FROM reading_question ORDER BY device_id, at, question',
  );
  return rows;
}

async function statesOf() {
  const { rows } = await database.pool.query('SELECT * FROM device_state ORDER BY device_id');
  return rows;
}

async function clear() {
  await database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, device_state',
  );
}

const store = (readings: readonly IncomingReading[]) =>
  database.transaction((tx) => ingestReadings(tx, readings));

it('counts what it has as duplicates, keeps the stored value, and corrects on request', async () => {
  await clear();
  const all = history();
  await store(all);
  const before = await rollups();
  const changed = { ...(all[5] as IncomingReading), value: 999 };
  expect(await store([...all, changed])).toEqual({
    stored: 0,
    duplicates: all.length,
    conflicts: [changed],
  });
  expect(await rollups()).toEqual(before);
  const correct = (readings: IncomingReading[]) =>
    database.transaction((tx) => overwriteReadings(tx, readings));
  await correct([changed]);
  expect(await rollups()).not.toEqual(before);
  await correct([all[5] as IncomingReading]);
  expect(await rollups()).toEqual(before);
}, 60_000);

/** Of the first device: at, value, quality. */
const readingOf = (
  day: number,
  value: number,
  quality: IncomingReading['quality'] = 0,
): IncomingReading => ({
  propertyId: 1,
  deviceId: devices[0] as number,
  at: begin + day * 24 * hour,
  value,
  quality,
});

it('takes the same value with another quality for another reading', async () => {
  await clear();
  const measured = [readingOf(0, 1e6), readingOf(1, 2e6)];
  await store(measured);
  const estimated = readingOf(1, 2e6, 2);
  expect(await store([estimated])).toEqual({ stored: 0, duplicates: 0, conflicts: [estimated] });
  const qualities = async () =>
    (await database.pool.query('SELECT quality FROM stored_reading ORDER BY at')).rows.map(
      ({ quality }) => quality,
    );
  expect(await qualities()).toEqual([0, 0]);
  const before = await rollups();
  await database.transaction((tx) => overwriteReadings(tx, [estimated]));
  expect(await qualities()).toEqual([0, 2]);
  expect(await rollups()).not.toEqual(before);
}, 60_000);

it('keeps the newest and the oldest reading when others come late or are struck out', async () => {
  await clear();
  const state = async () => {
    const { rows } = await database.pool.query(
      'SELECT last_at, last_value, first_at FROM device_state WHERE device_id = $1',
      [devices[0]],
    );
    return rows.map((row) => [
      row.last_at.getTime(),
      Number(row.last_value),
      row.first_at.getTime(),
    ]);
  };
  const day = (count: number) => begin + count * 24 * hour;
  const daily = (from: number) =>
    Array.from({ length: 10 }, (_, index) => readingOf(from + index, (from + index) * 1e6));
  await store(daily(100));
  // What is looked at around the late ones reaches to a few readings behind them only.
  await store(daily(0));
  expect(await state()).toEqual([[day(109), 109e6, day(0)]]);
  await store([readingOf(50, 50e6)]);
  expect(await state()).toEqual([[day(109), 109e6, day(0)]]);
  const strike = (...days: number[]) =>
    database.transaction((tx) =>
      overwriteReadings(
        tx,
        days.map((count) => ({ ...readingOf(count, 0), value: null })),
      ),
    );
  await strike(109, 0);
  expect(await state()).toEqual([[day(108), 108e6, day(1)]]);
  await strike(50, ...daily(1).map((_, index) => index + 1), ...daily(100).map((_, i) => i + 100));
  expect(await state()).toEqual([]);
}, 60_000);

const first = () => ({ propertyId: 1, deviceId: devices[0] as number });

it.each<[string, (tx: Transaction) => Promise<unknown>]>([
  ['stores', (tx) => ingestReadings(tx, [readingOf(0, 1e6)])],
  ['writes over', (tx) => overwriteReadings(tx, [readingOf(0, 1e6)])],
  ['computes anew', (tx) => recomputeDevices(tx, [first()])],
  ['computes a virtual meter anew', (tx) => recomputeVirtual(tx, 1, first().deviceId)],
  ['takes back', (tx) => takeBack(tx, first())],
  ['strikes out', (tx) => discardAside(tx, first(), 'support.pl')],
])(
  'who %s has each property to itself until the end, from before they look',
  async (_, change) => {
    await clear();
    const asked: string[] = [];
    const held = await database.transaction(async (tx) => {
      const watched: typeof tx = Object.assign(Object.create(tx), {
        query: (statement: Statement<object>, values?: readonly unknown[]) => {
          asked.push(statement.sql);
          return tx.query(statement, values);
        },
        run: (...given: Parameters<typeof tx.run>) => {
          asked.push(typeof given[0] === 'string' ? given[0] : given[0].sql);
          return tx.run(...given);
        },
      });
      await change(watched);
      const locks = createStatement(
        { id: 'integer' },
        `SELECT objid::integer AS id FROM pg_locks
       WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted`,
      );
      return tx.query(locks);
    });
    expect(asked[0]).toContain('pg_advisory_xact_lock');
    expect(held).toContainEqual({ id: 1 });
  },
  60_000,
);

it('stores all of two deliveries that come at once, as one after the other', async () => {
  await clear();
  const all = history();
  await store(all);
  const expected = await rollups();
  const states = await statesOf();
  await clear();
  const parts = [0, 1, 2, 3].map((part) => all.filter((_, index) => index % 4 === part));
  await Promise.all(parts.map(store));
  expect(await rollups()).toEqual(expected);
  expect(await statesOf()).toEqual(states);
}, 60_000);

it('adds hours up to days, days to months, devices to tenants, tenants to the property', async () => {
  await clear();
  const quiet = history().filter(({ deviceId }) => deviceId !== devices[1]);
  await store(quiet);
  const query = {
    propertyId: 1,
    categories: ['COLD_WATER_METER' as const],
    timeZone: warsaw,
    from: begin,
    until: begin + 30 * 24 * hour,
  };
  const sums = await database.transaction(async (tx) => {
    const read = async (
      subjectKind: 'device' | 'tenant' | 'property',
      subjectIds: number[],
      timeframe: 'MONTHLY' | 'DAILY',
    ) =>
      (
        await readRollups(tx, {
          ...query,
          from: startOfLocalDay(warsaw, '2025-12-01'),
          subjectKind,
          subjectIds,
          timeframe,
        })
      )
        .flatMap(({ buckets }) => buckets)
        .reduce((sum, { volume }) => sum + (volume ?? 0), 0);
    return {
      devices: await read('device', [devices[0] as number, devices[2] as number], 'MONTHLY'),
      tenants: await read('tenant', [10, 11], 'MONTHLY'),
      property: await read('property', [1], 'MONTHLY'),
      main: await read('device', [devices[3] as number], 'MONTHLY'),
    };
  });
  expect(sums.devices).toBe(sums.tenants);
  expect(sums.property).toBe(sums.tenants);
  expect(sums.property).toBeGreaterThan(0);
  expect(sums.main).toBeGreaterThan(0);
}, 60_000);

it('answers an unexplained drop once its exchange is entered', async () => {
  await clear();
  const deviceId = devices[2] as number;
  const at = (day: number) => begin + day * 24 * hour;
  await store(
    [500, 501, 3, 4].map((value, day) => ({
      propertyId: 1,
      deviceId,
      at: at(day),
      value: value * 1e6,
      quality: 0 as const,
    })),
  );
  const total = async () =>
    database.transaction(async (tx) => {
      const [series] = await readRollups(tx, {
        propertyId: 1,
        subjectKind: 'device',
        subjectIds: [deviceId],
        timeframe: 'MONTHLY',
        timeZone: warsaw,
        from: startOfLocalDay(warsaw, '2025-12-01'),
        until: at(10),
      });
      return series?.buckets[0];
    });
  expect(await total()).toMatchObject({ volume: 2e6, estimated: 1 });
  await database.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index, end_index)
       VALUES (1, $1, 'epoch', $2, 0, 502000000), (1, $1, $2, NULL, 1000000, NULL)`,
      [deviceId, new Date(at(1) + hour)],
    );
    await recomputeDevices(tx, [{ propertyId: 1, deviceId: deviceId }]);
  });
  expect(await total()).toMatchObject({ volume: 5e6, measured: 1, estimated: 0 });
  expect((await database.pool.query('SELECT FROM reading_question')).rowCount).toBe(0);
}, 60_000);

it('never depends on the order of arrival or on how readings are batched', async () => {
  await clear();
  const all = history();
  expect(await store(all)).toMatchObject({ stored: all.length, duplicates: 0, conflicts: [] });
  const expected = await rollups();
  const questions = await questionsOf();
  const states = await statesOf();
  expect(new Set(questions.map(({ question }) => question))).toEqual(
    new Set(['DROP', 'RISE', 'GAP']),
  );
  expect(states).toHaveLength(devices.length);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1_000_000), { minLength: all.length, maxLength: all.length }),
      fc.integer({ min: 1, max: 7 }),
      async (keys, parts) => {
        await clear();
        const shuffled = all
          .map((reading, index) => ({ reading, key: keys[index] as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ reading }) => reading);
        const size = Math.ceil(shuffled.length / parts);
        for (let from = 0; from < shuffled.length; from += size)
          await store(shuffled.slice(from, from + size));
        expect(await rollups()).toEqual(expected);
        expect(await questionsOf()).toEqual(questions);
        expect(await statesOf()).toEqual(states);
      },
    ),
    // A smaller case would tell no more, and takes long to find.
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
