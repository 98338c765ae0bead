import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Coverage } from '../../../../schemas/entities/consumption.ts';
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
const begin = startOfLocalDay(zone, '2026-01-20');
const february = { periodBegin: '2026-02-01', periodEnd: '2026-02-28' };
const from = startOfLocalDay(zone, '2026-02-01');
const until = startOfLocalDay(zone, '2026-03-01');
const now = new Date('2026-04-01T12:00:00Z');
let database: Database;
let caller: Caller;
let owner = 0;
const tenants: number[] = [];

/** Ten litres an hour, but for what is left out. */
async function addFlat(isSilent: (at: number) => boolean, level = (_at: number) => 0) {
  const tenantId = await addTenant(database, 1, { tenantNo: `${tenants.length + 1}` });
  tenants.push(tenantId);
  const deviceId = await addDevice(database, { propertyId: 1, tenantId, interval: 'HOURLY' });
  const readings = Array.from({ length: 60 * 24 }, (_, index) => {
    const at = begin + index * hour;
    return { at, value: 100 + index / 100 + level(at) };
  }).filter(({ at }) => !isSilent(at));
  await addReadings(database, { propertyId: 1, deviceId }, readings);
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  await addProperty(database, { id: 1 });
  owner = await addAccount(database, 'owner');
  await grantAccess(database, owner, await addPackage(database, licensing), [1]);
  const between = (a: number, b: number) => (at: number) => at > a && at < b;
  await addFlat(() => false);
  // Four days on each side of the month's begin, then half a day within it.
  await addFlat(between(from - 96 * hour, from + 96 * hour));
  await addFlat(between(from + 240 * hour, from + 252 * hour));
  // Silent for nine days, then another meter.
  await addFlat(between(from + 240 * hour, from + 456 * hour), (at) =>
    at < from + 456 * hour ? 0 : -90,
  );
  await database.pool.query(
    `INSERT INTO billing_period (property_id, period_begin, period_end) VALUES (1, '2026-02-01', '2026-02-28')`,
  );
}, 120_000);
afterAll(() => database?.close());

const graph = async (query: Partial<OperationInput<'consumption.graph'>['query']>) => {
  const answer = await caller.ask(owner, 'consumption.graph', {
    query: { property: 1, ...february, ...query },
  });
  return answer.series[0] as (typeof answer.series)[number];
};
const timeframes = ['HOURLY', 'DAILY', 'MONTHLY', 'BILLING'] as const;
const hours = (until - from) / hour;
const sum = ({ measured, interpolated, unknown }: Coverage) => measured + interpolated + unknown;

describe('totals', () => {
  it.each([
    ['of a flat without gaps', 0, hours / 100, 0],
    ['of a flat that is silent around the month’s begin', 1, (hours - 96) / 100, 96],
    ['of a flat that is silent for half a day', 2, hours / 100, 12],
    ['of a flat whose meter was exchanged behind a gap', 3, (hours - 216) / 100, 216],
  ])('%s are the same in all timeframes', async (_, place, expected, unknown) => {
    for (const timeframe of timeframes) {
      const series = await graph({ timeframe, tenant: tenants[place] as number });
      expect(series.total).toBeCloseTo(expected, 5);
      expect(series.totalCoverage?.unknown).toBeCloseTo(unknown / hours, 4);
      expect(sum(series.totalCoverage as Coverage)).toBeCloseTo(1, 6);
    }
  });

  it('of a property are those of its flats, in the graph, the overview and the list', async () => {
    const expected = (4 * hours - 96 - 216) / 100;
    for (const timeframe of timeframes) {
      expect((await graph({ timeframe })).total).toBeCloseTo(expected, 5);
      const query = { property: 1, timeframe, ...february };
      const overview = await caller.ask(owner, 'consumption.overview', { query });
      expect(overview.content[0]?.current).toBeCloseTo(expected, 5);
      expect(overview.content[0]?.coverage?.unknown).toBeCloseTo(324 / 4 / hours, 4);
      const list = await caller.ask(owner, 'consumption.tenants', { query });
      const totals = list.content.map(({ totals }) => totals.COLD_WATER_METER ?? 0);
      expect(totals.reduce((a, b) => a + b, 0)).toBeCloseTo(expected, 5);
    }
  });

  it('of tenants say what they are known by', async () => {
    for (const timeframe of timeframes) {
      const query = { property: 1, timeframe, ...february };
      const { content } = await caller.ask(owner, 'consumption.tenants', { query });
      const unknown = content.map(({ coverage }) => coverage?.unknown);
      const expected = [0, 96, 12, 216].map((lost) => expect.closeTo(lost / hours, 4));
      expect(unknown).toEqual(expected);
    }
  });

  it('of a period without a known moment are unknown, not zero', async () => {
    const days = { periodBegin: '2026-02-13', periodEnd: '2026-02-18' };
    for (const timeframe of ['HOURLY', 'DAILY'] as const) {
      const tenant = tenants[3] as number;
      const series = await graph({ timeframe, tenant, ...days });
      expect(series).toMatchObject({ total: null, totalCoverage: { unknown: 1 } });
      expect(new Set(series.values)).toEqual(new Set([null]));
      const query = { property: 1, timeframe, ...days };
      const list = await caller.ask(owner, 'consumption.tenants', { query });
      expect(list.content.find(({ id }) => id === tenant)?.totals.COLD_WATER_METER).toBeNull();
    }
  });
});

