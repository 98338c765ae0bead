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
import { daysBetween, now, plusDays, zone } from './world.ts';

let database: Database;
let caller: Caller;
let owner: number;
let since: number;
const tenants: number[] = [];

const [firstDay, lastDay] = ['2025-09-01', '2026-11-01'];
const october = {
  timeframe: 'MONTHLY',
  periodBegin: '2026-10-01',
  periodEnd: '2026-10-31',
} as const;

/** Litres a day in a month, `YYYY-MM`; undefined: not read yet. */
type Use = (month: string) => number | undefined;

async function addMeter(
  tenantId: number,
  place: string,
  use: Use,
  { propertyId = 1, mounted = firstDay } = {},
) {
  const deviceId = await addDevice(database, { propertyId, tenantId });
  await database.pool.query('UPDATE device SET place = $2 WHERE id = $1', [deviceId, place]);
  const readings: { at: number; value: number }[] = [];
  let register = 0;
  for (let day = 0; day <= daysBetween(firstDay, lastDay); day++) {
    const date = plusDays(firstDay, day);
    const used = use(date.slice(0, 7));
    if (used === undefined || date < mounted) continue;
    readings.push({ at: startOfLocalDay(zone, date), value: register });
    register += used / 1000;
  }
  await addReadings(database, { propertyId, deviceId }, readings);
}

/** The first tenant's bathroom uses three times as much this October; the second's use is new. */
beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  await addProperty(database, { id: 1 });
  await addProperty(database, { id: 2 });
  for (const name of ['Adam', 'Beata', 'Cezary']) {
    tenants.push(
      await addTenant(database, 1, { tenantNo: `00${tenants.length + 1}`, tenantName: name }),
    );
  }
  const [adam = 0, beata = 0] = tenants;
  await addMeter(adam, 'Kitchen', () => 100);
  await addMeter(adam, 'Bathroom', (month) => (month === '2026-10' ? 300 : 100));
  await addMeter(adam, 'Spare', () => 0);
  await addMeter(beata, '', (month) => (month >= '2026-09' ? 50 : undefined));
  const whole = await addPackage(database, licensing);
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  await grantAccess(database, owner, whole, [1, 2]);
  await grantAccess(database, since, whole, [1], '2026-09-01');
}, 120_000);
afterAll(() => database?.close());

const ask = (query: object, account = owner) =>
  caller.ask(account, 'consumption.deviation', { query: { property: 1, ...october, ...query } });

it('six flats that always use the same differ from nothing, whenever their meters were mounted', async () => {
  const steady: number[] = [];
  await addProperty(database, { id: 4 });
  await database.pool.query('UPDATE property SET area_square_metres = 300 WHERE id = 4');
  const days = [firstDay, ...Array<string>(4).fill('2026-09-21'), '2026-10-21'];
  for (const [at, mounted] of days.entries()) {
    const tenantId = await addTenant(database, 4, { tenantNo: `30${at}` });
    await addMeter(tenantId, '', () => 200, { propertyId: 4, mounted });
    steady.push(tenantId);
  }
  await grantAccess(database, owner, await addPackage(database, licensing), [4]);
  const { content, summary } = await ask({ property: 4 });
  const rows = steady.map((tenantId) => content.find(({ id }) => id === tenantId));
  // The last one's month isn't whole, and nobody else's past is.
  expect(rows.map((row) => row?.verdict)).toEqual([...Array(5).fill('NORMAL'), 'UNKNOWN']);
  expect(rows.map((row) => row?.changePercent ?? null)).toEqual([
    ...[expect.closeTo(0, 6), null, null, null, null, null],
  ]);
  expect(rows.map((row) => row?.averagePercent)).toEqual([
    ...Array(5).fill(expect.closeTo(0, 6)),
    null,
  ]);
  expect(summary).toMatchObject({ normal: 5, judged: 5, worst: '' });
});

describe('a tenant’s devices', () => {
  it('are compared with the same month of last year, the most unusual first', async () => {
    const { content, summary, total } = await ask({ tenant: tenants[0] });
    expect(total).toBe(3);
    expect(content.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['Bathroom', 'HIGH'],
      ['Kitchen', 'NORMAL'],
      ['Spare', 'UNKNOWN'],
    ]);
    expect(content[0]).toMatchObject({ basis: 'LAST_YEAR', unit: 'm³', averagePercent: null });
    expect(content[0]?.current).toBeCloseTo(9.3, 9);
    expect(content[0]?.earlier).toBeCloseTo(3.1, 9);
    expect(content[0]?.changePercent).toBeCloseTo(200, 9);
    expect(content[1]?.changePercent).toBeCloseTo(0, 9);
    // Nothing used twice: there is no change in per cent of nothing.
    expect(content[2]).toMatchObject({ current: 0, earlier: 0, changePercent: null });
    expect(summary).toEqual({
      normal: 1,
      judged: 2,
      worst: 'Bathroom',
      worstPercent: expect.closeTo(200, 9),
      category: 'COLD_WATER_METER',
      change: expect.closeTo(100, 9),
      basis: 'LAST_YEAR',
    });
  });

  it('are compared with the month before when last year is unknown', async () => {
    const { content, summary } = await ask({ tenant: tenants[1] });
    expect(content[0]).toMatchObject({ basis: 'PREVIOUS_PERIOD', verdict: 'NORMAL' });
    // 31 days against 30.
    expect(content[0]?.changePercent).toBeCloseTo(100 / 30, 6);
    expect(summary).toEqual({
      normal: 1,
      judged: 1,
      worst: '',
      worstPercent: null,
      category: 'COLD_WATER_METER',
      change: expect.closeTo(100 / 30, 6),
      basis: 'PREVIOUS_PERIOD',
    });
  });

  it('are compared with what the account may see only', async () => {
    const { content } = await ask({ tenant: tenants[0] }, since);
    expect(content.map(({ basis }) => basis)).toEqual(Array(3).fill('PREVIOUS_PERIOD'));
  });

  it('leave a month that is not over out', async () => {
    const { content } = await ask({
      tenant: tenants[0],
      periodBegin: '2026-11-01',
      periodEnd: '2026-11-20',
    });
    expect(new Set(content.map(({ current, verdict }) => `${current} ${verdict}`))).toEqual(
      new Set(['null UNKNOWN']),
    );
  });
});

