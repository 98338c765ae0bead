import type { Readable } from 'node:stream';
import type { Locale } from '../../schemas/entities/languages.ts';
import { AppError } from '../errors.ts';
import { endStalled, limitBytes } from './bytes.ts';
import { detectEncoding, encodingNames } from './encodings.ts';
import { openExchange } from './exchange/exchange.ts';
import { ownHeader } from './header.ts';
import { isJson } from './jsonObjects.ts';
import { openObjects } from './jsonReadings.ts';
import { decideNotation, type Notation } from './notation.ts';
import { chainParts, openParts } from './parts.ts';
import { type CsvRecord, readRecords } from './records.ts';
import { type Change, rowRecords, tableLines } from './tableLines.ts';
import { type Candidate, cutHead, findTable, namesOf, type Reading, type Table } from './tables.ts';
import { splitLines } from './textLines.ts';
import { type Part, unpack } from './unpack.ts';
import type { LineFault } from './values.ts';

/** One line of a file below its header, or one object of JSON. */
export interface Line {
  /** Its place in the file; of a list of JSON that of the object, from 1; of several tables in one file they are counted on. */
  readonly number: number;
  /** By column, those that aren't empty; none for telegrams, which are read from the content. */
  readonly cells: Readonly<Record<string, string>>;
  readonly content: string;
  /** Why it can't be taken, whatever the file holds. */
  readonly fault?: LineFault | undefined;
  /** Cells that came as numbers, whose decimal sign is a point whatever the others'. */
  readonly exact?: ReadonlySet<string> | undefined;
}

/** How a file was read, in English words, and what of it wasn't. */
export interface Understood {
  readonly notes: readonly string[];
  /** Totals and repeated headers so far. */
  ignoredLines: number;
}

/** One table of a file, of which the first lines are known. */
export interface OpenedTable<Kind extends string> {
  readonly kind: Kind | 'telegrams';
  /** Its columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** The same by the portal's names, as its lines have them; an empty name is read with another. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
  readonly first: readonly Line[];
  readonly rest: AsyncIterable<Line>;
}

export interface OpenedLines<Kind extends string> extends Omit<OpenedTable<Kind>, 'notes'> {
  /** Enough of the file to know it by. */
  readonly head: Buffer;
  readonly understood: Understood;
  /** To be called whatever becomes of the lines. */
  close(): Promise<void>;
}

interface Limits {
  readonly maxBytes: number;
  readonly idleMilliseconds: number;
}
export interface FileReading<Kind extends string> extends Reading<Kind> {
  readonly language?: Locale | undefined;
  /** Of the market; left out, where days don't matter. */
  readonly timeZone?: string;
  readonly notation?: Notation | undefined;
}

/** By so much of a table's beginning is decided how its figures are written. */
const lookedAt = { lines: 4000, characters: 500_000 };
const headCharacters = 100_000;

/**
 * Reads what a file holds, packed or not, a table or JSON, and its lines as they stream by; `reading`
 * tells what a table is by its header. Throws IMPORT_REFUSED when the file as a whole can't be read,
 * TOO_LARGE behind `maxBytes`, and `Stalled` when nothing comes for `idleMilliseconds` while it is
 * waited for.
 */
