import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationInput, operations } from '../../../schemas/api/operations.ts';
import type { Feature } from '../../../schemas/entities/access.ts';
import type { Database } from '../../../server/database/open.ts';
import { createSearchHandlers } from '../../../server/features/search/search.routes.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addTenant,
  grantAccess,
} from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const consumption: readonly Feature[] = ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'];
const archive: readonly Feature[] = ['DOCUMENT_ARCH_ARCHIVE'];
const pages = {
  PROPERTY: '/consumption/{property}',
  TENANT: '/consumption/{property}/{tenant}',
  DEVICE: '/consumption/{property}/{tenant}',
  DOCUMENT: '/document-archive/available-documents',
};

let database: Database;
let owner = 0;
let since = 0;
let flats: number[] = [];
let meter = 0;
let paths: Partial<typeof pages> = pages;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  const all = await addPackage(database, ['CONSUMPTION_BASIC', 'DOCUMENT_ARCH_ARCHIVE']);
  const other = await addPackage(database, ['WARNING_CO2']);
  const names = ['Wspólnota Żółwia', 'Wspólnota Długa', 'Not licensed Żółwia', 'Foreign Żółwia'];
  for (const [at, name] of names.entries()) {
    await addProperty(database, { id: 11 + at, name, city: 'Łódź', address: `Łąkowa ${at + 1}` });
  }
  await database.pool.query(`UPDATE property SET works_old_number = 'OLD-7' WHERE id = 12`);
  flats = [
    await addTenant(database, 11, { tenantNo: '001', tenantName: 'Jan Wójcik' }),
    await addTenant(database, 11, { tenantNo: '012', tenantName: 'Ewa Nowak' }),
    await addTenant(database, 12, { tenantNo: '012', tenantName: 'Adam Wójcik' }),
  ];
  for (const id of [13, 14])
    await addTenant(database, id, { tenantNo: '012', tenantName: 'Wójcik' });
  const tenantId = flats[0] as number;
  meter = await addDevice(database, { propertyId: 11, tenantId, serialNumber: 'AB-100' });
  await addDevice(database, { propertyId: 11, tenantId: null, serialNumber: 'AB-1' });
  await addDevice(database, { propertyId: 14, tenantId: null, serialNumber: 'AB-1001' });
  await grantAccess(database, owner, all, [11, 12]);
  await grantAccess(database, owner, other, [13]);
  await grantAccess(database, since, all, [11], '2025-01-01');
  await addDocument('bill-2024.pdf', { year: 2024 });
  await addDocument('bill-2025.pdf', { year: 2025 });
  await addDocument('bill-draft.pdf', { year: 2025, status: 'draft' });
});
afterAll(() => database.close());

function addDocument(name: string, { year, status = 'final' }: { year: number; status?: string }) {
  return database.pool.query(
    `INSERT INTO document (property_id, tenant_id, document_type, billing_type, status, period_begin,
       period_end, created_at, owner_name, added_by, file_name)
     VALUES (11, $1, 'INDIVIDUAL_BILLING', 'HEAT', $2, $3::date, $4::date, $4::date, 'Jan Wójcik', 'demo', $5)`,
    [flats[0], status, `${year}-01-01`, `${year}-12-31`, name],
  );
}

async function search(account: number, query: OperationInput<'search.find'>['query']) {
  const handlers = createSearchHandlers({
    database,
    manifests: {
      searchPaths: () => paths,
      licensingFeatures: (id) => (operations[id].module === 'consumption' ? consumption : archive),
    },
  });
  const request = {
    params: undefined,
    body: undefined,
    query: operations['search.find'].query.parse(query),
  };
  const context = { session: { subject: {} }, scope: { accountId: account, anyFeature: [] } };
  const answer = await handlers['search.find'](request, context as never);
  return operations['search.find'].response.parse(answer).groups;
}

/** What is found of each kind, by title. */
async function find(account: number, q: string, property?: number) {
  const groups = await search(account, { q, ...(property && { property }) });
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]));
}

