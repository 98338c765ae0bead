import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';
import { instantSchema } from './consumption.ts';

/** What the portal does by itself, one queue for each kind of work. */
export const jobQueueNames = ['report.make', 'report.tell'] as const;

export const jobQueueSchema = entity(
  z.object({
    queue: z
      .enum(jobQueueNames)
      .meta({ id: 'JobQueueName' })
      .describe('What is done: report.make makes reports, report.tell mails that they are ready'),
    waiting: count('How many jobs wait for their turn, or to be tried again'),
    active: count('How many jobs are being done'),
    failed: count('How many jobs have failed for good: somebody has to look'),
    oldest: instantSchema
      .nullable()
      .describe('Since when the first one has been waiting; null: none waits'),
  }),
  { name: 'JobQueue', key: 'queue', title: 'queue' },
);
