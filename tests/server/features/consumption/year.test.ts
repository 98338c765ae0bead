import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import { type IncomingReading, ingestReadings } from '../../../../server/metering/store/ingest.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { daysBetween, now, plusDays, zone } from './world.ts';

/** Properties that join one by one and whose meters always use the same, as the dashboard's year. */

const begin = '2024-10-01';
const end = '2026-11-20';
const days = daysBetween(begin, end);

const meters = fc.array(
  fc.record({
    mounted: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: days })),
    taken: fc.oneof(fc.constant(days), fc.integer({ min: 1, max: days })),
    silentFrom: fc.integer({ min: 0, max: days }),
    silentFor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  }),
  { minLength: 1, maxLength: 3 },
);
/** The last ones may be seen since a day; the first is steady. */
const sinceDays = [undefined, '2025-03-15', '2026-02-01'];

let database: Database;
let caller: Caller;
let account: number;
let young: number;
const ids: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  account = await addAccount(database, 'joining');
  young = await addAccount(database, 'young');
  const licensed = await addPackage(database, licensing);
  const steady = { mounted: 0, taken: days, silentFrom: 0, silentFor: 0 };
  const worlds = [[steady, steady], ...fc.sample(meters, { numRuns: 14, seed: 35 })];
  for (const [at, own] of worlds.entries()) {
    const propertyId = await addProperty(database, { id: at + 1 });
    ids.push(propertyId);
    const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
    const readings: IncomingReading[] = [];
    for (const { mounted, taken, silentFrom, silentFor } of own) {
      const deviceId = await addDevice(database, { propertyId, tenantId });
      for (let day = mounted; day <= taken; day++) {
        if (day > silentFrom && day < silentFrom + silentFor) continue;
        const instant = startOfLocalDay(zone, plusDays(begin, day));
        readings.push({ propertyId, deviceId, at: instant, value: day * 1_000_000, quality: 0 });
      }
    }
    await database.transaction((tx) => ingestReadings(tx, readings));
    const since = at < 10 ? null : (sinceDays[at % sinceDays.length] ?? null);
    await grantAccess(database, account, licensed, [propertyId], since);
  }
  await grantAccess(database, young, licensed, [1, 2], '2026-05-01');
}, 120_000);
afterAll(() => database?.close());

const yearOf = (id: number, query: object = {}) => caller.ask(id, 'consumption.year', { query });

describe('the year beside the one before', () => {
  it('counts in each month the properties that are comparable alone, as their own graphs say', async () => {
    const all = await yearOf(account);
    const { periodBegin, periodEnd } = all;
    expect([periodBegin, periodEnd]).toEqual(['2025-11-01', '2026-10-31']);
    const sums = all.series.map(({ values }) => values.map(() => 0));
    const compared = sums[0]?.map(() => 0) as number[];
    for (const property of ids) {
      const { comparable, series } = await caller.ask(account, 'consumption.graph', {
        query: { property, timeframe: 'MONTHLY', compare: 'LAST_YEAR', periodBegin, periodEnd },
      });
      for (const [place, is] of (comparable ?? []).entries()) {
        if (!is) continue;
        compared[place] = (compared[place] as number) + 1;
        for (const side of [0, 1] as const) {
          (sums[side] as number[])[place] = ((sums[side]?.[place] as number) +
            (series[side]?.values[place] as number)) as number;
        }
      }
    }
    expect(all.properties?.compared).toEqual(compared);
    expect(new Set(compared).size).toBeGreaterThan(2);
    for (const [side, values] of sums.entries()) {
      for (const [place, value] of values.entries()) {
        expect(all.series[side]?.values[place]).toBeCloseTo(value, 4);
      }
      expect(all.series[side]?.total).toBeCloseTo(
        values.reduce((sum, value) => sum + value, 0),
        3,
      );
    }
  });

  it('shows no change where the same is used, whatever joined', async () => {
    const { series, properties } = await yearOf(account);
    for (const [place, value] of (series[0]?.values ?? []).entries()) {
      const earlier = series[1]?.values[place] as number;
      expect(Math.abs((value as number) / earlier - 1)).toBeLessThan(0.03);
      expect(properties?.known[place]).toBeGreaterThan(properties?.compared[place] as number);
    }
  });

  it('is alone where no property may be seen in both, and tells nothing of before', async () => {
    const { series, properties, comparable } = await yearOf(young);
    expect(series.map(({ role }) => role)).toEqual(['CURRENT']);
    expect(series[0]?.values.slice(0, 6)).toEqual(Array(6).fill(null));
    expect(properties).toEqual({
      compared: Array(12).fill(0),
      known: [...Array(6).fill(0), ...Array(6).fill(expect.any(Number))],
    });
    expect(comparable).toEqual(Array(12).fill(false));
  });

  it('ends with the last month that is over by the day asked for', async () => {
    expect(await yearOf(account, { until: '2026-06-30' })).toMatchObject({
      periodBegin: '2025-07-01',
      periodEnd: '2026-06-30',
    });
    expect(await yearOf(account, { until: '2026-06-29' })).toMatchObject({
      periodEnd: '2026-05-31',
    });
  });
});
