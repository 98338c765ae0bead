import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../server/database/open.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import {
  type IncomingReading,
  ingestReadings,
  overwriteReadings,
} from '../../../server/metering/store/ingest.ts';
import { recomputeDevices } from '../../../server/metering/store/recompute.ts';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const day = 86_400_000;
const begin = Date.UTC(2026, 2, 2, 12);
let database: Database;
let propertyId = 0;
let deviceId = 0;
let otherId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  propertyId += 1;
  await addProperty(database, { id: propertyId });
  const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
  deviceId = await addDevice(database, { propertyId, tenantId });
  otherId = await addDevice(database, { propertyId, tenantId });
});

const reading = (index: number, value: number, of = deviceId): IncomingReading => ({
  propertyId,
  deviceId: of,
  at: begin + index * day,
  value: value * 1e6,
  quality: 0,
});
const ten = (of = deviceId) => Array.from({ length: 10 }, (_, index) => reading(index, index, of));
const store = (readings: readonly IncomingReading[]) =>
  database.transaction((tx) => ingestReadings(tx, readings));
const correct = (...corrections: [index: number, value: number | null, reason?: string][]) =>
  database.transaction((tx) =>
    correctReadings(
      tx,
      corrections.map(([index, value, reason = 'misread']) => ({
        ...reading(index, value ?? 0),
        ...(value === null && { value }),
        reason,
      })),
      'support.pl',
    ),
  );

async function rows(table: string, order: string) {
  const found = await database.pool.query(
    `SELECT * FROM ${table} WHERE property_id = $1 ORDER BY ${order}`,
    [propertyId],
  );
  return found.rows;
}
const readings = async () =>
  (await rows('stored_reading', 'device_id, at')).map(({ value }) => Number(value) / 1e6);
const rollups = () => rows('rollup', 'subject_kind, subject_id, category, timeframe, chunk');
const states = () => rows('device_state', 'device_id');

describe('a corrected reading', () => {
  it('takes neither what had been read nor anything else any more', async () => {
    await store(ten());
    await correct([5, 5.5], [7, null]);
    expect(await readings()).toEqual([0, 1, 2, 3, 4, 5.5, 6, 8, 9]);
    expect(await store(ten())).toEqual({ stored: 0, duplicates: 10, conflicts: [] });
    const others = [reading(5, 5.25), reading(7, 7.25)];
    expect(await store(others)).toEqual({ stored: 0, duplicates: 0, conflicts: others });
    expect(await readings()).toEqual([0, 1, 2, 3, 4, 5.5, 6, 8, 9]);
    // Of another device it says nothing.
    expect(await store([reading(5, 5.25, otherId)])).toMatchObject({ stored: 1 });
  });

  it('that was none takes no reading', async () => {
    await store(ten().filter((_, index) => index !== 5));
    await correct([5, 5.5]);
    expect(await readings()).toEqual([0, 1, 2, 3, 4, 5.5, 6, 7, 8, 9]);
    expect(await store([reading(5, 5)])).toMatchObject({ stored: 0, duplicates: 1 });
  });

  it('keeps what had been read first, who said so and why, and counts as it was said last', async () => {
    await store(ten());
    await correct([5, 5.5, 'once'], [5, 5.6, 'twice']);
    await correct([5, 5.7, 'again']);
    const found = await rows('reading_correction', 'id');
    expect(
      found.map(({ value, original_value, reason, corrected_by }) => [
        ...[Number(value) / 1e6, Number(original_value) / 1e6, reason, corrected_by],
      ]),
    ).toEqual([
      [5.6, 5, 'twice', 'support.pl'],
      [5.7, 5, 'again', 'support.pl'],
    ]);
    expect((await readings())[5]).toBe(5.7);
    await database.transaction((tx) => correctReadings(tx, [], 'support.pl'));
    expect(await rows('reading_correction', 'id')).toHaveLength(2);
  });
});

