import { CsvError, parse } from 'csv-parse/sync';
import type { ImportFault } from '../../schemas/entities/importRun.ts';
import { type Said, said } from '../said.ts';
import type { TextLine } from './textLines.ts';
import { LineFault, lineTooLong } from './values.ts';

/** A line of a CSV file, or several where a quoted cell goes on in the next. */
export interface CsvRecord {
  /** Of its first line. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly content: string;
  /** Why it can't be read; then it has no cells. */
  readonly fault?: LineFault;
  /** Of a workbook: which cells hold numbers and no texts. */
  readonly numbers?: readonly boolean[];
}

/** How far a cell may go on in the lines below. A quote that nothing closes swallows no more. */
const maxContinued = 50;
const longestContinued = 1 << 16;

/**
 * The records of a CSV file. Most lines have no quotes and are just cut; the others are read by
 * csv-parse one by one, so that what is wrong with one is said of it alone.
 */
export async function* readRecords(
  lines: AsyncGenerator<TextLine, void>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  // What was looked at for the end of a quoted cell and turned out to be lines of their own.
  const returned: TextLine[] = [];
  const next = async (): Promise<TextLine | undefined> =>
    returned.shift() ?? (await lines.next()).value ?? undefined;
  const read = (text: string) => readCells(text, delimiter);

  async function continueQuoted(line: TextLine): Promise<CsvRecord> {
    const taken: TextLine[] = [];
    let content = line.text;
    while (taken.length < maxContinued && content.length < longestContinued) {
      const more = await next();
      if (!more) break;
      taken.push(more);
      content += `\n${more.text}`;
      if (more.isTooLong) break;
      if (countQuotes(more.text) % 2 === 0) continue;
      const cells = read(content);
      if (typeof cells === 'string') break;
      return { number: line.number, cells, content };
    }
    returned.unshift(...taken);
    return refuse(line, 'BAD_CSV', said('faults.quoteOpen'));
  }

  for (;;) {
    // Nearly always at once from the file: one wait less for each line.
    const line = returned.length > 0 ? returned.shift() : (await lines.next()).value;
    if (!line) return;
    const { number, text } = line;
    if (text.trim() === '') continue;
    if (line.isTooLong) {
      yield refuse(line, 'TOO_LONG', lineTooLong);
    } else if (!text.includes('"')) {
      yield { number, cells: text.split(delimiter).map((cell) => cell.trim()), content: text };
    } else {
      const cells = read(text);
      if (typeof cells !== 'string') yield { number, cells, content: text };
      else if (cells === 'CSV_QUOTE_NOT_CLOSED') yield await continueQuoted(line);
      else yield refuse(line, 'BAD_CSV', said('faults.quoteClosed'));
    }
  }
}

function refuse({ number, text }: TextLine, code: ImportFault, words: Said): CsvRecord {
  return { number, cells: [], content: text, fault: new LineFault(code, words) };
}

/** The cells of one record, or csv-parse's code for what is wrong. */
export function readCells(text: string, delimiter: string): string[] | string {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: '\n',
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
    });
    return records.length === 1 ? (records[0] as string[]).map(withoutFormula) : 'SEVERAL';
  } catch (error) {
    if (error instanceof CsvError) return error.code;
    throw error;
  }
}

/** ="00123", by which spreadsheets keep the zeros of a number. */
function withoutFormula(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1] ?? cell;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}
