import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import { createManagedDocumentService } from '../../../../server/features/document/managedDocuments.service.ts';
import type { Session } from '../../../../server/session.ts';
import { requireFileName } from '../../../../server/storage/fileStore.ts';
import { addProperty, addTenant } from '../../../support/builders.ts';
import { startArchivePortal, type User } from './support/archivePortal.ts';

const pdf = (words = 'a bill') =>
  Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${words}\n%%EOF`, 'latin1');

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let support: User;
let czech: User;
let reader: User;
let property: number;

beforeAll(async () => {
  portal = await startArchivePortal();
  support = await portal.addUser({ roles: ['portal_support'], features: [] });
  czech = await portal.addUser({ roles: ['portal_support'], country: 'CZ', features: [] });
});
afterAll(() => portal.stop());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  reader = await portal.addUser();
  property = reader.property;
});

const call = (user: User, id: OperationId, asked: Parameters<typeof portal.call>[2]) =>
  portal.call(user, id, asked);
const list = async (query?: Record<string, string>) =>
  (await call(support, 'managedDocument.list', { params: { property }, ...(query && { query }) }))
    .body;

async function upload(user: User, content = pdf(), name = 'bill.pdf'): Promise<string> {
  const response = await portal.portal.request(`/api/upload?fileName=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: new Uint8Array(content),
  });
  return ((await response.json()) as { upload: string }).upload;
}

async function add(over: object = {}, { as = support, to = property, content = pdf() } = {}) {
  const body = {
    documentType: 'INDIVIDUAL_BILLING',
    billingType: 'HEAT',
    status: 'final',
    periodBegin: '2025-01-01',
    periodEnd: '2025-12-31',
    ownerName: 'Jan Kowalski',
    upload: await upload(as, content),
    ...over,
  };
  return call(as, 'managedDocument.create', { params: { property: to }, body });
}

const seenBy = async (user: User) =>
  (await call(user, 'document.list', { body: {} })).body.content as { id: number }[];
const storedNames = async () => {
  const { rows } = await portal.database.pool.query<{ name: string }>(
    'SELECT stored_name AS name FROM document WHERE property_id = $1 ORDER BY id',
    [property],
  );
  return rows.map(({ name }) => name);
};
const contentOf = async (name = '') => {
  const stream = await portal.archive.files.get(requireFileName(name));
  return stream && (await buffer(stream));
};

