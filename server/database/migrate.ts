import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { distributeTables, hasCitus } from './citus.ts';
import type { Database } from './open.ts';

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
    const missing = countMigrations() - (await countApplied(client));
    if (missing > 0) {
      options.onProgress?.(`Preparing the database: ${missing} step${missing === 1 ? '' : 's'}`);
      await runMigrations(drizzle(client), { migrationsFolder });
    }
    // The extension may come at any time, so this doesn't depend on what was missing.
    if (await hasCitus(client)) await distributeTables(client);
  } catch (error) {
    throw explain(error);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
}

interface Client {
  query(sql: string): Promise<{ rows: { count?: string | number; found?: string | null }[] }>;
}

async function countApplied(client: Client): Promise<number> {
  const { rows: tables } = await client.query(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS found`,
  );
  if (!tables[0]?.found) return 0;
  const { rows } = await client.query('SELECT count(*) AS count FROM drizzle.__drizzle_migrations');
  return Number(rows[0]?.count);
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
