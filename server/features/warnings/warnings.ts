import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import { evaluateDue } from '../../warnings/evaluate.ts';
import { markQuietDue } from '../../warnings/store/smoke.repository.ts';
import { createDecide, createTell, type TellParts } from './tell.ts';

const evaluationSeconds = 5;
const tellingSeconds = 60;
const quietSeconds = 600;

export interface Warnings {
  /** Has this process look for warnings and tell of them. */
  work(jobs: Pick<Jobs, 'work'>): void;
}

/** What notices warnings in new readings and tells of them, in whatever process works. */
export function createWarnings(
  parts: TellParts & { readonly logger: Pick<Logger, 'error'> },
): Warnings {
  const { database, now, logger } = parts;
  return {
    work(jobs) {
      jobs.work(
        [{ queue: 'warning.tell', concurrency: 1, handle: createTell(parts) }],
        [
          {
            name: 'Looking for warnings',
            seconds: evaluationSeconds,
            run: async (stopping) => {
              await evaluateDue(database, now, {
                stopping,
                onFault: (error, devices) =>
                  logger.error({ err: error, devices }, 'Devices could not be looked at'),
              });
            },
          },
          { name: 'Telling of warnings', seconds: tellingSeconds, run: createDecide(parts) },
          {
            name: 'Looking for smoke that is over',
            seconds: quietSeconds,
            run: () => database.transaction((tx) => markQuietDue(tx, now())),
          },
        ],
      );
    },
  };
}
