import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../../schemas/api/operations.ts';
import { listFilesOf } from '../../../../server/features/document/document.repository.ts';
import { requireFileName } from '../../../../server/storage/fileStore.ts';
import { startArchivePortal, type User } from './support/archivePortal.ts';
import { readZip } from './support/readZip.ts';

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;

beforeAll(async () => {
  portal = await startArchivePortal();
  portal.archive.work(portal.jobs as never, 2);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  portal.portal.clock = 0;
  reader = await portal.addUser();
});

const create = (user: User, body: unknown = {}, packageName = 'Bills 2025') =>
  portal.call(user, 'documentPackage.create', { query: { packageName }, body });
const list = async (user: User) => (await portal.call(user, 'documentPackage.list')).body;

async function until(user: User, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await list(user))[0]).toMatchObject({ status }), {
    interval: 50,
  });
}

async function make(user: User, body: unknown = {}): Promise<number> {
  const { body: created } = await create(user, body);
  await until(user, 'READY');
  return created.packageId;
}

type Kind = 'document' | 'documentPackage';
const parameterOf = (kind: Kind) => (kind === 'document' ? 'document' : 'packageId');
const askTicket = (user: User, kind: Kind, id: number) =>
  portal.call(user, `${kind}.ticket`, { params: { [parameterOf(kind)]: id } });
const fetchFile = (kind: Kind, id: number, token: string, method = 'GET') => {
  const path = operations[`${kind}.file`].path.replace(/\{\w+\}/, `${id}`);
  return portal.portal.request(`${path}?token=${token}`, { method });
};

async function download(user: User, kind: Kind, id: number): Promise<Response> {
  const { body } = await askTicket(user, kind, id);
  return fetchFile(kind, id, body.token);
}

const entriesOf = async (response: Response) => readZip(Buffer.from(await response.arrayBuffer()));

describe('a package', () => {
  it('is asked for, made, listed and fetched', async () => {
    await portal.addDocument(reader.property, { content: 'first', fileName: 'bill.pdf' });
    await portal.addDocument(reader.property, { content: 'second', fileName: 'Bill.pdf' });
    await portal.addDocument(reader.property, { content: 'third', fileName: 'bill.pdf' });
    await portal.addDocument(reader.property);
    const { status, body } = await create(reader);
    const shape = { packageName: 'Bills 2025', packageId: expect.any(Number) };
    const creationDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect([status, body]).toEqual([200, { ...shape, status: 'WAITING', creationDate }]);
    await until(reader, 'READY');
    expect(await list(reader)).toEqual([{ ...shape, status: 'READY', creationDate }]);
    const response = await download(reader, 'documentPackage', body.packageId);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('Bills 2025.zip');
    expect(await entriesOf(response)).toEqual([
      ['bill.pdf', 'first'],
      ['Bill (2).pdf', 'second'],
      ['bill (3).pdf', 'third'],
    ]);
  });

  it('has what its filter leaves, and is refused when that is nothing', async () => {
    await portal.addDocument(reader.property, { content: 'heat' });
    await portal.addDocument(reader.property, { content: 'water', billingType: 'WATER' });
    const none = await create(reader, { billingType: 'GAS' });
    expect([none.status, await list(reader)]).toEqual([409, []]);
    const id = await make(reader, { billingType: 'WATER' });
    const entries = await entriesOf(await download(reader, 'documentPackage', id));
    expect(entries.map(([, text]) => text)).toEqual(['water']);
  });

  it('of more than fits is refused, and says how much it would be', async () => {
    await portal.addDocument(reader.property, { content: 'much', bytes: 5_000_000_001 });
    const { status, body } = await create(reader);
    expect([status, body.message]).toEqual([413, expect.stringContaining('5001 MB')]);
  });

  it('is its owner’s alone', async () => {
    await portal.addDocument(reader.property, { content: 'mine' });
    const other = await portal.addUser({ property: reader.property });
    const id = await make(reader);
    expect(await list(other)).toEqual([]);
    expect((await askTicket(other, 'documentPackage', id)).status).toBe(404);
    const params = { packageId: id };
    expect((await portal.call(other, 'documentPackage.remove', { params })).status).toBe(404);
    const { token } = (await askTicket(reader, 'documentPackage', id)).body;
    const path = `/api/document/package/download/${id}?token=${token}`;
    const authorization = `Bearer ${other.token}`;
    const stolen = await portal.portal.request(path, { headers: { authorization } });
    expect(stolen.status).toBe(410);
    expect((await portal.call(reader, 'documentPackage.remove', { params })).status).toBe(200);
    expect(await list(reader)).toEqual([]);
  });

  it('fails when a file isn’t what it was', async () => {
    const id = await portal.addDocument(reader.property, { content: 'lost' });
    await portal.database.pool.query('UPDATE document SET bytes = 5 WHERE id = $1', [id]);
    await create(reader);
    await until(reader, 'ERROR');
    const { packageId } = (await list(reader))[0];
    expect((await askTicket(reader, 'documentPackage', packageId)).status).toBe(409);
  });

  it('goes when its time is over, file and all', async () => {
    await portal.addDocument(reader.property, { content: 'old' });
    const id = await make(reader);
    const { rows } = await portal.database.pool.query(
      'SELECT stored_name AS name FROM document_package WHERE id = $1',
      [id],
    );
    const name = requireFileName(rows[0].name);
    portal.portal.clock = 8 * 86_400_000;
    await portal.archive.packages.sweep();
    expect(await portal.archive.files.get(name)).toBeUndefined();
    const left = await portal.database.pool.query('SELECT FROM document_package WHERE id = $1', [
      id,
    ]);
    expect(left.rowCount).toBe(0);
  });
});