describe('putting a document into the archive', () => {
  it('has readers find it, whole, and says who brought it', async () => {
    expect(await add()).toEqual({ status: 200, body: { fileName: 'bill.pdf' } });
    expect(await seenBy(reader)).toMatchObject([
      {
        documentType: 'INDIVIDUAL_BILLING',
        billingType: 'HEAT',
        status: 'final',
        periodBegin: '2025-01-01',
        periodEnd: '2025-12-31',
        propertyNo: property,
        ownerName: 'Jan Kowalski',
        fileName: 'bill.pdf',
        inactiveUser: false,
      },
    ]);
    const [name] = await storedNames();
    expect((await contentOf(name))?.equals(pdf())).toBe(true);
    const { content, total } = await list();
    expect(total).toBe(1);
    expect(content[0]).toMatchObject({
      tenantNo: null,
      size: pdf().length,
      addedBy: expect.stringMatching(/^reader-/),
    });
  });

  it('is about a tenant of the property, and of no other one', async () => {
    const tenant = await addTenant(portal.database, property, { tenantNo: '12' });
    const other = await addProperty(portal.database, { id: 9000 + property, country: 'PL' });
    const stranger = await addTenant(portal.database, other, { tenantNo: '1' });
    expect((await add({ tenant: stranger })).body.status).toBe('TENANT_NOT_FOUND');
    expect((await add({ tenant })).status).toBe(200);
    expect((await list()).content).toMatchObject([{ tenantNo: '12' }]);
    const tenants = await call(support, 'managedDocument.tenants', { params: { property } });
    expect(tenants.body).toMatchObject({
      content: [{ id: tenant, label: expect.stringMatching(/^12/) }],
      total: 1,
    });
  });

  it('takes the place of what was announced', async () => {
    await portal.addDocument(property, { ownerName: 'Announced' });
    expect((await add()).status).toBe(200);
    expect((await list()).content).toMatchObject([
      { ownerName: 'Jan Kowalski', fileName: 'bill.pdf' },
    ]);
  });

  it('refuses the same file twice, whose upload goes on waiting', async () => {
    expect((await add()).status).toBe(200);
    const body = {
      documentType: 'MOVE_OUT_LIST',
      billingType: 'HEAT',
      status: 'final',
      periodBegin: '2025-01-01',
      periodEnd: '2025-12-31',
      ownerName: 'Again',
      upload: await upload(support),
    };
    const again = await call(support, 'managedDocument.create', { params: { property }, body });
    expect(again).toMatchObject({ status: 409, body: { status: 'CONFLICT' } });
    const other = await portal.addUser();
    const elsewhere = { params: { property: other.property }, body };
    expect((await call(support, 'managedDocument.create', elsewhere)).status).toBe(200);
  });

  it.each([
    ['a period that ends before it begins', { periodEnd: '2024-12-31' }, 400],
    ['a day that there is none of', { periodBegin: '2025-02-30' }, 400],
    ['no owner', { ownerName: '  ' }, 400],
    ['a type that nobody knows', { documentType: 'LOVE_LETTER' }, 400],
    ['a billing type that nobody knows', { billingType: 'LOVE' }, 400],
    ['no upload', { upload: undefined }, 400],
    ['an upload that nobody sent', { upload: 'a'.repeat(32) }, 400],
  ])('refuses %s, and keeps nothing', async (_what, over, status) => {
    const answer = await add(over);
    expect(answer.status).toBe(status);
    expect(answer.body.errors ?? []).not.toEqual([]);
    expect((await list()).total).toBe(0);
  });

  it('refuses a period that ends early, also where a form has no rule for it', async () => {
    const { parts } = portal.portal;
    const service = createManagedDocumentService({ ...parts, files: portal.archive.files });
    const session = { accountId: support.id, user: { country: 'PL', username: 'support' } };
    const draft = {
      ...({ documentType: 'MOVE_OUT_LIST', billingType: 'HEAT', status: 'final' } as const),
      periodBegin: '2025-01-01',
      periodEnd: '2024-12-31',
      ownerName: 'Jan Kowalski',
      upload: await upload(support),
    };
    await expect(service.create(session as Session, property, draft)).rejects.toMatchObject({
      details: [expect.objectContaining({ field: 'body.periodEnd', rule: 'period' })],
    });
  });

  it('refuses a type that the market does not offer', async () => {
    const { manifests } = portal.portal.parts;
    const market = manifests.market('PL');
    const values = { documentType: { MOVE_OUT_LIST: false } };
    vi.spyOn(manifests, 'market').mockReturnValue({ ...market, values });
    expect((await add({ documentType: 'MOVE_OUT_LIST' })).body.status).toBe('FORBIDDEN');
    expect((await add()).status).toBe(200);
  });
});

