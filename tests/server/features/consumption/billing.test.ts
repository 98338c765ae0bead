import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { createWorld, daysBetween, now, plusDays, type World, zone } from './world.ts';

let database: Database;
let caller: Caller;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  world = await createWorld(database);
  await database.pool.query(
    `INSERT INTO billing_period (property_id, product, period_begin, period_end) VALUES
       (1, '', '2024-07-01', '2025-06-30'), (1, '', '2025-07-01', '2026-06-30'),
       (1, '', '2026-07-01', '2027-06-30'), (1, 'HCA', '2026-01-01', '2026-12-31'),
       (9, '', '2026-01-01', '2026-12-31')`,
  );
});
afterAll(() => database.close());

const graph = (account: number, query: object) =>
  caller.ask(account, 'consumption.graph', {
    query: { property: 1, timeframe: 'BILLING', ...query },
  } as never);

describe('billing periods', () => {
  it('are buckets, the one that is open with what is known so far', async () => {
    const answer = await graph(world.owner, { tenant: world.tenants[1] });
    expect(answer).toMatchObject({
      timeframe: 'BILLING',
      periodBegin: '2024-07-01',
      periodEnd: '2027-06-30',
      series: [
        {
          lastDays: ['2025-06-30', '2026-06-30', '2027-06-30'],
          // Beata uses 2 m³ a day, read from 1 June 2025 to 20 November 2026.
          values: [2 * 30, 2 * 365, 2 * daysBetween('2026-07-01', '2026-11-20')],
        },
      ],
    });
    // The sum of the days.
    const { series } = await caller.ask(world.owner, 'consumption.graph', {
      query: {
        property: 1,
        tenant: world.tenants[1] as number,
        timeframe: 'DAILY',
        periodBegin: '2025-07-01',
        periodEnd: '2026-06-30',
      },
    });
    expect(series[0]?.total).toBe(answer.series[0]?.values[1]);
  });

  it('are chosen by days that they overlap, and compared with the one before or a year ago', async () => {
    const query = { periodBegin: '2026-01-15', periodEnd: '2026-02-01' };
    const before = await graph(world.owner, { ...query, compare: 'PREVIOUS_PERIOD' });
    expect(before.series.map(({ lastDays, values }) => [lastDays, values])).toEqual([
      [['2026-06-30'], [7 * 365]],
      [['2025-06-30'], [7 * 30]],
    ]);
    // 30 days of the earlier year are known.
    expect(before.comparable).toEqual([false]);
    expect(before.series[1]?.coverage?.[0]?.unknown).toBeCloseTo(335 / 365, 3);
    const asked = { property: 1, timeframe: 'BILLING', ...query } as const;
    const { content } = await caller.ask(world.owner, 'consumption.overview', { query: asked });
    expect(content[0]).toMatchObject({ changePercent: null, comparedUntil: null });
    const yearAgo = await graph(world.owner, { ...query, compare: 'LAST_YEAR' });
    expect(yearAgo.series[1]).toMatchObject({ lastDays: ['2025-06-30'] });
  });

  it('stand beside nothing where none is known before, rather than beside an invented one', async () => {
    const compare = 'PREVIOUS_PERIOD';
    const first = await graph(world.owner, { periodEnd: '2024-08-01', compare });
    expect(first.series[1]).toMatchObject({ starts: [null], lastDays: [null], values: [null] });
    expect(first.series[1]).toMatchObject({ coverage: [null], total: null });
    const all = await graph(world.owner, { compare });
    expect(all.series[1]?.lastDays).toEqual([null, '2025-06-30', '2026-06-30']);
    expect(all.series[1]?.values).toEqual([null, 7 * 30, 7 * 365]);
    const query = { property: 1, timeframe: 'BILLING' } as const;
    const { content } = await caller.ask(world.owner, 'consumption.overview', { query });
    expect(content[0]?.changePercent).toBeNull();
  });

  it('hold nothing of a gap between two of them, for nobody knows which of it is whose', async () => {
    await addProperty(database, { id: 20 });
    const owner = await addAccount(database, 'gapped');
    await grantAccess(database, owner, await addPackage(database, licensing), [20]);
    await database.pool.query(
      `INSERT INTO billing_period (property_id, product, period_begin, period_end) VALUES
         (20, '', '2025-07-01', '2026-06-30'), (20, '', '2026-07-01', '2027-06-30')`,
    );
    const deviceId = await addDevice(database, { propertyId: 20 });
    const begin = '2025-07-01';
    const readings = Array.from({ length: daysBetween(begin, '2026-11-20') + 1 }, (_, day) => ({
      day: plusDays(begin, day),
      value: day,
    })).filter(({ day }) => day <= '2026-06-20' || day >= '2026-07-10');
    await addReadings(
      database,
      { propertyId: 20, deviceId },
      readings.map(({ day, value }) => ({ at: startOfLocalDay(zone, day), value })),
    );
    const { series } = await graph(owner, { property: 20 });
    expect(series[0]).toMatchObject({
      values: [daysBetween(begin, '2026-06-20'), daysBetween('2026-07-10', '2026-11-20')],
      total: daysBetween(begin, '2026-11-20'),
    });
  });

  it('show whole ones only to who may not see their begin', async () => {
    const { series } = await graph(world.since, {});
    expect(series[0]?.values).toEqual([null, null, null]);
  });

  it('count in tiles, tables, averages and deviations', async () => {
    const query = { property: 1, timeframe: 'BILLING', periodEnd: '2025-12-31' } as const;
    const overview = await caller.ask(world.owner, 'consumption.overview', { query });
    expect(overview).toMatchObject({ content: [{ current: 7 * (30 + 365) }] });
    const tenants = await caller.ask(world.owner, 'consumption.tenants', { query });
    expect(tenants.content[0]?.totals.COLD_WATER_METER).toBe(30 + 365);
    const average = await caller.ask(world.owner, 'consumption.averageProperty', {
      query: { ...query, tenant: world.tenants[0] as number },
    });
    expect(average.values[1]).toBeCloseTo(((7 * 365) / 420) * 50, 6);
    const deviation = await caller.ask(world.owner, 'consumption.deviation', { query });
    expect(deviation.total).toBe(3);
  });

  it('are refused where there are none', async () => {
    const refusal = await caller.refusal(world.owner, 'consumption.graph', {
      query: { property: 2, timeframe: 'BILLING' },
    });
    expect(refusal.status).toBe('PERIOD_NOT_FOUND');
  });

  it('are listed by property and product, and for several properties at once', async () => {
    const list = (product: object) =>
      caller.ask(world.owner, 'period.list', { query: { property: 1, ...product } });
    expect((await list({})).content.map(({ periodBegin }) => periodBegin)).toEqual([
      ...['2024-07-01', '2025-07-01', '2026-07-01'],
    ]);
    expect((await list({ category: 'HCA' })).content).toEqual([
      { periodBegin: '2026-01-01', periodEnd: '2026-12-31' },
    ]);
    const billing = await caller.ask(world.owner, 'period.billing', { body: [1, 2] });
    expect(billing).toHaveLength(4);
    expect(billing[0]).toEqual({
      worksId: 1,
      product: '',
      periodBegin: '2026-07-01',
      periodEnd: '2027-06-30',
    });
    expect(await caller.refusal(world.owner, 'period.billing', { body: [1, 9] })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});
