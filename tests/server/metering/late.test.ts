import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { isLongRun } from '../../../scripts/testing/seed.mjs';
import type { Database } from '../../../server/database/open.ts';
import { type IncomingReading, ingestReadings } from '../../../server/metering/store/ingest.ts';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** Any one reading that comes after all others leaves what it leaves with them (store/surroundings.ts). */

const day = 86_400_000;
const begin = Date.UTC(2026, 2, 2, 12);
let database: Database;
let propertyId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function add(category: DeviceCategory, interval: 'DAILY' | 'HOURLY' = 'DAILY') {
  propertyId += 1;
  await addProperty(database, { id: propertyId });
  const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
  const deviceId = await addDevice(database, { propertyId, tenantId, category, interval });
  return { propertyId, deviceId };
}

const store = (readings: readonly IncomingReading[]) =>
  database.transaction((tx) => ingestReadings(tx, readings));

/** All that is known of a property with one device, but their ids. */
async function figuresOf({ propertyId }: { propertyId: number }) {
  const rowsOf = async (table: string, order: string) => {
    const { rows } = await database.pool.query(
      `SELECT * FROM ${table} WHERE property_id = $1 ORDER BY ${order}`,
      [propertyId],
    );
    return rows.map(({ property_id, device_id, subject_id, ...row }) => row);
  };
  return {
    rollups: await rowsOf('rollup', 'subject_kind, timeframe, chunk'),
    questions: await rowsOf('reading_question', 'at, question'),
    states: await rowsOf('device_state', 'device_id'),
    readings: await rowsOf('stored_reading', 'at'),
  };
}

/** On which day each reading is, with two months of silence behind the fifth. */
const pausing = (index: number) => (index < 5 ? index : index + 60);

it.each<[string, DeviceCategory, readonly number[], dayOf?: (index: number) => number]>([
  ['as usual', 'COLD_WATER_METER', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['with one too high', 'COLD_WATER_METER', [0, 1, 2, 3, 900, 5, 6, 7, 8, 9]],
  ['with one too low', 'COLD_WATER_METER', [100, 101, 102, 103, 5, 105, 106, 107, 108, 109]],
  ['whose second is too low', 'COLD_WATER_METER', [100, 5, 102, 103, 104, 105]],
  ['with two beside each other', 'COLD_WATER_METER', [100, 101, 102, 900, 5, 105, 106, 107, 108]],
  ['with two apart by one', 'COLD_WATER_METER', [100, 101, 900, 103, 5, 105, 106, 107, 108, 109]],
  ['with a leap that stays', 'COLD_WATER_METER', [0, 1, 2, 3, 4, 905, 906, 907, 908, 909]],
  ['with a fall that stays', 'COLD_WATER_METER', [500, 501, 502, 503, 4, 5, 6, 7, 8, 9]],
  ['of a gauge', 'TEMPERATURE_LOGGER', [20, 21, 900, 23, 4, 5, 6, 7, 8, 9]],
  ['with a long pause', 'COLD_WATER_METER', [0, 1, 2, 3, 4, 65, 66, 67, 68, 69], pausing],
  ['with a fall across a long pause', 'HOT_WATER_METER', [50, 51, 52, 53, 54, 5, 6, 7, 8], pausing],
  ['read every fifty days', 'COLD_WATER_METER', [0, 1, 2, 3, 400, 5, 6, 7, 8, 9], (at) => at * 50],
])(
  'the last to come of readings %s tells the same as in its place',
  async (_, category, values, dayOf = (index) => index) => {
    const readingsOf = (device: { propertyId: number; deviceId: number }): IncomingReading[] =>
      values.map((value, index) => ({
        ...device,
        at: begin + dayOf(index) * day,
        value: value * 1e6,
        quality: 0,
      }));
    const atOnce = await add(category);
    await store(readingsOf(atOnce));
    const expected = await figuresOf(atOnce);
    expect(expected.readings).toHaveLength(values.length);
    for (const late of values.keys()) {
      const device = await add(category);
      const readings = readingsOf(device);
      await store(readings.filter((_, index) => index !== late));
      await store(readings.slice(late, late + 1));
      expect(await figuresOf(device), `the one of place ${late}`).toEqual(expected);
    }
  },
);

it.each<[string, readonly number[], number, number?]>([
  ['as usual', Array.from({ length: 70 }, (_, index) => index * 1.25), 1],
  ['at midnight', Array.from({ length: 70 }, (_, index) => index * 1.25), 1, 11],
  ['with an odd one', [0, 1, 2, 3, 4, 5, 6, 7, 8, 900, 10, 11, 12, 13, 14, 15, 16, 17, 18], 1],
  ['with a fall', [90, 91, 92, 93, 94, 95, 96, 97, 98, 9, 10, 11, 12, 13, 14, 15, 16, 17], 1],
  ['of which none is used', Array(20).fill(7), 1],
  ['every two days', Array.from({ length: 40 }, (_, index) => index * 2), 2],
  ['every five days', Array.from({ length: 20 }, (_, index) => index * 5), 5],
  ['every twelve days', Array.from({ length: 14 }, (_, index) => index * 5), 12],
])('readings %s tell one by one the same as at once', async (_, values, days, hours = 0) => {
  const readingsOf = (device: { propertyId: number; deviceId: number }): IncomingReading[] =>
    values.map((value, index) => ({
      ...device,
      at: begin + index * days * day + hours * 3_600_000,
      value: Math.round(value * 1e6),
      quality: index === 13 ? 1 : 0,
    }));
  const atOnce = await add('COLD_WATER_METER');
  await store(readingsOf(atOnce));
  const expected = await figuresOf(atOnce);
  const device = await add('COLD_WATER_METER');
  for (const reading of readingsOf(device)) await store([reading]);
  expect(await figuresOf(device)).toEqual(expected);
});

it('any readings tell in any pieces the same as at once', async () => {
  const minute = 60_000;
  const given = fc.record({
    category: fc.constantFrom<DeviceCategory>('COLD_WATER_METER', 'ENERGY', 'HCA'),
    interval: fc.constantFrom('HOURLY' as const, 'DAILY' as const),
    /** How often it is read, and one step in how many is odd: later, or with a fall or a leap. */
    usual: fc.constantFrom(30, 60, 720, 1440),
    oddness: fc.constantFrom(3, 12, 1000),
    steps: fc.array(
      fc.record({
        chance: fc.nat(999),
        use: fc.integer({ min: 0, max: 900_000 }),
        minutes: fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 90_000 })),
        leap: fc.constantFrom(0, 0, -900e6, -3e6, 5e6, 900e6),
        quality: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
      }),
      { minLength: 3, maxLength: 60 },
    ),
    /** How many come together, and how many places ahead of their turn some do. */
    pieces: fc.array(fc.constantFrom(1, 1, 1, 2, 5), { minLength: 1, maxLength: 12 }),
    ahead: fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 6), {
      minLength: 1,
      maxLength: 12,
    }),
  });
  await fc.assert(
    fc.asyncProperty(
      given,
      async ({ category, interval, usual, oddness, pieces, ahead, ...rest }) => {
        let at = begin;
        let value = 1e9;
        const readings = rest.steps.map(({ chance, use, minutes, leap, quality }) => {
          const isOdd = chance % oddness === 1;
          at += (isOdd ? minutes : usual) * minute;
          value = Math.max(0, value + use + (isOdd ? leap : 0));
          return { at, value, quality: isOdd ? quality : 0 };
        });
        const atOnce = await add(category, interval);
        await store(readings.map((one) => ({ ...atOnce, ...one })));
        const expected = await figuresOf(atOnce);
        const order = readings
          .map((one, place) => ({
            one,
            turn: place - (ahead[place % ahead.length] as number) * 1.5,
          }))
          .sort((a, b) => a.turn - b.turn)
          .map(({ one }) => one);
        const device = await add(category, interval);
        for (let first = 0, piece = 0; first < order.length; piece += 1) {
          const next = first + (pieces[piece % pieces.length] as number);
          await store(order.slice(first, next).map((one) => ({ ...device, ...one })));
          first = next;
        }
        expect(await figuresOf(device)).toEqual(expected);
      },
    ),
    // A smaller case takes long to find.
    { numRuns: isLongRun() ? 400 : 15, endOnFailure: true },
  );
});

