import { readFileSync } from 'node:fs';
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
  options: { onProgress?: (line: string) => void } = {},
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const statements = createStatements(client, { checksRows: true });
    const missing = await countMissing(statements);
    if (missing > 0) {
      options.onProgress?.(`Preparing the database: ${missing} step${missing === 1 ? '' : 's'}`);
      await runMigrations(drizzle(client), { migrationsFolder });
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

async function countApplied(statements: Statements): Promise<number> {
  const [found] = await statements.query(journal);
  if (!found?.isThere) return 0;
  const [row] = await statements.query(applied);
  return row?.count ?? 0;
}

function countMigrations(): number {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: unknown[] }).entries.length;
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
