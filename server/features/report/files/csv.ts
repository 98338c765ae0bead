import { columnSeparators } from '../../../../schemas/entities/fileLanguage.ts';
import type { ReportCell, ReportColumn } from '../reportTable.ts';
import { createFormat, createReadValue, isNumeric, isText } from './cells.ts';
import type { FileContents } from './fileContents.ts';
import type { SettledStyle } from './fileStyle.ts';
import { withoutFormula } from './formulas.ts';
import { cutTo, lengthOf } from './texts.ts';

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = '\ufeff';
/** Characters: a sink takes few large pieces faster than many small ones. */
const leastChunk = 100_000;
const lineEnd = '\r\n';
/** Any separator, not only the file's own: whoever opens it may expect another one. */
const needsQuotes = /[";,|\t\r\n]/;

/**
 * A CSV file as RFC 4180 describes it. It is written here and not by csv-stringify, which takes
 * twelve times as long for the same rows (docs/scale.md).
 */
export async function* writeCsv({ columns, slices, style }: FileContents): AsyncGenerator<string> {
  const separator = separatorOf(style);
  yield byteOrderMark;
  if (style.useHeaders) {
    const heads = columns.map(({ heading, maxWidth }) => quote(fitText(heading, maxWidth, style)));
    yield heads.join(separator) + lineEnd;
  }
  const writeCells = columns.map((column) => rememberLast(createCell(column, style)));
  let lines = '';
  for await (const rows of slices) {
    for (const row of rows) {
      for (let index = 0; index < writeCells.length; index++) {
        if (index > 0) lines += separator;
        lines += writeCells[index]?.(row[index] ?? null);
      }
      lines += lineEnd;
    }
    if (lines.length < leastChunk) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

/** Rows that follow each other mostly agree: of a device's they differ in day and value. */
function rememberLast(write: (cell: ReportCell) => string): (cell: ReportCell) => string {
  let last: ReportCell = null;
  let written = write(last);
  return (cell) => {
    if (cell !== last) {
      last = cell;
      written = write(cell);
    }
    return written;
  };
}

function createCell(column: ReportColumn, style: SettledStyle): (cell: ReportCell) => string {
  const separator = separatorOf(style);
  const readValue = createReadValue(column, style);
  const format = createFormat(column.kind, style);
  const { maxWidth } = column;
  return (cell) => {
    const value = readValue(cell);
    const written = format(value);
    if (isText(column.kind, value)) return quote(fitText(written, maxWidth, style));
    const figure = fitFigure(written, { maxWidth, style, toTheRight: isNumeric(column.kind) });
    // Quoted only where it must be, for some readers take what is quoted for a text.
    return figure === written && !figure.includes(separator) ? figure : quote(figure);
  };
}

/** Cut to the column's width, or filled up to it. */
function fitText(text: string, maxWidth: number | undefined, style: SettledStyle): string {
  if (maxWidth === undefined) return withoutFormula(text);
  const cut = cutTo(text, maxWidth);
  const filled = cut + filling(cut, maxWidth, style);
  return cutTo(withoutFormula(filled), maxWidth);
}

/**
 * A number or day filled up to its column's width. One that is too long is not cut, for it would
 * be another number: it becomes number signs, as in a spreadsheet's narrow column.
 */
function fitFigure(
  written: string,
  at: { maxWidth: number | undefined; style: SettledStyle; toTheRight: boolean },
): string {
  if (at.maxWidth === undefined) return written;
  if (written.length > at.maxWidth) return '#'.repeat(at.maxWidth);
  const fill = filling(written, at.maxWidth, at.style);
  if (fill === '') return written;
  if (!at.toTheRight) return withoutFormula(written + fill);
  if (fill.startsWith('0') && written.startsWith('-')) return `-${fill}${written.slice(1)}`;
  // Spaces and zeros leave it a number, whose sign starts no formula.
  return /^[ 0]/.test(fill) ? fill + written : withoutFormula(fill + written);
}

function filling(text: string, width: number, { columnCompletionCharacter = '' }: SettledStyle) {
  return columnCompletionCharacter.repeat(Math.max(0, width - lengthOf(text)));
}

function separatorOf({ columnSeparator }: SettledStyle): string {
  return columnSeparators[columnSeparator];
}

function quote(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
