import { said } from '../said.ts';
import { badLetters, findCellFault } from './cellFaults.ts';
import type { Line } from './lines.ts';
import type { CsvRecord } from './records.ts';
import { quoteCell, withoutReason } from './resent.ts';
import { isTotal, joinTime, namesOf, type Table, timeName } from './tables.ts';
import type { Row } from './unpack.ts';
import { LineFault } from './values.ts';

/** What is done with each line once it is decided. */
export interface Change {
  of: ((line: Line) => Line) | undefined;
  /** The header as it came, once the first line is read. */
  header?: string;
}

/** The records below a table's header as lines; totals and repeated headers are counted and left out. */
export async function* tableLines(
  table: Table<string>,
  records: AsyncIterable<CsvRecord>,
  { change, counted }: { change: Change; counted: { ignoredLines: number } },
): AsyncGenerator<Line> {
  const { header, line: headerLine, kind } = table;
  const names = namesOf(table);
  const timed = timeName(names);
  const isSummed = timed !== undefined && kind !== 'device_errors' && kind !== 'corrections';
  const places = names.flatMap((name, at) => (name ? [at] : []));
  const kept = names.filter((name) => name !== '');
  const contentOf = trimAround(table.delimiter);
  let headerContent: string | undefined;
  for await (const { number, cells: list, content: given, fault, numbers } of records) {
    const content = contentOf(given);
    if (number <= headerLine) {
      headerContent = content;
      change.header = content;
      continue;
    }
    const cells: Record<string, string> = {};
    for (let at = 0; at < places.length; at++) {
      const cell = list[places[at] as number];
      if (cell) cells[kept[at] as string] = cell;
    }
    const exact = numbers && new Set(names.filter((name, at) => name !== '' && numbers[at]));
    if (header.time !== undefined && timed) joinTime(cells, timed, list[header.time]);
    if (content === headerContent || (isSummed && isTotalLine(cells[timed], list))) {
      counted.ignoredLines += 1;
      continue;
    }
    const wrong = fault ?? findExcess(names, list) ?? findCellFault(list) ?? findLost(content);
    const line = { number, cells, content, fault: wrong, exact };
    yield change.of ? change.of(line) : line;
  }
}

/** A tab at a line's end is an empty cell, and a refused line must lose none. */
function trimAround(delimiter = ';'): (text: string) => string {
  return delimiter.trim() === '' ? (text) => text : (text) => text.trim();
}

function findLost(content: string): LineFault | undefined {
  return content.includes('\ufffd') ? badLetters() : undefined;
}

/** No time stands in it, which a line of readings has, but a word for a sum. */
function isTotalLine(at: string | undefined, cells: readonly string[]): boolean {
  const first = at?.charCodeAt(0) ?? 0;
  if (first >= 48 && first <= 57) return false;
  return !/\d/.test(at ?? '') && isTotal(cells);
}

/** Behind the last column nobody would read them, as the digits of an unquoted 100,5. */
function findExcess(header: readonly string[], cells: readonly string[]): LineFault | undefined {
  if (cells.length <= header.length) return undefined;
  if (!cells.some((cell, at) => at >= header.length && cell !== '')) return undefined;
  return new LineFault(
    'BAD_CSV',
    said('faults.otherCells', { cells: cells.length, columns: header.length }),
  );
}

/** Records that are sent again, as they were before the reasons stood behind them. */
export async function* withoutReasons(
  { line, reasons, delimiter = ';' }: Table<string>,
  records: AsyncIterable<CsvRecord>,
): AsyncGenerator<CsvRecord> {
  for await (const record of records) {
    if (reasons === undefined || record.fault) {
      yield record;
      continue;
    }
    const isHeader = record.number <= line;
    const { cells, fault } = withoutReason(record.cells, reasons);
    const content = cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter);
    yield fault && !isHeader ? { ...record, cells, fault } : { ...record, cells, content };
  }
}

/** The rows of a sheet as records. */
export async function* rowRecords(rows: AsyncIterable<Row>): AsyncGenerator<CsvRecord> {
  for await (const { number, cells: values } of rows) {
    const cells = values.map(cellText);
    if (cells.every((cell) => cell === '')) continue;
    const numbers = values.map((value) => typeof value === 'number');
    yield { number, cells, content: cells.map((cell) => quoteCell(cell, ';')).join(';'), numbers };
  }
}

function cellText(value: Row['cells'][number]): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const at = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19);
    return at.endsWith('T00:00:00') ? at.slice(0, 10) : at;
  }
  // As many digits as a spreadsheet keeps.
  if (typeof value === 'number') return `${Number(value.toPrecision(15))}`;
  return `${value}`.trim();
}
