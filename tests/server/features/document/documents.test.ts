import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProperty, addTenant } from '../../../support/builders.ts';
import { startArchivePortal, type User } from './support/archivePortal.ts';

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;

beforeAll(async () => {
  portal = await startArchivePortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  reader = await portal.addUser();
});

const idsOf = ({ body }: { body: { content: { id: number }[] } }) =>
  body.content.map(({ id }) => id);
const list = (user: User, body: unknown = {}, query?: Record<string, string>) =>
  portal.call(user, 'document.list', { body, ...(query && { query }) });

describe('the list of documents', () => {
  it('tells what the specification says of each', async () => {
    const id = await portal.addDocument(reader.property, { content: 'a bill' });
    expect((await list(reader)).body).toEqual({
      content: [
        {
          id,
          creationDate: expect.stringMatching(/^2026-01-01T00:\d\d:00Z$/),
          periodBegin: '2025-01-01',
          periodEnd: '2025-12-31',
          billingType: 'HEAT',
          documentType: 'INDIVIDUAL_BILLING',
          propertyNo: reader.property,
          worksNo: `W-${reader.property}`,
          tenantNo: null,
          ownerName: 'Jan Kowalski',
          status: 'final',
          inactiveUser: false,
          fileName: expect.stringMatching(/^bill \d+\.pdf$/),
        },
      ],
      page: 0,
      size: 1000,
      total: 1,
    });
  });

  it('comes in pages, the newest first, and says how many there are', async () => {
    const ids: number[] = [];
    for (const billingType of ['A', 'B', 'C', 'D', 'E']) {
      ids.unshift(await portal.addDocument(reader.property, { billingType }));
    }
    const first = await list(reader, {}, { size: '2' });
    expect([idsOf(first), first.body.total]).toEqual([ids.slice(0, 2), 5]);
    expect(idsOf(await list(reader, {}, { size: '2', page: '2' }))).toEqual(ids.slice(4));
    const behind = await list(reader, {}, { size: '2', page: '9' });
    expect([idsOf(behind), behind.body.total]).toEqual([[], 5]);
    expect((await list(reader, {}, { size: '1001' })).status).toBe(400);
  });

  it.each([
    [{ creationDateFrom: '2026-03-29', creationDateTo: '2026-03-29' }, ['begin', 'end']],
    [{ creationDateTo: '2026-03-28' }, ['before']],
    [{ creationDateFrom: '2026-03-30' }, ['after']],
    [{ documentType: 'MOVE_OUT_LIST' }, ['end']],
    [{ billingType: 'WATER' }, ['before']],
    [{ periodBegin: '2024-02-01' }, ['begin', 'end', 'after']],
    [{ periodEnd: '2024-12-31' }, ['before']],
    [{ periodBegin: null, status: null, propertyIds: null, tenantIds: [] }, undefined],
  ])('is narrowed by %j', async (filter, expected) => {
    const { property } = reader;
    const old = { periodBegin: '2024-01-01', periodEnd: '2024-12-31', billingType: 'WATER' };
    const moved = { documentType: 'MOVE_OUT_LIST' as const };
    // The day is the property's own: it begins an hour before UTC's, and ends two hours before.
    const given: [string, Date, object][] = [
      ['before', new Date('2026-03-28T22:59:00Z'), old],
      ['begin', new Date('2026-03-28T23:00:00Z'), {}],
      ['end', new Date('2026-03-29T21:59:00Z'), moved],
      ['after', new Date('2026-03-29T22:00:00Z'), { billingType: 'COLD' }],
    ];
    for (const [ownerName, createdAt, columns] of given) {
      await portal.addDocument(property, { ownerName, createdAt, ...columns });
    }
    const { body } = await list(reader, filter);
    const owners = body.content.map(({ ownerName }: { ownerName: string }) => ownerName);
    const all = given.map(([name]) => name);
    expect(owners.toReversed()).toEqual(expected ?? all);
  });

  it('narrows by properties or by tenants, and refuses both at once', async () => {
    const other = await addProperty(portal.database, { id: 9000 + reader.id });
    await portal.database.pool.query(
      `INSERT INTO property_access (account_id, property_id, package_id)
       SELECT account_id, $2, package_id FROM property_access WHERE account_id = $1`,
      [reader.id, other],
    );
    const tenantId = await addTenant(portal.database, other, { tenantNo: '1' });
    const here = await portal.addDocument(reader.property);
    const there = await portal.addDocument(other);
    const tenants = await portal.addDocument(other, { tenantId });
    expect(idsOf(await list(reader, { propertyIds: [other] }))).toEqual([tenants, there]);
    expect(idsOf(await list(reader, { propertyIds: [], tenantIds: [tenantId] }))).toEqual([
      tenants,
    ]);
    expect(idsOf(await list(reader, { propertyIds: [] }))).toEqual([tenants, there, here]);
    const both = await list(reader, { propertyIds: [other], tenantIds: [tenantId] });
    expect([both.status, both.body.errors[0].field]).toEqual([400, 'body.propertyIds']);
  });
});

