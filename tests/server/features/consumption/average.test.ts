import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../../server/database/open.ts';
import type { Statement } from '../../../../server/database/statement.ts';
import {
  createCountryAverages,
  hidesOthers,
} from '../../../../server/features/consumption/countryAverages.ts';
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
import { now, plusDays, zone } from './world.ts';

let database: Database;
let caller: Caller;
/** The country's sums are kept for six hours at most. */
let passed = 0;
const passTime = () => {
  passed += 6.1 * 3_600_000;
};
let owner: number;
let since: number;
const tenants = new Map<number, number>();
/** Accounts by what they hold. */
const holders = new Map<string, number>();
const holder = (name: string) => holders.get(name) as number;

const firstDay = '2026-08-01';
const days = 92;
const usual = { category: 'COLD_WATER_METER', timeframe: 'MONTHLY' } as const;
const autumn = { ...usual, periodBegin: '2026-09-01', periodEnd: '2026-10-31' };
/** Of every property and every flat, see the builders. */
const [propertyArea, flatArea] = [420, 50];

/**
 * Eleven properties of Poland that use as many m³ a day as their number, the last of them since
 * September, and one of Czechia.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date(now.getTime() + passed));
  const polish = Array.from({ length: 11 }, (_, at) => at + 1);
  for (const id of [...polish, 20, 21]) {
    await addProperty(database, { id, country: id === 20 ? 'CZ' : 'PL' });
    if (id === 21) continue;
    const tenantId = await addTenant(database, id, { tenantNo: '001' });
    tenants.set(id, tenantId);
    const deviceId = await addDevice(database, { propertyId: id, tenantId });
    await addReadings(
      database,
      { propertyId: id, deviceId },
      Array.from({ length: days + 1 }, (_, day) => ({
        at: startOfLocalDay(zone, plusDays(firstDay, day)),
        value: day * id,
      })).slice(id === 11 ? 31 : 0),
    );
  }
  const whole = await addPackage(database, licensing);
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  await grantAccess(database, owner, whole, [1, 2, 20, 21]);
  await grantAccess(database, since, whole, [1], '2026-10-01');
  const own = (count: number) => polish.slice(0, count);
  for (const [name, properties, accessSince] of [
    ['six', own(6)],
    ['seven', own(7)],
    ['sevenLate', own(7), '2026-10-01'],
    ['sub', own(1)],
    ['otherSub', own(1)],
    ['all', polish],
  ] as const) {
    holders.set(name, await addAccount(database, name));
    await grantAccess(database, holder(name), whole, [...properties], accessSince);
  }
  for (const [name, main] of [
    ['sub', 'seven'],
    ['otherSub', 'six'],
  ] as const) {
    await database.pool.query('UPDATE account SET level = 2, created_by = $2 WHERE id = $1', [
      holder(name),
      holder(main),
    ]);
  }
}, 120_000);
afterAll(() => database?.close());

const ofProperty = (property: number, query: object = autumn, account = owner) =>
  caller.ask(account, 'consumption.averageProperty', {
    query: { property, tenant: tenants.get(property), ...query },
  });
const ofCountry = (property: number, query: object = autumn, account = owner) =>
  caller.ask(account, 'consumption.averageNational', {
    query: { property, tenant: tenants.get(property), ...query },
  });
const setArea = (table: 'property' | 'tenant', id: number, area: number | null) =>
  database.pool.query(
    `UPDATE ${table} SET area_square_metres = $2 WHERE ${table === 'tenant' ? 'property_id' : 'id'} = $1`,
    [id, area],
  );

describe('the property’s average', () => {
  it('is its use per square metre, times the tenant’s area', async () => {
    const found = await ofProperty(2);
    expect(found).toMatchObject({ unit: 'm³', areaSquareMetres: flatArea });
    const expected = [30, 31].map((length) => ((length * 2) / propertyArea) * flatArea);
    expect(found.values).toEqual(expected.map((value) => expect.closeTo(value, 9)));
    expect(found.total).toBeCloseTo((expected[0] ?? 0) + (expected[1] ?? 0), 9);
  });

  it('has the buckets of the graph', async () => {
    const graph = await caller.ask(owner, 'consumption.graph', {
      query: { property: 2, tenant: tenants.get(2), ...autumn },
    });
    expect((await ofProperty(2)).starts).toEqual(graph.series[0]?.starts);
  });

  it('is none of a flat without an area, as in the deviation and the monthly information', async () => {
    await setArea('tenant', 2, null);
    const tenant = tenants.get(2) as number;
    for (const id of ['consumption.averageProperty', 'consumption.averageNational'] as const) {
      const refusal = await caller.refusal(owner, id, {
        query: { property: 2, tenant, ...autumn },
      });
      expect(refusal).toMatchObject({ status: 'AREA_MISSING', code: 1204 });
      expect(refusal.message).toContain(`Tenant ${tenant} has no area`);
    }
    const whole = { query: { property: 2, ...autumn } };
    const { total } = await caller.ask(owner, 'consumption.averageProperty', whole);
    expect(total).not.toBeNull();
    await setArea('tenant', 2, flatArea);
  });

  it('can’t be without the property’s area, and says so', async () => {
    await setArea('property', 2, null);
    const query = { property: 2, tenant: tenants.get(2), ...autumn };
    expect(await caller.refusal(owner, 'consumption.averageProperty', { query })).toMatchObject({
      status: 'AREA_MISSING',
      code: 1204,
    });
    await setArea('property', 2, propertyArea);
  });

  it('tells nothing of before the account’s access', async () => {
    const [september, october] = (await ofProperty(1, autumn, since)).values;
    expect(september).toBeNull();
    expect(october).not.toBeNull();
  });

  it('is nobody else’s business', async () => {
    const query = { property: 3, ...autumn };
    expect(await caller.refusal(owner, 'consumption.averageProperty', { query })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});

describe('the national average', () => {
  it('is over all properties of the country, also those that the account doesn’t see', async () => {
    const found = await ofCountry(1);
    // 1 + 2 + … + 11 m³ a day on eleven times the area.
    const expected = [30, 31].map((length) => ((length * 66) / (11 * propertyArea)) * flatArea);
    expect(found.values).toEqual(expected.map((value) => expect.closeTo(value, 9)));
  });

  it('keeps silent about fewer than ten properties', async () => {
    const czech = { property: 20, tenant: tenants.get(20), ...autumn };
    expect(await caller.refusal(owner, 'consumption.averageNational', { query: czech })).toEqual(
      expect.objectContaining({ status: 'COHORT_TOO_SMALL', code: 1205 }),
    );
    await setArea('property', 11, null);
    passTime();
    expect((await ofCountry(1)).values.every((value) => value !== null)).toBe(true);
    await setArea('property', 10, null);
    expect((await ofCountry(1)).values.every((value) => value !== null)).toBe(true);
    passTime();
    const polish = { property: 1, tenant: tenants.get(1), ...autumn };
    expect(await caller.refusal(owner, 'consumption.averageNational', { query: polish })).toEqual(
      expect.objectContaining({ status: 'COHORT_TOO_SMALL' }),
    );
    await setArea('property', 10, propertyArea);
    await setArea('property', 11, propertyArea);
  });

  it('keeps silent when one property is most of it', async () => {
    await setArea('property', 11, 20 * propertyArea);
    passTime();
    const query = { property: 1, tenant: tenants.get(1), ...autumn };
    expect(await caller.refusal(owner, 'consumption.averageNational', { query })).toEqual(
      expect.objectContaining({ status: 'COHORT_TOO_SMALL' }),
    );
    await setArea('property', 11, propertyArea);
    passTime();
  });

  describe('to who could take their own properties out of it', () => {
    const refusal = (account: number, query: object = autumn) =>
      caller.refusal(account, 'consumption.averageNational', {
        query: { property: 1, tenant: tenants.get(1), ...query },
      });
    const tooFew = expect.objectContaining({ status: 'COHORT_TOO_SMALL' });

    it('is told while five are others’, and is the same as for everybody', async () => {
      expect(await ofCountry(1, autumn, holder('six'))).toEqual(await ofCountry(1));
    });

    it('is refused when four are others’, whoever asked before', async () => {
      await ofCountry(1);
      expect(await refusal(holder('seven'))).toEqual(tooFew);
      expect((await ofCountry(1)).total).not.toBeNull();
    });

    it('is refused to a sub-administrator where it is to the main one', async () => {
      expect(await refusal(holder('sub'))).toEqual(tooFew);
      expect((await ofCountry(1, autumn, holder('otherSub'))).total).not.toBeNull();
    });

    it('counts as own what an account sees only since later', async () => {
      expect(await refusal(holder('sevenLate'))).toEqual(tooFew);
    });

    it('is refused to who holds all', async () => {
      expect(await refusal(holder('all'))).toEqual(tooFew);
    });

    it('holds for each bucket and the total: of what has values in it', async () => {
      const summer = { ...usual, periodBegin: '2026-08-01', periodEnd: '2026-10-31' };
      const perDay = (55 / (10 * propertyArea)) * flatArea;
      const told = await ofCountry(1, summer);
      expect(told.values[0]).toBeCloseTo(31 * perDay, 9);
      const found = await ofCountry(1, summer, holder('six'));
      expect(found.values).toEqual([null, ...told.values.slice(1)]);
      expect(found.total).toBeCloseTo((told.total ?? 0) - 31 * perDay, 9);
      const days = await ofCountry(1, { ...summer, timeframe: 'DAILY' }, holder('six'));
      expect(days.values.slice(0, 31)).toEqual(new Array(31).fill(null));
      expect(days.total).toBeCloseTo(found.total ?? 0, 9);
    });

    it('is refused when one is most of what is others’', async () => {
      await setArea('property', 11, 5 * propertyArea);
      passTime();
      expect((await ofCountry(1)).total).not.toBeNull();
      expect(await refusal(holder('six'))).toEqual(tooFew);
      await setArea('property', 11, propertyArea);
      passTime();
    });
  });

  it('tells nothing of before the account’s access', async () => {
    const [september, october] = (await ofCountry(1, autumn, since)).values;
    expect(september).toBeNull();
    expect(october).not.toBeNull();
  });

  it('is closed to the reading role by any other way', async () => {
    await expect(
      database.asAccount({ accountId: owner, anyFeature: [] }, (tx) =>
        tx.run('SELECT * FROM rollup WHERE property_id = 5'),
      ),
    ).resolves.toBe(0);
  });
});

describe('whether a sum hides the others', () => {
  const sum = (...areas: number[]) => ({
    properties: areas.length,
    area: areas.reduce((total, area) => total + area, 0),
    largest: areas.toSorted((a, b) => b - a).slice(0, 3),
  });

  it.each([
    ['five of equal size', sum(1, 1, 1, 1, 1), [], true],
    ['four', sum(1, 1, 1, 1), [], false],
    ['five beside own ones', sum(9, 1, 1, 1, 1, 1), [9], true],
    ['a large one beside an own one of its size', sum(9, 9, 1, 1, 1, 1), [9], false],
    ['half of the area is not most of it', sum(4, 1, 1, 1, 1), [], true],
    ['own ones are all that are known to be large', sum(9, 9, 9, 1, 1, 1, 1, 1), [9, 9, 9], false],
  ])('%s', (_, of, own, expected) => {
    expect(hidesOthers(of, own)).toBe(expected);
  });
});

it('a property without devices has no average', async () => {
  const query = { property: 21, timeframe: 'MONTHLY' };
  expect(await caller.refusal(owner, 'consumption.averageProperty', { query })).toMatchObject({
    status: 'PERIOD_NOT_FOUND',
  });
});

it('sums are kept as long again as they have been the same, those of long ago for longer', async () => {
  const [old, recent] = ['2026-01-01', '2026-06-01'];
  let asked: unknown;
  let volume = 1;
  const tx = {
    query: async ({ sql }: Statement<object>, [, , , chunks]: unknown[]) => {
      if (!sql.includes('FROM country_average(')) return [];
      asked = chunks;
      return [{ chunk: old, place: 1, volume, area: 0, properties: 0, largest: [] }];
    },
  } as unknown as Transaction;
  const averages = createCountryAverages();
  const end = (day: string) => Date.parse(day);
  const askedAfter = async (minutes: number) => {
    asked = undefined;
    await averages.read(tx, {
      country: 'PL',
      category: 'COLD_WATER_METER',
      timeframe: 3,
      chunks: [
        { day: old, end: end('2026-02-01') },
        { day: recent, end: end('2026-07-01') },
      ],
      now: new Date(end('2026-06-20') + minutes * 60_000),
    });
    return asked;
  };
  const seen: unknown[] = [];
  for (const minutes of [0, 0.9, 1, 1.9, 2, 3.9, 4, 8, 16, 25, 26, 31, 32, 36]) {
    // While history is still being imported, its sums change.
    if (minutes === 32) volume = 2;
    seen.push([minutes, await askedAfter(minutes)]);
  }
  const both = [old, recent];
  expect(seen).toEqual([
    ...[
      [0, both],
      [0.9, undefined],
      [1, both],
      [1.9, undefined],
      [2, both],
      [3.9, undefined],
    ],
    ...[
      [4, both],
      [8, both],
      [16, both],
      [25, undefined],
      [26, [recent]],
      [31, undefined],
    ],
    // Another sum is asked for a minute later.
    ...[
      [32, [old]],
      [36, both],
    ],
  ]);
  for (const minutes of [37, 39, 43, 51, 67, 99, 163, 291]) await askedAfter(minutes);
  expect([await askedAfter(545), await askedAfter(904)]).toEqual([both, [recent]]);
});
