import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';

const zone = 'Europe/Warsaw';
const hour = 3_600_000;
const now = new Date('2026-12-01T12:00:00Z');
const begin = startOfLocalDay(zone, '2026-09-25');
const dayOf = (day: number) => startOfLocalDay(zone, `2026-10-${String(day).padStart(2, '0')}`);
const october = { periodBegin: '2026-10-01', periodEnd: '2026-10-31' };
const timeframes = ['HOURLY', 'DAILY', 'MONTHLY', 'BILLING'] as const;
/** Of every property and every flat, see the builders. */
const [propertyArea, flatArea] = [420, 50];
const count = 11;

let database: Database;
let caller: Caller;
let owner = 0;
const tenants: number[] = [];

/**
 * Eleven properties that use ten litres an hour times their number. The first is silent for four days
 * around the begin of October, the second for nine within it; October has 745 hours.
 */
const silent = [
  [startOfLocalDay(zone, '2026-09-29'), dayOf(3)],
  [dayOf(10), dayOf(19)],
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  owner = await addAccount(database, 'owner');
  const whole = await addPackage(database, licensing);
  for (let id = 1; id <= count; id++) {
    await addProperty(database, { id });
    const tenantId = await addTenant(database, id, { tenantNo: '001' });
    tenants.push(tenantId);
    const deviceId = await addDevice(database, { propertyId: id, tenantId, interval: 'HOURLY' });
    const [from, until] = silent[id - 1] ?? [0, 0];
    const readings = Array.from({ length: 42 * 24 }, (_, index) => ({
      at: begin + index * hour,
      value: (index * id) / 100,
    })).filter(({ at }) => at <= from || at >= until);
    await addReadings(database, { propertyId: id, deviceId }, readings);
    await database.pool.query(
      `INSERT INTO billing_period (property_id, period_begin, period_end)
       VALUES ($1, '2026-10-01', '2026-10-31')`,
      [id],
    );
  }
  await grantAccess(database, owner, whole, [1, 2, 3]);
}, 120_000);
afterAll(() => database?.close());

const ask = (id: 'averageProperty' | 'averageNational', property: number, timeframe: string) =>
  caller.ask(owner, `consumption.${id}`, {
    query: { property, tenant: tenants[property - 1] as number, ...october, timeframe } as never,
  });

describe('the total of the property’s average', () => {
  it.each([1, 2])('is that of its consumption in all timeframes, as well known: %i', async (id) => {
    for (const timeframe of timeframes) {
      const { total, totalCoverage, coverage } = await ask('averageProperty', id, timeframe);
      const graph = await caller.ask(owner, 'consumption.graph', {
        query: { property: id, ...october, timeframe },
      });
      const [series] = graph.series;
      expect(series?.total).toBeGreaterThan(0);
      expect(total).toBeCloseTo(((series?.total ?? 0) / propertyArea) * flatArea, 9);
      expect(totalCoverage).toEqual(series?.totalCoverage);
      expect(totalCoverage?.unknown).toBeCloseTo(((id === 1 ? 2 : 9) * 24) / 745, 4);
      expect(coverage).toEqual(series?.coverage);
    }
  });
});

describe('the total of the national average', () => {
  /** Day by day, what those used on each square metre that are known on it. */
  const expected = Array.from({ length: 31 }, (_, at) => {
    const [start, end] = [
      dayOf(at + 1),
      at === 30 ? startOfLocalDay(zone, '2026-11-01') : dayOf(at + 2),
    ];
    const ids = Array.from({ length: count }, (_, place) => place + 1).filter((id) => {
      const [from, until] = silent[id - 1] ?? [0, 0];
      return start >= until || end <= from;
    });
    const used = (ids.reduce((sum, id) => sum + id, 0) * (end - start)) / hour / 100;
    return (used / (ids.length * propertyArea)) * flatArea;
  }).reduce((sum, day) => sum + day, 0);

  it('is what each day’s known ones used, in all timeframes', async () => {
    for (const timeframe of timeframes) {
      const { total, totalCoverage } = await ask('averageNational', 1, timeframe);
      expect(total).toBeCloseTo(expected, 6);
      expect(totalCoverage).toEqual({ measured: 1, interpolated: 0, unknown: 0 });
    }
  });

  it('says of each bucket and of the total what it is known by', async () => {
    const days = await ask('averageNational', 1, 'DAILY');
    expect(days.coverage).toHaveLength(31);
    expect(new Set(days.coverage?.map((one) => one?.measured))).toEqual(new Set([1]));
    const month = await ask('averageNational', 1, 'MONTHLY');
    expect(month.coverage?.[0]?.unknown).toBeCloseTo(((2 + 9) * 24) / 745 / count, 4);
  });

  it('counts days that aren’t told as unknown', async () => {
    const set = (area: number | null) =>
      database.pool.query('UPDATE property SET area_square_metres = $1 WHERE id = 11', [area]);
    await set(null);
    caller = createCaller(database, () => now);
    const found = await ask('averageNational', 1, 'DAILY');
    expect(found.values.filter((value) => value === null)).toHaveLength(2 + 9);
    expect(found.totalCoverage?.unknown).toBeCloseTo(9 / 29, 4);
    await set(propertyArea);
    caller = createCaller(database, () => now);
  });
});
