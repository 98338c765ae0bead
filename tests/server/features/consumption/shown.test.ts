import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { createWorld, now, plusDays, type World, zone } from './world.ts';

let database: Database;
let caller: Caller;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  world = await createWorld(database);
  await database.pool.query(
    `INSERT INTO billing_period (property_id, period_begin, period_end) VALUES
       (1, '2025-07-01', '2026-06-30'), (1, '2026-07-01', '2027-06-30'), (2, '2027-01-01', '2027-12-31')`,
  );
});
afterAll(() => database.close());

const shown = (query: OperationInput<'consumption.shown'>['query']) =>
  caller.ask(world.owner, 'consumption.shown', { query });
const timeframesOf = async (query: Parameters<typeof shown>[0]) =>
  (await shown(query)).content.map(({ timeframe }) => timeframe);

describe('what shows', () => {
  it.each([
    [{}, '2025-12-01', '2026-11-30', null],
    [{ timeframe: 'DAILY', periodEnd: '2026-10-31' }, '2026-10-01', '2026-10-31', null],
    [{ timeframe: 'BILLING' }, '2025-07-01', '2027-06-30', null],
    [{ timeframe: 'DAILY', periodBegin: '2020-01-01' }, '2024-09-12', '2026-11-20', 'DAYS_800'],
  ] as const)('of %j is %s to %s', async (query, periodBegin, periodEnd, limit) => {
    const answer = await shown({ property: 1, ...query });
    expect(answer).toMatchObject({ periodBegin, periodEnd, limit, endedOn: null });
    const { periodBegin: begin, periodEnd: end } = await caller.ask(
      world.owner,
      'consumption.graph',
      { query: { property: 1, ...query } },
    );
    expect([begin, end]).toEqual([periodBegin, periodEnd]);
  });

  it('of a year of hours is the last 31 days of it', async () => {
    const year = { periodBegin: '2026-01-01', periodEnd: '2026-10-31' } as const;
    expect(await shown({ property: 2, timeframe: 'HOURLY', ...year })).toMatchObject({
      periodBegin: '2026-10-01',
      periodEnd: '2026-10-31',
      limit: 'DAYS_31',
    });
  });

  it('has hours only of what is read by the hour, and billing periods that have begun', async () => {
    expect(await timeframesOf({ property: 1 })).toEqual(['BILLING', 'MONTHLY', 'WEEKLY', 'DAILY']);
    expect(await timeframesOf({ property: 2 })).toEqual(['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']);
    expect(await timeframesOf({ property: 2, category: 'HCA' })).not.toContain('HOURLY');
    expect(await timeframesOf({ property: 3 })).toEqual(['MONTHLY', 'WEEKLY', 'DAILY']);
  });

  it('says how many devices hours leave out: those with readings of these days, in hours alone', async () => {
    const days = { periodBegin: '2026-10-01', periodEnd: '2026-10-20' } as const;
    const left = async (query: object = {}) =>
      (await shown({ property: 2, timeframe: 'HOURLY', ...days, ...query })).notHourly;
    expect(await left()).toBe(0);
    const read = { propertyId: 2, interval: 'DAILY', tenantId: world.hourlyTenant } as const;
    const [daily, main, gone, other] = [
      await addDevice(database, read),
      await addDevice(database, { ...read, isMain: true }),
      await addDevice(database, read),
      await addDevice(database, { ...read, category: 'HOT_WATER_METER' }),
    ];
    for (const [deviceId, year] of [
      [daily, 2026],
      [main, 2026],
      [gone, 2025],
      [other, 2026],
    ] as const) {
      const at = Date.UTC(year, 9, 5);
      const readings = [0, 1, 2].map((day) => ({ at: at + day * 86_400_000, value: day / 10 }));
      await addReadings(database, { propertyId: 2, deviceId }, readings);
    }
    expect(await left()).toBe(1);
    expect(await left({ tenant: world.hourlyTenant })).toBe(1);
    expect(await left({ category: 'TEMPERATURE_LOGGER' })).toBe(0);
    expect(await left({ timeframe: 'DAILY' })).toBe(0);
    expect(await left({ periodBegin: '2026-10-09' })).toBe(0);
  });

  it('is where the graph leads deeper: into hours only of what is read by the hour', async () => {
    const insideOf = async (query: OperationInput<'consumption.graph'>['query']) =>
      (await caller.ask(world.owner, 'consumption.graph', { query })).inside;
    for (const place of [{ property: 1 }, { property: 2 }, {}]) {
      expect(await insideOf({ ...place, timeframe: 'MONTHLY' })).toBe('DAILY');
      expect(await insideOf({ ...place, timeframe: 'WEEKLY' })).toBe('DAILY');
      expect(await insideOf({ ...place, timeframe: 'HOURLY' })).toBeUndefined();
    }
    expect(await insideOf({ property: 1, timeframe: 'BILLING' })).toBe('MONTHLY');
    expect(await insideOf({ property: 1, timeframe: 'DAILY' })).toBeUndefined();
    const [daily, hourly] = [world.tenants[0] as number, world.hourlyTenant];
    expect(await insideOf({ property: 1, tenant: daily, timeframe: 'DAILY' })).toBeUndefined();
    expect(await insideOf({ property: 2, tenant: hourly, timeframe: 'DAILY' })).toBe('HOURLY');
    expect(await insideOf({ timeframe: 'DAILY' })).toBe('HOURLY');
    expect(await insideOf({ timeframe: 'DAILY', category: 'HCA' })).toBeUndefined();
  });

  it('has no billing periods where none touches the chosen days', async () => {
    const before = { periodBegin: '2020-01-01', periodEnd: '2020-01-31' } as const;
    expect(await timeframesOf({ property: 1, ...before })).not.toContain('BILLING');
    expect(await shown({ property: 1, timeframe: 'BILLING', ...before })).toMatchObject({
      timeframe: 'MONTHLY',
      ...before,
    });
  });

  it('is months where what was asked for isn’t there', async () => {
    expect(await shown({ property: 1, timeframe: 'HOURLY' })).toMatchObject({
      timeframe: 'MONTHLY',
    });
    expect(await shown({ property: 3, timeframe: 'BILLING' })).toMatchObject({
      timeframe: 'MONTHLY',
    });
  });

  it('says that the readings ended, and the period that shows up to today', async () => {
    // Read up to the morning of 27 October.
    const ended = await shown({ property: 2, timeframe: 'DAILY' });
    expect(ended).toMatchObject({ periodEnd: ended.endedOn, recentBegin: '2026-10-21' });
    expect(ended).toMatchObject({ endedOn: '2026-10-27', recentEnd: '2026-11-20' });
    const recent = { periodBegin: ended.recentBegin, periodEnd: ended.recentEnd };
    expect(await shown({ property: 2, timeframe: 'DAILY', ...recent })).toMatchObject({
      ...recent,
      endedOn: null,
    });
  });

  it('ends with the category that is asked for, in the graph and beside it', async () => {
    const tenant = await addEndedAlone();
    for (const subject of [{ property: 4 }, { property: 4, tenant }]) {
      const hot = { ...subject, category: 'HOT_WATER_METER' } as const;
      const cold = { ...subject, category: 'COLD_WATER_METER' } as const;
      const period = { periodBegin: '2024-11-01', periodEnd: '2025-10-31' };
      expect(await shown(hot)).toMatchObject({ ...period, endedOn: '2025-10-10' });
      const ended = await caller.ask(world.owner, 'consumption.graph', { query: hot });
      expect(ended).toMatchObject(period);
      expect(ended.series[0]?.total).toBeCloseTo(9);
      const days = await shown({ ...hot, timeframe: 'DAILY' });
      expect(days).toMatchObject({ periodBegin: '2025-09-10', periodEnd: '2025-10-10' });
      for (const query of [subject, cold]) {
        expect(await shown(query)).toMatchObject({ periodEnd: '2026-11-30', endedOn: null });
        expect(await caller.ask(world.owner, 'consumption.graph', { query })).toMatchObject({
          periodEnd: '2026-11-30',
        });
      }
      // From there to today there is nothing to see, and it shows as it was asked for.
      const recent = { periodBegin: '2026-10-21', periodEnd: '2026-11-20' };
      expect(await shown({ ...hot, timeframe: 'DAILY', ...recent })).toMatchObject({
        ...recent,
        endedOn: null,
      });
    }
  });
});

/** Property 4: cold water is read up to today, hot water was up to October of last year. */
async function addEndedAlone(): Promise<number> {
  const propertyId = await addProperty(database, { id: 4 });
  const tenantId = await addTenant(database, propertyId, { tenantNo: '001' });
  await grantAccess(database, world.owner, await addPackage(database, licensing), [propertyId]);
  const ends = { COLD_WATER_METER: '2026-11-20', HOT_WATER_METER: '2025-10-10' } as const;
  for (const category of ['COLD_WATER_METER', 'HOT_WATER_METER'] as const) {
    const deviceId = await addDevice(database, { propertyId, tenantId, category });
    const readings = Array.from({ length: 10 }, (_, day) => ({
      at: startOfLocalDay(zone, plusDays(ends[category], day - 9)),
      value: day,
    }));
    await addReadings(database, { propertyId, deviceId }, readings);
  }
  return tenantId;
}
