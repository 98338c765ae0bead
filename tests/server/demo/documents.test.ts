import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypes } from '../../../schemas/entities/document.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Database } from '../../../server/database/open.ts';
import { usernameIn } from '../../../server/demo/accounts.ts';
import { planDocuments } from '../../../server/demo/documents/planDocuments.ts';
import { fontFile } from '../../../server/demo/documents/writePdf.ts';
import { ensureDemo } from '../../../server/demo/ensureDemo.ts';
import { planProperties } from '../../../server/demo/plan.ts';
import { listDocuments } from '../../../server/features/document/document.repository.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { requireFileName } from '../../../server/storage/fileStore.ts';
import { createFiles, type Files } from '../../../server/storage/files.ts';
import { createLocalFileStore } from '../../../server/storage/localFileStore.ts';
import { createTestDatabase } from '../../support/database.ts';
import { demoMarkets, markets } from '../../support/markets.ts';
import { realDirectories } from '../manifests/directories.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-demo-'));
const now = () => new Date('2026-11-20T22:00:00Z');
const allOffered = () => true;
let manifests: Awaited<ReturnType<typeof createManifestService>>;
let database: Database;
let files: Files;
let options: Parameters<typeof ensureDemo>[1];

beforeAll(async () => {
  manifests = await createManifestService({ ...realDirectories, signIn });
  database = await createTestDatabase();
  files = createFiles({ database, store: createLocalFileStore(folder), now });
  options = {
    markets,
    now,
    log: () => undefined,
    size: { properties: 5, months: 3, buildings: false },
    documents: { files, words: manifests.words, offers: allOffered },
  };
  const demo = await ensureDemo(database, options);
  demo.continueInBackground();
  await demo.done;
}, 240_000);
afterAll(async () => {
  manifests?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const everything = { page: 0, size: 1000 };

async function documentsOf(country: Country) {
  const market = demoMarkets.find((one) => one.country === country);
  const { rows } = await database.pool.query('SELECT id FROM account WHERE username = $1', [
    usernameIn(market as { country: Country }, 'admin'),
  ]);
  const accountId = rows[0]?.id as number;
  const scope = { accountId, anyFeature: manifests.licensingFeatures('document.list') };
  return database.asAccount(scope, (tx) => listDocuments(tx, scope, {}, everything));
}

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly checksum: string;
}

const listStored = async (where = 'true'): Promise<Stored[]> =>
  (
    await database.pool.query(
      `SELECT document.id, stored_name AS name, bytes, checksum FROM document
       JOIN property ON property.id = property_id
       WHERE stored_name IS NOT NULL AND ${where} ORDER BY document.id`,
    )
  ).rows;

async function textsOf({ name }: Stored): Promise<string[]> {
  const stream = await files.get(requireFileName(name));
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(stream as never)), {
    verbosity: 0,
  });
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item && item.str.trim() !== '') texts.push(item.str);
  }
  await pdf.loadingTask.destroy();
  return texts;
}

const languages: readonly (readonly [Country, Locale, string])[] = [
  ['PL', 'pl', 'Okres rozliczeniowy'],
  ['CZ', 'cs', 'Zúčtovací období'],
  ['DK', 'en', 'Billing period'],
];

