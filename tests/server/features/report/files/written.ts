import { Writable } from 'node:stream';
import {
  type ReportFile,
  writeReport,
} from '../../../../../server/features/report/files/writeReport.ts';
import type {
  ReportColumn,
  ReportRow,
  ReportTable,
} from '../../../../../server/features/report/reportTable.ts';

export function column(name: string, more: Partial<ReportColumn> = {}): ReportColumn {
  return { name, kind: 'text', heading: name, ...more };
}

/** A table of rows that are there already, in batches. */
export function tableOf(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  batch = 1000,
): ReportTable {
  return {
    columns,
    batches: (async function* () {
      for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch);
    })(),
  };
}

/** The bytes of a report's file. */
export async function written(file: Partial<ReportFile> & Pick<ReportFile, 'format' | 'table'>) {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await writeReport(
    { style: {}, locale: 'en', title: 'Odczyty', generatedAt: '2026-11-22T10:05', ...file },
    sink,
  );
  return Buffer.concat(chunks);
}
