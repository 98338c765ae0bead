import { z } from 'zod';
import {
  reportDefinitionSchema,
  reportJobSchema,
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

/** What lists of reports are filtered by. */
export const reportFilters = {
  reportName: 'text',
  reportType: 'choice',
  status: 'choice',
  createdAt: 'date',
} as const;

const report = z.object({ report: idParameter.describe('Id of the report') });
const job = z.object({ jobId: idParameter.describe('Id of the job') });
const begunReport = z
  .object({ id: z.int().positive().describe('Id of the report that is made') })
  .meta({ id: 'ReportReceipt' });
const savedJob = z
  .object({ id: z.int().positive().describe('Id of the job') })
  .meta({ id: 'ReportJobReceipt' });
const done = z.object({ id: z.int().positive().describe('Id of what was changed') });
/** Jobs are a package's feature of their own; reports take that of their type, in the handler. */
const jobs: Pick<Operation, 'access'> = { access: { anyFeature: ['REPORT_JOB'] } };
const busy = { refusals: ['CONFLICT'] } as const;

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
    response: reportDefinitionSchema.partial(),
  },
  'report.cancel': {
    module: 'reports',
    summary: 'Have a report not made any more',
    ...operationPaths['report.cancel'],
    params: report,
    response: done,
    ...busy,
  },
  'report.retry': {
    module: 'reports',
    summary: 'Have a report made again that failed or was cancelled',
    ...operationPaths['report.retry'],
    params: report,
    response: done,
    ...busy,
  },
  'report.remove': {
    module: 'reports',
    summary: 'Delete a report and its file',
    ...operationPaths['report.remove'],
    params: report,
    response: done,
    ...busy,
  },
  'report.ticket': {
    module: 'reports',
    summary: 'Ask to download a report’s file: once, within a minute',
    ...operationPaths['report.ticket'],
    params: report,
    response: z
      .object({
        token: z.string().describe('To be sent as the query parameter token'),
        validSeconds: z.int().positive().describe('How long it may be used'),
      })
      .meta({ id: 'DownloadTicket' }),
    ...busy,
  },
  'report.file': {
    // Its ticket says whose it is, and the handler whether they may have it: nobody signs in for it.
    module: 'core',
    summary: 'A report’s file, for whoever has a ticket',
    ...operationPaths['report.file'],
    params: report,
    query: z.object({ token: z.string().max(200).describe('As report.ticket answers it') }),
    mediaType: 'text/csv',
    response: z.string().describe('The file: CSV, XLSX or PDF'),
    access: { public: true },
    refusals: ['LINK_EXPIRED'],
  },
  'report.estimate': {
    module: 'reports',
    summary: 'About how many rows and bytes a report will have',
    ...operationPaths['report.estimate'],
    reads: true,
    body: reportDefinitionSchema,
    response: z
      .object({
        rows: z.int().min(0).describe('At most so many rows'),
        bytes: z.int().min(0).describe('About how large the file will be, in bytes'),
      })
      .meta({ id: 'ReportEstimate' }),
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'reportJob.list': {
    module: 'reports',
    summary: 'The user’s own jobs, which have a report made each month',
    ...operationPaths['reportJob.list'],
    query: z.object({ ...pageQuery, ...sortQuery(['reportName', 'generationDay']) }),
    response: pageOf(reportJobSchema),
    ...jobs,
  },
  'reportJob.create': {
    module: 'reports',
    summary: 'Have a report made each month',
    ...operationPaths['reportJob.create'],
    body: reportDefinitionSchema,
    response: savedJob,
    refusals: ['PROPERTY_NOT_FOUND'],
    ...jobs,
  },
  'reportJob.get': {
    module: 'reports',
    summary: 'One job',
    ...operationPaths['reportJob.get'],
    params: job,
    response: reportJobSchema,
    ...jobs,
  },
  'reportJob.definition': {
    module: 'reports',
    summary: 'What a job has made',
    ...operationPaths['reportJob.definition'],
    params: job,
    response: reportDefinitionSchema,
    ...jobs,
  },
  'reportJob.save': {
    module: 'reports',
    summary: 'Change what a job has made, from its next report on',
    ...operationPaths['reportJob.save'],
    params: job,
    body: reportDefinitionSchema,
    response: savedJob,
    refusals: ['PROPERTY_NOT_FOUND'],
    ...jobs,
  },
  'reportJob.remove': {
    module: 'reports',
    summary: 'Delete a job; what it had made stays',
    ...operationPaths['reportJob.remove'],
    params: job,
    response: done,
    ...jobs,
  },
  'reportJob.pause': {
    module: 'reports',
    summary: 'Have a job make nothing until it is resumed',
    ...operationPaths['reportJob.pause'],
    params: job,
    response: done,
    ...jobs,
  },
  'reportJob.resume': {
    module: 'reports',
    summary: 'Let a job go on; what it missed while it was paused is not made',
    ...operationPaths['reportJob.resume'],
    params: job,
    response: done,
    ...jobs,
  },
  'reportJob.run': {
    module: 'reports',
    summary: 'Have a job’s report made now, beside its own days',
    ...operationPaths['reportJob.run'],
    params: job,
    response: begunReport,
    ...jobs,
  },
} as const satisfies Record<string, Operation>;
