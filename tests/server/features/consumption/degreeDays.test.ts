import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { degreeDay } from '../../../../server/features/consumption/degreeDays.service.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { now, plusDays } from './world.ts';

let database: Database;
let caller: Caller;
let owner: number;

/** Warszawa at 8 °C each day from October to 19 November; the station Fyn at 10 °C in October. */
beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  for (const id of [1, 3]) await addProperty(database, { id });
  await addProperty(database, { id: 2, country: 'DK', timeZone: 'Europe/Copenhagen' });
  await addProperty(database, { id: 4, city: 'Gdańsk' });
  await database.pool.query(`UPDATE property SET weather_station = 'Fyn' WHERE id = 2`);
  const insert = (country: string, station: string, day: string, celsius: number) =>
    database.pool.query(
      'INSERT INTO outdoor_temperature (country, station, day, celsius) VALUES ($1, $2, $3, $4)',
      [country, station, day, celsius],
    );
  for (let day = 0; day < 50; day++) await insert('PL', 'Warszawa', plusDays('2026-10-01', day), 8);
  for (let day = 0; day < 31; day++) await insert('DK', 'Fyn', plusDays('2026-10-01', day), 10);
  // Another market's station of the same name tells nothing of this one.
  for (let day = 0; day < 31; day++) await insert('PL', 'Fyn', plusDays('2026-10-01', day), 30);
  const whole = await addPackage(database, licensing);
  owner = await addAccount(database, 'owner');
  await grantAccess(database, owner, whole, [1, 2, 4]);
}, 120_000);
afterAll(() => database?.close());

const ask = (query: object) =>
  caller.ask(owner, 'consumption.degreeDays', {
    query: { property: 1, timeframe: 'MONTHLY', ...query },
  });
const autumn = { periodBegin: '2026-10-01', periodEnd: '2026-11-30' };

it.each([
  ['DK_17', 17, 0],
  ['DK_17', 16.5, 0.5],
  ['DK_17', -3, 20],
  ['EUROSTAT', 15.1, 0],
  ['EUROSTAT', 15, 3],
  ['EUROSTAT', -3, 21],
] as const)('%s at %d °C is %d', (method, celsius, expected) => {
  expect(degreeDay(method, celsius)).toBeCloseTo(expected, 12);
});

describe('degree days of a property', () => {
  it('are those of the station named as its city, as far as days are over', async () => {
    const found = await ask(autumn);
    expect(found).toMatchObject({ station: 'Warszawa', method: 'EUROSTAT', unit: 'Kd' });
    // 19 days of November are over.
    expect(found.values).toEqual([31 * 10, 19 * 10]);
    expect(found.total).toBe(500);
  });

  it('are those of its own station and its country’s method', async () => {
    const found = await ask({ property: 2, periodBegin: '2026-10-01', periodEnd: '2026-10-31' });
    expect(found).toMatchObject({ station: 'Fyn', method: 'DK_17', values: [31 * 7] });
  });

  it('are unknown where a day is missing, and for hours', async () => {
    expect((await ask({ periodBegin: '2026-09-01', periodEnd: '2026-10-31' })).values).toEqual([
      null,
      310,
    ]);
    const hours = await ask({
      timeframe: 'HOURLY',
      periodBegin: '2026-10-01',
      periodEnd: '2026-10-01',
    });
    expect(new Set(hours.values)).toEqual(new Set([null]));
    expect(hours.total).toBeNull();
  });

  it('have the buckets of weeks and days', async () => {
    const days = await ask({
      timeframe: 'DAILY',
      periodBegin: '2026-10-24',
      periodEnd: '2026-10-26',
    });
    expect(days.values).toEqual([10, 10, 10]);
    const weeks = await ask({
      timeframe: 'WEEKLY',
      periodBegin: '2026-10-19',
      periodEnd: '2026-10-25',
    });
    expect(weeks.values).toEqual([70]);
  });

  it('say which station has none', async () => {
    const query = { property: 4, timeframe: 'MONTHLY', ...autumn };
    expect(await caller.refusal(owner, 'consumption.degreeDays', { query })).toMatchObject({
      status: 'WEATHER_UNKNOWN',
      message: expect.stringContaining('Gdańsk'),
    });
  });

  it('are nobody else’s business', async () => {
    const query = { property: 3, timeframe: 'MONTHLY', ...autumn };
    expect(await caller.refusal(owner, 'consumption.degreeDays', { query })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});
