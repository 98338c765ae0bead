import type { Writable } from 'node:stream';
import type { Feature } from '../../../schemas/entities/access.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { ReportDefinition, ReportFormat } from '../../../schemas/entities/report.ts';
import { baseTypeOf } from '../../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import type { Database } from '../../database/open.ts';
import type { Turn } from '../../workPool.ts';
import { checkDefinition } from './checkDefinition.ts';
import { fileNameOf } from './files/fileName.ts';
import { rowLimits } from './files/rowLimits.ts';
import { writeReport } from './files/writeReport.ts';
import { openReport } from './openReport.ts';
import type { ReportTable } from './reportTable.ts';

/** What a report is computed and written by; its life is report.service.ts' and reportWorker.ts'. */
export interface ReportEngine {
  /** What a package has to hold for reports of this type. */
  featureOf(type: ReportDefinition['reportType']): Feature;
  /** Throws VALIDATION_FAILED for what a definition lacks beyond its schema. */
  checkDefinition(definition: ReportDefinition, now: Date): void;
  /** The rows that the account may see now, or a sample of them; `total` is an upper bound of all. */
  openReport(
    database: Database,
    given: {
      readonly definition: ReportDefinition;
      readonly accountId: number;
      readonly now: Date;
      readonly words: Readonly<Record<string, object>>;
      readonly signal?: AbortSignal;
      readonly turn?: Turn;
      readonly batchSize?: number;
      /** Rows of the first properties alone, until they have so many devices. */
      readonly sampledDevices?: number;
    },
  ): Promise<{ readonly table: ReportTable; readonly total: number }>;
  /** More rows than these a file of the format doesn't take. */
  maxRows(format: ReportFormat): number;
  /** Writes the rows to `sink` and ends it. */
  writeReport(
    file: {
      readonly format: ReportFormat;
      readonly table: ReportTable;
      readonly style: ReportDefinition;
      /** What the style leaves out is as it has it. */
      readonly locale: Locale;
      readonly title: string;
      readonly generatedAt: string;
      readonly onRows?: (rows: number) => void;
      readonly signal?: AbortSignal;
    },
    sink: Writable,
  ): Promise<{ readonly rows: number }>;
  /** What the file is called where it is saved; `days` are those that it may be named after. */
  fileNameOf(definition: ReportDefinition, days: string): string;
}

/** How reports are computed and written. */
export const reportEngine: ReportEngine = {
  featureOf: (type) => reportKinds[baseTypeOf(type)].feature,
  checkDefinition,
  openReport,
  maxRows: (format) => rowLimits[format],
  writeReport,
  fileNameOf,
};

export const formatOf = ({ format }: Pick<ReportDefinition, 'format'>): ReportFormat =>
  format ?? 'CSV';
