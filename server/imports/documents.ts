import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type DocumentType,
  documentStatusSchema,
  documentTypeSchema,
} from '../../schemas/entities/document.ts';
import type { ImportFault } from '../../schemas/entities/importRun.ts';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { isOffered } from '../markets.ts';
import { nameByContent } from '../storage/fileName.ts';
import { FileTooLarge } from '../storage/fileStore.ts';
import type { Files } from '../storage/files.ts';
import { need, parseDay } from './cells.ts';
import {
  announceDocument,
  findPropertyByNumber,
  findTenantByNumber,
  keepDocument,
  type NewDocument,
} from './documents.repository.ts';
import { sniffFile } from './fileContent.ts';
import { join, type Line, openLines } from './lines.ts';
import { LineFault, parseInstant } from './values.ts';

export interface DocumentImport {
  /** The CSV that says what each file is; files lie in its folder, or below. */
  readonly manifest: string;
  readonly market: Pick<MarketFile, 'country' | 'values'>;
  /** Who imports. */
  readonly by: string;
  readonly now: Date;
  readonly maxBytes?: number;
  readonly onFault: (fault: { line: number; code: string; message: string }) => void;
}

/** A document of a hundred megabytes is a mistake, or a package. */
const usualMostBytes = 100_000_000;
const must = [
  'works_no',
  'document_type',
  'billing_type',
  'period_begin',
  'period_end',
  'owner_name',
];
const may = ['file', 'file_name', 'tenant_no', 'status', 'created_at', 'inactive_user'];
const billingTypes = /^[A-Z][A-Z0-9_]{0,39}$/;

/**
 * Takes the documents that a CSV lists, each wholly or not at all, whatever is wrong with the others.
 * A line without a file announces a document. Throws IMPORT_REFUSED when the CSV can't be read.
 */
export async function importDocuments(
  database: Database,
  files: Files,
  given: DocumentImport,
): Promise<{ accepted: number; duplicates: number; rejected: number }> {
  const counts = { accepted: 0, duplicates: 0, rejected: 0 };
  const stream = createReadStream(given.manifest);
  const limits = { maxBytes: Infinity, idleMilliseconds: Infinity };
  const { first, rest } = await openLines(stream, limits, { detect: requireColumns });
  const folder = await realpath(path.dirname(given.manifest));
  for await (const line of join(first, rest)) {
    try {
      if (line.fault) throw line.fault;
      const isNew = await takeDocument(database, files, { ...given, folder }, line);
      counts[isNew ? 'accepted' : 'duplicates'] += 1;
    } catch (error) {
      const fault = error instanceof FileTooLarge ? tooLarge(error) : error;
      if (!(fault instanceof LineFault)) throw error;
      counts.rejected += 1;
      given.onFault({ line: line.number, code: fault.code, message: fault.message });
    }
  }
  return counts;
}

/** Others are refused: a misspelt tenant_no would make a flat's bill one of the whole property. */
function requireColumns(header: readonly string[]): 'documents' {
  const names = header.map((name) => name.toLowerCase());
  const missing = must.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !must.includes(name) && !may.includes(name));
  if (missing.length === 0 && unknown.length === 0) return 'documents';
  const faults = [
    ...(missing.length > 0 ? [`also needs: ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has no column ${unknown.join(', ')}`] : []),
  ];
  throw new AppError(
    'IMPORT_REFUSED',
    `A list of documents ${faults.join(', and ')}. It may have: ${may.join(', ')}.`,
  );
}

function tooLarge({ maxBytes }: FileTooLarge): LineFault {
  return listFault('TOO_LARGE', `The file is larger than ${maxBytes / 1e6} MB.`);
}

async function takeDocument(
  database: Database,
  files: Files,
  given: DocumentImport & { readonly folder: string },
  line: Line,
): Promise<boolean> {
  const document = await readDocument(database, given, line);
  const { file, file_name: wanted } = line.cells;
  if (!file) return database.transaction((tx) => announceDocument(tx, document));
  const place = await findFile(given.folder, file);
  const { contentType, extensions } = await sniffFile(place);
  const { maxBytes = usualMostBytes } = given;
  const stored = await files.keep('documents', createReadStream(place), { maxBytes });
  const { name: storedName, checksum, bytes } = stored;
  const fileName = nameByContent(wanted ?? path.basename(file), extensions);
  const isNew = await database
    .transaction((tx) =>
      keepDocument(tx, document, { storedName, fileName, contentType, checksum, bytes }),
    )
    .catch(async (error: unknown) => {
      await files.discard(storedName);
      throw error;
    });
  if (!isNew) await files.discard(storedName);
  return isNew;
}

