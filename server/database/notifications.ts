import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './open.ts';

const rejoinMilliseconds = 2000;
/** A connection that died without a word is found out within twice as long. */
const lookMilliseconds = 20_000;

interface Hearing {
  /** What somebody notified on the channel. */
  readonly onNotified: (payload: string | undefined) => void;
  /** From now on all is heard, until `lost` is aborted. */
  readonly onHearing: (lost: AbortSignal) => void;
}

export interface Listening {
  stop(): Promise<void>;
}

/**
 * Listens to a channel of PostgreSQL's NOTIFY on a connection of its own, which is taken anew
 * whenever it is lost. It counts once a word from another connection has come through: behind a
 * pooler that gives out connections by the transaction LISTEN is taken, and nothing ever heard.
 */
export function listenTo(
  { pool }: Pick<Database, 'pool'>,
  channel: string,
  { onNotified, onHearing }: Hearing,
): Listening {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function hear(): Promise<void> {
    const lost = new AbortController();
    const over = AbortSignal.any([signal, lost.signal]);
    const client = new pg.Client({
      ...pool.options,
      keepAlive: true,
      query_timeout: lookMilliseconds,
      connectionTimeoutMillis: lookMilliseconds,
    });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    const trial = randomUUID();
    const heard = new AbortController();
    client.on('notification', ({ payload }) => {
      if (payload === trial) heard.abort();
      else onNotified(payload);
    });
    const end = () => void client.end().catch(() => undefined);
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await pool.query('SELECT pg_notify($1, $2)', [channel, trial]);
      await rest(lookMilliseconds, AbortSignal.any([over, heard.signal]));
      if (heard.signal.aborted) onHearing(lost.signal);
      else lost.abort();
      while (!over.aborted) {
        await client.query('SELECT 1');
        await rest(lookMilliseconds, over);
      }
    } finally {
      lost.abort();
      signal.removeEventListener('abort', end);
      end();
    }
  }

  const listening = (async () => {
    while (!signal.aborted) {
      await hear().catch(() => undefined);
      await rest(rejoinMilliseconds, signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
