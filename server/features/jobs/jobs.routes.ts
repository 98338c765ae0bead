import type { jobOperations } from '../../../schemas/api/jobs.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Jobs } from '../../jobs/jobs.ts';

/** What support sees of the work that the portal does by itself. */
export function createJobHandlers({
  jobs,
  now,
}: {
  readonly jobs: Pick<Jobs, 'depths' | 'retryFailed'>;
  readonly now: () => Date;
}): Handlers<keyof typeof jobOperations> {
  return {
    'jobs.status': async () => {
      const depths = await jobs.depths();
      const content = depths.map(({ oldest, ...depth }) => ({
        ...depth,
        oldest: oldest?.toISOString() ?? null,
      }));
      return { content, at: now().toISOString() };
    },
    'jobs.retry': async ({ params }) => ({ retried: await jobs.retryFailed(params.queue) }),
  };
}
