import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { readRollups } from '../../../../server/metering/store/rollups.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller } from '../support/caller.ts';
import { createWorld, daysBetween, firstDay, now, today, type World, zone } from './world.ts';

let database: Database;
let caller: Caller;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  world = await createWorld(database);
}, 120_000);
afterAll(() => database?.close());

const october = {
  timeframe: 'DAILY',
  periodBegin: '2026-10-01',
  periodEnd: '2026-10-31',
} as const;

describe('overview', () => {
  const overview = (
    query: OperationInput<'consumption.overview'>['query'],
    account = world.owner,
  ) => caller.ask(account, 'consumption.overview', { query });

  it('sums a closed period and the one before', async () => {
    const { period, content } = await overview({ property: 1, ...october });
    expect(period).toEqual({ periodBegin: '2026-10-01', periodEnd: '2026-10-31' });
    expect(content).toEqual([
      {
        category: 'COLD_WATER_METER',
        kind: 'register',
        unit: 'm³',
        deviceCount: 3,
        current: 217,
        previous: 217,
        basis: 'PREVIOUS_PERIOD',
        changePercent: 0,
        comparedUntil: '2026-10-31',
        status: 'MEASURED',
        coverage: { measured: 1, interpolated: 0, unknown: 0 },
        months: [30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31].map((days) => days * 7),
      },
    ]);
  });

  it('tells the twelve months that are over, as far as they may be seen', async () => {
    // September is shown from its second half on only: a part of it is not the month.
    const { content } = await overview({ property: 1 }, world.since);
    expect(content[0]?.months).toEqual([...new Array(11).fill(null), 31 * 7]);
  });

  it('compares an open period as far as it is closed', async () => {
    // November is open: September and October stand against June and July.
    const { content } = await overview({ property: 1, periodBegin: '2026-09-01' });
    expect(content[0]?.current).toBe((30 + 31 + 19) * 7);
    expect(content[0]?.previous).toBe((30 + 31) * 7);
    expect(content[0]?.changePercent).toBe(0);
  });

  it('makes no comparison with what is known only in part', async () => {
    const { content } = await overview({ property: 1 });
    expect(content[0]?.current).toBe(daysBetween('2025-12-01', today) * 7);
    expect(content[0]?.changePercent).toBeNull();
  });

  it('is about one tenant when asked, and about gauges as their mean', async () => {
    const tenant = await overview({ property: 1, tenant: world.tenants[1] as number, ...october });
    expect(tenant.content[0]).toMatchObject({ deviceCount: 1, current: 62 });
    const { content } = await overview({ property: 2, ...october });
    expect(content.map(({ category }) => category)).toEqual([
      'COLD_WATER_METER',
      'TEMPERATURE_LOGGER',
    ]);
    expect(content[1]?.current).toBeCloseTo(21.5, 1);
  });

  it('counts nothing from before the day access was given', async () => {
    const september = { ...october, periodBegin: '2026-09-01', periodEnd: '2026-09-30' };
    const { content } = await overview({ property: 1, ...september }, world.since);
    expect(content[0]).toMatchObject({ current: 15 * 7, previous: null, changePercent: null });
  });

  it('is empty, not wrong, where nothing is metered', async () => {
    expect((await overview({ property: 3 })).content).toEqual([]);
  });
});

