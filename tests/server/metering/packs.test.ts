import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Database } from '../../../server/database/open.ts';
import type { Statement } from '../../../server/database/statement.ts';
import {
  type IncomingReading,
  ingestReadings,
  overwriteReadings,
} from '../../../server/metering/store/ingest.ts';
import { packReadings } from '../../../server/metering/store/packReadings.ts';
import { insertPacks, splitReadings } from '../../../server/metering/store/packs.repository.ts';
import { nearestReadings, readingsBetween } from '../../../server/metering/store/readingSql.ts';
import {
  ensurePartitions,
  insertRows,
} from '../../../server/metering/store/readings.repository.ts';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** Readings are packed by month: what is known of a device is the same, packed or not. */

const day = 86_400_000;
const begin = Date.UTC(2025, 10, 20, 12);
const never = new AbortController().signal;
let database: Database;
let propertyId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function add(category: DeviceCategory = 'COLD_WATER_METER') {
  propertyId += 1;
  await addProperty(database, { id: propertyId });
  const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
  const deviceId = await addDevice(database, { propertyId, tenantId, category });
  return { propertyId, deviceId };
}
type Device = Awaited<ReturnType<typeof add>>;

const store = (readings: readonly IncomingReading[]) =>
  database.transaction((tx) => ingestReadings(tx, readings));
const rowsOf = async (table: string, order: string, { propertyId: id }: Device) => {
  const { rows } = await database.pool.query(
    `SELECT * FROM ${table} WHERE property_id = $1 ORDER BY ${order}`,
    [id],
  );
  return rows.map(({ property_id, device_id, subject_id, ...row }) => row);
};
const figuresOf = async (device: Device) => ({
  rollups: await rowsOf('rollup', 'subject_kind, timeframe, chunk', device),
  questions: await rowsOf('reading_question', 'at, question', device),
  states: await rowsOf('device_state', 'device_id', device),
  readings: await rowsOf('stored_reading', 'at', device),
});
const countOf = async (table: 'reading' | 'reading_pack', device: Device) =>
  (await rowsOf(table, '1', device)).length;

/** `values[n]` is read on the nth day; litres. */
const daily = (device: Device, values: readonly number[], quality: 0 | 1 | 2 = 0) =>
  values.map((value, index) => ({
    ...device,
    at: begin + index * day,
    value: value * 1e6,
    quality,
  }));

it('packs eight readings of a month that ended six weeks ago', () => {
  const now = begin + 20 * day;
  const device = { propertyId: 1, deviceId: 2 };
  const month = (at: number, count: number, deviceId = 2) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ ...device, deviceId, at: at + index * 3_600_000, value: index, quality: 0 as const },
    }));
  const [september, october] = [Date.UTC(2025, 8, 3), Date.UTC(2025, 9, 3)];
  const { packs, rows } = splitReadings(
    [
      ...month(september, 8),
      ...month(october, 70),
      ...month(september, 7, 3),
      ...month(september, 9, 4),
    ],
    now,
  );
  expect(packs.map(({ deviceId, month: of, readings }) => [deviceId, of, readings.length])).toEqual(
    [
      [2, '2025-09-01', 8],
      [4, '2025-09-01', 9],
    ],
  );
  expect(rows).toHaveLength(70 + 7);
});

it('keeps the quality of a month in which no reading was measured', async () => {
  const device = await add();
  await store(
    daily(
      device,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((one) => one * 10),
      1,
    ),
  );
  const before = await figuresOf(device);
  expect(before.readings.map(({ quality }) => quality)).toEqual(Array(12).fill(1));
  await packReadings(database, never, begin + 100 * day);
  expect(await countOf('reading_pack', device)).toBeGreaterThan(0);
  expect(await figuresOf(device)).toEqual(before);
});

