import { foldColumn, totalWords } from '../../schemas/entities/importColumns.ts';
import { AppError } from '../errors.ts';
import { both, type Said, said } from '../said.ts';
import { findCellFault } from './cellFaults.ts';
import { type Guide, hasWords, neededWords, placeColumns } from './guide.ts';
import { type Header, ownHeader, understandHeader } from './header.ts';
import { ImportRefused } from './importRefused.ts';
import { type ImportKind, KindInDoubt } from './kinds.ts';
import { type CsvRecord, readRecords } from './records.ts';
import type { TextLine } from './textLines.ts';

/** How a table's header says what it holds; a kind that is given is what somebody says it is. */
export interface Reading<Kind extends string> {
  /** Throws IMPORT_REFUSED where the columns, by the portal's `names` or as they are spelt, are of no kind. */
  detect(header: readonly string[], names?: readonly string[], kind?: ImportKind): Kind;
  /** Names that are no synonym, for they mean themselves; left out: only they are known. */
  readonly known?: ReadonlySet<string>;
  /** The columns of a kind: of others it doesn't matter if there are two. */
  columnsOf?(kind: Kind): ReadonlySet<string> | undefined;
}

/** Where a file's table begins, and what its columns are. */
export interface Table<Kind extends string> {
  readonly kind: Kind;
  readonly header: Header;
  /** Its columns have the portal's own names. */
  readonly isOwn: boolean;
  /** The header's line. */
  readonly line: number;
  /** Undefined of a workbook. */
  readonly delimiter?: string | undefined;
  /** Somebody has said what its columns are, and not what they seem. */
  readonly isSaid?: boolean;
  /** Which column holds the reasons of lines that are sent again. */
  readonly reasons?: number | undefined;
}

/** A file's first records, as they are when it is cut at a delimiter. */
export interface Candidate {
  readonly delimiter?: string;
  readonly records: readonly CsvRecord[];
}

const delimiters = [';', '\t', ',', '|'] as const;
const maxAbove = 20;
const maxColumns = 10_000;

/** The first records of a text, cut at the delimiter that is said, or at each; the likeliest one first. */
export async function cutHead(
  text: string,
  separator?: string,
): Promise<readonly [Candidate, ...Candidate[]]> {
  const lines = text.split(/\r\n|\n|\r/, maxAbove * 5);
  const [, said] = /^\ufeff?"?sep=(.)"?$/i.exec(lines[0] ?? '') ?? [];
  const [first = ''] = lines;
  const count = (mark: string) => first.split(mark).length;
  const usual = delimiters
    .slice(0, 3)
    .reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const best = separator ?? said ?? usual;
  const others = separator || said ? [] : delimiters.filter((mark) => mark !== best);
  const cut = async (delimiter: string): Promise<Candidate> => {
    const records: CsvRecord[] = [];
    for await (const record of readRecords(numbered(lines), delimiter)) {
      if (said && record.number === 1) continue;
      if (records.push(record) >= maxAbove) break;
    }
    return { delimiter, records };
  };
  return [await cut(best), ...(await Promise.all(others.map(cut)))];
}

async function* numbered(lines: readonly string[]): AsyncGenerator<TextLine, void> {
  for (const [at, text] of lines.entries()) yield { number: at + 1, text, isTooLong: false };
}

/**
 * Finds the header: in the first line, by the portal's own names, or within the first lines of the
 * file, by whatever separates them and other names. Throws IMPORT_REFUSED.
 */
export function findTable<Kind extends string>(
  candidates: Candidates,
  reading: Reading<Kind>,
  guide: Guide = {},
): Table<Kind> {
  const { above, columns, kind, source } = guide;
  const below = above === undefined ? candidates : placeBelow(candidates, above, source);
  try {
    if (!columns) return findUnderstood(below, reading, kind);
    return findSaid(below, reading, { columns, kind });
  } catch (error) {
    if (error instanceof AppError) rememberHeader(error, likeliest(below, reading.known));
    throw error;
  }
}

const headersOfRefusals = new WeakMap<AppError, readonly string[]>();

