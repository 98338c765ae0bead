import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import { featureSchema } from '../../schemas/entities/access.ts';
import { minuteMs } from '../../schemas/time.ts';
import { AppError } from '../errors.ts';
import type { Scope } from '../session.ts';
import { isAccompanied, noteWriting, type Running, runTogether } from './accompanied.ts';
import { countWrites } from './countWrites.ts';
import { DatabaseLockedError, type TakeOptions, takeDirectory } from './directoryLock.ts';
import { startPglite } from './pglite.ts';
import { isReadingOnly } from './readOnly.ts';
import { createStatements, type Statements } from './statements.ts';

export { DatabaseLockedError };

/** Statements inside one transaction. */
export type Transaction = Statements;

/** One interface for the embedded PGlite and for a PostgreSQL server. */
export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** Another process holds the embedded engine. */
  readonly isAttached: boolean;
  readonly pool: pg.Pool;
  /** Rises whenever this process may have written (countWrites.ts). */
  readonly countWrites: () => number;
  /** Statements outside of transactions, each on its own; a logged change isn't made by them. */
  readonly statements: Statements;
  /** The same on a share of the pool, or on one connection of it. */
  statementsOn(client: pg.Pool | pg.PoolClient): Statements;
  /**
   * A writing transaction, but for `readingOnly` work, with what has to be written with it
   * (accompanied.ts); throws STORAGE_FULL when the disk is nearly full.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Throws STORAGE_FULL like `transaction`, for what writes much in a single one. */
  requireRoom(): Promise<void>;
  /** A reading transaction past row-level security: the caller narrows it to what may be seen. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A reading transaction in which row-level security shows only the properties of the scope: the
   * account's, where its package has one of the features.
   */
  asAccount<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Lets commands in that wait until this portal is ready (`holding: 'starting'`). */
  admit(): void;
  close(): Promise<void>;
  /** What an operator should know of this engine. */
  readonly notices: readonly string[];
}

export type DatabasePlace =
  | { DATABASE_URL?: string | undefined; DATA_DIR: string }
  | { memory: string; template?: string };

