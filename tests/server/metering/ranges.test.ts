import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { findDataChunks } from '../../../server/features/consumption/consumption.repository.ts';
import { startOfLocalDay } from '../../../server/metering/buckets.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import { addDevice, addProperty, addReadings, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const hour = 3_600_000;
const begin = startOfLocalDay('Europe/Warsaw', '2026-03-02');
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const correct = (change: {
  propertyId: number;
  deviceId: number;
  at: number;
  value: number | null;
}) =>
  database.transaction((tx) =>
    correctReadings(tx, [{ ...change, quality: 0, reason: 'Wrong' }], 'support.pl'),
  );

it('narrows a range again when the reading that widened it is corrected', async () => {
  await addProperty(database, { id: 1 });
  const tenantId = await addTenant(database, 1, { tenantNo: '1' });
  const neighbour = await addTenant(database, 1, { tenantNo: '2' });
  const loggers: number[] = [];
  // Neither the neighbour's logger nor one that counts for nobody is asked for the tenant's range.
  for (const [value, owner, isMain] of [
    [20, tenantId, false],
    [21, tenantId, false],
    [10, neighbour, false],
    [40, null, true],
  ] as const) {
    const deviceId = await addDevice(database, {
      propertyId: 1,
      tenantId: owner,
      category: 'TEMPERATURE_LOGGER',
      interval: 'HOURLY',
      isMain,
    });
    const at = (index: number) => ({ at: begin + index * hour, value: value + (index % 3) });
    await addReadings(database, { propertyId: 1, deviceId }, [0, 1, 2, 3, 4].map(at));
    loggers.push(deviceId);
  }
  const ranges = async () =>
    (
      await database.pool.query(
        `SELECT subject_kind, timeframe, minimum, maximum FROM rollup
         WHERE property_id = 1 ORDER BY subject_kind, subject_id, timeframe, chunk`,
      )
    ).rows;
  const before = await ranges();
  const spike = { propertyId: 1, deviceId: loggers[0] as number, at: begin + 30 * 60_000 };
  await addReadings(database, spike, [{ at: spike.at, value: 999 }]);
  expect(await ranges()).not.toEqual(before);
  await correct({ ...spike, value: null });
  expect(await ranges()).toEqual(before);
});

it('begins its period where readings begin once a stray before them is struck out', async () => {
  await addProperty(database, { id: 2 });
  const tenantId = await addTenant(database, 2, { tenantNo: '1' });
  const deviceId = await addDevice(database, { propertyId: 2, tenantId });
  const stray = { propertyId: 2, deviceId, at: begin - 600 * 24 * hour };
  const days = [0, 1, 2, 3].map((index) => ({ at: begin + index * 24 * hour, value: 5 + index }));
  await addReadings(database, stray, days);
  const count = async () =>
    (await database.pool.query('SELECT FROM rollup WHERE property_id = 2')).rowCount;
  const before = await count();
  await addReadings(database, stray, [{ at: stray.at, value: 1 }]);
  await correct({ ...stray, value: null });
  const period = await database.transaction((tx) => findDataChunks(tx, 2));
  expect(period).toEqual({ first: '2026-03-02', last: '2026-03-05' });
  expect(await count()).toBe(before);
});