describe('the search', () => {
  it.each([
    ['ŻÓŁWIA', { PROPERTY: ['Wspólnota Żółwia'] }],
    ['zolwia', { PROPERTY: ['Wspólnota Żółwia'] }],
    ['lodz wspolnota dlu', { PROPERTY: ['Wspólnota Długa'] }],
    ['w-12', { PROPERTY: ['Wspólnota Długa'] }],
    ['old-7', { PROPERTY: ['Wspólnota Długa'] }],
    ['ewa now', { TENANT: ['Ewa Nowak'] }],
    ['I-11-012', { TENANT: ['Ewa Nowak'] }],
    ['b-100', { DEVICE: ['AB-100'] }],
    ['bill', { DOCUMENT: ['bill-2025.pdf', 'bill-2024.pdf'] }],
    ['100%', {}],
    ['b_1', {}],
  ])('finds by «%s» what is the caller’s and licensed alone', async (q, found) => {
    expect(await find(owner, q)).toEqual(found);
  });

  it.each(['old-7 12', '12 OLD-7', 'Old-7/012', 'w-12 012', 'old-7 adam'])(
    'finds a flat by the number of its property, new or old, and its own: «%s»',
    async (q) => {
      const [first] = await search(owner, { q });
      expect(first?.kind).toBe('TENANT');
      expect(first?.hits).toMatchObject([{ title: 'Adam Wójcik', worksOldNumber: 'OLD-7' }]);
    },
  );

  it.each(['old-7/', 'old-7 13', 'old-71 12', 'old-7 ewa', 'w-13 12', 'w-14 12'])(
    'finds no flat by the number of a property alone, of another, or of somebody else’s: «%s»',
    async (q) => {
      expect(await find(owner, q)).not.toHaveProperty('TENANT');
      expect(await find(since, 'old-7 12')).toEqual({});
    },
  );

  it('takes accents that stand apart from their letters', async () => {
    expect(await find(owner, 'ŻÓŁWIA'.normalize('NFD'))).toEqual({
      PROPERTY: ['Wspólnota Żółwia'],
    });
  });

  it('puts first what is called so, and what is in the property that is looked at', async () => {
    expect((await find(owner, 'ab-1'))['DEVICE']).toEqual(['AB-1', 'AB-100']);
    expect((await find(owner, '12'))['TENANT']).toEqual(['Adam Wójcik', 'Ewa Nowak']);
    expect((await find(owner, '12', 11))['TENANT']).toEqual(['Ewa Nowak', 'Adam Wójcik']);
    // And so does the kind that fits best: a flat's number there before what else has these digits.
    const kindsOf = async (q: string, property?: number) =>
      (await search(owner, { q, ...(property && { property }) })).map(({ kind }) => kind);
    expect(await kindsOf('1')).toEqual(['TENANT', 'PROPERTY', 'DEVICE']);
    expect(await kindsOf('w-11', 11)).toEqual(['PROPERTY']);
    expect(await kindsOf('wojcik', 11)).toEqual(['TENANT', 'DOCUMENT']);
    // Somebody else's is as good as none.
    expect((await find(owner, '12', 14))['TENANT']).toEqual(['Adam Wójcik', 'Ewa Nowak']);
  });

  it('tells nothing of documents from before the account’s first day', async () => {
    expect(await find(since, 'bill')).toEqual({ DOCUMENT: ['bill-2025.pdf'] });
  });

  it('says what people know a thing by, and leads to its page', async () => {
    const hitOf = async (q: string) => (await search(owner, { q }))[0]?.hits[0];
    const known = { worksId: 11, worksNo: 'W-11', worksOldNumber: null, city: 'Łódź' };
    expect(await hitOf('ab-100')).toMatchObject({
      ...known,
      id: meter,
      tenantNo: '001',
      address: 'Lipowa 11/001',
      route: 'consumption-tenant',
      path: `/consumption/11/${flats[0]}?devices.filter.serialNumber=AB-100`,
    });
    expect(await hitOf('ab-1')).toMatchObject({
      route: 'consumption-property',
      path: '/consumption/11?devices.filter.serialNumber=AB-1',
    });
    expect((await hitOf('zolwia'))?.path).toBe('/consumption/11');
    expect((await hitOf('ewa'))?.path).toBe(`/consumption/11/${flats[1]}`);
    expect((await hitOf('bill-2024'))?.path).toBe(
      '/document-archive/available-documents?properties=11&billingType=HEAT&documentType=INDIVIDUAL_BILLING&periodBegin=2024-01-01&periodEnd=2024-12-31&search=bill-2024.pdf',
    );
  });

  it('answers as many of a kind as are asked for, and says that there are more', async () => {
    const [two, one] = [
      await search(owner, { q: 'wojcik', most: 2 }),
      await search(owner, { q: 'wojcik', most: 1 }),
    ];
    expect(two.map(({ kind, hits, hasMore }) => [kind, hits.length, hasMore])).toEqual([
      ['TENANT', 2, false],
      ['DOCUMENT', 2, false],
    ]);
    expect(one.map(({ kind, hits, hasMore }) => [kind, hits.length, hasMore])).toEqual([
      ['TENANT', 1, true],
      ['DOCUMENT', 1, true],
    ]);
  });

  it('finds no kind whose page the caller doesn’t have', async () => {
    paths = { DOCUMENT: pages.DOCUMENT };
    expect(Object.keys(await find(owner, 'wojcik'))).toEqual(['DOCUMENT']);
    paths = { PROPERTY: pages.PROPERTY, TENANT: pages.TENANT };
    expect(Object.keys(await find(owner, 'wojcik'))).toEqual(['TENANT']);
    expect(await find(owner, 'ab-1')).toEqual({});
    paths = pages;
  });
});
