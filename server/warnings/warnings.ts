import type { Database } from '../database/open.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { evaluateDue } from './evaluate.ts';
import { markQuietDue } from './store/smoke.repository.ts';

const evaluationSeconds = 5;
const quietSeconds = 600;

export interface Warnings {
  /** Has this process look for warnings. */
  work(jobs: Pick<Jobs, 'work'>): void;
}

/** What notices warnings in new readings, in whatever process works. */
export function createWarnings({
  database,
  now,
}: {
  database: Pick<Database, 'transaction'>;
  now: () => Date;
}): Warnings {
  return {
    work(jobs) {
      jobs.work(
        [],
        [
          {
            name: 'Looking for warnings',
            seconds: evaluationSeconds,
            run: async (stopping) => {
              await evaluateDue(database, now, stopping);
            },
          },
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
