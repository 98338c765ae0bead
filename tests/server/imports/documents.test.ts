import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import { runImport } from '../../../server/cli/import.ts';
import type { Database } from '../../../server/database/open.ts';
import { importDocuments } from '../../../server/imports/documents.ts';
import { requireFileName } from '../../../server/storage/fileStore.ts';
import { createFiles, type Files } from '../../../server/storage/files.ts';
import { createLocalFileStore } from '../../../server/storage/localFileStore.ts';
import { addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { marketOf, markets } from '../../support/markets.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na bill\n%%EOF', 'latin1');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const header =
  'works_no;tenant_no;document_type;billing_type;period_begin;period_end;owner_name;status;file';
const line = (file: string, { works = 'W-1', tenant = '', type = 'IMS_INVOICE' } = {}) =>
  `${works};${tenant};${type};HEAT;2025-01-01;2025-12-31;Jan Kowalski;final;${file}`;

let database: Database;
let folder: string;
let stored: string;
let files: Files;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1 });
  await addProperty(database, { id: 2, country: 'CZ', worksNo: 'W-CZ' });
  await addTenant(database, 1, { tenantNo: '7' });
});
afterAll(() => database.close());
beforeEach(() => {
  const home = mkdtempSync(path.join(tmpdir(), 'meterhouse-documents-'));
  folder = path.join(home, 'given');
  stored = path.join(home, 'store');
  mkdirSync(folder);
  files = createFiles({ database, store: createLocalFileStore(stored), now: () => new Date() });
});
afterEach(async () => {
  rmSync(path.dirname(folder), { recursive: true, force: true });
  await database.pool.query('TRUNCATE document, unclaimed_file');
});

