import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { isWellFormed } from '../wellFormed.ts';
import { isJson, readObjects } from './jsonObjects.ts';
import { detectKind, type ImportKind } from './kinds.ts';
import { type CsvRecord, readRecords } from './records.ts';
import { splitLines, type TextLine } from './textLines.ts';
import { LineFault } from './values.ts';

/** One line of a file below its header, or one object of JSON. */
export interface Line {
  /** Its place in the file; of a list of JSON that of the object, from 1. */
  readonly number: number;
  /** By column, those that aren't empty; none for telegrams, which are read from the content. */
  readonly cells: Readonly<Record<string, string>>;
  readonly content: string;
  /** Why it can't be taken, whatever the file holds. */
  readonly fault?: LineFault | undefined;
}

interface OpenedFile<Kind extends string> {
  readonly kind: Kind | 'telegrams';
  /** Its columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** Enough of the file to know it by. */
  readonly head: Buffer;
  readonly lines: AsyncIterable<Line>;
}

const headBytes = 1 << 20;
const mostColumns = 10_000;
/** So that each text fits into an index of the database. */
const longestCell = 500;

/**
 * Reads what a file holds, CSV or JSON, and its lines as they stream by; `detect` tells what a CSV is
 * by its header. Throws IMPORT_REFUSED when the file as a whole can't be read, TOO_LARGE behind
 * `mostBytes`, and `Stalled` when nothing comes for `idleMilliseconds` while it is waited for.
 */
export async function openLines<Kind extends string = ImportKind>(
  stream: Readable,
  { mostBytes, idleMilliseconds }: { mostBytes: number; idleMilliseconds: number },
  detect = detectKind as (header: readonly string[]) => Kind,
): Promise<OpenedFile<Kind>> {
  const rest = limitBytes(endStalled(stream, idleMilliseconds), mostBytes);
  const head = await readHead(rest);
  refusePacked(head);
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(head.subarray(0, 100_000));
  if (text.trim() === '') {
    throw refuse('The file is empty. It needs a header line and lines below it.');
  }
  const newline = head.includes('\n') ? '\n' : '\r';
  const pieces = join(head, rest);
  if (isJson(text)) {
    const objects = readObjects(pieces, { head: text, encoding, newline });
    return { kind: 'telegrams', header: [], head, lines: jsonLines(objects) };
  }
  const lines = splitLines(pieces, { encoding, newline });
  const records = readRecords(lines, detectDelimiter(text));
  const { value: first } = await records.next();
  const header = readHeader(first ?? undefined);
  const kind = detect(header);
  return { kind, header, head, lines: csvLines(records, nameColumns(kind, header)) };
}

/** How files begin that hold another one, or a whole workbook. */
const packed: readonly [name: string, bytes: readonly number[]][] = [
  ['packed (gzip)', [0x1f, 0x8b]],
  ['a ZIP archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
];

function refusePacked(head: Buffer): void {
  const found = packed.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte));
  if (!found) return;
  throw refuse(`The file is ${found[0]}. Unpack it, or save it as CSV, and send that.`);
}

function refuse(message: string): AppError {
  return new AppError('IMPORT_REFUSED', message);
}

function readHeader(first: CsvRecord | undefined): readonly string[] {
  if (first?.fault) throw refuse(`The header can’t be read. ${first.fault.message}`);
  const header = first?.cells ?? [];
  if (header.length > mostColumns) {
    throw refuse(
      `The file has ${header.length} columns. At most ${mostColumns} can be read: split it.`,
    );
  }
  const fault = findCellFault(header);
  if (fault) throw refuse(`The header can’t be read. ${fault.message}`);
  return header;
}

/** Known columns are known in capitals too; those of a wide file are serial numbers. */
function nameColumns(kind: string, header: readonly string[]): readonly string[] {
  if (kind === 'wide') return ['at', ...header.slice(1)];
  return header.map((name) => name.toLowerCase());
}

function findCellFault(cells: readonly string[]): LineFault | undefined {
  for (const cell of cells) {
    if (cell.length > longestCell) {
      return new LineFault('TOO_LONG', `A cell is longer than ${longestCell} characters.`);
    }
    if (!isWellFormed(cell)) return badText();
  }
  return undefined;
}

