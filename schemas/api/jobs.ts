import { z } from 'zod';
import { instantSchema } from '../entities/consumption.ts';
import { jobFailureSchema, jobQueueSchema } from '../entities/jobQueue.ts';
import { type Operation, pageOf, pageQuery } from './operation.ts';

export const jobOperations = {
  'jobs.status': {
    module: 'readings',
    summary: 'What the portal has still to do by itself, queue by queue, in all countries',
    method: 'GET',
    path: '/api/jobs',
    response: pageOf(jobQueueSchema)
      .extend({ at: instantSchema.describe('When they were counted') })
      .meta({ id: 'JobsStatus' }),
  },
  'jobs.failures': {
    module: 'readings',
    summary: 'Jobs of the user’s country that have failed for good and why, the newest first',
    method: 'GET',
    path: '/api/jobs/failure',
    query: z.object(pageQuery),
    response: pageOf(jobFailureSchema),
  },
  'jobs.retry': {
    module: 'readings',
    summary: 'Have all of a queue’s failed jobs tried again',
    method: 'POST',
    path: '/api/jobs/{queue}/retry',
    logs: 'JOBS_RETRIED',
    params: z.object({ queue: jobQueueSchema.shape.queue }),
    response: z
      .object({ retried: z.int().min(0).describe('How many jobs are tried again') })
      .meta({ id: 'RetriedJobs' }),
  },
} as const satisfies Record<string, Operation>;
