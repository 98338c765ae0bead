import { z } from 'zod';
import { reportDefinitionSchema, reportJobSchema } from '../entities/report.ts';
import { idParameter, type Operation, pageOf, pageQuery, sortQuery } from './operation.ts';
import { operationPaths } from './paths.ts';
import { begunReport, changed } from './reports.ts';

const job = z.object({ jobId: idParameter.describe('Id of the job') });
const savedJob = z
  .object({ id: z.int().positive().describe('Id of the job') })
  .meta({ id: 'ReportJobReceipt' });
/** Jobs are a package's feature of their own. */
export const jobs: Pick<Operation, 'access'> = { access: { anyFeature: ['REPORT_JOB'] } };

export const reportJobOperations = {
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
    logs: 'REPORT_JOB_CREATED',
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
    logs: 'REPORT_JOB_CHANGED',
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
    logs: 'REPORT_JOB_DELETED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.pause': {
    module: 'reports',
    summary: 'Have a job make nothing until it is resumed',
    ...operationPaths['reportJob.pause'],
    logs: 'REPORT_JOB_PAUSED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.resume': {
    module: 'reports',
    summary: 'Let a job go on; what it missed while it was paused is not made',
    ...operationPaths['reportJob.resume'],
    logs: 'REPORT_JOB_RESUMED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.run': {
    module: 'reports',
    summary: 'Have a job’s report made now, beside its own days',
    ...operationPaths['reportJob.run'],
    logs: 'REPORT_JOB_RUN',
    params: job,
    response: begunReport,
    ...jobs,
  },
} as const satisfies Record<string, Operation>;
