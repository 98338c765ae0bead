import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { property, tenant } from '../../../../server/database/tables.ts';
import { getVisibleProperty } from '../../../../server/features/property/scope.repository.ts';
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

let database: Database;
let caller: Caller;
let owner: number;
let stranger: number;
let unlicensed: number;
const since = '2026-05-17';
const ids = Array.from({ length: 37 }, (_, index) => 100 + index);

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date('2026-11-20T12:00:00Z'));
  for (const id of ids) {
    await addProperty(database, {
      id,
      // Names come in threes, so that only the id decides their order.
      name: `House ${String(Math.floor(id / 3)).padStart(3, '0')}`,
      city: ['Kraków', 'Gdańsk', 'Toruń'][id % 3] as string,
      warningSeverity: ([0, 5, 10, null] as const)[id % 4] ?? null,
      place: id === 136 ? null : [50 + id / 100, 20],
    });
  }
  await database.pool.query(`UPDATE property SET works_old_number = 'PL/993/3' WHERE id = 118`);
  await addProperty(database, { id: 500, name: '50 % discount_house' });
  await addProperty(database, { id: 900, name: 'Of somebody else' });
  owner = await addAccount(database, 'owner');
  stranger = await addAccount(database, 'stranger');
  unlicensed = await addAccount(database, 'unlicensed');
  const consumption = await addPackage(database, ['CONSUMPTION_BASIC', 'REPORT_JOB']);
  const warned = ['CONSUMPTION_BASIC', 'REPORT_JOB', 'WARNING_CO2'] as const;
  const reports = await addPackage(database, ['REPORT_JOB']);
  const owned = await addPackage(database, [...warned]);
  await grantAccess(database, owner, owned, [100], since);
  await grantAccess(database, owner, owned, [...ids.slice(1), 500]);
  await grantAccess(database, stranger, consumption, [900]);
  await grantAccess(database, unlicensed, reports, ids);
  const tenant = await addTenant(database, 100, { tenantNo: '1' });
  await addDevice(database, { propertyId: 100, tenantId: tenant });
  await addDevice(database, { propertyId: 100, isMain: true });
});
afterAll(() => database?.close());

const list = (account: number, query: Parameters<typeof caller.ask<'property.list'>>[2]['query']) =>
  caller.ask(account, 'property.list', { query });

it('puts pages of any size and order together to the whole, and always tells the total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom(...(['name', '-name', 'city', '-worksNo', 'warningSeverity'] as const)),
      async (size, sort) => {
        const whole = await list(owner, { size: 1000, sort });
        const pageCount = Math.ceil(38 / size);
        // One page more than there are: it is empty, and still tells the total.
        const pages = await Promise.all(
          Array.from({ length: pageCount + 1 }, (_, page) => list(owner, { page, size, sort })),
        );
        expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 38));
        expect(whole.content).toHaveLength(38);
      },
    ),
    { numRuns: 15 },
  );
});

it('sorts by what was asked, those without a warning last in both directions', async () => {
  const severities = async (sort: 'warningSeverity' | '-warningSeverity') =>
    (await list(owner, { size: 100, sort })).content.map((one) => one.warningSeverity);
  const known = (all: (number | null)[]) => all.filter((one) => one !== null);
  const ascending = await severities('warningSeverity');
  const descending = await severities('-warningSeverity');
  expect(known(ascending)).toEqual(known(ascending).toSorted((a, b) => a - b));
  expect(known(descending)).toEqual(known(ascending).toReversed());
  expect(ascending.at(-1)).toBeNull();
  expect(descending.at(-1)).toBeNull();
});

it('searches name, address, city and number, new or old, and takes wildcards as they stand', async () => {
  const found = async (search: string) =>
    (await list(owner, { search, size: 100 })).content.map(({ worksId }) => worksId);
  expect(await found('gdańsk')).toEqual(ids.filter((id) => id % 3 === 1));
  expect(await found('W-117')).toEqual([117]);
  expect(await found('pl/993/')).toEqual([118]);
  expect(await found('Lipowa 117')).toEqual([117]);
  expect(await found('house 039')).toEqual([117, 118, 119]);
  expect(await found('%')).toEqual([500]);
  expect(await found('t_h')).toEqual([500]);
  expect(await found('\\')).toEqual([]);
  expect(await found("'; DROP TABLE property; --")).toEqual([]);
});

it('says how urgent warnings are only to whom the package shows some', async () => {
  const blind = await addAccount(database, 'blind');
  const consumption = await addPackage(database, ['CONSUMPTION_BASIC']);
  await grantAccess(database, blind, consumption, [101, 102]);
  const severitiesOf = async (account: number) => {
    const { content } = await list(account, { size: 3, sort: 'worksNo' });
    const places = (await caller.ask(account, 'property.locations', {})).content;
    return [...content, ...places].map((one) => one.warningSeverity);
  };
  expect(await severitiesOf(owner)).toContain(10);
  expect(await severitiesOf(blind)).toEqual([null, null, null, null]);
  expect((await list(blind, { filter: ['warningSeverity:10'] })).total).toBe(0);
});

