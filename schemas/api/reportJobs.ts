import { z } from 'zod';
import {
  reportDefinitionSchema,
  reportJobSchema,
  reportJobTypeSchema,
} from '../entities/report.ts';
import { idParameter, type Operation, pageOf, pageQuery, sortQuery } from './operation.ts';
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
    method: 'GET',
    path: '/api/report-job',
    pushes: true,
    query: z.object({ ...pageQuery, ...sortQuery(['reportName', 'generationDay']) }),
    response: pageOf(reportJobSchema),
    ...jobs,
  },
  'reportJob.latest': {
    module: 'reports',
    summary: 'What the form of a new job begins with',
    method: 'GET',
    path: '/api/report-job/latest/{jobType}',
    params: z.object({ jobType: reportJobTypeSchema.describe('What its reports tell') }),
    query: z.object({
      report: idParameter
        .optional()
        .describe('Id of a report whose settings the job takes over, except its days'),
    }),
    response: reportDefinitionSchema.partial(),
    ...jobs,
  },
  'reportJob.create': {
    module: 'reports',
    summary: 'Have a report made each month',
    method: 'POST',
    path: '/api/report-job',
    logs: 'REPORT_JOB_CREATED',
    body: reportDefinitionSchema,
    response: savedJob,
    refusals: ['PROPERTY_NOT_FOUND'],
    ...jobs,
  },
  'reportJob.get': {
    module: 'reports',
    summary: 'One job',
    method: 'GET',
    path: '/api/report-job/{jobId}',
    params: job,
    response: reportJobSchema,
    ...jobs,
  },
  'reportJob.definition': {
    module: 'reports',
    summary: 'What a job has made',
    method: 'GET',
    path: '/api/report-job/{jobId}/definition',
    params: job,
    response: reportDefinitionSchema,
    ...jobs,
  },
  'reportJob.save': {
    module: 'reports',
    summary: 'Change what a job has made, from its next report on',
    method: 'PUT',
    path: '/api/report-job/{jobId}',
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
    method: 'DELETE',
    path: '/api/report-job/{jobId}',
    logs: 'REPORT_JOB_DELETED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.pause': {
    module: 'reports',
    summary: 'Have a job make nothing until it is resumed',
    method: 'POST',
    path: '/api/report-job/{jobId}/pause',
    logs: 'REPORT_JOB_PAUSED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.resume': {
    module: 'reports',
    summary: 'Let a job go on; what it missed while it was paused is not made',
    method: 'POST',
    path: '/api/report-job/{jobId}/resume',
    logs: 'REPORT_JOB_RESUMED',
    params: job,
    response: changed,
    ...jobs,
  },
  'reportJob.run': {
    module: 'reports',
    summary: 'Have a job’s report made now, beside its own days',
    method: 'POST',
    path: '/api/report-job/{jobId}/run',
    logs: 'REPORT_JOB_RUN',
    params: job,
    response: begunReport,
    ...jobs,
  },
} as const satisfies Record<string, Operation>;
