import { create } from 'content-disposition';
import filenamify from 'filenamify';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import { cutTo, lengthOf } from './texts.ts';

/** Of the 255 bytes that a file's name may have; day and extension come on top. */
const mostBytes = 200;

/** What a report's file is called where it is saved; `day` is YYYY-MM-DD. */
export function fileNameOf(
  { reportName, addDateToFileName, format = 'CSV' }: FileNaming,
  day: string,
): string {
  const name = filenamify(cutToBytes(reportName.toWellFormed()), {
    replacement: '-',
    maxLength: mostBytes,
  });
  const dated = addDateToFileName ? `${name} ${day}` : name;
  return `${dated}.${format.toLowerCase()}`;
}

function cutToBytes(text: string): string {
  let cut = cutTo(text, mostBytes);
  while (Buffer.byteLength(cut) > mostBytes) cut = cutTo(cut, lengthOf(cut) - 1);
  return cut;
}

type FileNaming = Pick<ReportDefinition, 'reportName' | 'addDateToFileName' | 'format'>;

/** The header that has a browser save what it gets under this name (RFC 6266). */
export function contentDisposition(fileName: string): string {
  return create(fileName);
}