describe('coverage', () => {
  it('tells a day that is half missing from a whole one', async () => {
    const { values, statuses, coverage } = await graph({
      timeframe: 'DAILY',
      tenant: tenants[2] as number,
    });
    expect(coverage?.[5]).toEqual({ measured: 1, interpolated: 0, unknown: 0 });
    expect(coverage?.[10]).toEqual({ measured: 0.5, interpolated: 0, unknown: 0.5 });
    // The registers around the gap say what was used on that day.
    expect([values[10], statuses[10]]).toEqual([expect.closeTo(0.24, 6), 'MEASURED']);
  });

  it('of a property’s day is that of its flats together', async () => {
    const { coverage } = await graph({ timeframe: 'DAILY' });
    expect(coverage?.[2]?.unknown).toBeCloseTo(1 / 4, 4);
    expect(coverage?.[10]?.unknown).toBeCloseTo(1.5 / 4, 4);
  });

  it('is nothing where no device was', async () => {
    const { coverage } = await graph({ timeframe: 'DAILY', periodBegin: '2026-01-18' });
    expect(coverage?.slice(0, 3)).toEqual([
      null,
      null,
      { measured: 1, interpolated: 0, unknown: 0 },
    ]);
  });
});

it('by hours take off nothing for gaps of meters that have none', async () => {
  await addProperty(database, { id: 4 });
  await grantAccess(database, owner, await addPackage(database, licensing), [4]);
  const read = async (
    interval: 'HOURLY' | 'DAILY',
    step: number,
    isSilent: (at: number) => boolean,
  ) => {
    const tenantId = await addTenant(database, 4, { tenantNo: interval });
    const deviceId = await addDevice(database, { propertyId: 4, tenantId, interval });
    const count = (40 * 24 * hour) / step;
    const readings = Array.from({ length: count }, (_, index) => begin + index * step)
      .filter((at) => !isSilent(at))
      .map((at) => ({ at, value: (at - begin) / hour / 100 }));
    await addReadings(database, { propertyId: 4, deviceId }, readings);
    return tenantId;
  };
  await read('HOURLY', hour, () => false);
  // Silent for twelve days, of which the period has one.
  const slow = await read(
    'DAILY',
    24 * hour,
    (at) => at > from - 144 * hour && at < from + 144 * hour,
  );
  const day = { periodBegin: '2026-02-03', periodEnd: '2026-02-03' };
  const query = { property: 4, timeframe: 'HOURLY', ...day } as const;
  const series = await graph(query);
  const bars = series.values.map((value) => value ?? 0).reduce((a, b) => a + b, 0);
  expect([bars, series.total]).toEqual([expect.closeTo(0.24, 9), expect.closeTo(0.24, 9)]);
  const { content } = await caller.ask(owner, 'consumption.overview', { query });
  expect(content[0]).toMatchObject({ current: expect.closeTo(0.24, 9) });
  const list = await caller.ask(owner, 'consumption.tenants', { query });
  const totals = list.content.map(({ totals: { COLD_WATER_METER: total } }) => total ?? null);
  expect(totals).toEqual([null, expect.closeTo(0.24, 9)]);
  expect((await graph({ ...query, tenant: slow })).total).toBeNull();
  expect((await graph({ ...query, timeframe: 'DAILY' })).total).toBeCloseTo(0.24, 9);
});