async function readDocument(
  database: Database,
  { market, by, now }: DocumentImport,
  { cells }: Line,
): Promise<NewDocument> {
  const { country } = market;
  const worksNo = need(cells, 'works_no');
  const property = await database.read((tx) => findPropertyByNumber(tx, country, worksNo));
  if (!property) {
    throw listFault(
      'UNKNOWN_PROPERTY',
      `There is no property with works_no «${worksNo}» in ${country}. Import it first.`,
    );
  }
  const { tenant_no: tenantNo } = cells;
  const tenantId = tenantNo
    ? await database.read((tx) => findTenantByNumber(tx, property.id, tenantNo))
    : null;
  if (tenantId === undefined) {
    throw listFault(
      'UNKNOWN_TENANT',
      `Property «${worksNo}» has no tenant «${tenantNo}». Import it first.`,
    );
  }
  const createdAt = cells.created_at
    ? new Date(parseInstant(cells.created_at, property.timeZone, { now }))
    : now;
  return {
    propertyId: property.id,
    tenantId,
    createdAt,
    addedBy: by,
    documentType: readType(market, cells),
    status: cells.status ? oneOf(documentStatusSchema, cells, 'status') : 'final',
    billingType: readBillingType(cells),
    ...readPeriod(cells),
    ownerName: need(cells, 'owner_name'),
    inactiveUser: readYes(cells, 'inactive_user'),
  };
}

function readType(market: DocumentImport['market'], cells: Line['cells']): DocumentType {
  const type = oneOf(documentTypeSchema, cells, 'document_type');
  if (isOffered(market, 'documentType', type)) return type;
  throw listFault('BAD_VALUE', `${type} is not offered in ${market.country}.`);
}

/** Lists of documents are read by a command alone, which speaks English. */
function listFault(code: ImportFault, message: string): LineFault {
  return new LineFault(code, { onlyCommands: message });
}

function oneOf<Value extends string>(
  schema: { options: readonly Value[] },
  cells: Line['cells'],
  name: string,
): Value {
  const text = need(cells, name);
  const found = schema.options.find((option) => option === text);
  if (found !== undefined) return found;
  throw listFault('BAD_VALUE', `${name} «${text}» is none of ${schema.options.join(', ')}.`);
}

function readBillingType(cells: Line['cells']): string {
  const text = need(cells, 'billing_type');
  if (billingTypes.test(text)) return text;
  throw listFault(
    'BAD_VALUE',
    `billing_type «${text}» is no name such as HEAT or COLD_WATER: capitals, digits and _, 40 at most.`,
  );
}

/** Yes or no, in words that spreadsheets write; nothing is no. */
function readYes(cells: Line['cells'], name: string): boolean {
  const text = cells[name] ?? '';
  if (/^(1|true|yes)$/i.test(text)) return true;
  if (/^(0|false|no|)$/i.test(text)) return false;
  throw listFault('BAD_VALUE', `${name} «${text}» is neither yes nor no.`);
}

function readPeriod(cells: Line['cells']): { periodBegin: string; periodEnd: string } {
  const periodBegin = parseDay(cells, 'period_begin');
  const periodEnd = parseDay(cells, 'period_end');
  if (periodBegin <= periodEnd) return { periodBegin, periodEnd };
  throw listFault('BAD_DATE', `The period ends on ${periodEnd}, before it begins.`);
}

/** The file of a line: in the list's own folder or below, also behind links. */
async function findFile(folder: string, file: string): Promise<string> {
  const outside = listFault(
    'BAD_FILE',
    `«${file}» lies outside of the list’s folder. Put it there, and write its name relative to it.`,
  );
  const asked = path.resolve(folder, file);
  if (path.isAbsolute(file) || !isBelow(folder, asked)) throw outside;
  const place = await realpath(asked).catch(() => undefined);
  if (place === undefined) throw listFault('MISSING_FILE', `There is no file «${file}».`);
  if (!isBelow(folder, place)) throw outside;
  if (!(await stat(place)).isFile()) throw listFault('BAD_FILE', `«${file}» is no file.`);
  return place;
}

function isBelow(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way !== '' && way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}
