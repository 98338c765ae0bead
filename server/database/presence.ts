import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './open.ts';

const lockKey = 7_316_206;
/** For the server to notice that the connections of a killed process are gone. */
const patienceMilliseconds = 3000;
const lookMilliseconds = 200;
const rejoinMilliseconds = 5000;

export interface Presence {
  leave(): Promise<void>;
}

/**
 * Makes this process one of those that work. Each holds a shared lock on a connection of its own,
 * which ends with it, however it ends: whoever gets the lock alone knows that no job is being worked
 * at, and runs `whenAlone` before it begins.
 */
export async function joinWorkers(
  database: Pick<Database, 'engine' | 'pool' | 'isAttached'>,
  whenAlone: () => Promise<void>,
  signal: AbortSignal,
): Promise<Presence> {
  if (database.engine === 'pglite') {
    // The directory is one process's, and whoever is attached to it works for that one.
    if (!database.isAttached) await whenAlone();
    return { leave: async () => undefined };
  }
  const first = await connect(database.pool);
  const isAlone = await tryAlone(first, signal);
  if (isAlone) await whenAlone();
  await hold(first);
  if (isAlone) await first.query('SELECT pg_advisory_unlock($1)', [lockKey]);

  const left = new AbortController();
  let present = first;
  const watch = (client: pg.Client) => client.once('end', () => void rejoin());
  const rejoin = async () => {
    while (!left.signal.aborted) {
      try {
        present = await connect(database.pool);
        watch(present);
        return await hold(present);
      } catch {
        // The database is away: who reclaims meanwhile costs a job its second attempt, no more.
        await sleep(rejoinMilliseconds, undefined, { signal: left.signal }).catch(() => undefined);
      }
    }
  };
  watch(first);
  return {
    async leave() {
      left.abort();
      await present.end().catch(() => undefined);
    },
  };
}

/** A connection of its own, beside the pool's. */
export async function connect(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client(pool.options);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function hold(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [lockKey]);
}

async function tryAlone(client: pg.Client, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [lockKey]);
    if (rows[0]?.got) return true;
    if (signal.aborted || performance.now() > end) return false;
    await sleep(lookMilliseconds);
  }
}