describe('a property’s tenants', () => {
  it('are compared with themselves and with the use per square metre', async () => {
    const { content, total } = await ask({});
    // Cezary has no meter.
    expect(total).toBe(2);
    expect(content.map(({ name }) => name)).toEqual(['Adam', 'Beata']);
    // 400 l of 450 a day on 50 m² of 420.
    expect(content[0]?.averagePercent).toBeCloseTo((400 / 50 / (450 / 420) - 1) * 100, 6);
    expect(content[1]?.averagePercent).toBeCloseTo((50 / 50 / (450 / 420) - 1) * 100, 6);
  });

  it('stand on one basis, and the larger difference decides', async () => {
    const { content, summary } = await ask({});
    // Of Beata nothing is known of last year, and her month before is no basis beside it.
    expect(content.map(({ basis }) => basis)).toEqual(['LAST_YEAR', 'NONE']);
    expect(summary).toMatchObject({ basis: 'LAST_YEAR', worst: 'Adam' });
    // Twice as much as last October, and over six times the property’s use per square metre.
    expect(content[0]).toMatchObject({ verdict: 'HIGH', changePercent: expect.closeTo(100, 6) });
    expect(summary.worstPercent).toBe(content[0]?.averagePercent);
    expect(content[1]).toMatchObject({ verdict: 'NORMAL', changePercent: null, earlier: null });
    const september = { periodBegin: '2026-09-01', periodEnd: '2026-09-30' };
    // As in September a year ago, and yet far above the others.
    const before = await ask(september);
    expect(before.content[0]).toMatchObject({ name: 'Adam', verdict: 'HIGH' });
    expect(before.content[0]?.changePercent).toBeCloseTo(0, 6);
  });

  it('come page by page', async () => {
    const { content, total } = await ask({ size: 1, page: 1 });
    expect([content.length, total, content[0]?.name]).toEqual([1, 2, 'Beata']);
  });

  it('may be none', async () => {
    expect(await ask({ property: 2 })).toMatchObject({ content: [], total: 0 });
  });
});

it('is nobody else’s business', async () => {
  const query = { property: 1, tenant: 999, ...october };
  expect(await caller.refusal(owner, 'consumption.deviation', { query })).toMatchObject({
    status: 'TENANT_NOT_FOUND',
  });
});

it('compares a flat by the hour with the flats that are read by the hour', async () => {
  await addProperty(database, { id: 3 });
  await database.pool.query('UPDATE property SET area_square_metres = 120 WHERE id = 3');
  const begin = startOfLocalDay(zone, '2026-10-01');
  const meters = [
    ['001', 24, 10],
    ['002', 24, 20],
    ['003', 1, 240],
  ] as const;
  for (const [tenantNo, times, litres] of meters) {
    const tenantId = await addTenant(database, 3, { tenantNo });
    const interval = times === 1 ? 'DAILY' : 'HOURLY';
    const deviceId = await addDevice(database, { propertyId: 3, tenantId, interval });
    const readings = Array.from({ length: 3 * times + 1 }, (_, at) => ({
      at: begin + (at * 24 * 3_600_000) / times,
      value: (at * litres) / 1000,
    }));
    await addReadings(database, { propertyId: 3, deviceId }, readings);
  }
  await database.pool.query('UPDATE tenant SET area_square_metres = 40 WHERE property_id = 3');
  const account = await addAccount(database, 'hourly');
  await grantAccess(database, account, await addPackage(database, licensing), [3]);
  const { content } = await ask(
    { property: 3, timeframe: 'HOURLY', periodBegin: '2026-10-01', periodEnd: '2026-10-02' },
    account,
  );
  const percents = content.map(({ number, averagePercent }) => [number, averagePercent]);
  // 10 and 20 litres an hour on 40 m² each; of the third flat no hour is known, nor its 40 m² counted.
  expect(percents).toEqual([
    ['001', expect.closeTo(-100 / 3, 6)],
    ['002', expect.closeTo(100 / 3, 6)],
    ['003', null],
  ]);
});
