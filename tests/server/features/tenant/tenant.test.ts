import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
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
const tenants: number[] = [];
let neighbour: number;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date('2026-11-20T12:00:00Z'));
  owner = await addAccount(database, 'owner');
  for (const id of [1, 2, 3]) await addProperty(database, { id });
  await grantAccess(database, owner, await addPackage(database, licensing), [1, 2]);
  for (let number = 1; number <= 23; number++) {
    tenants.push(
      await addTenant(database, 1, {
        tenantNo: String(number).padStart(3, '0'),
        tenantName: ['Nowak', 'Mazur', 'Zając'][number % 3] as string,
      }),
    );
  }
  neighbour = await addTenant(database, 2, { tenantNo: '001', tenantName: 'Neighbour' });
  await addTenant(database, 3, { tenantNo: '001', tenantName: 'Foreign' });
  await addDevice(database, { propertyId: 1, tenantId: tenants[0] as number });
  await addDevice(database, { propertyId: 1, tenantId: tenants[0] as number, category: 'HCA' });
});
afterAll(() => database?.close());

it('puts pages of any size together to the whole, and always tells the total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(...(['tenantNo', '-tenantNo', 'tenantName', '-address'] as const)),
      async (size, sort) => {
        const ask = (page: number, of: number) =>
          caller.ask(owner, 'tenant.list', { query: { property: 1, page, size: of, sort } });
        const whole = await ask(0, 1000);
        // One page more than there are: it is empty, and still tells the total.
        const count = Math.ceil(23 / size) + 1;
        const pages = await Promise.all(
          Array.from({ length: count }, (_, page) => ask(page, size)),
        );
        expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 23));
      },
    ),
    { numRuns: 15 },
  );
});

it('finds tenants by name, number, installation and address', async () => {
  const found = async (search: string) => {
    const { content } = await caller.ask(owner, 'tenant.list', {
      query: { property: 1, search, size: 100 },
    });
    return content.map(({ id }) => id);
  };
  expect(await found('mazur')).toEqual(tenants.filter((_, index) => (index + 1) % 3 === 1));
  expect(await found('I-1-007')).toEqual([tenants[6]]);
  expect(await found('Lipowa 1/012')).toEqual([tenants[11]]);
  expect(await found('Neighbour')).toEqual([]);
});

it('filters by each field that the list names, and by all of them', async () => {
  const filtered = (...filter: string[]) =>
    caller.ask(owner, 'tenant.list', { query: { property: 1, filter, size: 100 } });
  const found = async (...filter: string[]) =>
    (await filtered(...filter)).content.map(({ id }) => id);
  const mazur = tenants.filter((_, index) => (index + 1) % 3 === 1);
  expect(await found('tenantName:MAZUR')).toEqual(mazur);
  expect(await found('address:Lipowa 1/012')).toEqual([tenants[11]]);
  expect(await found('tenantName:mazur', 'address:Lipowa 1/012')).toEqual([]);
  expect(await found("tenantName:'; DROP TABLE tenant; --")).toEqual([]);
  expect(await found('tenantName:%')).toEqual([]);
  await expect(filtered('propertyId:1')).rejects.toThrow('tenantName (text)');
  await expect(filtered('tenantName:')).rejects.toThrow('tenantName (text)');
});

it('tells of one tenant how large the flat is and what it is metered by', async () => {
  const found = await caller.ask(owner, 'tenant.get', {
    params: { tenant: tenants[0] as number },
    query: { property: 1 },
  });
  expect(found).toMatchObject({ propertyId: 1, areaSquareMetres: 50, deviceCount: 2 });
});

it('tells who comes before and after, by number', async () => {
  const neighbours = async (id: number | undefined) => {
    const { previousTenant, nextTenant } = await caller.ask(owner, 'tenant.get', {
      params: { tenant: id as number },
      query: { property: 1 },
    });
    return [previousTenant, nextTenant];
  };
  expect(await neighbours(tenants[0])).toEqual([null, tenants[1]]);
  expect(await neighbours(tenants[6])).toEqual([tenants[5], tenants[7]]);
  expect(await neighbours(tenants.at(-1))).toEqual([tenants.at(-2), null]);
});

it('knows a tenant only in its own property', async () => {
  const refusal = await caller.refusal(owner, 'tenant.get', {
    params: { tenant: neighbour },
    query: { property: 1 },
  });
  expect(refusal).toMatchObject({ status: 'TENANT_NOT_FOUND', code: 1202 });
});

it('answers the same for the property of somebody else as for none', async () => {
  const ask = async (property: number) => {
    const refusal = await caller.refusal(owner, 'tenant.list', { query: { property } });
    return { ...refusal, message: refusal.message.replaceAll(`${property}`, 'N') };
  };
  expect(await ask(3)).toMatchObject({ status: 'PROPERTY_NOT_FOUND' });
  expect(await ask(3)).toEqual(await ask(4));
});
