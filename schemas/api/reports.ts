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
    method: 'GET',
    path: '/api/report',
    pushes: true,
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
    method: 'POST',
    path: '/api/report',
    logs: 'REPORT_ORDERED',
    body: reportDefinitionSchema,
    response: begunReport,
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'report.get': {
    module: 'reports',
    summary: 'One report',
    method: 'GET',
    path: '/api/report/{report}',
    params: report,
    response: reportSchema,
  },
  'report.definition': {
    module: 'reports',
    summary: 'What a report was made by, to make another like it',
    method: 'GET',
    path: '/api/report/{report}/definition',
    params: report,
    response: reportDefinitionSchema,
  },
  'report.latest': {
    module: 'reports',
    summary: 'What the user’s newest report of a type was made by',
    method: 'GET',
    path: '/api/report/latest/{type}',
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
    method: 'POST',
    path: '/api/report/{report}/cancel',
    logs: 'REPORT_CANCELLED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.retry': {
    module: 'reports',
    summary: 'Have a report made again that failed or was cancelled',
    method: 'POST',
    path: '/api/report/{report}/retry',
    logs: 'REPORT_RETRIED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.remove': {
    module: 'reports',
    summary: 'Delete a report and its file',
    method: 'DELETE',
    path: '/api/report/{report}',
    logs: 'REPORT_DELETED',
    params: report,
    response: changed,
    ...busy,
  },
  'report.ticket': {
    module: 'reports',
    summary: 'Ask to download a report’s file: once, within a minute',
    method: 'POST',
    path: '/api/report/{report}/ticket',
    givesTicket: true,
    params: report,
    response: downloadTicketSchema,
    ...busy,
  },
  'report.file': ticketedFile({ method: 'GET', path: '/api/report/{report}/file' }, report, {
    summary: 'A report’s file',
    file: 'The file: CSV, XLSX or PDF',
    mediaType: 'text/csv',
  }),
  'report.estimate': {
    module: 'reports',
    summary: 'About how many rows and bytes a report will have',
    method: 'POST',
    path: '/api/report/estimate',
    reads: true,
    body: reportDefinitionSchema,
    response: reportEstimateSchema,
    refusals: ['PROPERTY_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