it('files of thousands are found in pieces, each once, by id, and only those that may be read', async () => {
  const other = await portal.addUser();
  const { rows } = await portal.database.pool.query<{ id: number }>(
    `INSERT INTO document (property_id, document_type, billing_type, status, period_begin,
       period_end, created_at, owner_name, added_by, stored_name, file_name, content_type, bytes,
       checksum)
     SELECT CASE WHEN at % 5 = 0 THEN $2::bigint ELSE $1::bigint END, 'IMS_INVOICE', 'HEAT', 'final',
       '2025-01-01', '2025-12-31', now(), 'Owner', 'test', 'documents/' || $1 || '/' || at, 'a.pdf',
       'application/pdf', 1, md5($1::text || at) || md5(at::text)
     FROM generate_series(1, 3500) AS at RETURNING id`,
    [reader.property, other.property],
  );
  const ids = rows.map(({ id }) => id);
  const scope = { accountId: reader.id, anyFeature: ['DOCUMENT_ARCH_ARCHIVE'] as const };
  const found = await portal.database.asAccount(scope, (tx) =>
    listFilesOf(tx, scope, ids.toReversed()),
  );
  expect(found.map(({ id }) => id)).toEqual(ids.filter((_, at) => (at + 1) % 5 !== 0));
});

describe('rights are looked at anew', () => {
  const takeAway = (user: User) =>
    portal.database.pool.query('DELETE FROM property_access WHERE account_id = $1', [user.id]);
  const begin = (user: User, day: string) =>
    portal.database.pool.query(
      'UPDATE property_access SET access_since = $2 WHERE account_id = $1',
      [user.id, day],
    );

  it('when a package is made', async () => {
    await portal.addDocument(reader.property, { content: 'old', billingType: 'WATER' });
    const later = { periodBegin: '2026-01-01', periodEnd: '2026-06-30' };
    await portal.addDocument(reader.property, { content: 'new', ...later });
    const { body } = await create(reader);
    // The queue is looked at each second: it isn't begun yet.
    await begin(reader, '2026-01-01');
    await until(reader, 'READY');
    const entries = await entriesOf(await download(reader, 'documentPackage', body.packageId));
    expect(entries.map(([, text]) => text)).toEqual(['new']);
  });

  it('when a ticket is asked for, and when it is used', async () => {
    await portal.addDocument(reader.property, { content: 'old' });
    const id = await make(reader);
    const { token } = (await askTicket(reader, 'documentPackage', id)).body;
    await begin(reader, '2026-01-01');
    expect((await fetchFile('documentPackage', id, token)).status).toBe(410);
    expect((await askTicket(reader, 'documentPackage', id)).status).toBe(409);
  });

  it('when a document’s ticket is used', async () => {
    const id = await portal.addDocument(reader.property, { content: 'a bill' });
    const { token } = (await askTicket(reader, 'document', id)).body;
    await takeAway(reader);
    expect((await fetchFile('document', id, token)).status).toBe(410);
  });
});

describe('a ticket', () => {
  it('gives a document’s file to be saved, never to be run', async () => {
    const fileName = 'Účet č. 1.pdf';
    const id = await portal.addDocument(reader.property, { content: '%PDF', fileName });
    const response = await download(reader, 'document', id);
    expect(await response.text()).toBe('%PDF');
    const { headers } = response;
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename/);
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Účet'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/);
    expect(headers.get('content-length')).toBe('4');
  });

  it('isn’t had for a document that is only announced', async () => {
    const id = await portal.addDocument(reader.property);
    expect((await askTicket(reader, 'document', id)).status).toBe(409);
  });

  it('works once, for what it was given for, within a minute', async () => {
    const id = await portal.addDocument(reader.property, { content: 'once' });
    const other = await portal.addDocument(reader.property, { content: 'other' });
    const { token } = (await askTicket(reader, 'document', id)).body;
    expect((await fetchFile('document', other, token)).status).toBe(410);
    expect((await fetchFile('documentPackage', id, token)).status).toBe(410);
    expect((await fetchFile('document', id, token, 'HEAD')).status).toBe(404);
    expect((await fetchFile('document', id, token)).status).toBe(200);
    expect((await fetchFile('document', id, token)).status).toBe(410);
    const late = (await askTicket(reader, 'document', id)).body.token;
    portal.portal.clock = 61_000;
    expect((await fetchFile('document', id, late)).status).toBe(410);
    expect((await fetchFile('document', id, reader.token)).status).toBe(400);
  });

  it.each(['document', 'documentPackage'] as const)(
    'of a %s that 1,000 race for is used by one of them',
    async (kind) => {
      const document = await portal.addDocument(reader.property, { content: 'raced for' });
      const id = kind === 'document' ? document : await make(reader);
      const { token } = (await askTicket(reader, kind, id)).body;
      const answers: number[] = [];
      // As many at once as one address may have waiting.
      for (let round = 0; round < 5; round += 1) {
        const racing = Array.from({ length: 200 }, () => fetchFile(kind, id, token));
        for (const response of await Promise.all(racing)) {
          answers.push(response.status);
          await response.body?.cancel();
        }
      }
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.filter((status) => status === 410)).toHaveLength(999);
    },
    60_000,
  );
});
