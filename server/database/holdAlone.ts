import type { Database } from './open.ts';
import { connect } from './presence.ts';

/**
 * Does work that one process at a time may do: whoever comes while another is at it does nothing.
 * `signal` is aborted when `stopping` is, and when the process can't know any more that it is alone.
 * Of an embedded database it is always the process that has opened it.
 */
export async function holdAlone(
  database: Pick<Database, 'engine' | 'pool' | 'isAttached'>,
  lock: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (database.engine === 'pglite') return database.isAttached ? undefined : work(stopping);
  const client = await connect(database.pool);
  const lost = new AbortController();
  client.once('end', () => lost.abort());
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [lock]);
    if (rows[0]?.got) await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    await client.end().catch(() => undefined);
  }
}