describe('nobody reads', () => {
  it('of properties that aren’t theirs, by whatever call', async () => {
    const other = await portal.addUser();
    const id = await portal.addDocument(other.property, { content: 'theirs' });
    const tenant = await addTenant(portal.database, other.property, { tenantNo: '1' });
    expect(idsOf(await list(reader))).toEqual([]);
    const asked = { propertyIds: [other.property] };
    expect((await list(reader, asked)).body.status).toBe('PROPERTY_NOT_FOUND');
    expect((await list(reader, { tenantIds: [tenant] })).body.status).toBe('TENANT_NOT_FOUND');
    const of = { periodBegin: '2025-01-01', periodEnd: '2025-12-31', billingType: 'HEAT' };
    const types = await portal.call(reader, 'document.types', { body: { ...of, ...asked } });
    expect(types.status).toBe(404);
    expect((await portal.call(reader, 'document.types', { body: of })).body).toEqual([]);
    const periods = await portal.call(reader, 'document.periods', { body: [other.property] });
    expect(periods.status).toBe(404);
    expect((await portal.call(reader, 'document.billingTypes')).body).toEqual({ billingTypes: [] });
    const ticket = { params: { document: id } };
    expect((await portal.call(reader, 'document.ticket', ticket)).status).toBe(404);
    expect((await portal.call(other, 'document.ticket', ticket)).status).toBe(200);
  });

  it('about days before their access begins', async () => {
    const since = await portal.addUser({ property: reader.property, accessSince: '2025-06-01' });
    await portal.addDocument(reader.property);
    const later = { periodBegin: '2025-06-01', periodEnd: '2026-05-31' };
    const seen = await portal.addDocument(reader.property, later);
    expect(idsOf(await list(since))).toEqual([seen]);
    expect(idsOf(await list(reader))).toHaveLength(2);
  });

  it('drafts, unless their package shows documents’ status', async () => {
    const features = ['DOCUMENT_ARCH_ARCHIVE', 'DOCUMENT_ARCH_DOCUMENT_STATUS'] as const;
    const editor = await portal.addUser({ property: reader.property, features });
    const draft = await portal.addDocument(reader.property, { status: 'draft' });
    const final = await portal.addDocument(reader.property);
    expect(idsOf(await list(reader))).toEqual([final]);
    expect(idsOf(await list(reader, { status: 'draft' }))).toEqual([]);
    expect(idsOf(await list(editor))).toEqual([final, draft]);
    expect(idsOf(await list(editor, { status: 'draft' }))).toEqual([draft]);
    expect(idsOf(await list(editor, { status: 'final' }))).toEqual([final]);
  });

  it('with the role domea, whatever else they have', async () => {
    const domea = await portal.addUser({ roles: ['portal_user', 'portal_domea'] });
    expect((await list(domea)).status).toBe(403);
  });

  it('other tables than the policies let through', async () => {
    await portal.addDocument(reader.property);
    const other = await portal.addUser();
    const rows = await portal.database.asAccount({ accountId: other.id, anyFeature: [] }, (tx) =>
      tx.run('SELECT FROM document'),
    );
    expect(rows).toBe(0);
    const own = await portal.database.asAccount({ accountId: reader.id, anyFeature: [] }, (tx) =>
      tx.run('SELECT FROM document'),
    );
    expect(own).toBe(1);
  });
});

