import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './open.ts';
import { statement } from './statement.ts';

/** Between two looks, and between two tables: whoever uses the portal comes first. */
const lookMilliseconds = 30_000;
const pauseMilliseconds = 50;
/**
 * How finely columns are described, from 300 rows each (PostgreSQL's own is 100). A rollup's arrays
 * took 4.5 s then, and everybody waits for the embedded engine.
 */
const statisticsTarget = 20;

export interface Maintenance {
  /** Resolves once the table in hand is done. */
  stop(): Promise<void>;
}

/**
 * Does for the embedded engine what autovacuum does for a PostgreSQL server, which it doesn't have:
 * without statistics it plans as if tables were empty, and takes seconds for an index of thousands.
 * Does nothing on a server.
 */
export function startMaintenance(
  database: Pick<Database, 'engine' | 'statements'>,
  report: (error: unknown) => void,
): Maintenance {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      await maintain(database, signal).catch(report);
      await sleep(lookMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const done = database.engine === 'pglite' ? work() : Promise.resolve();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Gathers statistics and reclaims space where enough has changed, table by table; how many it did. */
export async function maintain(
  { statements }: Pick<Database, 'statements'>,
  signal?: AbortSignal,
): Promise<number> {
  await statements.run('SELECT pg_stat_force_next_flush()');
  await statements.run(`SET default_statistics_target = ${statisticsTarget}`);
  let count = 0;
  for (const { name, hasDead } of await statements.query(changedTables)) {
    if (signal?.aborted) break;
    await statements.run(hasDead ? `VACUUM (ANALYZE) ${name}` : `ANALYZE ${name}`);
    count += 1;
    await sleep(pauseMilliseconds);
  }
  return count;
}

/**
 * Writes the partitions of a table anew without the gaps that changed rows leave, once much was
 * loaded batch by batch. Everybody waits for the partition in hand, a second for 70 MB. Does nothing
 * on a server.
 */
export async function compact(
  { engine, statements }: Pick<Database, 'engine' | 'statements'>,
  table: string,
  isStopped: () => boolean = () => false,
): Promise<void> {
  if (engine !== 'pglite') return;
  for (const { name } of await statements.query(filledPartitions, [table])) {
    if (isStopped()) return;
    await statements.run(`VACUUM (FULL, ANALYZE) ${name}`);
    await sleep(pauseMilliseconds);
  }
}

const filledPartitions = statement(
  { name: 'text' },
  `SELECT relid::text AS name FROM pg_partition_tree($1::regclass)
  WHERE isleaf AND pg_relation_size(relid) > 0`,
);

/** The thresholds are those of autovacuum's defaults (PostgreSQL's manual, «The Autovacuum Daemon»). */
const changedTables = statement(
  { name: 'text', hasDead: 'boolean' },
  `SELECT format('%I.%I', schemaname, stat.relname) AS name,
    n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) AS "hasDead"
  FROM pg_stat_user_tables stat JOIN pg_class ON pg_class.oid = relid
  WHERE relkind = 'r' AND pg_relation_size(relid) > 0
    AND (reltuples < 0 OR n_dead_tup > 50 + 0.2 * reltuples
      OR n_mod_since_analyze > 50 + 0.1 * reltuples)
  ORDER BY pg_relation_size(relid)`,
);