it('filters by text and by a choice of values', async () => {
  const found = async (...filter: string[]) => (await list(owner, { filter, size: 1000 })).content;
  const severities = async (...filter: string[]) => [
    ...new Set((await found(...filter)).map(({ warningSeverity }) => warningSeverity)),
  ];
  expect(await severities('warningSeverity:10')).toEqual([10]);
  expect((await severities('warningSeverity:0|10')).toSorted()).toEqual([0, 10]);
  expect((await found('city:gdańsk')).map(({ worksId }) => worksId)).toEqual(
    ids.filter((id) => id % 3 === 1),
  );
});

it('shows nobody what is not theirs or not licensed', async () => {
  expect((await list(stranger, {})).content.map(({ worksId }) => worksId)).toEqual([900]);
  expect((await list(unlicensed, {})).total).toBe(0);
  expect((await caller.ask(unlicensed, 'property.locations', {})).content).toEqual([]);
  const own = await list(owner, { size: 1000 });
  expect(own.content.map(({ worksId }) => worksId)).not.toContain(900);
  expect(own.content[0]?.features).toEqual(['CONSUMPTION_BASIC', 'REPORT_JOB', 'WARNING_CO2']);
});

it('tells where each property is, as far as that is known', async () => {
  const { content } = await caller.ask(owner, 'property.locations', {});
  const { total } = await list(owner, {});
  expect(content).toHaveLength(total);
  expect(content.find(({ worksId }) => worksId === 118)?.worksOldNumber).toBe('PL/993/3');
  expect(content.find(({ worksId }) => worksId === 136)).toMatchObject({
    latitude: null,
    longitude: null,
  });
  expect(content.find(({ worksId }) => worksId === 110)).toMatchObject({
    latitude: 51.1,
    longitude: 20,
  });
});

it('tells of one property what the list leaves out', async () => {
  const found = await caller.ask(owner, 'property.get', { params: { property: 100 } });
  expect(found).toMatchObject({
    worksId: 100,
    timeZone: 'Europe/Warsaw',
    areaSquareMetres: 420,
    tenantCount: 1,
    deviceCount: 2,
    accessSince: '2026-05-17',
    geo: { latitude: 51, longitude: 20 },
  });
});

it('answers the same for the property of somebody else as for none', async () => {
  const ask = async (property: number) => {
    const refusal = await caller.refusal(owner, 'property.get', { params: { property } });
    return { ...refusal, message: refusal.message.replaceAll(`${property}`, 'N') };
  };
  expect(await ask(900)).toEqual(await ask(901));
  expect(await ask(900)).toMatchObject({ status: 'PROPERTY_NOT_FOUND', code: 1201 });
  await expect(
    caller.refusal(unlicensed, 'property.get', { params: { property: 100 } }),
  ).resolves.toMatchObject({ status: 'PROPERTY_NOT_FOUND' });
});

it('takes a revoked property away from the very next call', async () => {
  const leaving = await addAccount(database, 'leaving');
  await grantAccess(database, leaving, await addPackage(database, licensing), [101]);
  await caller.ask(leaving, 'property.get', { params: { property: 101 } });
  await database.pool.query('DELETE FROM property_access WHERE account_id = $1', [leaving]);
  const refusal = await caller.refusal(leaving, 'property.get', { params: { property: 101 } });
  expect(refusal.status).toBe('PROPERTY_NOT_FOUND');
  expect((await list(leaving, {})).total).toBe(0);
});

it('is refused by the database itself when a query asks in the name of another account', async () => {
  const forged = { accountId: owner, anyFeature: licensing };
  await expect(
    database.asAccount({ accountId: stranger, anyFeature: [] }, (tx) =>
      getVisibleProperty(tx, forged, 100),
    ),
  ).rejects.toMatchObject({ code: 'PROPERTY_NOT_FOUND' });
  const seen = await database.asAccount({ accountId: stranger, anyFeature: [] }, (tx) =>
    tx.select({ id: property.id }).from(property),
  );
  expect(seen).toEqual([{ id: 900 }]);
  const tenants = await database.asAccount({ accountId: stranger, anyFeature: [] }, (tx) =>
    tx.$count(tenant),
  );
  expect(tenants).toBe(0);
});

it('refuses pages and ids out of range, each by its name', async () => {
  const refusal = await caller.refusal(owner, 'property.list', {
    query: { page: -1, size: 1001, sort: 'password' },
  });
  expect(refusal.status).toBe('VALIDATION_FAILED');
  expect(refusal.errors.map(({ field }) => field)).toEqual([
    'query.page',
    'query.size',
    'query.sort',
  ]);
});

it('finds a property by its number, new or old, and the new one first', async () => {
  await database.pool.query(`UPDATE property SET works_old_number = 'w-120' WHERE id = 101`);
  await database.pool.query(
    `UPDATE property SET works_old_number = 'Old-1' WHERE id IN (103, 900)`,
  );
  const found = async (account: number, number: string) => {
    const { content } = await caller.ask(account, 'property.find', { params: { number } });
    return content.map(({ worksId, worksNo }) => [worksId, worksNo]);
  };
  expect(await found(owner, 'w-120')).toEqual([[120, 'W-120']]);
  expect(await found(owner, 'W-101')).toEqual([[101, 'W-101']]);
  expect(await found(owner, 'OLD-1')).toEqual([[103, 'W-103']]);
  expect(await found(stranger, 'old-1')).toEqual([[900, 'W-900']]);
  for (const [account, number] of [
    [owner, 'W-900'],
    [unlicensed, 'W-120'],
    [owner, '120'],
  ] as const) {
    expect(await found(account, number)).toEqual([]);
  }
});