export async function openLines<Kind extends string>(
  stream: Readable,
  { maxBytes, idleMilliseconds }: Limits,
  reading: FileReading<Kind>,
): Promise<OpenedLines<Kind>> {
  const unpacked = await unpack(
    limitBytes(endStalled(stream, idleMilliseconds), maxBytes),
    maxBytes,
  );
  const { head, wrapper, parts, close } = unpacked;
  try {
    const counted = { ignoredLines: 0 };
    const open = (part: Part) => openTable(part, reading, counted);
    const { first, others, unread } = await openParts(parts, open);
    const { kind, header, names } = first.table;
    const notes = [
      ...(wrapper ? [`unpacked: ${wrapper}`] : []),
      ...first.table.notes,
      ...(parts.length > 1
        ? [`read: ${[first, ...others].map(({ part }) => `«${part.name}»`).join(', ')}`]
        : []),
      ...(unread.length > 0 ? [`not read: ${unread.map((name) => `«${name}»`).join(', ')}`] : []),
    ];
    const rest = others.length > 0 ? chainParts(first.table, others, open) : first.table.rest;
    const understood = Object.assign(counted, { notes });
    return { kind, header, names, head, first: first.table.first, rest, understood, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuse(message: string): AppError {
  return new AppError('IMPORT_REFUSED', message);
}

export async function* join(
  first: readonly Line[],
  rest: AsyncIterable<Line>,
): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}

async function openTable<Kind extends string>(
  part: Part,
  reading: FileReading<Kind>,
  counted: { ignoredLines: number },
): Promise<OpenedTable<Kind>> {
  const opened = await part.open();
  if ('rows' in opened) {
    const records = rowRecords(opened.rows);
    const [first, rest] = await take(records, 20, () => 1);
    const table = findTable([{ records: first }], reading);
    return decide(table, joinRecords(first, rest), { reading, counted, notes: [] });
  }
  const { head, pieces } = opened;
  const encoding = detectEncoding(head, reading.language);
  const text = new TextDecoder(encoding).decode(head.subarray(0, headCharacters));
  if (text.trim() === '') {
    throw refuse('The file is empty. It needs a header line and lines below it.');
  }
  const written = { encoding, newline: head.includes('\n') ? '\n' : '\r' } as const;
  const notes = [encodingNames[encoding]];
  const exchange = openExchange({
    head: text,
    pieces,
    ...written,
    timeZone: reading.timeZone ?? 'UTC',
  });
  if (exchange) {
    const { format, columns } = exchange;
    const table = {
      kind: reading.detect(columns),
      header: ownHeader(columns),
      isOwn: true,
      line: 0,
    };
    return decideLines(table, exchange.lines, { reading, notes: [...notes, format] });
  }
  if (isJson(text)) {
    const { table, lines } = await openObjects(pieces, { ...written, head: text }, reading);
    if (table) return decideLines(table, lines, { reading, notes: [...notes, 'JSON'] });
    return {
      kind: 'telegrams',
      header: [],
      names: [],
      notes: [...notes, 'JSON'],
      first: [],
      rest: lines,
    };
  }
  const candidates = await cutHead(text);
  const table = findTable(candidates as readonly [Candidate, ...Candidate[]], reading);
  const records = readRecords(splitLines(pieces, written), table.delimiter ?? ';');
  return decide(table, records, { reading, counted, notes });
}

interface Deciding<Kind extends string> {
  readonly reading: FileReading<Kind>;
  readonly notes: readonly string[];
}

function decide<Kind extends string>(
  table: Table<Kind>,
  records: AsyncIterable<CsvRecord>,
  { counted, ...deciding }: Deciding<Kind> & { counted: { ignoredLines: number } },
): Promise<OpenedTable<Kind>> {
  const change: Change = { of: undefined };
  const lines = tableLines(table, records, { change, counted });
  return decideLines(table, lines, { ...deciding, change });
}

async function decideLines<Kind extends string>(
  table: Table<Kind>,
  lines: AsyncGenerator<Line>,
  { reading, notes, change }: Deciding<Kind> & { change?: Change },
): Promise<OpenedTable<Kind>> {
  const { kind, header, isOwn } = table;
  const [first, rest] = await take(lines, lookedAt.lines, ({ content }) => content.length);
  const given = reading.notation ?? {};
  const { normalise, notes: decided } = decideNotation(kind, header, {
    lines: first,
    given,
    isOwn,
  });
  if (change) change.of = normalise;
  return {
    kind,
    header: header.spelt,
    names: namesOf(table),
    notes: [...notes, ...describeTable(table), ...decided],
    first: first.map(normalise),
    rest: change ? rest : mapLines(rest, normalise),
  };
}

async function* mapLines(lines: AsyncIterable<Line>, change: (line: Line) => Line) {
  for await (const line of lines) yield change(line);
}

function describeTable({ header, delimiter, line, kind }: Table<string>): string[] {
  const mark = delimiter === '\t' ? 'tab' : delimiter;
  const others = header.names.flatMap((name, at) => {
    const spelt = header.spelt[at] ?? '';
    if (at === header.time) return [`«${spelt}» is the time of the day`];
    const isOther = name !== spelt.toLowerCase() && (kind !== 'wide' || at === 0);
    return isOther ? [`«${spelt}» is ${name}`] : [];
  });
  return [
    ...(mark ? [`separator ${mark}`] : []),
    ...(line > 1 ? [`the header is line ${line}`] : []),
    ...others,
  ];
}

/** The first of what is iterated, up to so many and so much of it, and the iteration that goes on. */
async function take<T>(
  given: AsyncGenerator<T>,
  most: number,
  weightOf: (one: T) => number,
): Promise<[first: T[], rest: AsyncGenerator<T>]> {
  const first: T[] = [];
  for (let weight = 0; first.length < most && weight < lookedAt.characters; ) {
    const { value, done } = await given.next();
    if (done) break;
    first.push(value);
    weight += weightOf(value);
  }
  return [first, given];
}

async function* joinRecords(first: readonly CsvRecord[], rest: AsyncIterable<CsvRecord>) {
  yield* first;
  yield* rest;
}
