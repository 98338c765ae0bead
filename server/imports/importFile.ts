import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Database, Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { detectKind, type ImportKind } from './kinds.ts';
import { createWriter, type Line } from './masterData.ts';
import { importReadings, rejectionOf } from './readings.ts';
import {
  beginRun,
  finishRun,
  type ImportRun,
  type Rejection,
  writeProgress,
} from './runs.repository.ts';
import { LineFault } from './values.ts';

export interface ImportOptions {
  readonly stream: Readable;
  readonly fileName: string;
  readonly country: string;
  /** Of properties that name none. */
  readonly timeZone: string;
  readonly onProgress?: (run: ImportRun) => void;
  /** Kinds that the caller may import; others are refused. */
  readonly only?: readonly ImportKind[];
}

export interface ImportSummary extends Omit<ImportRun, 'id'> {
  readonly importId: number;
  readonly kind: ImportKind;
  /** The first hundred. */
  readonly rejections: Rejection[];
}

const batchLines = 20_000;
const headBytes = 1 << 20;

/**
 * Imports a CSV file as it streams by. Each batch is stored whole or not at all, together with how
 * far the file has come: after a crash the same file goes on there, and a finished one imported
 * again finds only duplicates. A bad line is recorded with its number and reason and stops nothing.
 * Throws IMPORT_REFUSED when the file as a whole can't be read.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { head, rest } = await readHead(options.stream);
  const parser = parse({
    bom: true,
    delimiter: detectDelimiter(head),
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    info: true,
    raw: true,
    max_record_size: 1 << 20,
  });
  // A source that breaks off must end the reading of it too.
  const feeding = feed(parser, head, rest).catch((error: Error) => void parser.destroy(error));
  let header: string[] | undefined;
  let importer: Importer | undefined;
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<ParsedLine>) {
      if (!header) {
        header = record.map((name) => name.trim());
        importer = await openImporter(database, options, header, head);
        continue;
      }
      await importer?.take({
        number: info.lines,
        cells: toCells(header, record),
        content: raw.trim(),
      });
    }
    await feeding;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (!(cause as { code?: string }).code?.startsWith('CSV_')) throw cause;
    throw new AppError('IMPORT_REFUSED', `The file is no sound CSV: ${(cause as Error).message}.`, {
      cause,
    });
  }
  if (!importer)
    throw new AppError(
      'IMPORT_REFUSED',
      'The file is empty. It needs a header line and lines below it.',
    );
  return importer.finish();
}

interface ParsedLine {
  readonly record: string[];
  readonly info: { lines: number };
  readonly raw: string;
}

interface Importer {
  take(line: Line): Promise<void>;
  finish(): Promise<ImportSummary>;
}

async function openImporter(
  database: Database,
  options: ImportOptions,
  header: readonly string[],
  head: Buffer,
): Promise<Importer> {
  const kind = detectKind(header);
  if (options.only && !options.only.includes(kind)) {
    throw new AppError(
      'IMPORT_REFUSED',
      `This takes ${options.only.join(' or ')}, but the file holds ${kind}.`,
    );
  }
  const fingerprint = createHash('sha256').update(options.country).update(head).digest('hex');
  let run = await database.transaction((tx) =>
    beginRun(tx, { kind, fileName: options.fileName, fingerprint }),
  );
  const done = run.lines;
  let batch: Line[] = [];

  const flush = async (): Promise<void> => {
    const lines = batch;
    batch = [];
    const last = lines.at(-1);
    if (!last) return;
    run = await database.transaction(async (tx) => {
      const outcome = await importBatch(tx, kind, options, lines);
      const next = {
        ...run,
        lines: last.number,
        accepted: run.accepted + outcome.accepted,
        duplicates: run.duplicates + outcome.duplicates,
        rejected: run.rejected + outcome.rejections.length,
      };
      await writeProgress(tx, next, outcome.rejections);
      return next;
    });
    options.onProgress?.(run);
  };

  return {
    async take(line) {
      if (line.number <= done) return;
      batch.push(line);
      if (batch.length >= batchLines) await flush();
    },
    async finish() {
      await flush();
      const { id: importId, ...counts } = run;
      const rejections = await database.transaction((tx) => finishRun(tx, importId));
      return { importId, kind, ...counts, rejections };
    },
  };
}

async function importBatch(
  tx: Transaction,
  kind: ImportKind,
  { country, timeZone }: ImportOptions,
  lines: readonly Line[],
) {
  if (kind === 'readings' || kind === 'wide') {
    return importReadings(tx, { country, isWide: kind === 'wide' }, lines);
  }
  const write = await createWriter(tx, kind, { country, timeZone }, lines);
  const rejections: Rejection[] = [];
  for (const line of lines) {
    try {
      await write(line);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      rejections.push(rejectionOf(line, error.code, error.message));
    }
  }
  return { accepted: lines.length - rejections.length, duplicates: 0, rejections };
}

function toCells(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']));
}

/** Enough of the file to know it by, and to see how it divides its columns. */
async function readHead(stream: Readable): Promise<{ head: Buffer; rest: AsyncIterator<Buffer> }> {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const pieces: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
    const { value, done } = await rest.next();
    if (done) break;
    const piece = Buffer.from(value);
    pieces.push(piece);
    size += piece.length;
  }
  return { head: Buffer.concat(pieces), rest: rest as AsyncIterator<Buffer> };
}

function detectDelimiter(head: Buffer): string {
  const [line = ''] = head.toString('utf8', 0, 10_000).split(/\r?\n/);
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t', ','].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

async function feed(
  parser: NodeJS.WritableStream,
  head: Buffer,
  rest: AsyncIterator<Buffer>,
): Promise<void> {
  const write = (piece: Buffer) =>
    parser.write(piece) || new Promise((resolve) => parser.once('drain', resolve));
  await write(head);
  for (;;) {
    const { value, done } = await rest.next();
    if (done) break;
    await write(Buffer.from(value));
  }
  parser.end();
}
