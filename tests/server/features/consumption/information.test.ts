import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import { correctForWeather } from '../../../../server/metering/climate.ts';
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

const begin = '2025-09-01';
const days = daysBetween(begin, '2026-11-20') + 1;
let database: Database;
let caller: Caller;
let owner: number;
const tenants: number[] = [];

/** Six flats of 50 m² with allocators: the first counts 10 a day, the others 5; one has cold water. */
beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  await addProperty(database, { id: 1 });
  owner = await addAccount(database, 'owner');
  await grantAccess(database, owner, await addPackage(database, licensing), [1]);
  for (let flat = 1; flat <= 6; flat++) {
    const tenantId = await addTenant(database, 1, { tenantNo: `00${flat}` });
    tenants.push(tenantId);
    await meter(tenantId, 'HCA', flat === 1 ? 10 : 5);
    if (flat === 1) await meter(tenantId, 'COLD_WATER_METER', 0.2);
  }
  // 8 Kd a day last year, 16 this year: twice as cold.
  await database.pool.query(
    `INSERT INTO outdoor_temperature (country, station, day, celsius)
     SELECT 'PL', 'Warszawa', day::date, CASE WHEN day < '2026-06-01' THEN 10 ELSE 2 END
     FROM generate_series('2025-09-01'::date, '2026-11-19'::date, interval '1 day') AS day`,
  );
});
afterAll(() => database.close());

async function meter(tenantId: number, category: 'HCA' | 'COLD_WATER_METER', perDay: number) {
  const deviceId = await addDevice(database, { propertyId: 1, tenantId, category });
  await addReadings(
    database,
    { propertyId: 1, deviceId },
    Array.from({ length: days }, (_, day) => ({
      at: startOfLocalDay(zone, plusDays(begin, day)),
      // Allocators begin anew with the year.
      value: Math.round(day * perDay * 10) / 10,
    })),
  );
}

const ask = (query: object = {}) =>
  caller.ask(owner, 'consumption.information', {
    query: { property: 1, tenant: tenants[0] as number, ...query },
  });