it('a reading that comes on time needs the last few alone, however many its month holds', async () => {
  const device = await add('COLD_WATER_METER');
  const readings = Array.from({ length: 25 }, (_, index) => ({
    ...device,
    at: begin + index * day,
    value: index * 1e6,
    quality: 0 as const,
  }));
  await store(readings.slice(0, -1));
  const read = await database.transaction(async (tx) => {
    let count = 0;
    const counting = Object.assign(Object.create(tx), {
      query: async (...given: Parameters<typeof tx.query>) => {
        const rows = await tx.query(...given);
        if (given[0].sql.includes('FROM reading AS raw')) count += rows.length;
        return rows;
      },
    });
    await ingestReadings(counting, readings.slice(-1));
    return count;
  });
  expect(read).toBe(6);
});

it('one late reading sends few statements, of which the connection keeps the plans', async () => {
  const device = await add('COLD_WATER_METER');
  const readings = Array.from({ length: 10 }, (_, index) => ({
    ...device,
    at: begin + index * day,
    value: index * 1e6,
    quality: 0 as const,
  }));
  await store(readings.filter((_, index) => index !== 4));
  const planned: boolean[] = [];
  await database.transaction(async (tx) => {
    const note = (given: string | { isForFew?: boolean }) =>
      planned.push(typeof given === 'string' || given.isForFew !== true);
    const noted = Object.assign(Object.create(tx), {
      query: (...given: Parameters<typeof tx.query>) => note(given[0]) && tx.query(...given),
      run: (...given: Parameters<typeof tx.run>) => note(given[0]) && tx.run(...given),
    });
    await ingestReadings(noted, readings.slice(4, 5));
  });
  expect(planned).toHaveLength(9);
  // The rollups' rows, of which a plan that is kept would hold all years.
  expect(planned.filter(Boolean)).toHaveLength(1);
});
