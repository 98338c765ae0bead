import writeXlsxFile from 'write-excel-file/browser';
import { readField } from '../../core/bindings.ts';
import type { TableColumn } from './tableColumns.ts';

export interface ExportedTable {
  readonly columns: readonly TableColumn[];
  /** The columns' labels, in their order. */
  readonly labels: readonly string[];
  readonly rows: readonly unknown[];
  /** A value as the table shows it. */
  readonly format: (column: TableColumn, row: unknown) => string;
}

/** Semicolons, as spreadsheets of the markets expect, with the mark that says UTF-8. */
export function toCsv({ columns, labels, rows, format }: ExportedTable): Blob {
  const lines = [
    labels.map(quote),
    ...rows.map((row) => columns.map((column) => quote(cellOf(column, row, format)))),
  ];
  const text = lines.map((line) => line.join(';')).join('\r\n');
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv' });
}

/** A workbook with one sheet: numbers stay numbers, all else is text. */
export async function toXlsx({ columns, labels, rows, format }: ExportedTable): Promise<Blob> {
  const heading = labels.map((value) => ({ value, fontWeight: 'bold' as const }));
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

function cellOf(column: TableColumn, row: unknown, format: ExportedTable['format']): string {
  const value = readField(row, column.field);
  if (value === undefined || value === null) return '';
  const text = format(column, row);
  // A spreadsheet would run it as a formula (OWASP: CSV injection); numbers may begin with a sign.
  return /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text;
}

function quote(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