/** Keeps the header of a table that is refused: whoever sees it may say what its columns are. */
export function rememberHeader(error: AppError, spelt: readonly string[]): void {
  if (!headersOfRefusals.has(error)) headersOfRefusals.set(error, spelt);
}

/** What is likeliest the header of a file that was refused, as it is spelt. */
export function headerOfRefusal(error: AppError): readonly string[] {
  return headersOfRefusals.get(error) ?? [];
}

/** The record that has the most columns that are known, in doubt the first that has several. */
function likeliest(candidates: Candidates, known: ReadonlySet<string> = new Set()) {
  let best: readonly string[] = [];
  let most = -1;
  for (const { cells } of listPlaces(candidates).map(({ record }) => record)) {
    const spelt = withoutEmptyEnd(cells);
    if (spelt.length > maxColumns) continue;
    const count = understandHeader(spelt, known).names.filter((name) => known.has(name)).length;
    if (count <= most) continue;
    most = count;
    best = spelt;
  }
  return best;
}

type Candidates = readonly [Candidate, ...Candidate[]];

/** Only the record right below so many lines. */
function placeBelow(
  [first, ...others]: Candidates,
  above: number,
  source: string | undefined,
): Candidates {
  const below = (one: Candidate): Candidate => ({
    ...one,
    records: one.records.filter(({ number }) => number > above).slice(0, 1),
  });
  const found = below(first);
  if (found.records.length > 0) return [found, ...others.map(below)];
  throw refuse(said('refusals.endsAbove', { lines: above, name: source ?? '' }));
}

interface SaidOfTable {
  readonly columns: NonNullable<Guide['columns']>;
  readonly kind: Guide['kind'];
}

/** The table whose columns are said, below the first header that has all their words. */
function findSaid<Kind extends string>(
  candidates: Candidates,
  reading: Reading<Kind>,
  { columns, kind: wanted }: SaidOfTable,
): Table<Kind> {
  const { known = new Set() } = reading;
  const words = neededWords(columns);
  const found = listPlaces(candidates).find(({ record }) => hasWords(record.cells, words));
  const spelt = found ? withoutEmptyEnd(found.record.cells) : likeliest(candidates, known);
  refuseCells(spelt);
  const header = understandHeader(spelt, known, placeColumns(spelt, columns));
  const kind = reading.detect(spelt, header.names, wanted);
  const needed = header.doubts.find(({ column }) => reading.columnsOf?.(kind)?.has(column));
  if (needed) throw inDoubt(needed);
  const line = found?.record.number ?? 1;
  return { kind, header, isOwn: false, isSaid: true, line, delimiter: found?.delimiter };
}

/** The records that may be a header, in their order; of one line the widest first. */
function listPlaces(candidates: Candidates) {
  return candidates
    .flatMap((one) => one.records.map((record) => ({ record, delimiter: one.delimiter })))
    .filter(({ record }) => !record.fault && record.cells.length > 1)
    .sort(
      (a, b) => a.record.number - b.record.number || b.record.cells.length - a.record.cells.length,
    );
}

function findUnderstood<Kind extends string>(
  candidates: Candidates,
  reading: Reading<Kind>,
  wanted: Guide['kind'],
): Table<Kind> {
  const [{ records: usual, delimiter }] = candidates;
  let refusal: unknown;
  try {
    const spelt = cellsOf(usual[0]);
    const header = withUnit(ownHeader(spelt), reading);
    const kind = reading.detect(spelt, undefined, wanted);
    return { kind, header, isOwn: true, line: usual[0]?.number ?? 1, delimiter };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof KindInDoubt || !reading.known) throw error;
    refusal = error;
  }
  const { known } = reading;
  let most = 0;
  for (const { record, delimiter: mark } of listPlaces(candidates)) {
    const found = tryHeader(record, { ...reading, known }, wanted);
    if (!(found instanceof AppError)) return { ...found, line: record.number, delimiter: mark };
    if (found instanceof KindInDoubt) throw found;
    const names = understandHeader(record.cells, known).names.filter((name) => known.has(name));
    if (names.length <= most) continue;
    most = names.length;
    refusal = found;
  }
  throw refusal;
}

