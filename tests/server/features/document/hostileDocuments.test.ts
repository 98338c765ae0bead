import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'content-disposition';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { drawBySeed } from '../../../../scripts/testing/seed.mjs';
import { importDocuments } from '../../../../server/imports/documents.ts';
import { requireFileName } from '../../../../server/storage/fileStore.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { faultsOfName, hostileNames, maxAtOneDoor } from '../../../support/hostileNames.ts';
import { marketOf } from '../../../support/markets.ts';
import { layTrap } from '../../../support/trap.ts';
import { startArchivePortal, type User } from './support/archivePortal.ts';
import { readZip } from './support/readZip.ts';

/** Hostile names from a list that is imported to the zip that somebody unpacks. */

const stores = /^meterhouse-(archive|reports)-/;
const trap = layTrap();
const folder = path.join(trap.folder, 'given');
let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;
let before: ReturnType<typeof trap.look>;

beforeAll(async () => {
  const database = await createTestDatabase();
  vi.stubEnv('TMPDIR', trap.folder);
  portal = await startArchivePortal({ database });
  portal.archive.work(portal.jobs as never, 1);
  reader = await portal.addUser();
  mkdirSync(folder);
  for (const [at] of hostileNames.entries()) writeFileSync(path.join(folder, `${at}.pdf`), pdf(at));
});
afterEach(() => portal.database.pool.query('TRUNCATE document'));
afterAll(async () => {
  await portal.stop();
  vi.unstubAllEnvs();
  trap.remove();
});

const pdf = (at: number) => `%PDF-1.7\n%âãÏÓ\nbill ${at}\n%%EOF`;
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A list with a line for each of the names, and what came of it. */
async function importLines(cellsOf: (name: string, at: number) => { file: string; name: string }) {
  const header =
    'works_no;document_type;billing_type;period_begin;period_end;owner_name;file;file_name';
  const lines = hostileNames.map((name, at) => {
    const cells = cellsOf(name, at);
    const what = `W-${reader.property};IMS_INVOICE;HEAT;2025-01-01;2025-12-31;Owner ${at}`;
    return `${what};${quote(cells.file)};${quote(cells.name)}`;
  });
  const manifest = path.join(folder, 'documents.csv');
  writeFileSync(manifest, [header, ...lines].join('\n'));
  before = trap.look(stores);
  const faults: string[] = [];
  const counts = await importDocuments(portal.database, portal.archive.files, {
    manifest,
    market: marketOf('PL'),
    by: 'test',
    now: new Date(),
    onFault: ({ code }) => faults.push(code),
  });
  const { rows } = await portal.database.pool.query<{ id: number; name: string | null }>(
    'SELECT id, file_name AS name FROM document ORDER BY id',
  );
  return { counts, faults, rows };
}

function expectNothingEscaped() {
  const after = trap.look(stores);
  expect(after.outside).toEqual(before.outside);
  expect(after.outside.length).toBeGreaterThan(hostileNames.length);
  expect(after.hasEscaped).toBe(false);
  expect(() => after.stored.map(requireFileName)).not.toThrow();
}

async function download(user: User, kind: 'document' | 'documentPackage', id: number) {
  const params = { [kind === 'document' ? 'document' : 'packageId']: id };
  const { token } = (await portal.call(user, `${kind}.ticket`, { params })).body;
  const way = kind === 'document' ? 'download' : 'package/download';
  return fetch(`${portal.portal.url}/api/document/${way}/${id}?token=${token}`);
}

async function pack(user: User): Promise<Response> {
  const asked = { query: { packageName: 'all' }, body: {} };
  const { body } = await portal.call(user, 'documentPackage.create', asked);
  await vi.waitFor(
    async () => {
      const [row] = (await portal.call(user, 'documentPackage.list')).body;
      expect(row).toMatchObject({ status: 'READY' });
    },
    { timeout: 60_000, interval: 100 },
  );
  return download(user, 'documentPackage', body.packageId);
}

it('a list names no file outside of its folder', async () => {
  const { counts, faults, rows } = await importLines((file) => ({ file, name: 'a.pdf' }));
  expect(counts.rejected).toBeGreaterThan(400);
  expect(new Set(faults)).toEqual(new Set(['BAD_FILE', 'MISSING_FILE', 'BAD_TEXT']));
  // A cell of blanks names no file: its line announces one.
  expect(rows.filter(({ name }) => name !== null)).toEqual([]);
  expectNothingEscaped();
}, 120_000);

it('what a list calls its files is cleaned, and so they are saved, alone and in packages', async () => {
  const { counts, rows } = await importLines((name, at) => ({ file: `${at}.pdf`, name }));
  expect(counts.accepted).toBeGreaterThan(400);
  const dirty = rows.filter(({ name }) => faultsOfName(name ?? '').length > 0);
  expect(dirty).toEqual([]);
  for (const { id, name } of drawBySeed(rows, maxAtOneDoor, 'names of a list')) {
    const response = await download(reader, 'document', id);
    await response.body?.cancel();
    const header = response.headers.get('content-disposition') ?? '';
    expect([response.status, parse(header).parameters.filename]).toEqual([200, name]);
    expect(header).toMatch(/^attachment; filename[\x20-\x7e]*$/);
  }
  const zip = await pack(reader);
  expect(await readZip(Buffer.from(await zip.arrayBuffer()))).toHaveLength(counts.accepted);
  expectNothingEscaped();
}, 180_000);

it('a package unpacks into its folder, whatever came to stand in the database', async () => {
  before = trap.look(stores);
  // What the database can't hold can't come from it.
  const names = hostileNames.map((name) => name.toWellFormed().replaceAll('\0', ''));
  for (const [at, fileName] of names.entries()) {
    await portal.addDocument(reader.property, { content: pdf(at), fileName });
  }
  const entries = await readZip(Buffer.from(await (await pack(reader)).arrayBuffer()));
  expect(entries.map(([, content]) => content)).toEqual(names.map((_, at) => pdf(at)));
  expect(entries.filter(([name]) => faultsOfName(name).length > 0)).toEqual([]);
  const out = path.join(trap.folder, 'out');
  for (const [name] of entries) expect(path.dirname(path.resolve(out, name))).toBe(out);
  const folded = entries.map(([name]) => name.normalize('NFC').toLowerCase());
  expect(new Set(folded).size).toBe(hostileNames.length);
  expectNothingEscaped();
}, 180_000);

it('a download’s header holds, whatever came to stand in the database', async () => {
  const id = await portal.addDocument(reader.property, { content: 'a bill', fileName: 'a.pdf' });
  for (const hostile of drawBySeed(hostileNames, maxAtOneDoor, 'names in headers')) {
    const name = hostile.toWellFormed().replaceAll('\0', '');
    await portal.database.pool.query('UPDATE document SET file_name = $1 WHERE id = $2', [
      name,
      id,
    ]);
    const response = await download(reader, 'document', id);
    expect([response.status, await response.text()], name).toEqual([200, 'a bill']);
    expect(parse(response.headers.get('content-disposition') ?? '').type).toBe('attachment');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('x-injected')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  }
}, 120_000);