it('tells the same of readings that come at once, one by one, and are packed in between', async () => {
  const count = 40;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: count, maxLength: count }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: count, maxLength: count }),
      fc.array(fc.nat({ max: count - 1 }), { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.option(fc.nat({ max: 500 }))), {
        maxLength: 4,
      }),
      async (steps, qualities, late, changes) => {
        let sum = 1000;
        const values = steps.map((step) => {
          sum += step === 30 ? -step : step;
          return sum;
        });
        const of = (device: Device) =>
          daily(device, values).map((one, index) => ({
            ...one,
            quality: qualities[index] as 0 | 1 | 2,
          }));
        const isLate = new Set(late);
        const change = (device: Device) =>
          changes.map(([index, value]) => ({
            ...device,
            at: begin + index * day,
            value: value === null ? null : value * 1e6,
            quality: 0 as const,
          }));
        const overwrite = async (device: Device) => {
          for (const one of change(device)) {
            await database.transaction((tx) => overwriteReadings(tx, [one]));
          }
        };

        const plain = await add();
        for (let index = 0; index < count; index += 7) {
          await store(of(plain).slice(index, index + 7));
        }
        expect(await countOf('reading_pack', plain)).toBe(0);
        await overwrite(plain);

        const packed = await add();
        await store(of(packed).filter((_, index) => !isLate.has(index)));
        for (const index of isLate) await store([of(packed)[index] as IncomingReading]);
        await packReadings(database, never, begin + 60 * day);
        expect(await countOf('reading_pack', packed)).toBeGreaterThan(0);
        await overwrite(packed);
        const expected = await figuresOf(plain);
        expect(await figuresOf(packed)).toEqual(expected);

        await packReadings(database, never, begin + 100 * day);
        expect(await countOf('reading', packed)).toBeLessThan(8 * 3);
        expect(await figuresOf(packed)).toEqual(expected);
        // And the same file again changes nothing.
        if (changes.length > 0) return;
        expect(await store(of(packed))).toEqual({ stored: 0, duplicates: count, conflicts: [] });
      },
    ),
    { numRuns: 6 },
  );
});

it('packs months that ended six weeks ago, and leaves later ones and what is seldom', async () => {
  const [often, seldom] = [await add(), await add()];
  for (const reading of daily(
    often,
    Array.from({ length: 30 }, (_, index) => index),
  )) {
    await store([reading]);
  }
  for (const reading of daily(seldom, [1, 2, 3])) await store([reading]);
  // A store of an earlier version has no place for packs of that year.
  if (database.engine === 'postgres') await database.pool.query('DROP TABLE reading_pack_2025');
  // 20 to 30 November are eleven readings.
  expect(await packReadings(database, never, Date.UTC(2026, 0, 11, 23))).toBe(0);
  expect(await packReadings(database, never, Date.UTC(2026, 0, 12))).toBe(1);
  expect(await countOf('reading', often)).toBe(19);
  expect(await countOf('reading', seldom)).toBe(3);
  expect(await packReadings(database, never, Date.UTC(2026, 1, 12))).toBe(1);
  expect(await countOf('reading', often)).toBe(0);
  expect(await rowsOf('stored_reading', 'at', often)).toHaveLength(30);
  expect(await packReadings(database, never, Date.UTC(2026, 1, 13))).toBe(0);
});

