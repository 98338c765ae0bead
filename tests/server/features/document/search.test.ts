import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { type GivenDocument, startArchivePortal, type User } from './support/archivePortal.ts';
import { readZip } from './support/readZip.ts';

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;

beforeAll(async () => {
  portal = await startArchivePortal();
  portal.archive.work(portal.jobs as never, 1);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  reader = await portal.addUser();
});

const list = (user: User, query: Record<string, string>, body: unknown = {}) =>
  portal.call(user, 'document.list', { query, body });

async function found(user: User, query: Record<string, string>, body: unknown = {}) {
  const { content } = (await list(user, query, body)).body;
  return content.map(({ ownerName }: { ownerName: string }) => ownerName);
}

/** Documents whose owner is called as the key says. */
async function addDocuments(given: Readonly<Record<string, GivenDocument>>, { property } = reader) {
  for (const [ownerName, document] of Object.entries(given)) {
    await portal.addDocument(property, { ownerName, ...document });
  }
}

describe('documents are searched for', () => {
  it('by file name and by owner, capitals or not', async () => {
    await addDocuments({
      'Jan Kowalski': { content: 'a', fileName: 'Heat 2025.pdf' },
      'Anna Żak': { content: 'b', fileName: 'water kowal.pdf' },
      'Piotr Lis': { content: 'c', fileName: 'invoice.pdf' },
      'Ewa Heat': {},
    });
    expect(await found(reader, { search: 'KOWAL' })).toEqual(['Anna Żak', 'Jan Kowalski']);
    expect(await found(reader, { search: 'heat' })).toEqual(['Ewa Heat', 'Jan Kowalski']);
    expect(await found(reader, { search: ' invoice ' })).toEqual(['Piotr Lis']);
    expect(await found(reader, { search: 'żak' })).toEqual(['Anna Żak']);
    expect(await found(reader, { search: 'nobody' })).toEqual([]);
    expect(await found(reader, { search: '' })).toHaveLength(4);
  });

  it.each([
    ['%', ['percent']],
    ['_', ['under']],
    ['\\', ['back']],
    ['5%', ['percent']],
    ['a_b', ['under']],
    ['%%', []],
  ])('with %s as it stands', async (search, expected) => {
    await addDocuments({
      percent: { content: 'p', fileName: '15% more.pdf' },
      under: { content: 'u', fileName: 'a_b.pdf' },
      back: { content: 'b', fileName: 'c\\d.pdf' },
      plain: { content: 'x', fileName: 'axb 15 percents.pdf' },
    });
    expect(await found(reader, { search })).toEqual(expected);
  });

  it('within what the filter leaves, counted and in pages', async () => {
    await addDocuments({
      'Jan 1': { billingType: 'WATER' },
      'Jan 2': {},
      'Jan 3': { billingType: 'WATER', content: 'c' },
      'Ewa 4': { billingType: 'WATER', content: 'd' },
    });
    const water = { billingType: 'WATER' };
    const first = await list(reader, { search: 'jan', size: '1' }, water);
    expect(first.body).toMatchObject({ content: [{ ownerName: 'Jan 3' }], total: 2 });
    expect(await found(reader, { search: 'jan', size: '1', page: '1' }, water)).toEqual(['Jan 1']);
  });

  it('never among those that may not be read', async () => {
    const other = await portal.addUser();
    await addDocuments({ 'Sought elsewhere': {} }, other);
    await addDocuments({
      'Sought draft': { status: 'draft' },
      'Sought early': { periodBegin: '2019-01-01', periodEnd: '2019-12-31' },
      'Sought and seen': {},
    });
    const since = await portal.addUser({ property: reader.property, accessSince: '2020-01-01' });
    expect(await found(since, { search: 'sought' })).toEqual(['Sought and seen']);
    expect((await list(since, { search: 'sought' })).body.total).toBe(1);
    expect(await found(reader, { search: 'sought' })).toEqual(['Sought and seen', 'Sought early']);
    expect(await found(other, { search: 'sought' })).toEqual(['Sought elsewhere']);
  });
});