function tryHeader<Kind extends string>(
  { cells }: CsvRecord,
  reading: Reading<Kind> & { readonly known: ReadonlySet<string> },
  wanted: Guide['kind'],
): Pick<Table<Kind>, 'kind' | 'header' | 'isOwn'> | AppError {
  try {
    const spelt = withoutEmptyEnd(cells);
    refuseCells(spelt);
    const own = detectOwn(spelt, reading, wanted);
    if (own) return { kind: own, header: withUnit(ownHeader(spelt), reading), isOwn: true };
    const header = understandHeader(spelt, reading.known);
    const [doubt] = header.doubts;
    let kind: Kind;
    try {
      kind = reading.detect(spelt, header.names, wanted);
    } catch (error) {
      if (doubt && error instanceof AppError && !(error instanceof KindInDoubt))
        throw inDoubt(doubt);
      throw error;
    }
    const needed = header.doubts.find(({ column }) => reading.columnsOf?.(kind)?.has(column));
    if (needed) throw inDoubt(needed);
    return { kind, header, isOwn: false };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function detectOwn<Kind extends string>(
  spelt: readonly string[],
  { detect }: Reading<Kind>,
  wanted: Guide['kind'],
): Kind | undefined {
  try {
    return detect(spelt, undefined, wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof KindInDoubt) throw error;
    return undefined;
  }
}

/** Of figures in another unit than the device's everything would be wrong, so it alone is understood. */
function withUnit(header: Header, { known }: Pick<Reading<string>, 'known'>): Header {
  if (!known || !header.names.includes('value') || header.names.includes('unit')) return header;
  const at = understandHeader(header.spelt, known).names.indexOf('unit');
  if (at < 0) return header;
  return { ...header, names: header.names.with(at, 'unit') };
}

function inDoubt({ column, spelt }: Header['doubts'][number]): AppError {
  const all = both(spelt.map((name) => `«${name}»`));
  return refuse(said('refusals.severalColumns', { names: all, column }));
}

function cellsOf(record: CsvRecord | undefined): readonly string[] {
  if (record?.fault)
    throw refuse(said('refusals.badHeader', { why: record.fault.said ?? record.fault.message }));
  const cells = record?.cells ?? [];
  refuseCells(cells);
  return cells;
}

function refuseCells(cells: readonly string[]): void {
  if (cells.length > maxColumns) {
    throw refuse(said('refusals.tooManyColumns', { columns: cells.length, most: maxColumns }));
  }
  const fault = findCellFault(cells);
  if (fault) throw refuse(said('refusals.badHeader', { why: fault.said ?? fault.message }));
}

/** Spreadsheets write a separator for each column that ever was. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}

const totals = new Set(totalWords);

/** Whether a line without a time sums the others up. */
export function isTotal(cells: readonly string[]): boolean {
  return cells.some((cell) => totals.has(foldColumn(cell)));
}

/** The names of a table's columns as its lines have them: a time of the day stands with its date. */
export function namesOf({ header, kind }: Table<string>): readonly string[] {
  const { names, time } = header;
  if (kind === 'wide') return names.map((_, at) => wideName(header, at));
  return time === undefined ? names : names.with(time, '');
}

/** The other columns of a wide file are serial numbers, as they are spelt. */
function wideName({ spelt, time, left }: Table<string>['header'], at: number): string {
  if (at === time || left?.has(at)) return '';
  return at === 0 ? 'at' : (spelt[at] as string);
}

/** The column of a line's time. */
export function timeName(names: readonly string[]): string | undefined {
  return ['at', 'from'].find((name) => names.includes(name));
}

/** Puts the time of a day behind its date. */
export function joinTime(
  cells: Record<string, string>,
  name: string,
  time: string | undefined,
): void {
  const date = cells[name];
  if (date === undefined || !time) return;
  // A workbook has the day with midnight beside the hour of its first day.
  cells[name] =
    `${date.replace(/[T ]00:00(:00)?$/, '')} ${time.replace(/^1899-12-3[01]T?/, '')}`.trim();
}
