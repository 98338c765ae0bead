import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';
import { instantSchema } from './consumption.ts';
import { reportSchema, reportTypeSchema } from './report.ts';

/** What the portal does by itself, one queue for each kind of work. */
export const jobQueueNames = [
  'report.make',
  'report.tell',
  'package.make',
  'warning.tell',
  'warning.webhook',
  'warning.summary',
  'account.welcome',
  'import.run',
  'import.folder',
] as const;
export const jobQueueNameSchema = z.enum(jobQueueNames).meta({ id: 'JobQueueName' });

/** The worst that is to be said of a queue. */
export const jobQueueStateSchema = z
  .enum(['FAILED', 'STUCK', 'BUSY', 'IDLE'])
  .meta({ id: 'JobQueueState' });
export type JobQueueState = z.infer<typeof jobQueueStateSchema>;

export const jobQueueSchema = entity(
  z.object({
    queue: jobQueueNameSchema.describe(
      'What is done: report.make makes reports, report.tell mails that they are ready, package.make packs documents, warning.tell mails warnings or sends them to phones, warning.webhook tells programs of them, warning.summary mails what a month has brought, account.welcome tells owners of imported accounts, import.run imports files that support has sent in the browser, import.folder those that lie in the folder IMPORT_DIR',
    ),
    state: jobQueueStateSchema.describe(
      'FAILED: jobs have failed for good. STUCK: one has been due for minutes, and none is being done. BUSY, IDLE: as it should be',
    ),
    waiting: count('How many jobs wait for their turn, or to be tried again'),
    active: count('How many jobs are being done'),
    failed: count('How many jobs have failed for good: somebody has to look'),
    oldest: instantSchema
      .nullable()
      .describe('Since when the first one has been waiting; null: none waits'),
  }),
  { name: 'JobQueue', key: 'queue', title: 'queue', references: { queue: 'queue' } },
);

export const jobFailureSchema = entity(
  z.object({
    id: z.string().describe('Id of the job'),
    failedAt: instantSchema.describe('When it was tried last'),
    queue: jobQueueNameSchema.describe('What was to be done'),
    reportId: reportSchema.shape.id
      .nullable()
      .describe('Id of the report that it was about; null: about none'),
    reportType: reportTypeSchema.nullable().describe('What that report tells; null: about none'),
    username: z.string().describe('Whose report it is, or whose account it was about'),
    attempts: count('How often it was tried'),
    reason: z
      .string()
      .describe('The first line of the error, without addresses and passwords; the log has all'),
  }),
  { name: 'JobFailure', key: 'id', title: 'queue' },
);
