import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import type { Statement } from '../../../../server/database/statement.ts';
import { readPortfolioOverview } from '../../../../server/features/consumption/portfolio.service.ts';
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
import { daysBetween, plusDays, zone } from './world.ts';

/** All properties of an account at once: property 1 uses 1 m³ a day, 2 uses 2, 3 uses 4, 4 uses 8. */

const now = new Date('2026-11-20T12:00:00Z');
const first = '2026-06-01';
const begins: Readonly<Record<number, string>> = { 1: first, 2: first, 3: first, 4: '2026-09-01' };

let database: Database;
let caller: Caller;
let both: number;
let since: number;
let late: number;
let none: number;
let gapped: number;

async function addDaily(
  propertyId: number,
  perDay: number,
  isMain = false,
  isSilent: (day: string) => boolean = () => false,
) {
  const tenantId = isMain
    ? null
    : await addTenant(database, propertyId, { tenantNo: `00${propertyId}` });
  const deviceId = await addDevice(database, { propertyId, tenantId, isMain });
  const begin = begins[propertyId] ?? first;
  await addReadings(
    database,
    { propertyId, deviceId },
    Array.from({ length: daysBetween(begin, '2026-11-20') + 1 }, (_, day) => ({
      at: startOfLocalDay(zone, plusDays(begin, day)),
      value: day * perDay,
    })).filter((_, day) => !isSilent(plusDays(begin, day))),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  for (const id of [1, 2, 3, 4]) await addProperty(database, { id });
  for (const id of [1, 2, 3, 4]) await addDaily(id, 2 ** (id - 1));
  await addDaily(1, 1000, true);
  const licensed = await addPackage(database, licensing);
  const documents = await addPackage(database, ['DOCUMENT_ARCH_ARCHIVE']);
  both = await addAccount(database, 'both');
  since = await addAccount(database, 'since');
  late = await addAccount(database, 'late');
  gapped = await addAccount(database, 'gapped');
  await addProperty(database, { id: 5 });
  // For half a month nobody knows how much of it was used when.
  await addDaily(5, 16, false, (day) => day > '2026-10-10' && day < '2026-10-25');
  none = await addAccount(database, 'none');
  await grantAccess(database, both, licensed, [1, 2]);
  // Without a consumption feature for this one.
  await grantAccess(database, both, documents, [3]);
  await grantAccess(database, since, licensed, [1]);
  await grantAccess(database, since, licensed, [3], '2026-11-16');
  await grantAccess(database, late, licensed, [1, 4]);
  await grantAccess(database, gapped, licensed, [1]);
  await grantAccess(database, gapped, licensed, [5], '2026-10-20');
}, 120_000);
afterAll(() => database?.close());

const graph = (account: number, query: OperationInput<'consumption.graph'>['query']) =>
  caller.ask(account, 'consumption.graph', { query });
const week = { timeframe: 'DAILY', periodBegin: '2026-11-13', periodEnd: '2026-11-19' } as const;
const valuesOf = async (...asked: Parameters<typeof graph>) =>
  (await graph(...asked)).series.map(({ values }) => values);

