import type { jobOperations } from '../../../schemas/api/jobs.ts';
import type { JobQueueState } from '../../../schemas/entities/jobQueue.ts';
import { minuteMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { QueueDepth } from '../../jobs/jobs.repository.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { toPage, wholePage } from '../paging.ts';
import { countFailures, listFailures } from './failures.repository.ts';
import { readableReason } from './readableReason.ts';

/** Workers look every second, so that a job is due for so long only when there is none. */
const stuckMilliseconds = 2 * minuteMs;

/** What support sees of the work that the portal does by itself. */
export function createJobHandlers({
  database,
  jobs,
  now,
}: {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'depths' | 'retryFailed'>;
  readonly now: () => Date;
}): Handlers<keyof typeof jobOperations> {
  return {
    'jobs.status': async () => {
      const depths = await jobs.depths();
      const at = now();
      const content = depths.map(({ due, ...depth }) => ({
        ...depth,
        state: stateOf({ due, ...depth }, at),
        oldest: depth.oldest?.toISOString() ?? null,
      }));
      return { ...wholePage(content), at: at.toISOString() };
    },
    // The queue has no country, what its errors tell of has: support reads of its own alone.
    'jobs.failures': ({ query }, { session: { user } }) =>
      database.read(async (tx) => {
        const { content, ...page } = await toPage(
          await listFailures(tx, user.country, query),
          query,
          async () => (await countFailures(tx, user.country))?.count ?? 0,
        );
        const readable = content.map((job) => ({ ...job, reason: readableReason(job.reason) }));
        return { content: readable, ...page };
      }),
    'jobs.retry': ({ params }) =>
      database.transaction(async (tx) => ({ retried: await jobs.retryFailed(tx, params.queue) })),
  };
}

function stateOf({ waiting, active, failed, due }: QueueDepth, at: Date): JobQueueState {
  if (failed > 0) return 'FAILED';
  if (active === 0 && due !== null && at.getTime() - due.getTime() > stuckMilliseconds) {
    return 'STUCK';
  }
  return waiting + active > 0 ? 'BUSY' : 'IDLE';
}
