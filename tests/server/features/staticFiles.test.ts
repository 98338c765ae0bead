import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { Database } from '../../../server/database/open.ts';
import { requireFileName } from '../../../server/storage/fileStore.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na guide\n%%EOF', 'latin1');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let database: Database;
let portal: WholePortal;
const tokens: Record<string, string> = {};
const who = ['sup', 'super', 'admin', 'cs-reader', 'domea', 'sup-cz', 'admin-cz'] as const;
type Who = (typeof who)[number];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [
    anAccount('sup', { roles: ['portal_support'], country: 'PL', language: 'pl' }),
    anAccount('super', { roles: ['portal_super_admin'], country: 'PL', language: 'pl' }),
    anAccount('admin', { roles: ['portal_admin'], country: 'PL', language: 'pl' }),
    anAccount('cs-reader', { roles: ['portal_admin'], country: 'PL', language: 'cs' }),
    anAccount('domea', { roles: ['portal_domea'], country: 'PL', language: 'pl' }),
    anAccount('sup-cz', { roles: ['portal_support'], country: 'CZ', language: 'cs' }),
    anAccount('admin-cz', { roles: ['portal_admin'], country: 'CZ', language: 'cs' }),
  ]);
  for (const name of who) tokens[name] = await portal.tokenOf(name);
});
afterEach(() => database.pool.query('TRUNCATE static_file, unclaimed_file'));
afterAll(async () => {
  await portal.close();
  await database.close();
});

const get = (address: string, as: Who) =>
  portal.request(`${portal.url}${address}`, {
    headers: { authorization: `Bearer ${tokens[as]}` },
  });
const call = (id: OperationId, as: Who, asked: Parameters<WholePortal['call']>[2] = {}) =>
  portal.call(id, tokens[as], asked);

async function upload(as: Who, content = pdf, name = 'guide.pdf'): Promise<string> {
  const response = await portal.request(`${portal.url}/api/upload?fileName=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[as]}` },
    body: content,
  });
  return ((await response.json()) as { upload: string }).upload;
}

interface Draft {
  readonly label: string;
  readonly language: string;
  readonly tags: readonly string[];
}
const draft = (label: string, { language = 'PL', tags = ['MENU'] } = {}): Draft => ({
  label,
  language,
  tags,
});

async function add(label: string, given: { language?: string; tags?: string[]; as?: Who } = {}) {
  const { as = 'sup', ...rest } = given;
  const body = { ...draft(label, rest), upload: await upload(as) };
  const answer = await call('staticFile.create', as, { body });
  expect(answer.status).toBe(200);
  return answer.body.id as number;
}

async function list(as: Who, query = '?tag=MENU') {
  const response = await get(`${operations['static.files'].path}${query}`, as);
  if (response.status === 204) return 204;
  return ((await response.json()) as { label: string }[]).map(({ label }) => label);
}
const stored = async () =>
  (await database.pool.query('SELECT stored_name FROM static_file')).rows[0]?.stored_name;