describe('a graph of all properties', () => {
  it('adds up those that are licensed, in the market’s time zone', async () => {
    const found = await graph(both, week);
    expect(found).toMatchObject({
      category: 'COLD_WATER_METER',
      timeZone: 'Europe/Warsaw',
      periodBegin: '2026-11-13',
      periodEnd: '2026-11-19',
    });
    expect(found.series[0]).toMatchObject({ values: Array(7).fill(3), total: 21 });
    expect(new Set(found.series[0]?.statuses)).toEqual(new Set(['MEASURED']));
  });

  it('shows another account its own, each property from its access-since day on', async () => {
    expect(await valuesOf(since, week)).toEqual([[1, 1, 1, 5, 5, 5, 5]]);
    const months = { periodBegin: '2026-10-01', periodEnd: '2026-11-30' };
    // November began before property 3 was assigned, and a part of it would pass for the whole.
    expect(await valuesOf(since, months)).toEqual([[31, 19]]);
  });

  it('is the sum of what its properties show one by one, also beside another period', async () => {
    const asked = { ...week, timeframe: 'WEEKLY', compare: 'PREVIOUS_PERIOD' } as const;
    const [one, two, all] = await Promise.all([
      valuesOf(both, { ...asked, property: 1 }),
      valuesOf(both, { ...asked, property: 2 }),
      valuesOf(both, asked),
    ]);
    expect(all).toHaveLength(2);
    expect(all).toEqual(
      one.map((values, series) => values.map((value, at) => value! + two[series]![at]!)),
    );
  });

  it('counts nothing of a gap that reaches over a property’s access-since day', async () => {
    const asked = {
      timeframe: 'DAILY',
      periodBegin: '2026-10-13',
      periodEnd: '2026-10-31',
    } as const;
    const alone = await graph(gapped, { ...asked, property: 5 });
    expect(alone.series[0]?.total).toBe(7 * 16);
    expect((await graph(gapped, asked)).series[0]?.total).toBe(19 + 7 * 16);
    const overview = await caller.ask(gapped, 'consumption.overview', { query: asked });
    expect(overview.content[0]?.current).toBe(19 + 7 * 16);
  });

  it('nor of one that begins behind it, but before the first whole bucket', async () => {
    const account = await addAccount(database, 'weeks');
    await grantAccess(database, account, await addPackage(database, licensing), [5], '2026-10-09');
    const weeks = {
      timeframe: 'WEEKLY',
      periodBegin: '2026-10-05',
      periodEnd: '2026-11-01',
    } as const;
    for (const property of [5, undefined]) {
      const { series } = await graph(account, { ...weeks, ...(property && { property }) });
      expect(series[0]?.total).toBe(8 * 16);
    }
  });

  it('asks once which properties there are', async () => {
    const seen: string[] = [];
    const overview = await database.asAccount({ accountId: gapped, anyFeature: [] }, (tx) => {
      const query = tx.query.bind(tx);
      const counting = Object.assign(Object.create(tx), {
        query: (statement: Statement<object>, parameters: unknown[]) => {
          if (/SELECT property_id AS id/.test(statement.sql)) seen.push(statement.sql);
          return query(statement, parameters);
        },
      });
      return readPortfolioOverview(
        {
          tx: counting,
          scope: { accountId: gapped, anyFeature: [...licensing] },
          timeZone: zone,
          now,
        },
        { timeframe: 'DAILY', compare: 'PREVIOUS_PERIOD' },
      );
    });
    expect(overview.content).toHaveLength(1);
    expect(seen).toHaveLength(1);
  });

  it('has figures that are compared with the same', async () => {
    const overview = async (compare: 'NONE' | 'PREVIOUS_PERIOD' | 'LAST_YEAR_CORRECTED') => {
      const { content } = await caller.ask(both, 'consumption.overview', {
        query: { ...week, compare },
      });
      return content.map(({ previous, basis }) => [previous, basis]);
    };
    expect(await overview('PREVIOUS_PERIOD')).toEqual([[21, 'PREVIOUS_PERIOD']]);
    expect(await overview('LAST_YEAR_CORRECTED')).toEqual([[null, 'LAST_YEAR']]);
    expect(await overview('NONE')).toEqual([[null, 'NONE']]);
  });

  it('says that it is not corrected for the weather, and has no billing periods', async () => {
    const corrected = { ...week, category: 'HCA', compare: 'LAST_YEAR_CORRECTED' } as const;
    expect(await graph(both, corrected)).toMatchObject({ climate: null });
    const refusal = await caller.refusal(both, 'consumption.graph', {
      query: { timeframe: 'BILLING' },
    });
    expect(refusal.errors).toEqual([
      {
        field: 'query.timeframe',
        message: expect.stringContaining('Choose a property'),
        rule: 'period',
      },
    ]);
  });

  it('shows a category that is no consumption to who asks for it, and counts it nowhere', async () => {
    const deviceId = await addDevice(database, { propertyId: 1, category: 'SMOKE_DETECTOR' });
    const readings = [0, 1, 2, 3].map((day) => ({
      at: startOfLocalDay(zone, plusDays('2026-11-16', day)),
      value: day * 2,
    }));
    await addReadings(database, { propertyId: 1, deviceId }, readings);
    const { series } = await graph(both, { ...week, category: 'SMOKE_DETECTOR' });
    expect(series[0]?.values).toEqual([null, null, null, 2, 2, 2, null]);
    const { content } = await caller.ask(both, 'consumption.categories', { query: {} });
    expect(content.map(({ category }) => category)).toEqual(['COLD_WATER_METER']);
  });

  it('needs a property for a tenant, and something that is metered', async () => {
    const query = { tenant: 1 };
    expect(await caller.refusal(both, 'consumption.graph', { query })).toMatchObject({
      errors: [{ field: 'query.property' }],
    });
    expect(await caller.refusal(none, 'consumption.graph', { query: {} })).toMatchObject({
      status: 'PERIOD_NOT_FOUND',
    });
  });
});