describe('the monthly information', () => {
  it('tells the last month that is over, beside all that the Directive asks for', async () => {
    const answer = await ask();
    expect(answer).toMatchObject({
      month: '2026-10-01',
      previous: '2026-09-01',
      next: null,
      tenantNo: '001',
      areaSquareMetres: 50,
      station: 'Warszawa',
      leastUsers: 5,
    });
    // The screen shows a graph for each of them.
    expect(answer.categories).toEqual(['COLD_WATER_METER', 'HCA']);
    const heat = answer.content.find(({ category }) => category === 'HCA');
    expect(heat).toMatchObject({ current: 310, previousMonth: 300, isCorrected: true });
    // As cold as this year, last October would have taken twice as much.
    expect(heat?.lastYear).toBeCloseTo(620, 6);
    expect(heat?.changePercent).toBeCloseTo(-50, 6);
    expect(heat?.averageOf).toBe(6);
    // 10 + 5 × 5 a day on 420 m², for 50 m².
    expect(heat?.average).toBeCloseTo(((35 * 31) / 420) * 50, 6);
  });

  it('doesn’t correct water, and gives no average of too few', async () => {
    const water = (await ask()).content.find(({ category }) => category === 'COLD_WATER_METER');
    expect(water).toMatchObject({ isCorrected: false, average: null, averagePercent: null });
    expect(water?.averageOf).toBe(1);
    expect(water?.lastYear).toBeCloseTo(6.2, 6);
  });

  it('goes to an earlier month, and never to one that isn’t over', async () => {
    expect(await ask({ month: '2026-09-15' })).toMatchObject({
      month: '2026-09-01',
      next: '2026-10-01',
    });
    expect(await ask({ month: '2026-11-01' })).toMatchObject({ month: '2026-10-01' });
  });

  it('leaves last year out when somebody else lived there, in deviations too', async () => {
    await database.pool.query("UPDATE tenant SET moved_in = '2026-02-01' WHERE id = $1", [
      tenants[0],
    ]);
    const heat = (await ask()).content.find(({ category }) => category === 'HCA');
    expect(heat).toMatchObject({ lastYear: null, changePercent: null, previousMonth: 300 });
    const span = { periodBegin: '2026-09-01', periodEnd: '2026-10-31' };
    const deviation = (query: object) =>
      caller.ask(owner, 'consumption.deviation', { query: { property: 1, ...span, ...query } });
    const all = await deviation({ category: 'HCA' });
    const own = await deviation({ tenant: tenants[0] });
    await database.pool.query('UPDATE tenant SET moved_in = NULL');
    // One basis for all, so that the months before aren’t compared beside last year.
    const bases = new Map(all.content.map(({ id, basis, earlier }) => [id, [basis, earlier]]));
    expect(bases.get(tenants[0] as number)).toEqual(['NONE', null]);
    // 5 a day, and twice as much as cold as this year.
    for (const id of tenants.slice(1)) {
      expect(bases.get(id)).toEqual(['LAST_YEAR_CORRECTED', expect.closeTo(5 * 61 * 2, 6)]);
    }
    expect(all.summary.basis).toBe('LAST_YEAR_CORRECTED');
    // Alone, the tenant’s meters are compared with July and August.
    expect(own.content.map(({ category, basis, earlier }) => [category, basis, earlier])).toEqual(
      expect.arrayContaining([
        ['HCA', 'PREVIOUS_PERIOD', 620],
        ['COLD_WATER_METER', 'PREVIOUS_PERIOD', expect.closeTo(12.4, 6)],
      ]),
    );
    expect(own).toMatchObject({ total: 2, summary: { basis: 'PREVIOUS_PERIOD' } });
  });

  it('tells whose it is, and the months around it', async () => {
    const answer = await ask({ month: '2026-09-01' });
    expect(answer).toMatchObject({
      propertyName: 'Property 1',
      tenantName: 'Tenant 001',
      tenantNo: '001',
      address: 'Lipowa 1/001',
      movedIn: null,
      month: '2026-09-01',
      previous: '2026-08-01',
      next: '2026-10-01',
      total: 2,
    });
    const water = answer.content.find(({ category }) => category === 'COLD_WATER_METER');
    expect(water).toMatchObject({
      unit: 'm³',
      status: 'MEASURED',
      previousMonth: expect.closeTo(6.2, 6),
    });
    expect(water?.current).toBeCloseTo(6, 6);
    // Long before anything was read.
    const unknown = await ask({ month: '2025-01-01' });
    expect(unknown).toMatchObject({ month: '2025-01-01', next: '2025-02-01' });
    expect(unknown.content[0]).toMatchObject({
      status: 'MISSING',
      current: null,
      previousMonth: null,
      lastYear: null,
      average: null,
      averagePercent: null,
      changePercent: null,
      isCorrected: false,
    });
  });

  it('has an average of five tenants and more, where areas are known', async () => {
    const average = async () =>
      (await ask()).content.find(({ category }) => category === 'HCA')?.average ?? null;
    const { pool } = database;
    const without = async (count: number) => {
      await pool.query(
        `UPDATE device SET tenant_id = NULL WHERE category = 'HCA' AND tenant_id = ANY ($1)`,
        [tenants.slice(-count)],
      );
      return average();
    };
    expect(await without(1)).toBeCloseTo(((35 * 31) / 420) * 50, 6);
    expect(await without(2)).toBeNull();
    for (const [at, id] of tenants.slice(-2).entries()) {
      await pool.query(
        `UPDATE device SET tenant_id = $1 WHERE id = (
           SELECT id FROM device WHERE category = 'HCA' AND tenant_id IS NULL ORDER BY id LIMIT 1)`,
        [id],
      );
      expect((await average()) === null, `${at}`).toBe(false);
    }
    for (const table of ['property', 'tenant']) {
      await pool.query(`UPDATE ${table} SET area_square_metres = NULL`);
      expect(await average()).toBeNull();
      await pool.query('UPDATE property SET area_square_metres = 420');
      await pool.query('UPDATE tenant SET area_square_metres = 50');
    }
  });

  it('goes by the day of moving in: the first of the month a year ago still counts', async () => {
    const lastYear = async (movedIn: string) => {
      await database.pool.query('UPDATE tenant SET moved_in = $2 WHERE id = $1', [
        ...[tenants[0], movedIn],
      ]);
      return (await ask()).content.find(({ category }) => category === 'HCA')?.lastYear;
    };
    expect(await lastYear('2025-10-01')).toBeCloseTo(620, 6);
    expect(await lastYear('2025-10-02')).toBeNull();
    await database.pool.query('UPDATE tenant SET moved_in = NULL');
  });

  it('tells of a month’s year alone what is published, else that it isn’t', async () => {
    const supply = (query: object = {}) =>
      caller.ask(owner, 'consumption.supply', {
        query: { property: 1, tenant: tenants[0] as number, ...query },
      });
    const market = { mix: [{ source: 'BIOMASS', percent: 100 }], mixOrigin: 'MARKET' };
    const bare = await supply();
    expect(bare).toMatchObject({ year: 2026, ...market, mixSource: 'A supplier, 2025', taxes: [] });
    const unpublished = { state: 'NOT_PUBLISHED', source: null };
    expect(bare.emissions).toMatchObject([
      { category: 'HCA', current: expect.closeTo(310, 6), kilograms: null, ...unpublished },
    ]);
    expect(bare.prices).toMatchObject([
      { category: 'COLD_WATER_METER', price: null, ...unpublished },
      { category: 'HCA', price: null, ...unpublished },
    ]);
    await database.pool.query(
      `INSERT INTO supply_fact (property_id, year, fact, item, value, unit, shares, source, publisher)
       VALUES (1, 2026, 'EMISSIONS', '', 212, 'g/kWh', NULL, 'Mix', 'Heat Ltd'),
         (1, 2026, 'EMISSIONS', 'HCA', 500, 'g/HCA', NULL, 'Mix', 'Heat Ltd'),
         (1, 2026, 'ENERGY_MIX', '', NULL, '', '{"GAS": 40, "WASTE": 60}', 'Mix', NULL),
         (1, 2026, 'PRICE', 'HCA', 2.5, 'PLN/HCA', NULL, 'Tariff', NULL),
         (1, 2026, 'TAX', 'VAT', 23, '%', NULL, 'Act', NULL),
         (1, 2025, 'TAX', 'VAT', 22, '%', NULL, 'Act', NULL)`,
    );
    const told = await supply();
    expect(told).toMatchObject({
      emissions: [{ kilograms: expect.closeTo(155, 6), factor: 500, state: 'PUBLISHED' }],
      mix: [
        { source: 'WASTE', percent: 60 },
        { source: 'GAS', percent: 40 },
      ],
      mixOrigin: 'PROPERTY',
      mixSource: 'Mix',
      prices: [unpublished, { price: 2.5, priceUnit: 'PLN/HCA', source: 'Tariff' }],
      taxes: [{ name: 'VAT', amount: 23, amountUnit: '%', source: 'Act', publishedOn: null }],
    });
    await database.pool.query("DELETE FROM supply_fact WHERE item = 'HCA'");
    const other = await supply();
    expect(other.emissions).toMatchObject([{ kilograms: null, state: 'OTHER_UNIT', source: null }]);

    // A year that was over before the first day is hidden, of the account and of who lives there.
    const taxes = async () => (await supply({ month: '2025-11-01' })).taxes.length;
    expect(await taxes()).toBe(1);
    const { pool } = database;
    for (const [table, column] of [
      ['property_access', 'access_since'],
      ['tenant', 'moved_in'],
    ]) {
      await pool.query(`UPDATE ${table} SET ${column} = '2025-12-31'`);
      expect(await taxes()).toBe(1);
      await pool.query(`UPDATE ${table} SET ${column} = '2026-01-01'`);
      expect(await taxes()).toBe(0);
      await pool.query(`UPDATE ${table} SET ${column} = NULL`);
    }
    await pool.query('DELETE FROM supply_fact');
  });

  it('tells the market’s energy mix', async () => {
    expect(await caller.ask(owner, 'consumption.energyMix', {})).toMatchObject({
      content: [{ source: 'BIOMASS', percent: 100 }],
    });
  });
});

