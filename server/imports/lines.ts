import type { Readable } from 'node:stream';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { NamedSource } from '../manifests/session/importSources.ts';
import { type Said, said } from '../said.ts';
import { endStalled, limitBytes } from './bytes.ts';
import { detectEncoding, type Encoding, encodingNames } from './encodings.ts';
import { openExchange } from './exchange/exchange.ts';
import { guideOf, overGuide } from './guide.ts';
import { ownHeader } from './header.ts';
import { ImportRefused } from './importRefused.ts';
import { isJson } from './jsonObjects.ts';
import { openObjects } from './jsonReadings.ts';
import { decideNotation } from './notation.ts';
import { chainParts, openParts } from './parts.ts';
import { type CsvRecord, readRecords } from './records.ts';
import { readSaid, reasonMembers, sayReading } from './resent.ts';
import type { Section } from './sections.ts';
import {
  refuseSaidSource,
  type Saying,
  settleRecords,
  settleSource,
  settleText,
} from './settle.ts';
import { type Change, rowRecords, tableLines, withoutReasons } from './tableLines.ts';
import { findTable, namesOf, type Reading } from './tables.ts';
import {
  type ColumnSaid,
  decideOrTell,
  describeTable,
  type Found,
  listColumns,
  withSaidUnit,
} from './tellTable.ts';
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

/** How a file was read, and what of it wasn't. */
export interface Understood {
  readonly notes: readonly Said[];
  /** Totals and repeated headers so far. */
  ignoredLines: number;
  /** The tables so far. */
  readonly sections: Section[];
}

/** One table of a file, of which the first lines are known. */
export interface OpenedTable<Kind extends string> {
  readonly kind: Kind | 'telegrams';
  /** Its columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** The same by the portal's names, as its lines have them; an empty name is read with another. */
  readonly names: readonly string[];
  readonly notes: readonly Said[];
  /** What each column of the header is, as somebody may say it; none where there are no columns to say. */
  readonly columns: readonly ColumnSaid[];
  /** Somebody says what it holds: who sends it, a source, or an import that refused its lines. */
  readonly isKindSaid?: boolean;
  /** The source that it is read by. */
  readonly source?: NamedSource | undefined;
  /** What its refused lines need to be sent again; undefined: they can't be. */
  readonly section?: Omit<Section, 'after'> | undefined;
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
export interface FileReading<Kind extends string> extends Reading<Kind>, Saying {
  readonly language?: Locale | undefined;
  /** Of the market; left out, where days don't matter. */
  readonly timeZone?: string;
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
    const counted = { ignoredLines: 0, sections: [] as Section[] };
    const open = (part: Part) => openTable(part, reading, counted);
    const { first, others, unread } = await openParts(parts, open);
    const { kind, header, names, columns, source, section, isKindSaid = false } = first.table;
    if (section) counted.sections.push({ after: 0, ...section });
    const notes = [
      ...(wrapper ? [said('notes.unpacked', { wrapper })] : []),
      ...first.table.notes,
      ...(parts.length > 1
        ? [said('notes.read', { names: quote([first, ...others].map(({ part }) => part.name)) })]
        : []),
      ...(unread.length > 0 ? [said('notes.notReadParts', { names: quote(unread) })] : []),
    ];
    const { sections } = counted;
    const rest =
      others.length > 0 ? chainParts(first.table, others, { open, sections }) : first.table.rest;
    const understood = Object.assign(counted, { notes });
    const known = { kind, header, names, columns, source, isKindSaid, head, understood };
    return { ...known, first: first.table.first, rest, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}

const quote = (names: readonly (string | undefined)[]) =>
  names.map((name) => `«${name}»`).join(', ');

/** What an encoding or a format is called, which is the same in all languages. */
const formatNote = (format: string) => said('notes.format', { format });

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
    const settled = await settleRecords([{ records: first }], { ...reading, partName: part.name });
    const table = { ...findTable(settled.candidates, reading, settled.guide), ...settled };
    return decide(table, joinRecords(first, rest), { reading, counted, notes: [], isExact: true });
  }
  const { head, pieces } = opened;
  const encoding = detectEncoding(head, reading.language);
  const decode = (one: Encoding) => new TextDecoder(one).decode(head.subarray(0, headCharacters));
  const text = decode(encoding);
  if (text.trim() === '') {
    throw refuse(said('refusals.empty'));
  }
  const written = { encoding, newline: head.includes('\n') ? '\n' : '\r' } as const;
  const notes = [formatNote(encodingNames[encoding])];
  const exchange = openExchange({
    head: text,
    pieces,
    ...written,
    timeZone: reading.timeZone ?? 'UTC',
  });
  if (exchange) {
    const { format, columns } = exchange;
    refuseSaidSource(format, reading);
    const kind = reading.detect(columns, undefined, reading.said?.kind);
    const table = { kind, header: ownHeader(columns), isOwn: true, line: 0, guide: {} };
    const decided = await decideLines(table, exchange.lines, {
      reading,
      notes: [...notes, formatNote(format)],
    });
    return { ...decided, columns: [], section: undefined };
  }
  if (isJson(text)) {
    let source: NamedSource | undefined;
    const guideFor = async (keys: readonly string[], object: Record<string, unknown>) => {
      const again = readSaid(`${object[reasonMembers.reading] ?? ''}`);
      const about = { ...reading, partName: part.name };
      source = await settleSource(about, async () => [keys], again.sourceSaid);
      const { said = {} } = reading;
      const own = source ? overGuide(said, guideOf(source.name, source.source)) : said;
      return overGuide(own, { ...again, source: source?.name });
    };
    const about = { ...written, head: text };
    const { table, guide = {}, lines } = await openObjects(pieces, about, reading, guideFor);
    if (table) {
      const objects = { ...table, guide, source, form: 'JSON' as const };
      return decideLines(objects, lines, { reading, notes: [...notes, formatNote('JSON')] });
    }
    refuseSaidSource(said('words.jsonOfTelegrams'), reading);
    const kind = 'telegrams' as const;
    const section = { form: 'JSON' as const, said: {} };
    const known = {
      header: [],
      names: [],
      columns: [],
      notes: [...notes, formatNote('JSON')],
      section,
    };
    return { kind, ...known, first: [], rest: lines };
  }
  const settled = await settleText({ head, encoding, decode, partName: part.name }, reading);
  const table = { ...findTable(settled.candidates, reading, settled.guide), ...settled };
  const lines = splitLines(pieces, { ...written, encoding: settled.encoding });
  const records = readRecords(lines, table.delimiter ?? ';');
  return decide(table, records, {
    reading,
    counted,
    notes: [formatNote(encodingNames[settled.encoding])],
  });
}

