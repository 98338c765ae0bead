import type { Pool } from 'pg';
import { createWorkPool } from '../workPool.ts';

/**
 * The same pool for a part of the portal that may be stormed: no more than half of the connections
 * answer its queries at once, whatever waits. Transactions on a connection of its own don't count.
 */
export function shareOfPool(pool: Pool): Pool {
  const slots = Math.max(1, Math.floor(pool.options.max / 2));
  const turns = createWorkPool({ slots, perOwner: slots, maxWaiting: Number.POSITIVE_INFINITY });
  const query = (sql: string, parameters?: unknown[]) =>
    turns.run('', () => pool.query(sql, parameters));
  return Object.create(pool, { query: { value: query } }) as Pool;
}
