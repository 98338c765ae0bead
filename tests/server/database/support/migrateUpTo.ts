import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from '../../../../server/database/open.ts';

const migrations = path.resolve(import.meta.dirname, '../../../../server/database/migrations');

/** Begins a database anew, as an older version of the portal made it. */
export async function migrateUpTo({ pool }: Database, last: string): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  const migrationsFolder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  cpSync(migrations, migrationsFolder, { recursive: true });
  const file = path.join(migrationsFolder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag === last);
  assert(at > 0, `There is no migration ${last}.`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at + 1) }));
  await runMigrations(drizzle(pool), { migrationsFolder });
  rmSync(migrationsFolder, { recursive: true });
}