/** Metered values are bigints below 2^53 (tables.ts), so numbers hold them exactly. */
function parseTypesOurWay(): void {
  const { types } = pg;
  const readTextArray = types.getTypeParser(1009 as number) as (text: string) => (string | null)[];
  types.setTypeParser(20, Number);
  // Of smallint, integer and bigint; rollups are made of them. JSON's parser takes a sixth of the time.
  for (const oid of [1005, 1007, 1016]) {
    types.setTypeParser(oid as number, (text: string) => {
      const isPlain = text.startsWith('{') && !text.includes('{', 1);
      if (isPlain) return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`);
      return readTextArray(text).map((value) => (value === null ? null : Number(value)));
    });
  }
  types.setTypeParser(1082, (text) => text);
}
parseTypesOurWay();

/** With how a data directory is taken; a server's database and one in memory need none of that. */
export interface OpenOptions extends TakeOptions {
  /** Compare each statement's rows with its claim (statement.ts): for tests and development. */
  checksRows?: boolean;
  /** A transaction that says nothing for so long is taken back; by default a minute. */
  idleTransactionMilliseconds?: number;
}

/** With less room on the disk nothing is written. */
export const leastFreeBytes = 200 * 1024 * 1024;

/**
 * Opens the database. With `attach` a directory that a portal holds is used through that portal's
 * socket, once it is ready; without it `DatabaseLockedError` is thrown.
 */
export async function openDatabase(
  place: DatabasePlace,
  options: OpenOptions = {},
): Promise<Database> {
  const { checksRows = false, idleTransactionMilliseconds = minuteMs } = options;
  if ('DATABASE_URL' in place && place.DATABASE_URL) {
    const pool = new pg.Pool({
      connectionString: place.DATABASE_URL,
      max: 10,
      idle_in_transaction_session_timeout: idleTransactionMilliseconds,
    });
    return createDatabase('postgres', pool, { checksRows, notices: [] });
  }
  if ('memory' in place) {
    const engine = await startPglite(place, { idleTransactionMilliseconds });
    return createDatabase('pglite', connectTo(engine.socketDirectory), {
      checksRows,
      notices: [embeddedNotice],
      stop: () => engine.close(),
    });
  }
  const dataDir = place.DATA_DIR;
  const access = await takeDirectory(dataDir, options);
  if ('joined' in access) {
    return createDatabase('pglite', connectTo(access.joined.socketDirectory), {
      checksRows,
      dataDir,
      notices: [],
      isAttached: true,
    });
  }
  const lock = access.taken;
  const engine = await startPglite({ dataDir, lock }, { idleTransactionMilliseconds });
  return createDatabase('pglite', connectTo(engine.socketDirectory), {
    checksRows,
    dataDir,
    notices: [embeddedNotice],
    admit: () => lock.admit(),
    stop: () => engine.close(),
  });
}

const embeddedNotice =
  'Embedded database: it survives a killed process, not a power cut. Set DATABASE_URL for PostgreSQL.';

function connectTo(socketDirectory: string): pg.Pool {
  return new pg.Pool({
    host: socketDirectory,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 4,
  });
}

const featuresSchema = z.array(featureSchema);

function createDatabase(
  engine: Database['engine'],
  pool: pg.Pool,
  parts: {
    checksRows: boolean;
    isAttached?: boolean;
    notices: string[];
    dataDir?: string;
    admit?: () => void;
    stop?: () => Promise<void>;
  },
): Database {
  // A connection that breaks, idle or in use, is replaced at the next use (whoever uses it gets the
  // error from the query); unheard, these events would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function run<T>(
    begin: string,
    work: (tx: Transaction) => Promise<T>,
    noted = (client: pg.PoolClient) => client,
  ): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query(begin);
      const result = await work(createStatements(noted(client), parts));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async function requireRoom(): Promise<void> {
    if (parts.dataDir) await refuseOnFullDisk(parts.dataDir);
  }

  function runNoted<T>(work: (running: Running) => Promise<T>): Promise<T> {
    let hasWritten = false;
    const noted = (client: pg.PoolClient) =>
      noteWriting(client, () => {
        hasWritten = true;
      });
    return run('BEGIN', (tx) => work({ tx, hasWritten: () => hasWritten }), noted);
  }

  return {
    engine,
    isAttached: parts.isAttached ?? false,
    pool,
    countWrites: countWrites(pool),
    statements: createStatements(
      parts.checksRows ? noteWriting(pool, refuseUnaccompanied) : pool,
      parts,
    ),
    statementsOn: (client) => createStatements(client, parts),
    notices: parts.notices,
    requireRoom,
    async transaction(work) {
      await requireRoom();
      if (isAccompanied()) return runTogether(runNoted, work);
      return run(isReadingOnly() ? 'BEGIN READ ONLY' : 'BEGIN', work);
    },
    read: (work) => run('BEGIN READ ONLY', work),
    asAccount({ accountId, anyFeature }, work) {
      const features = featuresSchema.parse(anyFeature).join(',');
      return run(
        `BEGIN READ ONLY; SET LOCAL ROLE meterhouse_reader;
        SET LOCAL meterhouse.account = '${Number(accountId)}'; SET LOCAL meterhouse.features = '${features}'`,
        work,
      );
    },
    admit: () => parts.admit?.(),
    async close() {
      await pool.end();
      await parts.stop?.();
    },
  };
}

function refuseUnaccompanied(): void {
  if (!isAccompanied()) return;
  throw new Error('A logged change is made in a transaction, so that its entry goes with it.');
}

/** PGlite hangs on a full disk, so writes are turned away before. */
async function refuseOnFullDisk(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= leastFreeBytes) return;
  throw new AppError('STORAGE_FULL', 'The disk is nearly full: free 200 MB, then try again.');
}