describe('a document of a user who is gone', () => {
  it('is marked, when it was said or somebody else moved in', async () => {
    const { property } = reader;
    const stays = await addTenant(portal.database, property, { tenantNo: '1' });
    const moved = await addTenant(portal.database, property, { tenantNo: '2' });
    await portal.database.pool.query(
      `UPDATE tenant SET moved_in = '2026-02-01' WHERE property_id = $1 AND id = $2`,
      [property, moved],
    );
    const said = await portal.addDocument(property, { inactiveUser: true });
    const present = await portal.addDocument(property, { tenantId: stays });
    const former = await portal.addDocument(property, { tenantId: moved });
    const { body } = await list(reader);
    const marks = body.content.map((one: { id: number; inactiveUser: boolean }) => [
      one.id,
      one.inactiveUser,
    ]);
    expect(marks).toEqual([
      [former, true],
      [present, false],
      [said, true],
    ]);
  });
});

describe('what there is to choose from', () => {
  it('are the types of a period and billing type', async () => {
    await portal.addDocument(reader.property);
    await portal.addDocument(reader.property, { documentType: 'ALLOCATION_OVERVIEW' });
    await portal.addDocument(reader.property, {
      documentType: 'IMS_INVOICE',
      billingType: 'WATER',
    });
    const body = { periodBegin: '2025-01-01', periodEnd: '2025-12-31', billingType: 'HEAT' };
    const types = await portal.call(reader, 'document.types', { body });
    expect(types.body).toEqual(['ALLOCATION_OVERVIEW', 'INDIVIDUAL_BILLING']);
    const { billingType: _, ...without } = body;
    expect((await portal.call(reader, 'document.types', { body: without })).status).toBe(400);
  });

  it('are billing types in order, and the one that came last by default', async () => {
    await portal.addDocument(reader.property, { billingType: 'WATER' });
    await portal.addDocument(reader.property, { billingType: 'HEAT' });
    const answer = { billingTypes: ['HEAT', 'WATER'], default: 'HEAT' };
    const ask = (instance: string) =>
      portal.call(reader, 'document.billingTypes', { query: { instance } });
    expect((await ask('11')).body).toEqual(answer);
    expect((await ask('12')).status).toBe(403);
  });

  const heating = { periodBegin: '2024-07-01', periodEnd: '2025-06-30' };
  const calendar = { periodBegin: '2025-01-01', periodEnd: '2025-12-31' };
  const choices = async (user: User, body: object = {}) =>
    (await portal.call(user, 'document.choices', { body })).body;

  it('are the billing periods of documents, as a heating year, not of bills to come', async () => {
    await portal.database.pool.query(
      `INSERT INTO billing_period (property_id, product, period_begin, period_end)
       VALUES ($1, '', '2026-01-01', '2026-12-31')`,
      [reader.property],
    );
    await portal.addDocument(reader.property, heating);
    await portal.addDocument(reader.property, { ...heating, documentType: 'MOVE_OUT_LIST' });
    await portal.addDocument(reader.property, { billingType: 'WATER' });
    const { body } = await portal.call(reader, 'document.periods', { body: [reader.property] });
    const worksId = reader.property;
    expect(body).toEqual([
      { worksId, product: 'WATER', ...calendar },
      { worksId, product: 'HEAT', ...heating },
    ]);
    expect((await choices(reader)).periods).toEqual([calendar, heating]);
    const found = await list(reader, heating);
    expect(found.body.content).toHaveLength(2);
  });

  it('are told by one call: all kinds and periods, and the types of those chosen', async () => {
    const { property } = reader;
    const tenant = await addTenant(portal.database, property, { tenantNo: '7' });
    await portal.addDocument(property, { ...heating, tenantId: tenant });
    await portal.addDocument(property, { documentType: 'IMS_INVOICE', billingType: 'WATER' });
    const all = {
      billingTypes: ['HEAT', 'WATER'],
      default: 'WATER',
      periods: [calendar, heating],
    };
    const both = ['IMS_INVOICE', 'INDIVIDUAL_BILLING'];
    expect(await choices(reader)).toEqual({ ...all, documentTypes: both });
    for (const chosen of [
      { billingType: 'WATER' },
      calendar,
      { billingType: 'WATER', ...calendar },
    ]) {
      expect(await choices(reader, chosen)).toEqual({ ...all, documentTypes: ['IMS_INVOICE'] });
    }
    const ofTenant = {
      billingTypes: ['HEAT'],
      default: 'HEAT',
      periods: [heating],
      documentTypes: [both[1]],
    };
    expect(await choices(reader, { tenantIds: [tenant], propertyIds: [property] })).toEqual(
      ofTenant,
    );
    const { body } = await list(reader, { tenantIds: [tenant] });
    expect(body.content[0]).toMatchObject({ worksNo: `W-${property}`, tenantNo: '7' });
  });

  it('are never of what may not be read: others’, days before, drafts', async () => {
    const { property } = reader;
    const since = await portal.addUser({ property, accessSince: '2025-01-01' });
    const other = await portal.addUser();
    await portal.addDocument(property, { ...heating, billingType: 'OLD' });
    const draft = { periodBegin: '2026-01-01', periodEnd: '2026-12-31', status: 'draft' } as const;
    await portal.addDocument(property, { ...draft, documentType: 'MOVE_OUT_LIST' });
    await portal.addDocument(property);
    const seen = { billingTypes: ['HEAT'], default: 'HEAT', periods: [calendar] };
    expect(await choices(since)).toEqual({ ...seen, documentTypes: ['INDIVIDUAL_BILLING'] });
    const { body } = await portal.call(since, 'document.periods', { body: [property] });
    expect(body).toEqual([{ worksId: property, product: 'HEAT', ...calendar }]);
    expect((await choices(reader)).periods).toEqual([calendar, heating]);
    expect(await choices(other)).toEqual({ billingTypes: [], periods: [], documentTypes: [] });
    expect((await choices(other, { propertyIds: [property] })).status).toBe('PROPERTY_NOT_FOUND');
    const features = ['DOCUMENT_ARCH_ARCHIVE', 'DOCUMENT_ARCH_DOCUMENT_STATUS'] as const;
    const editor = await portal.addUser({ property, features });
    expect((await choices(editor)).periods).toHaveLength(3);
  });
});