describe('looking after documents', () => {
  it('finds properties by their texts, with how many documents each has', async () => {
    await add();
    await portal.addDocument(property, { status: 'draft' });
    const query = { search: `${property}` };
    const { body } = await call(support, 'managedDocument.properties', { query });
    expect(body.content).toContainEqual(
      expect.objectContaining({ worksId: property, documents: 2 }),
    );
    const one = await call(support, 'managedDocument.property', { params: { property } });
    expect(one.body).toMatchObject({ worksId: property, documents: 2 });
  });

  it('lists and searches all of a property, page by page, and nothing of others', async () => {
    const other = await portal.addUser();
    await portal.addDocument(other.property, { content: 'not here' });
    const draft = await portal.addDocument(property, { status: 'draft', ownerName: 'Zofia_1' });
    const bill = await portal.addDocument(property, { content: 'bill', ownerName: 'Adam' });
    const ids = async (query?: Record<string, string>) =>
      (await list(query)).content.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([bill, draft]);
    expect(await ids({ sort: 'ownerName' })).toEqual([bill, draft]);
    expect(await ids({ sort: '-ownerName' })).toEqual([draft, bill]);
    expect(await ids({ search: 'zofia_' })).toEqual([draft]);
    expect(await ids({ search: 'f_a' })).toEqual([]);
    expect(await ids({ size: '1', page: '1' })).toEqual([draft]);
    expect(await list({ size: '1', page: '7' })).toMatchObject({ content: [], total: 2 });
  });

  it('makes a draft final, so that every reader sees it', async () => {
    const draft = await portal.addDocument(property, { status: 'draft', content: 'a draft' });
    expect(await seenBy(reader)).toEqual([]);
    const params = { document: draft };
    expect((await call(support, 'managedDocument.release', { params })).status).toBe(200);
    expect(await seenBy(reader)).toMatchObject([{ id: draft, status: 'final' }]);
    expect((await call(support, 'managedDocument.release', { params })).status).toBe(200);
    const announced = { document: await portal.addDocument(property, { status: 'draft' }) };
    expect((await call(support, 'managedDocument.release', { params: announced })).status).toBe(
      409,
    );
  });

  it('deletes a document with its file', async () => {
    await add();
    const [name] = await storedNames();
    const [{ id } = { id: 0 }] = await seenBy(reader);
    const params = { document: id };
    expect((await call(support, 'managedDocument.remove', { params })).body).toEqual({ id });
    expect(await seenBy(reader)).toEqual([]);
    expect(await contentOf(name)).toBe(undefined);
    expect((await call(support, 'managedDocument.remove', { params })).status).toBe(404);
  });

  it('fetches a file by a ticket that works once', async () => {
    await add();
    const [{ id } = { id: 0 }] = await seenBy(reader);
    const params = { document: id };
    const { token } = (await call(support, 'managedDocument.ticket', { params })).body;
    const address = `/api/document-management/document/${id}/file?token=${token}`;
    const response = await portal.portal.request(address);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf())).toBe(true);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=bill.pdf');
    expect((await portal.portal.request(address)).status).toBe(410);
  });
});

it('support of another market has nothing to do with it', async () => {
  await add();
  const [{ id } = { id: 0 }] = await seenBy(reader);
  const query = { search: `${property}` };
  const listed = await call(czech, 'managedDocument.properties', { query });
  expect(listed.body.content).toEqual([]);
  const asked = { params: { property, document: id } };
  const statuses: Record<string, number> = {};
  const calls = ['property', 'tenants', 'list', 'release', 'remove', 'ticket'] as const;
  for (const name of calls) {
    statuses[name] = (await call(czech, `managedDocument.${name}`, asked)).status;
  }
  expect(statuses).toEqual(Object.fromEntries(calls.map((name) => [name, 404])));
  expect((await add({}, { as: czech, content: pdf('another') })).status).toBe(404);
  expect(await seenBy(reader)).toHaveLength(1);
});

it('a ticket is void once its owner is no support any more', async () => {
  const passing = await portal.addUser({ roles: ['portal_support'], features: [] });
  await add();
  const [{ id } = { id: 0 }] = await seenBy(reader);
  const { token } = (await call(passing, 'managedDocument.ticket', { params: { document: id } }))
    .body;
  await portal.database.pool.query('UPDATE account SET roles = $2 WHERE id = $1', [
    passing.id,
    ['portal_admin'],
  ]);
  const address = `/api/document-management/document/${id}/file?token=${token}`;
  expect((await portal.portal.request(address)).status).toBe(410);
});