async function run(lines: readonly string[], given: Readonly<Record<string, Buffer>> = {}) {
  writeFileSync(path.join(folder, 'documents.csv'), [header, ...lines].join('\n'));
  for (const [name, content] of Object.entries(given)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const printed: string[] = [];
  const parts = { database, markets, openFiles: async () => files };
  const print = (text: string) => printed.push(text);
  const code = await runImport(['documents', folder], { ...parts, print });
  return { code, printed, summary: printed.at(-1)?.replace(folder, 'FOLDER') };
}

const listDocuments = async () =>
  (await database.pool.query('SELECT * FROM document ORDER BY id')).rows;
/** Those in the store; an empty folder is none. */
const listStored = () =>
  readdirSync(path.dirname(stored), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.startsWith(stored),
  );

describe('importing documents', () => {
  it('keeps each with its file, under a name that ends as what it is', async () => {
    const given = { 'a.pdf': pdf, 'below/picture.PDF': png, 'two.jpeg': pdf };
    const lines = [line('a.pdf'), line('below/picture.PDF', { tenant: '7' })];
    const { code, summary } = await run(lines, given);
    expect([code, summary]).toEqual([0, 'FOLDER: documents, 2 accepted, 0 duplicates, 0 rejected']);
    const [first, second] = await listDocuments();
    expect(first).toMatchObject({
      property_id: 1,
      tenant_id: null,
      document_type: 'IMS_INVOICE',
      billing_type: 'HEAT',
      file_name: 'a.pdf',
      content_type: 'application/pdf',
      bytes: pdf.length,
      added_by: 'operator',
    });
    expect(second).toMatchObject({ file_name: 'picture.PDF.png', content_type: 'image/png' });
    const content = await files.get(requireFileName(first.stored_name));
    expect(content && (await buffer(content)).equals(pdf)).toBe(true);
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
  });

  it('takes the same file once for each flat, and once for the property', async () => {
    const given = { 'a.pdf': pdf, 'b.pdf': pdf };
    const lines = [line('a.pdf'), line('b.pdf'), line('b.pdf', { tenant: '7' })];
    expect((await run(lines, given)).summary).toContain('2 accepted, 1 duplicates');
    expect((await run(lines, given)).summary).toContain('0 accepted, 3 duplicates');
    expect([(await listDocuments()).length, listStored().length]).toEqual([2, 2]);
  });

  it('announces what has no file yet, and takes the file when it comes', async () => {
    expect((await run([line(''), line('')])).summary).toContain('1 accepted, 1 duplicates');
    const [{ id }] = await listDocuments();
    await run([line('a.pdf')], { 'a.pdf': pdf });
    expect(await listDocuments()).toMatchObject([{ id, file_name: 'a.pdf' }]);
  });

  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
  it.each([
    ['a property of another market', line('a.pdf', { works: 'W-CZ' }), 'UNKNOWN_PROPERTY'],
    ['a tenant of nobody', line('a.pdf', { tenant: '8' }), 'UNKNOWN_TENANT'],
    ['a type that there isn’t', line('a.pdf', { type: 'BILL' }), 'BAD_VALUE'],
    ['a file that isn’t there', line('none.pdf'), 'MISSING_FILE'],
    ['a page', line('page.pdf'), 'BAD_CONTENT'],
    ['a picture with scripts', line('picture.svg'), 'BAD_CONTENT'],
    ['nothing', line('empty.pdf'), 'BAD_CONTENT'],
    ['a folder', line('below'), 'BAD_FILE'],
    ['a file outside', line('../outside.pdf'), 'BAD_FILE'],
    ['a way outside and back', line('below/../../outside.pdf'), 'BAD_FILE'],
    ['an absolute path', line(path.join(tmpdir(), 'outside.pdf')), 'BAD_FILE'],
    ['a link that leads outside', line('link.pdf'), 'BAD_FILE'],
  ])('rejects %s with its line, and takes the others', async (_, bad, code) => {
    writeFileSync(path.join(folder, '../outside.pdf'), pdf);
    symlinkSync(path.join(folder, '../outside.pdf'), path.join(folder, 'link.pdf'));
    const others = { 'page.pdf': html, 'picture.svg': svg, 'empty.pdf': Buffer.alloc(0) };
    const given = { 'a.pdf': pdf, 'b.pdf': png, 'below/c.pdf': pdf, ...others };
    const { code: exit, printed, summary } = await run([bad, line('b.pdf')], given);
    expect([exit, summary]).toEqual([1, 'FOLDER: documents, 1 accepted, 0 duplicates, 1 rejected']);
    expect(printed[0]).toMatch(new RegExp(`^ {2}line 2: ${code}: `));
    expect([(await listDocuments()).length, listStored().length]).toEqual([1, 1]);
  });

  it.each([
    ['HEAT;2025-12-31;2025-01-01', 'BAD_DATE: The period ends on 2025-01-01, before it begins.'],
    ['heat bill;2025-01-01;2025-12-31', 'BAD_VALUE: billing_type «heat bill» is no name'],
  ])('rejects %s, and nothing of it stays', async (cells, said) => {
    const bad = `W-1;;IMS_INVOICE;${cells};Jan Kowalski;final;a.pdf`;
    const { printed } = await run([bad], { 'a.pdf': pdf });
    expect(printed[0]).toContain(`line 2: ${said}`);
    expect([await listDocuments(), listStored()]).toEqual([[], []]);
  });

  it('rejects a file that is too large with its line, and takes the others', async () => {
    writeFileSync(path.join(folder, 'large.pdf'), Buffer.concat([pdf, Buffer.alloc(1_000_000)]));
    writeFileSync(path.join(folder, 'a.pdf'), pdf);
    const manifest = path.join(folder, 'documents.csv');
    writeFileSync(manifest, [header, line('large.pdf'), line('a.pdf')].join('\n'));
    const faults: { line: number; code: string; message: string }[] = [];
    const counts = await importDocuments(database, files, {
      manifest,
      market: marketOf('PL'),
      by: 'operator',
      now: new Date(),
      maxBytes: 1_000_000,
      onFault: (fault) => faults.push(fault),
    });
    expect(counts).toEqual({ accepted: 1, duplicates: 0, rejected: 1 });
    expect(faults).toEqual([
      { line: 2, code: 'TOO_LARGE', message: 'The file is larger than 1 MB.' },
    ]);
    expect([(await listDocuments()).length, listStored().length]).toEqual([1, 1]);
  });

  it('rejects a type that the market doesn’t offer', async () => {
    writeFileSync(path.join(folder, 'a.pdf'), pdf);
    const manifest = path.join(folder, 'documents.csv');
    writeFileSync(manifest, [header, line('a.pdf')].join('\n'));
    const messages: string[] = [];
    const take = (values: MarketFile['values']) =>
      importDocuments(database, files, {
        manifest,
        market: { country: 'PL', values },
        by: 'operator',
        now: new Date(),
        onFault: ({ message }) => messages.push(message),
      });
    expect(await take({ documentType: { IMS_INVOICE: false } })).toMatchObject({ rejected: 1 });
    expect(messages).toEqual(['IMS_INVOICE is not offered in PL.']);
    expect(listStored()).toEqual([]);
    expect(await take({ documentType: { MOVE_OUT_LIST: false } })).toMatchObject({ accepted: 1 });
  });

  it('marks documents of whom the list calls inactive', async () => {
    const bill = (inactive: string, period: string) =>
      `W-1;IMS_INVOICE;HEAT;${period}-01;${period}-28;Jan;${inactive}`;
    const marked =
      'works_no;document_type;billing_type;period_begin;period_end;owner_name;inactive_user';
    const lines = [
      marked,
      bill('yes', '2025-01'),
      bill('', '2025-02'),
      bill('no', '2025-03'),
      bill('moved', '2025-04'),
    ];
    writeFileSync(path.join(folder, 'list.csv'), lines.join('\n'));
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    const parts = { database, markets, openFiles: async () => files, print };
    expect(await runImport(['documents', path.join(folder, 'list.csv')], parts)).toBe(1);
    expect(printed[0]).toContain('line 5: BAD_VALUE: inactive_user «moved» is neither yes nor no.');
    const rows = await listDocuments();
    expect(rows.map((row) => row.inactive_user)).toEqual([true, false, false]);
  });

  it('refuses a list whose columns it doesn’t know, or that isn’t there', async () => {
    const parts = { database, markets, openFiles: async () => files };
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    expect(await runImport(['documents', folder], { ...parts, print })).toBe(1);
    writeFileSync(path.join(folder, 'list.csv'), 'works_no;file\nW-1;a.pdf');
    const list = path.join(folder, 'list.csv');
    expect(await runImport(['documents', list], { ...parts, print })).toBe(1);
    expect(printed[0]).toContain('There is no');
    expect(printed[1]).toContain('also needs: document_type');
    writeFileSync(list, `${header};tenant\n${line('a.pdf')};7`);
    expect(await runImport(['documents', list], { ...parts, print })).toBe(1);
    expect(printed[2]).toContain('has no column tenant. It may have: file, file_name, tenant_no');
  });
});

describe('files that nobody claims', () => {
  it('are removed a day later, and no others', async () => {
    await run([line('a.pdf')], { 'a.pdf': pdf });
    let at = Date.now();
    const store = createLocalFileStore(stored);
    const early = createFiles({ database, store, now: () => new Date(at) });
    async function* content() {
      yield png;
    }
    await early.keep('documents', content(), { maxBytes: 1000 });
    await early.sweep();
    expect(listStored()).toHaveLength(2);
    at += 86_400_001;
    await early.sweep();
    const [{ stored_name: name }] = await listDocuments();
    expect(listStored().map((entry) => entry.name)).toEqual([path.basename(name)]);
  });
});
