import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import { cleanFileName } from '../../../storage/fileName.ts';

type FileNaming = Pick<ReportDefinition, 'reportName' | 'addDateToFileName' | 'format'>;

/** What a report's file is called where it is saved; `day` is YYYY-MM-DD. */
export function fileNameOf(
  { reportName, addDateToFileName, format = 'CSV' }: FileNaming,
  day: string,
): string {
  const name = cleanFileName(reportName);
  const dated = addDateToFileName ? `${name} ${day}` : name;
  return `${dated}.${format.toLowerCase()}`;
}
