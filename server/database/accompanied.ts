import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Statements } from './statements.ts';

/** What is written with a change. */
export interface Companion {
  /** At the beginning of a transaction that may be the change's. */
  begin(tx: Statements): Promise<void>;
  /** At the end of one that has written rows, before it is committed; `result` is its work's. */
  end(tx: Statements, result: unknown): Promise<void>;
}

interface Pending {
  companion: Companion | undefined;
}
const store = new AsyncLocalStorage<Pending>();

/**
 * Does work whose first transaction that writes rows takes the companion along, once: both are
 * committed, or neither. Work that writes nothing leaves it behind.
 */
export function accompanied<T>(companion: Companion, work: () => Promise<T>): Promise<T> {
  const pending: Pending = { companion };
  return store.run(pending, work).finally(() => {
    // What goes on in the background is another work.
    pending.companion = undefined;
  });
}

export const isAccompanied = (): boolean => store.getStore()?.companion !== undefined;

export interface Running {
  readonly tx: Statements;
  /** Whether it has written rows so far. */
  readonly hasWritten: () => boolean;
}

/** Runs a transaction's work with what has to be written with it. */
export async function runTogether<T>(
  run: (work: (running: Running) => Promise<T>) => Promise<T>,
  work: (tx: Statements) => Promise<T>,
): Promise<T> {
  const pending = store.getStore();
  const companion = pending?.companion;
  if (!pending || !companion) return run(({ tx }) => work(tx));
  let isAlong = false;
  const result = await run(async ({ tx, hasWritten }) => {
    await companion.begin(tx);
    const made = await work(tx);
    isAlong = hasWritten();
    if (isAlong) await companion.end(tx, made);
    return made;
  });
  if (isAlong) pending.companion = undefined;
  return result;
}

type Client = pg.Pool | pg.PoolClient;

/** The same client, which tells of each statement that has written rows. */
export function noteWriting<Given extends Client>(client: Given, onWritten: () => void): Given {
  const query = async (...given: Parameters<pg.PoolClient['query']>) => {
    const result = (await client.query(...given)) as unknown as pg.QueryResult;
    if (hasWritten(given[0], result)) onWritten();
    return result;
  };
  return Object.assign(Object.create(client), { query });
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** pg-boss counts in a SELECT what it has changed. */
const writesInside = /^\s*WITH\b[\s\S]*\(\s*(?:INSERT|UPDATE|DELETE|MERGE)\b/i;

function hasWritten(asked: unknown, { command, rowCount }: pg.QueryResult): boolean {
  if (writing.has(command)) return (rowCount ?? 0) > 0;
  if (command !== 'SELECT') return false;
  const sql = typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text;
  return writesInside.test(sql);
}
