import { jobQueueNames } from '../../schemas/entities/jobQueue.ts';

/** What becomes of a job whose handler throws. */
interface Queue {
  /** Tried again, ever later, so many times; 0: it has failed, and support sees it. */
  readonly retries: number;
  /** Longer than any of its jobs takes. */
  readonly maxSeconds: number;
  /** Jobs of one group (an account) that a process does at once: the other places are for others. */
  readonly perGroup?: number;
}

export type QueueName = (typeof jobQueueNames)[number];

const queues: Readonly<Record<QueueName, Queue>> = {
  'report.make': { retries: 0, maxSeconds: 6 * 3600, perGroup: 1 },
  'report.tell': { retries: 8, maxSeconds: 300 },
  'package.make': { retries: 0, maxSeconds: 6 * 3600, perGroup: 1 },
  'warning.tell': { retries: 8, maxSeconds: 300 },
  // Its handler gives up by the clock, before these are used up: an hour apart at most.
  'warning.webhook': { retries: 60, maxSeconds: 300, perGroup: 1 },
  'warning.summary': { retries: 8, maxSeconds: 300 },
  'account.welcome': { retries: 8, maxSeconds: 300 },
  // What fails is taken up again by the next look at the folder.
  'import.folder': { retries: 0, maxSeconds: 6 * 3600 },
  'import.run': { retries: 3, maxSeconds: 6 * 3600, perGroup: 1 },
};

export const queueNames = jobQueueNames;
export const queueOf = (name: QueueName): Queue => queues[name];