describe('what readers get', () => {
  it('nothing is 204', async () => {
    const response = await get('/api/static/file', 'admin');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('the files of the market, the language and the tag, in their order', async () => {
    const id = await add('Przewodnik');
    await add('Formularz', { tags: ['FORM'] });
    await add('Návod', { language: 'CZ' });
    const response = await get('/api/static/file?tag=MENU', 'admin');
    expect(await response.json()).toEqual([
      {
        id,
        name: 'guide.pdf',
        label: 'Przewodnik',
        owner: 'sup',
        tags: [{ name: 'MENU', label: 'Menu u góry' }],
        uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(await list('admin', '')).toEqual(['Przewodnik', 'Formularz']);
    expect(await list('cs-reader')).toEqual(['Návod']);
    expect(await list('admin', '?language=CZ')).toEqual(['Návod']);
    expect(await list('admin-cz')).toBe(204);
  });

  it('those of the market’s language where there are none of their own', async () => {
    await add('Przewodnik');
    await add('Formulář', { language: 'CZ', tags: ['FORM'] });
    expect(await list('cs-reader')).toEqual(['Przewodnik']);
    expect(await list('cs-reader', '?tag=FORM')).toEqual(['Formulář']);
    expect(await list('admin', '?tag=MENU&language=DK')).toEqual(['Przewodnik']);
  });

  it('a file to be saved, which runs nowhere', async () => {
    const id = await add('Przewodnik');
    const response = await get(`/api/static/download/${id}/guide.pdf`, 'admin');
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename=guide.pdf');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('cache-control')).toContain('no-store');
  });

  it('no file of another market, by another name, or of a path', async () => {
    const id = await add('Przewodnik');
    const statuses: number[] = [];
    for (const [address, as] of [
      [`/api/static/download/${id}/guide.pdf`, 'admin-cz'],
      [`/api/static/download/${id}/guide.pdf`, 'sup-cz'],
      [`/api/static/download/${id}/other.pdf`, 'admin'],
      [`/api/static/download/${id}/..%2F..%2Fguide.pdf`, 'admin'],
      [`/api/static/download/${id}/%2Fetc%2Fpasswd`, 'admin'],
      [`/api/static/download/${id + 1}/guide.pdf`, 'admin'],
    ] as const) {
      statuses.push((await get(address, as)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('nothing for domea, nor for who isn’t signed in', async () => {
    const id = await add('Przewodnik');
    for (const address of ['/api/static/file', `/api/static/download/${id}/guide.pdf`]) {
      expect((await get(address, 'domea')).status).toBe(403);
      expect((await portal.request(`${portal.url}${address}`)).status).toBe(401);
    }
  });
});

describe('what support does', () => {
  it('sees all of its own market, and none of another’s', async () => {
    const id = await add('Przewodnik', { as: 'super' });
    const listed = await call('staticFile.list', 'sup');
    expect(listed.body.content).toEqual([
      expect.objectContaining({
        id,
        label: 'Przewodnik',
        language: 'PL',
        tags: ['MENU'],
        tagNames: 'Menu u góry',
        fileName: 'guide.pdf',
        mediaType: 'application/pdf',
        size: pdf.length,
        owner: 'super',
      }),
    ]);
    expect((await call('staticFile.list', 'sup-cz')).body.content).toEqual([]);
    const params = { staticFile: `${id}` };
    const strange = [
      await call('staticFile.get', 'sup-cz', { params }),
      await call('staticFile.save', 'sup-cz', { params, body: draft('Mine') }),
      await call('staticFile.move', 'sup-cz', { params, body: { isUp: true } }),
      await call('staticFile.remove', 'sup-cz', { params }),
    ];
    expect(strange.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await list('admin')).toEqual(['Przewodnik']);
  });

  it('may not be done by others', async () => {
    const id = await add('Przewodnik');
    const params = { staticFile: `${id}` };
    for (const as of ['admin', 'domea'] as const) {
      const body = { ...draft('Mine'), upload: 'a'.repeat(32) };
      const refused = [
        await call('staticFile.list', as),
        await call('staticFile.create', as, { body }),
        await call('staticFile.save', as, { params, body: draft('Mine') }),
        await call('staticFile.remove', as, { params }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  });

  it('takes no upload twice, and none of somebody else’s', async () => {
    const own = await upload('sup');
    const body = { ...draft('One'), upload: own };
    expect((await call('staticFile.create', 'super', { body })).body.errors).toEqual([
      expect.objectContaining({ field: 'body.upload', rule: 'upload' }),
    ]);
    const both = await Promise.all([
      call('staticFile.create', 'sup', { body }),
      call('staticFile.create', 'sup', { body: { ...body, label: 'Two' } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await list('admin')).toHaveLength(1);
  });

  it('changes labels, and puts another file in the place of one, whose bytes go', async () => {
    const id = await add('Przewodnik');
    const before = await stored();
    const params = { staticFile: `${id}` };
    const body = { ...draft('Nowy', { tags: ['MENU', 'GUIDE'] }) };
    expect((await call('staticFile.save', 'sup', { params, body })).status).toBe(200);
    expect(await stored()).toBe(before);
    const replaced = { ...body, upload: await upload('super', png, 'x.png') };
    expect((await call('staticFile.save', 'super', { params, body: replaced })).status).toBe(200);
    const { files } = portal.parts.archive;
    expect(await files.get(requireFileName(before))).toBe(undefined);
    expect(await files.get(requireFileName(await stored()))).toBeTruthy();
    const { body: now } = await call('staticFile.get', 'sup', { params });
    expect(now).toMatchObject({ label: 'Nowy', fileName: 'x.png', owner: 'super' });
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
    expect((await get(`/api/static/download/${id}/guide.pdf`, 'admin')).status).toBe(404);
  });

  it('orders the files of a language, and stops at its ends', async () => {
    const ids = [await add('a'), await add('b'), await add('c')];
    await add('other', { language: 'CZ' });
    const move = (at: number, isUp: boolean) =>
      call('staticFile.move', 'sup', { params: { staticFile: `${ids[at]}` }, body: { isUp } });
    await move(2, true);
    expect(await list('admin')).toEqual(['a', 'c', 'b']);
    await move(0, true);
    await move(1, false);
    expect(await list('admin')).toEqual(['a', 'c', 'b']);
    await move(0, false);
    expect(await list('admin')).toEqual(['c', 'a', 'b']);
    await Promise.all([move(0, true), move(1, true), move(2, true)]);
    expect((await list('admin')) as string[]).toHaveLength(3);
    expect(await list('cs-reader')).toEqual(['other']);
  });

  it('a file that changes its language stands behind the others there', async () => {
    const id = await add('a');
    await add('b', { language: 'CZ' });
    const params = { staticFile: `${id}` };
    await call('staticFile.save', 'sup', { params, body: draft('a', { language: 'CZ' }) });
    expect(await list('cs-reader')).toEqual(['b', 'a']);
  });

  it('deletes it, bytes and all', async () => {
    const id = await add('Przewodnik');
    const before = await stored();
    const params = { staticFile: `${id}` };
    expect((await call('staticFile.remove', 'sup', { params })).status).toBe(200);
    expect(await portal.parts.archive.files.get(requireFileName(before))).toBe(undefined);
    expect((await call('staticFile.remove', 'sup', { params })).status).toBe(404);
    expect(await list('admin')).toBe(204);
  });

  it('refuses tags and languages that there are not', async () => {
    const file = await upload('sup');
    for (const bad of [
      draft('x', { tags: ['OTHER'] }),
      draft('x', { language: 'XX' }),
      draft('  '),
    ]) {
      const { status } = await call('staticFile.create', 'sup', { body: { ...bad, upload: file } });
      expect(status).toBe(400);
    }
  });
});
