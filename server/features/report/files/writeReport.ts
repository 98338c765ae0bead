import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Locale } from '../../../../schemas/entities/languages.ts';
import type { ReportFormat } from '../../../../schemas/entities/report.ts';
import type { ReportTable } from '../reportTable.ts';
import { writeCsv } from './csv.ts';
import type { FileContents } from './fileContents.ts';
import { type FileStyle, settleStyle } from './fileStyle.ts';
import { writePdf } from './pdf.ts';
import { type Progress, slicesOf } from './slots.ts';
import { writeXlsx } from './xlsx.ts';

const writers: Readonly<
  Record<ReportFormat, (contents: FileContents) => AsyncIterable<string | Uint8Array>>
> = { CSV: writeCsv, XLSX: writeXlsx, PDF: writePdf };

export interface ReportFile extends Progress {
  readonly format: ReportFormat;
  readonly table: ReportTable;
  readonly style: FileStyle;
  /** What the style leaves out is as it has it. */
  readonly locale: Locale;
  /** Heads a PDF's pages and names a workbook's sheets. */
  readonly title: string;
  /** Local, YYYY-MM-DDTHH:MM. */
  readonly generatedAt: string;
}

/**
 * Writes a report to `sink` and ends it. No faster than the sink takes it, a slice of rows at a
 * time, in turn with all other reports that are being written. Rejects with what the table, the
 * sink or `signal` fails with, or with TooManyRows (rowLimits.ts); the sink is then destroyed.
 */
export async function writeReport(
  { format, table, title, generatedAt, onRows, signal, ...given }: ReportFile,
  sink: Writable,
): Promise<{ rows: number }> {
  let rows = 0;
  const slices = slicesOf(table, {
    signal,
    onRows(written) {
      rows = written;
      onRows?.(written);
    },
  });
  const style = settleStyle(given.style, given.locale);
  const contents = { columns: table.columns, slices, style, title, generatedAt };
  await pipeline(writers[format](contents), sink, signal ? { signal } : {});
  return { rows };
}