describe('the demo’s documents', () => {
  it.each(languages)('are of many kinds for the administrator of %s', async (country) => {
    const found = await documentsOf(country);
    const distinct = (key: keyof (typeof found)[number]) => new Set(found.map((one) => one[key]));
    expect(distinct('documentType').size).toBeGreaterThanOrEqual(7);
    expect(distinct('billingType')).toEqual(new Set(['WATER', 'HEAT', 'SERVICE']));
    expect(distinct('periodBegin').size).toBeGreaterThanOrEqual(8);
    expect(distinct('status')).toEqual(new Set(['draft', 'final']));
    expect(distinct('inactiveUser')).toEqual(new Set([true, false]));
    // Drafts are among the newest.
    expect(found.slice(0, 10).some(({ status }) => status === 'draft')).toBe(true);
    // The announced invoice alone has no file.
    const announced = found.filter(({ fileName }) => fileName === null);
    expect(announced.length).toBeGreaterThan(0);
    expect(new Set(announced.map((one) => one.documentType))).toEqual(new Set(['IMS_INVOICE']));
    const days = found.map(({ creationDate }) => creationDate.slice(0, 10)).toSorted();
    expect((days[0] as string) < '2025-06-01').toBe(true);
    expect((days.at(-1) as string) <= '2026-11-20').toBe(true);
  });

  it.each(languages)('speak the language of %s', async (country, locale, period) => {
    const bills = await listStored(
      `country = '${country}' AND document_type = 'INDIVIDUAL_BILLING' AND billing_type = 'WATER'`,
    );
    expect(bills.length).toBeGreaterThan(0);
    const texts = await textsOf(bills.at(-1) as Stored);
    const { documentType } = manifests.words(locale)['enums'] as Record<string, object>;
    expect(texts).toContain((documentType as Record<string, string>)['INDIVIDUAL_BILLING']);
    expect(texts).toContain(period);
  });

  it('tell what the flats used, month by month, and its sum', async () => {
    const [forecast] = await listStored(
      `document_type = 'ACCOUNT_TOTAL_CONSUMPTION_FORECAST' AND country = 'PL'
       AND property_id = 1001`,
    );
    const texts = await textsOf(forecast as Stored);
    const { rows } = await database.pool.query(
      `SELECT sum(round(volumes[10] / 1e5))::float8 / 10 AS october FROM rollup
       WHERE property_id = 1001 AND subject_kind = 1 AND category = 'HCA' AND timeframe = 3
         AND chunk = '2026-01-01'`,
    );
    const { october } = rows[0] as { october: number };
    expect(october).toBeGreaterThan(0);
    const number = (text = '') => Number(text.replace(/\s/g, '').replace(',', '.'));
    expect(number(texts[texts.indexOf('październik 2026') + 1])).toBe(october);
    const until = texts.indexOf('Suma');
    const lines = texts.slice(texts.indexOf('lipiec 2026'), until);
    const numbers = lines.filter((_, index) => index % 3 === 1).map(number);
    expect(numbers).toHaveLength(12);
    const sum = numbers.reduce((total, one) => total + one, 0);
    expect(number(texts[until + 1])).toBeCloseTo(sum, 5);
  });

  it('have a glyph for each letter that is written', async () => {
    const all = await listStored();
    expect(all.length).toBeGreaterThan(100);
    // As the library has it: it writes an empty box for a letter that its font lacks.
    const { font } = Reflect.get(new PDFDocument().font(fontFile), '_font') as {
      font: { hasGlyphForCodePoint(code: number): boolean };
    };
    const fontHas = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number);
    expect(fontHas('字')).toBe(false);
    const letters = new Set<string>();
    for (const one of all.filter((_, index) => index % 5 === 0)) {
      for (const text of await textsOf(one)) for (const letter of text) letters.add(letter);
    }
    expect([...'łęóčě'].every((letter) => letters.has(letter))).toBe(true);
    expect([...letters].filter((letter) => !fontHas(letter))).toEqual([]);
  }, 60_000);

  it('are small, and the same after a start that was interrupted', async () => {
    const before = await listStored();
    for (const { bytes } of before) expect(bytes).toBeLessThan(20_000);
    const { rows } = await database.pool.query("SELECT value FROM setting WHERE key = 'demo'");
    const value = rows[0]?.value as { documents: object };
    // As if it had been killed after the second property's files, before it was written down.
    await database.pool.query("UPDATE setting SET value = $1 WHERE key = 'demo'", [
      { ...value, documents: { ...value.documents, filled: 1 } },
    ]);
    const removed = before.at(-1) as Stored;
    await database.pool.query(
      `UPDATE document SET file_name = NULL, stored_name = NULL, content_type = NULL, checksum = NULL,
         bytes = NULL WHERE id = $1`,
      [removed.id],
    );
    const again = await ensureDemo(database, options);
    again.continueInBackground();
    await again.done;
    const sums = (list: readonly Stored[]) => list.map(({ id, checksum }) => `${id} ${checksum}`);
    expect(sums(await listStored())).toEqual(sums(before));
  }, 120_000);
});

describe('the plan of documents', () => {
  const [property] = planProperties({ properties: 1, seed: 7 }, demoMarkets);
  const plan = (until: string, isOffered: (type: string) => boolean = allOffered) =>
    planDocuments(property as NonNullable<typeof property>, {
      until,
      isFull: true,
      offers: isOffered,
      movedIn: new Map([['001', '2026-03-01']]),
    });

  it('is the same for a day, never of the future, and two years deep', () => {
    for (const until of ['2026-01-05', '2026-03-15', '2026-07-01', '2026-11-20', '2028-02-29']) {
      const found = plan(until);
      expect(found).toEqual(plan(until));
      expect(found.length).toBeGreaterThan(20);
      expect(found.every(({ createdAt }) => createdAt.toISOString().slice(0, 10) <= until)).toBe(
        true,
      );
      expect(found.every((one) => one.periodBegin <= one.periodEnd)).toBe(true);
      expect(found.some(({ hasFile }) => !hasFile)).toBe(true);
      const bills = found.filter((one) => one.documentType === 'INDIVIDUAL_BILLING');
      expect(new Set(bills.map((one) => `${one.billingType} ${one.periodBegin}`)).size).toBe(4);
    }
  });

  it('gives whoever moved out a bill at once, and their bills before to them', () => {
    const found = plan('2026-11-20').filter(({ tenantNo }) => tenantNo === '001');
    const [bill] = found.filter(({ documentType }) => documentType === 'IMMEDIATE_BILL');
    expect(bill).toMatchObject({ periodBegin: '2026-01-01', periodEnd: '2026-02-28' });
    const now = property?.tenants[0]?.tenantName;
    expect(bill?.ownerName).not.toBe(now);
    const heat = found.filter(({ billingType }) => billingType === 'HEAT');
    expect(heat.map(({ periodEnd, ownerName }) => [periodEnd, ownerName === now])).toEqual([
      ['2025-06-30', false],
      ['2026-06-30', true],
    ]);
  });

  it('leaves out what a market doesn’t offer', () => {
    const types = new Set(plan('2026-11-20').map(({ documentType }) => documentType));
    expect(types.size).toBeGreaterThan(5);
    const few = plan('2026-11-20', (type) => type !== 'IMS_INVOICE');
    expect(new Set(few.map(({ documentType }) => documentType))).toEqual(
      new Set([...types].filter((type) => type !== 'IMS_INVOICE')),
    );
  });
});

it.each(['en', 'pl', 'cs'] as const)('every type of document has its name in %s', (locale) => {
  const own = manifests.words(locale)['enums'] as Record<string, Record<string, string>>;
  const english = manifests.words('en')['enums'] as Record<string, Record<string, string>>;
  const names = documentTypes.map((type) => own['documentType']?.[type]);
  expect(names).toHaveLength(19);
  expect(new Set(names).size).toBe(19);
  const same = documentTypes.filter(
    (type) => own['documentType']?.[type] === english['documentType']?.[type],
  );
  expect(locale === 'en' ? same.length : same).toEqual(locale === 'en' ? 19 : []);
});
