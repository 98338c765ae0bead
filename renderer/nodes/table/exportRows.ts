import writeXlsxFile from 'write-excel-file/browser';
import {
  columnSeparators,
  fileLanguageOf,
  withDayIn,
} from '../../../schemas/entities/fileLanguage.ts';
import { readField } from '../../core/bindings.ts';
import { minusSign } from '../../core/numberFormat.ts';
import type { TableColumn } from './tableColumns.ts';

export interface ExportedTable {
  readonly columns: readonly TableColumn[];
  /** The columns' labels, in their order. */
  readonly labels: readonly string[];
  readonly rows: readonly unknown[];
  /** A value as the table shows it. */
  readonly format: (column: TableColumn, row: unknown) => string;
  /** What a unit is called. */
  readonly unitLabel: (unit: string) => string;
  readonly locale: string;
}

/** As spreadsheets of the language expect it, with the mark that says UTF-8: numbers are bare. */
export function toCsv(table: ExportedTable): Blob {
  const { columns, rows } = table;
  const { separator } = fileLanguageOf(table.locale);
  const units = unitsOf(table);
  const lines = [
    headingsOf(table, units).map(quote),
    ...rows.map((row) => columns.map((column, at) => cellOf(table, units[at], column, row))),
  ];
  const text = lines.map((line) => line.join(columnSeparators[separator])).join('\r\n');
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv' });
}

/** A workbook with one sheet: numbers stay numbers, all else is text. */
export async function toXlsx(table: ExportedTable): Promise<Blob> {
  const { columns, rows, format } = table;
  const heading = headingsOf(table, unitsOf(table)).map((value) => ({
    value,
    fontWeight: 'bold' as const,
  }));
  const lines = rows.map((row) =>
    columns.map((column) => {
      const value = readField(row, column.field);
      return typeof value === 'number' && !isLabelled(column.format)
        ? { value, type: Number }
        : { value: format(column, row), type: String };
    }),
  );
  return writeXlsxFile([heading, ...lines]).toBlob();
}

/** Numbers that stand for words are exported as the words. */
function isLabelled(format: TableColumn['format']): boolean {
  return format?.as === 'enumeration' || format?.as === 'badge';
}

/** The units of each column that counts in some. */
function unitsOf({ columns, rows }: ExportedTable): ReadonlySet<unknown>[] {
  return columns.map(({ format }) => {
    if (format?.as === 'percent' || format?.as === 'progress') return new Set(['%']);
    if (format?.as !== 'quantity') return new Set();
    const { unit } = format;
    return new Set(
      typeof unit === 'string' ? rows.map((row) => readField(row, unit)) : [unit?.fixed],
    );
  });
}

/** With the unit that all rows of a column share. */
function headingsOf(
  { labels, unitLabel }: ExportedTable,
  units: readonly ReadonlySet<unknown>[],
): string[] {
  return labels.map((label, at) => {
    const [unit, ...others] = units[at] ?? [];
    const isShared = typeof unit === 'string' && unit !== '' && others.length === 0;
    return isShared ? `${label} [${unitLabel(unit)}]` : label;
  });
}

/** As it stands in the file: a number is never quoted, for some readers take that for a text. */
function cellOf(
  { format, locale }: ExportedTable,
  units: ReadonlySet<unknown> | undefined,
  column: TableColumn,
  row: unknown,
): string {
  const value = readField(row, column.field);
  if (value === undefined || value === null) return '';
  const { mark, dateFormat } = fileLanguageOf(locale);
  const { as } = column.format ?? {};
  // Rows of several units say each its own.
  if (typeof value === 'number' && !isLabelled(column.format) && (units?.size ?? 0) < 2) {
    return String(value).replace('.', mark);
  }
  const shown = format(column, row);
  const isDay = as === 'date' || as === 'datetime';
  const text = isDay
    ? shown.replace(shownDay, (_, day, month, year) =>
        withDayIn(dateFormat, `${year}-${month}-${day}`),
      )
    : shown;
  // Programs read a number by its hyphen.
  if (typeof value === 'number') return quote(text.replace(minusSign, '-'));
  // A spreadsheet would run it as a formula (OWASP: CSV injection).
  const isFormula = /^[=+\-@\t\r]/.test(text);
  return quote(isFormula ? `'${text}` : text);
}

/** As screens write days. */
const shownDay = /^(\d\d)\.(\d\d)\.(\d{4})/;

/** Whichever separator it is opened with. */
function quote(text: string): string {
  return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
