import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceCategories } from '../../../schemas/entities/device.ts';
import type { Database } from '../../../server/database/open.ts';
import { planBuildings } from '../../../server/demo/buildings.ts';
import { ensureDemo } from '../../../server/demo/ensureDemo.ts';
import {
  type PlannedDevice,
  type PlannedProperty,
  planProperties,
} from '../../../server/demo/plan.ts';
import { createHistory } from '../../../server/demo/readings.ts';
import { createTestDatabase } from '../../support/database.ts';
import { demoMarkets, markets } from '../../support/markets.ts';

/** What the demo has beside its many small properties. */

const size = { properties: 7, months: 1, seed: 7, buildings: true, until: '2026-11-20' };
const plan = planProperties(size, demoMarkets);
const { own, others } = planBuildings(size, demoMarkets);
const devicesOf = ({ mainMeters, tenants }: PlannedProperty) => [
  ...mainMeters,
  ...tenants.flatMap(({ devices }) => devices),
];

describe('the plan', () => {
  test('has buildings of 8 to 80 flats with old numbers, behind the small properties', () => {
    const polish = own.filter(({ market }) => market.country === 'PL');
    const flats = polish.map(({ tenants }) => tenants.length);
    expect(Math.min(...flats)).toBe(8);
    expect(Math.max(...flats)).toBe(80);
    for (const { country } of demoMarkets) {
      expect(own.some(({ market }) => market.country === country)).toBe(true);
    }
    const numbers = [...own, ...others].map(({ worksOldNumber }) => worksOldNumber);
    expect(numbers.every(Boolean)).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
    const ids = [...plan, ...own, ...others].map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, at) => 1001 + at));
    const serials = [...plan, ...own, ...others].flatMap(devicesOf);
    expect(new Set(serials.map(({ serialNumber }) => serialNumber)).size).toBe(serials.length);
  });

  test('has flats of which nobody has heard for weeks, in large buildings', () => {
    const now = Date.parse('2026-12-01T12:00:00Z');
    const silent = own.filter((one) => devicesOf(one).some(({ silentDays }) => silentDays));
    expect(silent.map(({ tenants }) => tenants.length)).toEqual([24, 40, 80, 30, 30]);
    const [device] = devicesOf(silent[0] as PlannedProperty).filter((one) => one.silentDays);
    const history = createHistory(device as PlannedDevice, 'Europe/Warsaw', size, now);
    const last = new Date(history.readings.at(-1)?.at ?? 0).toISOString();
    expect(last.slice(0, 10)).toBe('2026-10-31');
  });

  test('has one property with everything, by the hour and with a main meter', () => {
    const devices = devicesOf(own[0] as PlannedProperty);
    const measured = new Set<string>(devices.map(({ category }) => category));
    // The whole water of a flat is a virtual meter, which is no device of the plan.
    expect(deviceCategories.filter((category) => !measured.has(category))).toEqual([
      'COLD_HOT_WATER_VIRTUAL',
    ]);
    expect(devices.some(({ isMain, interval }) => isMain && interval === 'HOURLY')).toBe(true);
    expect(devices.some(({ isMain, interval }) => !isMain && interval === 'HOURLY')).toBe(true);
  });
});

describe('loaded', () => {
  let database: Database;
  const options = { markets, log: () => undefined, now: () => new Date('2026-11-20T22:00:00Z') };
  beforeAll(async () => {
    database = await createTestDatabase();
    await (await ensureDemo(database, { ...options, size })).stop();
  }, 60_000);
  afterAll(() => database?.close());

  test('each market’s administrator has enough strangers for an average of the country', async () => {
    for (const { country } of demoMarkets) {
      const admin = `admin.${country.toLowerCase()}`;
      const { rows } = await database.pool.query<{ works_no: string }>(
        `SELECT works_no FROM property WHERE country = $1 AND id NOT IN (
           SELECT property_id FROM property_access JOIN account ON account.id = account_id
           WHERE username = $2)`,
        [country, admin],
      );
      expect(rows.length).toBeGreaterThan(5);
    }
  });

  test('the property with everything has a virtual meter, an old number, and devices without flats', async () => {
    const { rows } = await database.pool.query(
      `SELECT works_old_number IS NOT NULL AS "isOld",
         count(*) FILTER (WHERE category = 'COLD_HOT_WATER_VIRTUAL') > 0 AS "isVirtual",
         count(*) FILTER (WHERE tenant_id IS NULL AND NOT is_main) AS shared
       FROM property JOIN device ON property_id = property.id
       WHERE property.id = $1 GROUP BY property.id`,
      [own[0]?.id],
    );
    expect(rows).toEqual([{ isOld: true, isVirtual: true, shared: 5 }]);
  });

  test('a demo of an earlier release stays as it is', async () => {
    const earlier = await createTestDatabase();
    try {
      const { buildings: _none, ...old } = size;
      await (await ensureDemo(earlier, { ...options, size: { ...old, buildings: false } })).stop();
      await earlier.pool.query(
        `UPDATE setting SET value = value #- '{size,buildings}' WHERE key = 'demo'`,
      );
      const demo = await ensureDemo(earlier, options);
      demo.continueInBackground();
      await demo.done;
      const { rows } = await earlier.pool.query(
        'SELECT count(*) AS properties, (SELECT count(DISTINCT property_id) FROM rollup) AS loaded FROM property',
      );
      expect(rows).toEqual([{ properties: 7, loaded: 7 }]);
    } finally {
      await earlier.close();
    }
  }, 60_000);
});