interface Deciding<Kind extends string> {
  readonly reading: FileReading<Kind>;
  readonly notes: readonly Said[];
  /** Its figures are numbers, and no texts. */
  readonly isExact?: boolean;
}

function decide<Kind extends string>(
  table: Found<Kind>,
  records: AsyncIterable<CsvRecord>,
  { counted, ...deciding }: Deciding<Kind> & { counted: { ignoredLines: number } },
): Promise<OpenedTable<Kind>> {
  const change: Change = { of: undefined };
  const own = table.reasons === undefined ? records : withoutReasons(table, records);
  const lines = tableLines(table, own, { change, counted });
  return decideLines(table, lines, { ...deciding, change });
}

async function decideLines<Kind extends string>(
  table: Found<Kind>,
  lines: AsyncGenerator<Line>,
  { reading, notes, change, isExact }: Deciding<Kind> & { change?: Change },
): Promise<OpenedTable<Kind>> {
  const { kind, isOwn, guide, source } = table;
  const header = withSaidUnit(table);
  const [first, rest] = await take(lines, lookedAt.lines, ({ content }) => content.length);
  const given = guide.notation ?? {};
  const decision = decideOrTell(table, () =>
    decideNotation(kind, header, { lines: first, given, isOwn }),
  );
  const { normalise, notes: decided, decided: signs } = decision;
  if (change) change.of = normalise;
  return {
    kind,
    header: header.spelt,
    names: namesOf(table),
    notes: [...notes, ...describeTable(table), ...decided],
    columns: listColumns(header, reading.columnsOf?.(kind)),
    source,
    isKindSaid: guide.kind !== undefined,
    section: {
      ...(table.form ? { form: table.form } : { form: 'CSV', header: change?.header ?? '' }),
      ...(!table.form && { delimiter: table.delimiter ?? ';' }),
      said: sayReading({
        kind,
        source: source?.name,
        // What is understood anyway needs nobody to say it.
        columns: isOwn || !table.isSaid ? undefined : guide.columns,
        ...signs,
        ...(isExact && { decimal: signs.decimal ?? 'POINT' }),
      }),
    },
    first: first.map(normalise),
    rest: change ? rest : mapLines(rest, normalise),
  };
}

async function* mapLines(lines: AsyncIterable<Line>, change: (line: Line) => Line) {
  for await (const line of lines) yield change(line);
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