/** Of a line with a text that PostgreSQL can't keep. */
export function badText(): LineFault {
  return new LineFault(
    'BAD_TEXT',
    'The line holds a NUL character or half of one (an unpaired surrogate), which can’t be kept.',
  );
}

async function* csvLines(
  records: AsyncIterable<CsvRecord>,
  header: readonly string[],
): AsyncGenerator<Line> {
  for await (const { number, cells: list, content, fault } of records) {
    const cells: Record<string, string> = {};
    header.forEach((name, index) => {
      const cell = list[index];
      if (cell) cells[name] = cell;
    });
    const wrong = fault ?? findExcess(header, list) ?? findCellFault(list);
    yield { number, cells, content: content.trim(), fault: wrong };
  }
}

/** Behind the last column nobody would read them, as the digits of an unquoted 100,5. */
function findExcess(header: readonly string[], cells: readonly string[]): LineFault | undefined {
  if (cells.length <= header.length) return undefined;
  if (!cells.some((cell, at) => at >= header.length && cell !== '')) return undefined;
  return new LineFault(
    'BAD_CSV',
    `The line has ${cells.length} cells for ${header.length} columns. A cell that holds the separator stands in quotes.`,
  );
}

async function* jsonLines(lines: AsyncIterable<TextLine>): AsyncGenerator<Line> {
  for await (const { number, text, isTooLong } of lines) {
    const content = text.trim();
    if (content === '') continue;
    if (isTooLong) {
      const fault = new LineFault('TOO_LONG', 'The line is longer than a megabyte.');
      yield { number, cells: {}, content, fault };
    } else {
      yield { number, cells: {}, content, fault: undefined };
    }
  }
}

/** Nothing came of a file any more, or too little. */
export class Stalled extends Error {
  private readonly seconds: number;

  constructor(idleMilliseconds: number) {
    super('Nothing came of the file any more, or too little.');
    this.seconds = Math.round(idleMilliseconds / 1000);
  }

  toAppError(lines: number): AppError {
    return new AppError(
      'UPLOAD_STALLED',
      `Nothing came of the file for ${this.seconds} seconds, or less than ${leastBytesPerSecond / 1000} kB a second for longer than that. What stands up to line ${lines} is stored: send the same file again, and it goes on there.`,
    );
  }
}

/** Far below what a slow mobile network carries. */
const leastBytesPerSecond = 2000;

/**
 * Throws `Stalled` when nothing comes for so long, and when what comes is less than the least rate:
 * each wait uses up the time that there is, and each byte gives some back. Time passes only while the
 * next piece is waited for, not while one is worked on.
 */
export async function* endStalled(
  stream: Readable,
  idleMilliseconds: number,
): AsyncGenerator<unknown> {
  if (idleMilliseconds === Infinity) return yield* stream;
  const pieces = stream[Symbol.asyncIterator]();
  let left = idleMilliseconds;
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const isLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Stalled(idleMilliseconds)), Math.max(0, left));
      });
      const began = performance.now();
      const next = pieces.next();
      const { value, done } = await Promise.race([next, isLate]).finally(() => clearTimeout(timer));
      if (done) return;
      const given = (Buffer.byteLength(value) / leastBytesPerSecond) * 1000;
      left = Math.min(idleMilliseconds, left - (performance.now() - began) + given);
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

async function* limitBytes(
  stream: AsyncIterable<unknown>,
  mostBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const given of stream) {
    const piece = Buffer.from(given as Buffer | string);
    bytes += piece.length;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    yield piece;
  }
}

/** What is said of a file that is larger than may be sent. */
export function tooLarge(mostBytes: number): AppError {
  const megabytes = Math.floor(mostBytes / 1_000_000);
  return new AppError(
    'TOO_LARGE',
    `The file is larger than ${megabytes} MB. Split it, or let an operator import it on the command line, which has no limit. What was stored before stays.`,
  );
}

async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
    const { value, done } = await pieces.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  return Buffer.concat(read);
}

async function* join(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let at = 0; at < head.length; at += 65_536) yield head.subarray(at, at + 65_536);
  yield* rest;
}

function detectDelimiter(text: string): string {
  const [line = ''] = text.split(/\r?\n/);
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t', ','].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
