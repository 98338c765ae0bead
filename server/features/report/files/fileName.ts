import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import { cleanFileName } from '../../../storage/fileName.ts';

type FileNaming = Pick<ReportDefinition, 'reportName' | 'addDateToFileName' | 'format'>;

/**
 * What a report's file is called where it is saved; `days` is the period that it tells of or the day
 * of its making, such as 2026-10 or 2026-11-22.
 */
export function fileNameOf(
  { reportName, addDateToFileName, format = 'CSV' }: FileNaming,
  days: string,
): string {
  const name = cleanFileName(reportName);
  const dated = addDateToFileName ? `${name} ${days}` : name;
  return `${dated}.${format.toLowerCase()}`;
}
