import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { distributeTables, hasCitus } from './citus.ts';
import type { Database } from './open.ts';
import { installBoss } from './pgBoss.ts';
import { statement } from './statement.ts';
import { createStatements, type Statements } from './statements.ts';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
const lockKey = 7_316_204;

/** Brings the tables up to date, and spreads them where Citus is there; two servers that start at once do it one after the other. */
export async function migrate(
  database: Pick<Database, 'pool'>,
  options: {
    onProgress?: (line: string) => void;
    /** So many steps and no more: the tables of an earlier release. */
    steps?: number;
  } = {},
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const statements = createStatements(client, { checksRows: true });
    const { steps = countMigrations() } = options;
    const missing = steps - (await countApplied(statements));
    if (missing > 0) {
      options.onProgress?.(`Preparing the database: ${missing} step${missing === 1 ? '' : 's'}`);
      await withFirstSteps(steps, (folder) =>
        runMigrations(drizzle(client), { migrationsFolder: folder }),
      );
    }
    await installBoss(statements);
    // The extension may come at any time, so this doesn't depend on what was missing.
    if (await hasCitus(client)) await distributeTables(client);
  } catch (error) {
    throw explain(error);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
}

const journal = statement(
  { isThere: 'boolean' },
  `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isThere"`,
);
const applied = statement(
  { count: 'bigint' },
  'SELECT count(*) AS count FROM drizzle.__drizzle_migrations',
);

/** How many steps the tables lack; below 0 a newer version has brought them further. */
export async function countMissing(statements: Statements): Promise<number> {
  return countMigrations() - (await countApplied(statements));
}

/** How many steps the tables have. */
export async function countApplied(statements: Statements): Promise<number> {
  const [found] = await statements.query(journal);
  if (!found?.isThere) return 0;
  const [row] = await statements.query(applied);
  return row?.count ?? 0;
}

/** How many steps this release knows. */
export function countMigrations(): number {
  return readJournal().entries.length;
}

function readJournal(): { entries: unknown[] } {
  return JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
}

/** A folder with the first steps alone: Drizzle runs all that its journal lists. */
async function withFirstSteps(
  steps: number,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const journal = readJournal();
  if (steps >= journal.entries.length) return work(migrationsFolder);
  const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-steps-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const entries = journal.entries.slice(0, steps);
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function explain(error: unknown): unknown {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause ?? error;
  if ((cause as { code?: string }).code !== '42501') {
    if (cause === error) return error;
    // Drizzle's own message is the statement, without what was wrong with it.
    return new Error(
      `The database can’t be brought up to date: ${(cause as Error).message}. Nothing of this step was kept; the next start tries it again.`,
      { cause: error },
    );
  }
  return new Error(
    `The database user lacks a right: ${(cause as Error).message}. Let an administrator of the server run «CREATE ROLE meterhouse_reader NOLOGIN; GRANT meterhouse_reader TO <user>», and give the user CREATE on the database.`,
    { cause: error },
  );
}