describe('a graph beside last year in this year’s weather', () => {
  const graph = (query: object) =>
    caller.ask(owner, 'consumption.graph', {
      query: {
        property: 1,
        tenant: tenants[0] as number,
        compare: 'LAST_YEAR_CORRECTED',
        periodBegin: '2026-09-01',
        ...query,
      },
    } as never);

  it('corrects heat where both months are known and over', async () => {
    const { climate, series } = await graph({ category: 'HCA' });
    expect(climate).toEqual({ station: 'Warszawa', weatherShare: 1 });
    // November isn't over: last year's is left as it was.
    expect(series[1]?.values).toEqual([600, 620, 300]);
    // The figures, up to the last month that is over.
    const { content } = await caller.ask(owner, 'consumption.overview', {
      query: {
        property: 1,
        tenant: tenants[0] as number,
        compare: 'LAST_YEAR_CORRECTED',
        periodBegin: '2026-09-01',
      },
    });
    const basisOf = (category: string) => content.find((row) => row.category === category)?.basis;
    expect(content.find(({ category }) => category === 'HCA')).toMatchObject({
      previous: 1220,
      basis: 'LAST_YEAR_CORRECTED',
    });
    expect(basisOf('COLD_WATER_METER')).toBe('LAST_YEAR');
  });

  it('leaves water as it was, and says when the weather isn’t known', async () => {
    const water = await graph({ category: 'COLD_WATER_METER' });
    expect(water.climate).toBeUndefined();
    await database.pool.query("UPDATE property SET weather_station = 'Nowhere'");
    const heat = await graph({ category: 'HCA' });
    expect(heat.climate).toBeNull();
    expect(heat.series[1]?.values).toEqual([300, 310, 300]);
    await database.pool.query('UPDATE property SET weather_station = NULL');
  });
});

it.each([
  ['all of it', 100, 1, 200, 300, 30, 150],
  ['a share', 100, 0.7, 200, 300, 30, 135],
  ['nothing known', 100, 1, null, 300, 30, 100],
  ['summer', 100, 1, 20, 300, 30, 100],
  ['nothing used', 0, 1, 200, 300, 30, 0],
])('corrects for the weather: %s', (_, used, share, then, reference, length, expected) => {
  expect(correctForWeather(used, share, then, reference, length)).toBeCloseTo(expected, 9);
});