describe('figures of all properties', () => {
  const overview = async (account: number, periodBegin: string, periodEnd: string) =>
    (
      await caller.ask(account, 'consumption.overview', {
        query: { timeframe: 'DAILY', periodBegin, periodEnd },
      })
    ).content;

  it('stand beside the period before, main meters left out', async () => {
    expect(await overview(both, '2026-11-13', '2026-11-19')).toEqual([
      {
        category: 'COLD_WATER_METER',
        deviceCount: 2,
        kind: 'register',
        unit: 'm³',
        current: 21,
        previous: 21,
        basis: 'PREVIOUS_PERIOD',
        changePercent: 0,
        comparedUntil: '2026-11-19',
        status: 'MEASURED',
        coverage: { measured: 1, interpolated: 0, unknown: 0 },
        months: expect.any(Array),
      },
    ]);
  });

  it('draw no month of fewer properties as a fall', async () => {
    const [water] = await overview(late, '2026-10-01', '2026-10-31');
    expect(water?.months).toEqual([...new Array(10).fill(null), 30 * 9, 31 * 9]);
  });

  it('leave out what a gap at the end of the period may have used later, as one property does', async () => {
    const account = await addAccount(database, 'alone');
    await grantAccess(database, account, await addPackage(database, licensing), [5]);
    for (const end of ['2026-10-19', '2026-10-24', '2026-10-30']) {
      const query = { timeframe: 'DAILY', periodBegin: '2026-10-06', periodEnd: end } as const;
      const ask = (more: object) =>
        caller.ask(account, 'consumption.overview', { query: { ...query, ...more } });
      const { content } = await ask({});
      expect(content).toEqual((await ask({ property: 5 })).content);
      expect(content[0]?.changePercent).toEqual(expect.any(Number));
    }
    const [row] = await overview(account, '2026-10-06', '2026-10-19');
    // Read up to midnight of the 10th: four days beside four.
    expect(row).toMatchObject({ current: 4 * 16, previous: 4 * 16, changePercent: 0 });
    expect(row?.comparedUntil).toBe('2026-10-09');
  });

  it('compare with nothing when a property came in between', async () => {
    expect(await overview(late, '2026-08-31', '2026-09-06')).toMatchObject([
      { current: 55, previous: null, changePercent: null },
    ]);
    expect(await overview(late, '2026-10-05', '2026-10-11')).toMatchObject([{ changePercent: 0 }]);
  });

  it('list the categories and the days with data', async () => {
    const ask = (account: number) =>
      Promise.all([
        caller.ask(account, 'consumption.categories', { query: {} }),
        caller.ask(account, 'consumption.period', { query: {} }),
      ]);
    const days = { periodBegin: first, periodEnd: '2026-11-20' };
    const [categories, period] = await ask(both);
    expect(categories.content).toEqual([
      { category: 'COLD_WATER_METER', deviceCount: 2, hourly: false },
    ]);
    expect(period).toEqual(days);
    expect((await ask(since))[1]).toEqual(days);
    expect((await caller.ask(none, 'consumption.categories', { query: {} })).content).toEqual([]);
    const refusal = await caller.refusal(none, 'consumption.period', { query: {} });
    expect(refusal.status).toBe('PERIOD_NOT_FOUND');
  });
});