it('a type that the market doesn’t offer is neither told, asked about nor packed', async () => {
  await portal.addDocument(reader.property, { documentType: 'IMS_INVOICE', content: 'an invoice' });
  await portal.addDocument(reader.property, { content: 'a bill' });
  const { manifests } = portal.portal.parts;
  const market = manifests.market('PL');
  const asked = { periodBegin: '2025-01-01', periodEnd: '2025-12-31', billingType: 'HEAT' };
  const types = async () => (await portal.call(reader, 'document.types', { body: asked })).body;
  const offered = async () => (await portal.call(reader, 'document.choices', { body: {} })).body;
  expect((await offered()).documentTypes).toEqual(['IMS_INVOICE', 'INDIVIDUAL_BILLING']);
  expect(await types()).toEqual(['IMS_INVOICE', 'INDIVIDUAL_BILLING']);
  const values = { documentType: { IMS_INVOICE: false } };
  const spy = vi.spyOn(manifests, 'market').mockReturnValue({ ...market, values });
  try {
    expect(await types()).toEqual(['INDIVIDUAL_BILLING']);
    expect((await offered()).documentTypes).toEqual(['INDIVIDUAL_BILLING']);
    const pack = (documentType: string) =>
      portal.call(reader, 'documentPackage.create', {
        query: { packageName: 'all' },
        body: { documentType },
      });
    for (const call of [list(reader, { documentType: 'IMS_INVOICE' }), pack('IMS_INVOICE')]) {
      const { status, body } = await call;
      expect([status, body.status]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await list(reader, { documentType: 'INDIVIDUAL_BILLING' })).body.total).toBe(1);
    expect((await pack('INDIVIDUAL_BILLING')).status).toBe(200);
  } finally {
    spy.mockRestore();
  }
});
