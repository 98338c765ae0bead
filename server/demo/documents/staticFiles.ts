import { randomBytes } from 'node:crypto';
import {
  type DeviceCategory,
  deviceCategories,
  deviceTraits,
} from '../../../schemas/entities/device.ts';
import { languageOf } from '../../../schemas/entities/languages.ts';
import type { StaticFileTag } from '../../../schemas/entities/staticFile.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { createStaticFileService } from '../../features/staticFile/staticFile.service.ts';
import { listManaged } from '../../features/staticFile/staticFiles.repository.ts';
import { noteUpload } from '../../features/upload/uploads.repository.ts';
import { cleanFileName } from '../../storage/fileName.ts';
import { findDemoSession } from '../accounts.ts';
import type { DemoMarket } from '../demoMarkets.ts';
import type { DocumentContent } from './content.ts';
import type { DocumentOptions } from './demoDocuments.ts';
import { createDocumentWords, type DocumentWords } from './words.ts';
import { writePdf } from './writePdf.ts';

/** What each market's support has put up for everybody there, those of the menu among it. */

interface PlannedFile {
  readonly label: string;
  readonly tags: readonly StaticFileTag[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A form has so many lines to fill in. */
const linesOfForm = 24;
/** The yearly reading is announced so many days before. */
const announcedDays = 21;
const idBytes = 24;
const maxBytes = 1_000_000;

function planFiles(words: DocumentWords, market: DemoMarket, today: string): PlannedFile[] {
  const { texts, files } = words;
  const isMetered = (category: DeviceCategory) => deviceTraits[category].isConsumption;
  const day = new Date(Date.parse(today) + announcedDays * dayMs).toISOString().slice(0, 10);
  return [
    {
      label: files.guide,
      tags: ['MENU', 'GUIDE'],
      headings: [texts.category],
      rows: deviceCategories.filter(isMetered).map((category) => [words.headingOf(category)]),
    },
    {
      label: files.form,
      tags: ['MENU', 'FORM'],
      headings: [texts.flat, texts.category, files.number, files.reading],
      rows: Array.from({ length: linesOfForm }, () => ['………', '……………………', '…………………', '…………………']),
    },
    {
      label: files.notice,
      tags: ['NOTICE'],
      headings: [texts.address, files.day],
      rows: market.places.streets.map((street) => [street, words.day(day)]),
    },
  ];
}

/** Puts up those of a market that aren't there; done again it changes nothing. */
export async function putUpStaticFiles(
  database: Database,
  market: DemoMarket,
  { files, words: wordsOf, now }: Pick<DocumentOptions, 'files' | 'words'> & { now: () => Date },
): Promise<void> {
  const session = await findDemoSession(database, market, 'support');
  if (!session) return;
  const service = createStaticFileService({ database, files, now });
  const present = await database.read((tx) => listManaged(tx, market.country));
  const known = new Set(present.map(({ label }) => label));
  const words = createDocumentWords(wordsOf, market.language);
  const planned = planFiles(words, market, now().toISOString().slice(0, 10));
  for (const { label, tags, ...table } of planned) {
    if (known.has(label)) continue;
    const content = contentOf(label, table, words, now());
    const upload = await send(database, files, {
      accountId: session.accountId,
      fileName: `${cleanFileName(label)}.pdf`,
      content: writePdf(content, now()),
    });
    await service.create(session, {
      label,
      tags: [...tags],
      upload,
      language: languageOf(market.language),
    });
  }
}

function contentOf(
  title: string,
  { headings, rows }: Pick<PlannedFile, 'headings' | 'rows'>,
  { texts, day }: DocumentWords,
  madeAt: Date,
): DocumentContent {
  return {
    title,
    note: null,
    footer: texts.footer,
    facts: [[texts.made, day(madeAt.toISOString().slice(0, 10))]],
    table: { headings, rows, texts: headings.length, sum: [] },
  };
}

/** As a browser would send it ahead of the form. */
async function send(
  database: Database,
  files: DocumentOptions['files'],
  given: { readonly accountId: number; readonly fileName: string; readonly content: Buffer },
): Promise<string> {
  const { content, ...named } = given;
  async function* pieces() {
    yield content;
  }
  const { name, checksum, bytes } = await files.keep('uploads', pieces(), { maxBytes });
  const uploadId = randomBytes(idBytes).toString('base64url');
  const upload = { ...named, uploadId, contentType: 'application/pdf', checksum, bytes };
  await database.transaction((tx) => noteUpload(tx, name, upload));
  return uploadId;
}