describe('documents are sorted', () => {
  // The middle one is added last: by default it would come first.
  const second = { periodBegin: '2024-02-01', periodEnd: '2024-11-30', billingType: 'HEAT' };
  const given = {
    first: {
      createdAt: new Date('2026-01-01'),
      periodBegin: '2024-01-01',
      periodEnd: '2024-10-31',
      billingType: 'GAS',
      documentType: 'ALLOCATION_OVERVIEW',
      ownerName: 'Anna',
      content: 'a',
      fileName: 'a.pdf',
      status: 'draft',
    },
    third: {
      createdAt: new Date('2026-01-03'),
      periodBegin: '2024-03-01',
      periodEnd: '2024-12-31',
      billingType: 'WATER',
      documentType: 'MOVE_OUT_LIST',
      ownerName: 'Celina',
      content: 'c',
      fileName: 'c.pdf',
      status: 'final',
    },
    second: {
      ...second,
      createdAt: new Date('2026-01-02'),
      documentType: 'IMS_INVOICE',
      ownerName: 'Beata',
      content: 'b',
      fileName: 'b.pdf',
      status: 'final',
    },
  } as const satisfies Record<string, GivenDocument>;
  const newest = ['Celina', 'Beata', 'Anna'];

  async function addSortable(): Promise<User> {
    const editor = await portal.addUser({
      features: ['DOCUMENT_ARCH_ARCHIVE', 'DOCUMENT_ARCH_DOCUMENT_STATUS'],
    });
    const features = ['DOCUMENT_ARCH_ARCHIVE', 'DOCUMENT_ARCH_DOCUMENT_STATUS'] as const;
    const granted = await addPackage(portal.database, features);
    const further = [editor.property + 500_000, editor.property + 600_000];
    for (const id of further) await addProperty(portal.database, { id });
    await grantAccess(portal.database, editor.id, granted, further);
    const [beyond, furthest] = further as [number, number];
    await portal.addDocument(editor.property, given.first);
    await portal.addDocument(furthest, given.third);
    await portal.addDocument(beyond, given.second);
    return editor;
  }

  it.each([
    'creationDate',
    'periodBegin',
    'periodEnd',
    'billingType',
    'documentType',
    'propertyNo',
    'ownerName',
    'fileName',
  ])('by %s, both ways, over all pages', async (field) => {
    const editor = await addSortable();
    for (const [sort, expected] of [
      [field, newest.toReversed()],
      [`-${field}`, newest],
    ] as const) {
      expect(await found(editor, { sort })).toEqual(expected);
      const pages: string[] = [];
      for (const page of ['0', '1', '2']) {
        pages.push(...(await found(editor, { sort, size: '1', page })));
      }
      expect(pages).toEqual(expected);
    }
  });

  it('by status, and where that is the same the newest first', async () => {
    const editor = await addSortable();
    expect(await found(editor, { sort: 'status' })).toEqual(['Anna', 'Celina', 'Beata']);
    expect(await found(editor, { sort: '-status' })).toEqual(newest);
  });

  it('with those that have no file at the end, either way', async () => {
    const editor = await addSortable();
    await portal.addDocument(editor.property, { ownerName: 'Announced' });
    for (const sort of ['fileName', '-fileName']) {
      expect((await found(editor, { sort })).at(-1)).toBe('Announced');
    }
  });

  it('by nothing else', async () => {
    expect((await list(reader, { sort: 'ownerName' })).status).toBe(200);
    for (const sort of ['storedName', 'inactiveUser', 'id; --', '--id']) {
      expect((await list(reader, { sort })).status).toBe(400);
    }
  });
});

describe('a package of what was searched for', () => {
  async function pack(user: User, query: Record<string, string>, body: unknown = {}) {
    const created = await portal.call(user, 'documentPackage.create', {
      query: { packageName: 'found', ...query },
      body,
    });
    if (created.status !== 200) return created.status;
    await vi.waitFor(
      async () => {
        const packages = (await portal.call(user, 'documentPackage.list')).body;
        expect(packages[0]).toMatchObject({ status: 'READY' });
      },
      { interval: 50 },
    );
    const { packageId } = created.body;
    const params = { packageId };
    const { token } = (await portal.call(user, 'documentPackage.ticket', { params })).body;
    const zip = await portal.portal.request(
      `/api/document/package/download/${packageId}?token=${token}`,
    );
    return readZip(Buffer.from(await zip.arrayBuffer()));
  }

  it('has just what the list shows, and of it what has a file', async () => {
    const other = await portal.addUser();
    await addDocuments({ 'Elsewhere 50%': { content: 'theirs' } }, other);
    await addDocuments({
      'Jan 50%': { content: 'by owner', fileName: 'one.pdf' },
      Ewa: { content: 'by name', fileName: 'two 50%.pdf' },
      'Adam 500': { content: 'no wildcard', fileName: 'three.pdf' },
      'Ola 50%': { content: 'a draft', fileName: 'four.pdf', status: 'draft' },
      'Iga 50%': { content: 'water', fileName: 'five.pdf', billingType: 'WATER' },
      'Announced 50%': {},
    });
    const heat = { billingType: 'HEAT' };
    const shown = (await list(reader, { search: '50%' }, heat)).body.content;
    const names = shown.flatMap(({ fileName }: { fileName: string | null }) => fileName ?? []);
    expect(names).toEqual(['two 50%.pdf', 'one.pdf']);
    expect(await pack(reader, { search: '50%' }, heat)).toEqual([
      ['one.pdf', 'by owner'],
      ['two 50%.pdf', 'by name'],
    ]);
  });

  it('is refused when nothing that may be read was found', async () => {
    const other = await portal.addUser();
    await addDocuments({ Sought: { content: 'theirs' } }, other);
    await addDocuments({ Present: { content: 'mine' } });
    expect(await pack(reader, { search: 'sought' })).toBe(409);
    expect(await pack(reader, { search: 'present' })).toHaveLength(1);
  });
});
