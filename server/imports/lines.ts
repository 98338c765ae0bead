import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { AppError } from '../errors.ts';
import { detectKind, type ImportKind } from './kinds.ts';

/** One line of a file below its header. */
export interface Line {
  readonly number: number;
  /** By column; empty for telegrams, which are read from the content. */
  readonly cells: Readonly<Record<string, string>>;
  readonly content: string;
}

export interface OpenedFile {
  readonly kind: ImportKind;
  /** Enough of the file to know it by. */
  readonly head: Buffer;
  readonly lines: AsyncIterable<Line>;
}

const headBytes = 1 << 20;
const longestLine = 1 << 20;

/**
 * Reads what a file holds, CSV or JSON lines, and its lines as they stream by. Throws IMPORT_REFUSED
 * when the file as a whole can't be read.
 */
export async function openLines(stream: Readable): Promise<OpenedFile> {
  const { head, rest } = await readHead(stream);
  const text = head.toString('utf8', 0, 10_000).replace(/^\ufeff/, '');
  if (text.trim() === '') {
    throw new AppError(
      'IMPORT_REFUSED',
      'The file is empty. It needs a header line and lines below it.',
    );
  }
  if (text.trimStart().startsWith('{')) {
    return { kind: 'telegrams', head, lines: jsonLines(head, rest) };
  }
  const records = csvRecords(head, rest, detectDelimiter(text));
  const first = await records.next();
  const header = first.done ? [] : first.value.record.map((name) => name.trim());
  return { kind: detectKind(header), head, lines: csvLines(records, header) };
}

interface Parsed {
  readonly record: string[];
  readonly info: { lines: number };
  readonly raw: string;
}

async function* csvRecords(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  delimiter: string,
): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: true,
    delimiter,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    info: true,
    raw: true,
    max_record_size: longestLine,
  });
  // A source that breaks off must end the reading of it too.
  const feeding = feed(parser, head, rest).catch((error: Error) => void parser.destroy(error));
  try {
    yield* parser as AsyncIterable<Parsed>;
    await feeding;
  } catch (cause) {
    if (!(cause as { code?: string }).code?.startsWith('CSV_')) throw cause;
    throw new AppError('IMPORT_REFUSED', `The file is no sound CSV: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

async function* csvLines(
  records: AsyncIterable<Parsed>,
  header: readonly string[],
): AsyncGenerator<Line> {
  for await (const { record, info, raw } of records) {
    const cells = Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']));
    yield { number: info.lines, cells, content: raw.trim() };
  }
}

async function* jsonLines(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 0;
  let open = '';
  const toLine = (content: string): Line[] => {
    number += 1;
    return content.trim() === '' ? [] : [{ number, cells: {}, content: content.trim() }];
  };
  for (let piece: Buffer | undefined = head; piece; piece = (await rest.next()).value) {
    const parts = (open + decoder.decode(piece, { stream: true })).split('\n');
    open = parts.pop() ?? '';
    if (open.length > longestLine) {
      throw new AppError('IMPORT_REFUSED', `Line ${number + parts.length + 1} never ends.`);
    }
    for (const part of parts) yield* toLine(part);
  }
  yield* toLine(open);
}

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
  return { head: Buffer.concat(pieces), rest: toBuffers(rest) };
}

async function* toBuffers(rest: AsyncIterator<Buffer | string>): AsyncGenerator<Buffer> {
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    yield Buffer.from(next.value);
  }
}

function detectDelimiter(text: string): string {
  const [line = ''] = text.split(/\r?\n/);
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
    await write(value);
  }
  parser.end();
}