it('finds the nearest readings and those between two instants, wherever they are', async () => {
  const hour = 3_600_000;
  const from = Date.UTC(2025, 10, 25);
  const sql = (side: 'before' | 'after', count: number) =>
    `SELECT ms FROM ${nearestReadings(side, 'to_timestamp($3::float8 / 1000)', count, {
      of: { property: '$1', device: '$2' },
      columns: ['ms'],
    })} AS found ORDER BY ms`;
  const between = `SELECT ms FROM ${readingsBetween(
    'to_timestamp($3::float8 / 1000)',
    'to_timestamp($4::float8 / 1000)',
    { of: { property: '$1', device: '$2' }, columns: ['ms'] },
  )} AS found ORDER BY ms`;
  await fc.assert(
    fc.asyncProperty(
      // Hours of four months; those of a month that are packed are eight at least.
      fc.uniqueArray(fc.integer({ min: 0, max: 2400 }), { minLength: 20, maxLength: 60 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 2400 }), { maxLength: 20 }),
      fc.array(fc.integer({ min: -10, max: 2410 }), { minLength: 6, maxLength: 6 }),
      async (packable, single, asked) => {
        const device = await add();
        const alone = single.filter((one) => !packable.includes(one));
        const reading = (one: number) => {
          return { ...device, at: from + one * hour, value: 1, quality: 0 as const };
        };
        const { packs, rows } = splitReadings(packable.map(reading), from + 400 * day);
        const inRows = [...rows, ...alone.map(reading)];
        await database.transaction(async (tx) => {
          await ensurePartitions(
            tx,
            inRows.map(({ at }) => at),
            [2025, 2026],
          );
          await insertPacks(tx, packs);
          await insertRows(tx, inRows);
        });
        const all = [...packable, ...alone].map((one) => from + one * hour).sort((a, b) => a - b);
        const find = async (text: string, ...more: number[]) => {
          const { rows: found } = await database.pool.query<{ ms: number }>(text, [
            device.propertyId,
            device.deviceId,
            ...more,
          ]);
          return found.map(({ ms }) => ms);
        };
        const edges = asked.map((one) => from + one * hour);
        for (const [index, edge] of edges.entries()) {
          const count = [1, 5, 12][index % 3] as number;
          const before = all.filter((at) => at < edge).slice(-count);
          expect(await find(sql('before', count), edge)).toEqual(before);
          const after = all.filter((at) => at > edge).slice(0, count);
          expect(await find(sql('after', count), edge)).toEqual(after);
          const end = edges[index - 1] ?? edge;
          const inside = all.filter((at) => at >= edge && at <= end);
          expect(await find(between, edge, end)).toEqual(inside);
        }
      },
    ),
    { numRuns: 20 },
  );
});

it('asks packs nothing about what comes on time', async () => {
  const device = await add();
  const today = Date.UTC(2026, 5, 30, 12);
  const count = 200;
  const readings = Array.from({ length: count }, (_, index) => ({
    ...{ ...device, at: today - (count - index) * day, value: index * 1e6, quality: 0 as const },
  }));
  for (let at = 0; at < count; at += 7) await store(readings.slice(at, at + 7));
  const asked: string[] = [];
  const ingest = (at: number) =>
    database.transaction((tx) => {
      const noting = new Proxy(tx, {
        get(target, name) {
          if (name !== 'query') return Reflect.get(target, name).bind(target);
          return (query: Statement<object>, parameters: unknown[]) => {
            asked.push(query.sql);
            return target.query(query, parameters);
          };
        },
      });
      return ingestReadings(noting, [{ ...device, at, value: count * 1e6, quality: 0 }]);
    });
  const opened = () => asked.filter((sql) => sql.includes('pack.spacing')).length;
  // On each day of a month, also on the first ones, whose week began in the month before.
  for (let later = 0; later < 32; later++) {
    const now = today + later * day;
    await packReadings(database, never, now);
    await ingest(now);
  }
  expect(await countOf('reading_pack', device)).toBe(6);
  expect(opened()).toBe(0);
  await ingest(today - 150 * day + 1000);
  expect(opened()).toBeGreaterThan(0);
});

it('tells the same of a batch of what comes on time and what comes late', async () => {
  const from = Date.UTC(2026, 0, 1, 12);
  const usual = Array.from({ length: 120 }, (_, index) => index);
  const of = (device: Device, index: number): IncomingReading => ({
    ...{ ...device, at: from + index * day, value: (1000 + index * 3) * 1e6, quality: 0 },
  });
  // The second is silent since April.
  const [punctual, silent] = [usual, usual.slice(0, 95)];
  const fill = async (device: Device, days: readonly number[]) => {
    for (let at = 0; at < days.length; at += 7) {
      await store(days.slice(at, at + 7).map((index) => of(device, index)));
    }
  };
  const batch = ([first, second]: readonly [Device, Device]) =>
    store([of(first, 120), of(second, 40.5), of(second, 60.25)]);
  // Rows beside the packs, which aren't what is nearest.
  const beside = ([, second]: readonly [Device, Device]) =>
    fill(second, [20.25, 21.25, 22.25, 23.25, 24.25, 70.25, 71.25, 72.25, 73.25, 74.25]);
  const plain = [await add(), await add()] as const;
  const packed = [await add(), await add()] as const;
  for (const [first, second] of [plain, packed]) {
    await fill(first, punctual);
    await fill(second, silent);
  }
  await beside(plain);
  await batch(plain);
  expect(await countOf('reading_pack', plain[1])).toBe(0);
  await packReadings(database, never, from + 120 * day);
  expect(await countOf('reading_pack', packed[1])).toBeGreaterThan(0);
  await beside(packed);
  await batch(packed);
  for (const at of [0, 1] as const) {
    expect(await figuresOf(packed[at])).toEqual(await figuresOf(plain[at]));
  }
});