it('what is struck out leaves no trace, and everything else as it was', async () => {
  await store(ten(otherId));
  const before = [await rollups(), await states(), await readings()];
  await store(ten());
  expect(await rollups()).not.toEqual(before[0]);
  const strike = (...indexes: number[]) =>
    database.transaction((tx) =>
      overwriteReadings(
        tx,
        indexes.map((index) => ({ ...reading(index, 0), value: null })),
      ),
    );
  await strike(0, 1, 8, 9);
  expect(await states()).toMatchObject([
    { first_at: new Date(begin + 2 * day), last_at: new Date(begin + 7 * day) },
    { first_at: new Date(begin), last_at: new Date(begin + 9 * day) },
  ]);
  // Twice is as good as once.
  await strike(0);
  await strike(2, 3, 4, 5, 6, 7);
  expect([await rollups(), await states(), await readings()]).toEqual(before);
});

it.each(['2031-01-01T00:00:00Z', '2032-01-03T12:00:00Z', '2033-12-31T23:59:59Z'])(
  'a first reading at %s finds the place of all its buckets',
  async (instant) => {
    const at = Date.parse(instant);
    expect(await store([{ ...reading(0, 5), at }])).toMatchObject({ stored: 1 });
    expect(await store([{ ...reading(0, 6), at: at + day }])).toMatchObject({ stored: 1 });
    expect((await rollups()).length).toBeGreaterThan(0);
  },
);

it('flows of a device that was there before they were counted are, as soon as it is read', async () => {
  await store(ten());
  const expected = await states();
  expect(expected[0].flows.length).toBeGreaterThan(0);
  const forget = () =>
    database.pool.query('UPDATE device_state SET flows = NULL WHERE property_id = $1', [
      propertyId,
    ]);
  await forget();
  await database.transaction((tx) => recomputeDevices(tx, [{ propertyId, deviceId }]));
  expect(await states()).toEqual(expected);
  const all = [...ten(), reading(10, 10)];
  await store([reading(10, 10)]);
  const counted = await states();
  await database.transaction((tx) => overwriteReadings(tx, [{ ...reading(10, 0), value: null }]));
  expect(await states()).toEqual(expected);
  await forget();
  await store(all);
  expect(await states()).toEqual(counted);
});

it('a reading at the very begin of a day is counted in that day', async () => {
  const midnight = Date.UTC(2026, 2, 1, 23);
  await store([{ ...reading(0, 5), at: midnight }]);
  const days = (await rollups()).filter((row) => row.subject_kind === 0 && row.timeframe === 1);
  expect(days.map((row) => [row.chunk, row.received.slice(0, 3).map(Number)])).toEqual([
    ['2026-03-01', [0, 1, 0]],
  ]);
});

it('a rise is doubted, however long ago, once more is known of what is usual', async () => {
  const hourly = await addDevice(database, {
    propertyId,
    tenantId: await addTenant(database, propertyId, { tenantNo: '2' }),
    interval: 'HOURLY',
  });
  const at = (index: number, value: number) => ({
    ...reading(0, value, hourly),
    at: begin + index * 3_600_000,
  });
  const rises = async () =>
    (await rows('reading_question', 'at'))
      .filter(({ question }) => question === 'RISE')
      .map((one) => one.at.getTime());
  await store([at(0, 100), at(1, 101), at(2, 104), at(3, 105)]);
  expect(await rises()).toEqual([]);
  await store(Array.from({ length: 100 }, (_, index) => at(5000 + index, 200 + index / 64)));
  expect(await rises()).toContain(begin + 2 * 3_600_000);
});

it('asks the database nothing when there is nothing to store', async () => {
  const closed = new Proxy({} as Transaction, {
    get() {
      throw new Error('The database was asked.');
    },
  });
  const none = { stored: 0, duplicates: 0, conflicts: [] };
  expect(await ingestReadings(closed, [])).toEqual(none);
  await expect(ingestReadings(closed, ten())).rejects.toThrow('was asked');
});

it('knows what it has to do without being asked for anything', async () => {
  expect(await store([])).toEqual({ stored: 0, duplicates: 0, conflicts: [] });
  await database.transaction((tx) => recomputeDevices(tx, []));
  expect(await readings()).toEqual([]);
});
