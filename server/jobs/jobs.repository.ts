import { jobQueueSchema } from '../../schemas/entities/jobQueue.ts';
import { narrow, type RowOf, statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';

/** What is read of pg-boss's own tables; they change through its functions alone. */

const claim = {
  queue: narrow('text', jobQueueSchema.shape.queue),
  waiting: 'bigint',
  active: 'bigint',
  /** For good: somebody has to look. */
  failed: 'bigint',
  /** Since when the first one has been waiting. */
  oldest: 'timestamptz | null',
  /** Since when the first one could have been begun: what is tried again waits for its time. */
  due: 'timestamptz | null',
} as const;
export type QueueDepth = Readonly<RowOf<typeof claim>>;

const depths = statement(
  claim,
  `SELECT name AS queue,
     count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
     count(*) FILTER (WHERE state = 'active') AS active,
     count(*) FILTER (WHERE state = 'failed') AS failed,
     min(created_on) FILTER (WHERE state IN ('created', 'retry')) AS oldest,
     min(start_after) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now()) AS due
   FROM pgboss.job WHERE name = ANY ($1) AND state NOT IN ('completed', 'cancelled')
   GROUP BY name`,
);

/** One line for each queue, those with nothing in them included. */
export async function readDepths(
  statements: Statements,
  names: readonly QueueDepth['queue'][],
): Promise<QueueDepth[]> {
  const rows = await statements.query(depths, [names]);
  return names.map(
    (queue) =>
      rows.find((row) => row.queue === queue) ?? {
        queue,
        waiting: 0,
        active: 0,
        failed: 0,
        oldest: null,
        due: null,
      },
  );
}

const due = statement(
  { queue: narrow('text', jobQueueSchema.shape.queue) },
  `SELECT DISTINCT name AS queue FROM pgboss.job
   WHERE name = ANY ($1) AND state IN ('created', 'retry') AND start_after <= now()`,
);

/** The queues with a job that could be begun now. */
export async function listDue(
  statements: Statements,
  names: readonly QueueDepth['queue'][],
): Promise<QueueDepth['queue'][]> {
  return (await statements.query(due, [names])).map(({ queue }) => queue);
}

const inState = statement(
  { queue: 'text', id: 'text' },
  'SELECT name AS queue, id::text AS id FROM pgboss.job WHERE name = ANY ($1) AND state::text = $2',
);

export function listJobs(
  statements: Statements,
  names: readonly string[],
  state: 'active' | 'failed',
): Promise<{ queue: string; id: string }[]> {
  return statements.query(inState, [names, state]);
}

/**
 * Has workers in all processes look at a queue once the transaction is committed, as pg-boss does when
 * a job is sent: it says nothing of those that are resumed or tried again.
 */
export async function announceJobs(tx: Pick<Statements, 'run'>, queue: string): Promise<void> {
  await tx.run(
    "SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), $1)",
    [queue],
  );
}