it('is ended between two properties', async () => {
  const device = await add();
  for (const reading of daily(device, [1, 2, 3, 4, 5, 6, 7, 8, 9])) await store([reading]);
  expect(await packReadings(database, AbortSignal.abort(), begin + 90 * day)).toBe(0);
  expect(await countOf('reading', device)).toBe(9);
});

it('keeps the step of readings that follow each other evenly, and the instants of others', async () => {
  const hour = 3_600_000;
  const first = Date.UTC(2025, 0, 1);
  const device = await add();
  const written = new Map<number, number>();
  const formOf = async () => {
    const { rows } = await database.pool.query(
      `SELECT spacing, cardinality(instants) AS instants, cardinality(values) AS values
       FROM reading_pack WHERE property_id = $1`,
      [device.propertyId],
    );
    return rows;
  };
  const put = async (hours: readonly number[]) => {
    const readings = hours.map((at) => ({
      ...device,
      at: first + at * hour,
      value: at * 2 ** 33 + 1,
      quality: 0 as const,
    }));
    for (const { at, value } of readings) written.set(at, value);
    await database.transaction((tx) => insertPacks(tx, splitReadings(readings).packs));
    const stored = await rowsOf('stored_reading', 'at', device);
    expect(stored.map(({ at, value }) => [at.getTime(), value])).toEqual(
      [...written].sort(([a], [b]) => a - b),
    );
    return formOf();
  };
  const range = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, index) => from + index);
  await database.transaction((tx) => ensurePartitions(tx, [], [2025]));
  expect(await put(range(100, 120))).toEqual([{ spacing: hour, instants: null, values: 20 }]);
  // The next file goes on where the one before ended.
  expect(await put(range(120, 150))).toEqual([{ spacing: hour, instants: null, values: 50 }]);
  expect(await put(range(20, 30))).toEqual([{ spacing: null, instants: 60, values: 60 }]);
  expect(await put(range(150, 160))).toEqual([{ spacing: null, instants: 70, values: 70 }]);
});

it('says the step, too, of what is packed when its month is over', async () => {
  const formsOf = async (device: Device) => {
    const { rows } = await database.pool.query(
      'SELECT spacing, cardinality(instants) AS instants FROM reading_pack WHERE property_id = $1',
      [device.propertyId],
    );
    return rows;
  };
  const [even, uneven] = [await add(), await add()];
  const month = Date.UTC(2025, 10, 1);
  await database.transaction((tx) => ensurePartitions(tx, [month], [2025]));
  for (const [device, shift] of [
    [even, 0],
    [uneven, 1],
  ] as const) {
    const readings = Array.from({ length: 20 }, (_, index) => ({
      ...device,
      at: month + index * day + (index === 7 ? shift : 0),
      value: index,
      quality: 0 as const,
    }));
    await database.transaction((tx) => insertRows(tx, readings));
  }
  const before = [await figuresOf(even), await figuresOf(uneven)];
  expect(await packReadings(database, never, Date.UTC(2026, 5, 1))).toBeGreaterThanOrEqual(2);
  expect(await formsOf(even)).toEqual([{ spacing: day, instants: null }]);
  expect(await formsOf(uneven)).toEqual([{ spacing: null, instants: 20 }]);
  expect([await figuresOf(even), await figuresOf(uneven)]).toEqual(before);
});