describe('tenants', () => {
  const tenants = (query: OperationInput<'consumption.tenants'>['query'], account = world.owner) =>
    caller.ask(account, 'consumption.tenants', { query });
  const cold = ({ totals }: { totals: Record<string, unknown> }) => totals.COLD_WATER_METER;

  it('gives each tenant their own total', async () => {
    const { content, total, period } = await tenants({ property: 1, ...october });
    expect(content.map(cold)).toEqual([31, 62, 124]);
    expect(content.map(({ status }) => status)).toEqual(['MEASURED', 'MEASURED', 'MEASURED']);
    expect({ total, period }).toEqual({
      total: 3,
      period: { periodBegin: '2026-10-01', periodEnd: '2026-10-31' },
    });
  });

  it('puts the thirstiest first among all, whatever the page', async () => {
    const page = async (number: number) =>
      tenants({ property: 1, ...october, sort: '-COLD_WATER_METER', size: 1, page: number });
    expect((await page(0)).content.map(cold)).toEqual([124]);
    expect((await page(2)).content.map(cold)).toEqual([31]);
    expect(await page(3)).toMatchObject({ content: [], total: 3 });
  });

  it('puts pages of any size and order together to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(
          ...(['tenantName', '-tenantNo', 'COLD_WATER_METER', '-COLD_WATER_METER', 'HCA'] as const),
        ),
        fc.constantFrom(...(['MONTHLY', 'WEEKLY', 'DAILY'] as const)),
        async (size, sort, timeframe) => {
          const query = { ...october, property: 1, sort, timeframe };
          const whole = await tenants({ ...query, size: 100 });
          const pages = await Promise.all(
            Array.from({ length: Math.ceil(3 / size) }, (_, page) =>
              tenants({ ...query, size, page }),
            ),
          );
          expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
        },
      ),
      { numRuns: 15 },
    );
  });

  it.each([
    ['MONTHLY', '2025-11-05', '2026-02-20', daysBetween('2025-11-01', '2026-03-01')],
    ['WEEKLY', '2025-12-31', '2026-01-02', 7],
    ['DAILY', '2025-12-30', '2026-01-03', 5],
  ] as const)(
    'sums %s over the turn of the year',
    async (timeframe, periodBegin, periodEnd, days) => {
      const { content } = await tenants({ property: 1, timeframe, periodBegin, periodEnd });
      expect(content.map(cold)).toEqual([days, days * 2, days * 4]);
    },
  );

  it('finds a tenant by name and counts what it found', async () => {
    const { content, total } = await tenants({ property: 1, ...october, search: 'beata' });
    expect(content.map(({ id }) => id)).toEqual([world.tenants[1]]);
    expect(total).toBe(1);
  });

  it('shows the mean of a gauge, and no more than the day of access allows', async () => {
    const gauges = await tenants({ property: 2, ...october });
    expect(gauges.content[0]?.totals.TEMPERATURE_LOGGER).toBeCloseTo(21.5, 1);
    expect(gauges.content[0]?.totals.COLD_WATER_METER).toBeCloseTo(0.97, 6);
    const september = { ...october, periodBegin: '2026-09-01', periodEnd: '2026-09-30' };
    const { content } = await tenants({ property: 1, ...september }, world.since);
    expect(content.map(cold)).toEqual([15, 30, 60]);
  });

  it('is unknown, not zero, before the first reading', async () => {
    const { content } = await tenants({
      property: 1,
      timeframe: 'DAILY',
      periodBegin: '2025-01-01',
      periodEnd: '2025-01-31',
    });
    expect(content.map(cold)).toEqual([undefined, undefined, undefined]);
    expect(content.map(({ status }) => status)).toEqual(['MISSING', 'MISSING', 'MISSING']);
  });
});

describe('period and categories', () => {
  it('is from the first to the last day with readings', async () => {
    const query = { property: 1 };
    const whole = { periodBegin: firstDay, periodEnd: today };
    expect(await caller.ask(world.owner, 'consumption.period', { query })).toEqual(whole);
    const tenant = { ...query, tenant: world.tenants[0] as number };
    expect(await caller.ask(world.owner, 'consumption.period', { query: tenant })).toEqual(whole);
    expect(await caller.ask(world.since, 'consumption.period', { query })).toEqual({
      periodBegin: '2026-09-16',
      periodEnd: today,
    });
    const refusal = await caller.refusal(world.owner, 'consumption.period', {
      query: { property: 3 },
    });
    expect(refusal).toMatchObject({ status: 'PERIOD_NOT_FOUND', code: 1203 });
  });

  it('names the categories, the most usual first, and which are read by the hour', async () => {
    const ask = async (property: number) =>
      (await caller.ask(world.owner, 'consumption.categories', { query: { property } })).content;
    expect(await ask(1)).toEqual([{ category: 'COLD_WATER_METER', deviceCount: 3, hourly: false }]);
    expect(await ask(2)).toEqual([
      { category: 'COLD_WATER_METER', deviceCount: 1, hourly: true },
      { category: 'TEMPERATURE_LOGGER', deviceCount: 1, hourly: true },
    ]);
    expect(await ask(3)).toEqual([]);
  });
});

describe('who may see', () => {
  const operations = [
    'consumption.overview',
    'consumption.tenants',
    'consumption.period',
    'consumption.shown',
    'consumption.categories',
    'consumption.graph',
  ] as const;

  it.each(operations)(
    '%s answers the same for somebody else’s property as for none',
    async (id) => {
      const ask = async (property: number) => {
        const refusal = await caller.refusal(world.owner, id, { query: { property } });
        return { ...refusal, message: refusal.message.replaceAll(`${property}`, 'N') };
      };
      expect(await ask(9)).toMatchObject({ status: 'PROPERTY_NOT_FOUND' });
      expect(await ask(9)).toEqual(await ask(77));
    },
  );

  it.each(operations.filter((id) => id !== 'consumption.tenants'))(
    '%s knows a tenant only in its own property',
    async (id) => {
      for (const tenant of [world.hourlyTenant, world.foreignTenant, 424_242]) {
        const refusal = await caller.refusal(world.owner, id, { query: { property: 1, tenant } });
        expect(refusal.status).toBe('TENANT_NOT_FOUND');
      }
    },
  );

  it('is refused by the database itself when a query forgets whom it is for', async () => {
    const query = {
      propertyId: 1,
      subjectKind: 'property' as const,
      subjectIds: [1],
      timeframe: 'MONTHLY' as const,
      timeZone: zone,
      from: Date.parse('2026-01-01'),
      until: now.getTime(),
    };
    const read = (account: number) =>
      database.asAccount({ accountId: account, anyFeature: [] }, (tx) => readRollups(tx, query));
    expect(await read(world.owner)).toHaveLength(1);
    expect(await read(world.stranger)).toEqual([]);
  });
});
