import { z } from 'zod';
import { downloadTicketSchema } from '../entities/download.ts';
import {
  reportDefinitionSchema,
  reportEstimateSchema,
  reportSchema,
  reportTypeSchema,
} from '../entities/report.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  sortQuery,
} from './operation.ts';
import { operationPaths } from './paths.ts';
import { ticketedFile } from './ticketedFile.ts';

/** What lists of reports are filtered by. */
export const reportFilters = {
  reportName: 'text',
  reportType: 'choice',
  status: 'choice',
  createdAt: 'date',
} as const;

const report = z.object({ report: idParameter.describe('Id of the report') });
export const begunReport = z
  .object({ id: z.int().positive().describe('Id of the report that is made') })
  .meta({ id: 'ReportReceipt' });
export const changed = z.object({ id: z.int().positive().describe('Id of what was changed') });
const busy = { refusals: ['CONFLICT'] } as const;

/** Each asks for the feature of the report's type, in the handler. */
export const reportOperations = {
  'report.list': {
    module: 'reports',
    summary: 'The user’s own reports, the newest first',
    ...operationPaths['report.list'],
    query: z.object({
      ...pageQuery,
      ...sortQuery(['createdAt', 'reportName', 'status', 'rows', 'bytes']),
      ...filterQuery(reportFilters),
      job: idParameter.optional().describe('Id of a job, to see what it had made'),
    }),
    response: pageOf(reportSchema),
  },
  'report.create': {
    module: 'reports',
    summary: 'Have a report made',
    ...operationPaths['report.create'],
    logs: 'REPORT_ORDERED',
    body: reportDefinitionSchema,
    response: begunReport,
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'report.get': {
    module: 'reports',
    summary: 'One report',
    ...operationPaths['report.get'],
    params: report,
    response: reportSchema,
  },
  'report.definition': {
    module: 'reports',
    summary: 'What a report was made by, to make another like it',
    ...operationPaths['report.definition'],
    params: report,
    response: reportDefinitionSchema,
  },
  'report.latest': {
    module: 'reports',
    summary: 'What the user’s newest report of a type was made by',
    ...operationPaths['report.latest'],
    params: z.object({ type: reportTypeSchema.describe('What the report tells') }),
    query: z.object({
      report: idParameter
        .optional()
        .describe('Id of a report, to begin with what that was made by'),
    }),
    response: reportDefinitionSchema.partial(),
  },
  'report.cancel': {
    module: 'reports',
    summary: 'Have a report not made any more',
    ...operationPaths['report.cancel'],
    logs: 'REPORT_CANCELLED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.retry': {
    module: 'reports',
    summary: 'Have a report made again that failed or was cancelled',
    ...operationPaths['report.retry'],
    logs: 'REPORT_RETRIED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.remove': {
    module: 'reports',
    summary: 'Delete a report and its file',
    ...operationPaths['report.remove'],
    logs: 'REPORT_DELETED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.ticket': {
    module: 'reports',
    summary: 'Ask to download a report’s file: once, within a minute',
    ...operationPaths['report.ticket'],
    givesTicket: true,
    params: report,
    response: downloadTicketSchema,
    ...busy,
  },
  'report.file': ticketedFile(operationPaths['report.file'], report, {
    summary: 'A report’s file',
    file: 'The file: CSV, XLSX or PDF',
    mediaType: 'text/csv',
  }),
  'report.estimate': {
    module: 'reports',
    summary: 'About how many rows and bytes a report will have',
    ...operationPaths['report.estimate'],
    reads: true,
    body: reportDefinitionSchema,
    response: reportEstimateSchema,
    refusals: ['PROPERTY_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
