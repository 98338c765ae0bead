import { createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, type OpenOptions, openDatabase } from '../../server/database/open.ts';
import { startPglite } from '../../server/database/pglite.ts';

const migrations = path.resolve(import.meta.dirname, '../../server/database/migrations');
const fingerprint = hashOf(migrations);
/** The server on which tests have their databases; undefined when they are embedded. */
export const serverUrl = process.env.TEST_DATABASE_URL;
/** The same for tests of what only a superuser may try; the portal itself is none. */
const superuserUrl = process.env.TEST_SUPERUSER_URL ?? serverUrl;
const templateName = `meterhouse_template_${fingerprint}`;
/** Beside the migrations: what is done to a template in memory. */
const memoryTemplate = `${templateName}_small.tar`;

/**
 * A migrated, empty database of its own: PGlite in memory, or with TEST_DATABASE_URL a new database
 * on that server. Both are clones of a template that is made once per state of the migrations.
 */
export async function createTestDatabase({
  superuser = false,
  ...given
}: OpenOptions & { readonly superuser?: boolean } = {}): Promise<Database> {
  const options = { checksRows: true, ...given };
  if (!serverUrl) return cloneInMemory(options);
  return cloneOnServer(serverUrl, options, superuser ? superuserUrl : serverUrl);
}

async function cloneInMemory(options: OpenOptions): Promise<Database> {
  const template = path.join(tmpdir(), memoryTemplate);
  await once(template, async () => {
    const memory = `template-${randomBytes(6).toString('hex')}`;
    const engine = await startPglite({ memory }, { idleTransactionMilliseconds: 60_000 });
    const pool = new pg.Pool({ host: engine.socketDirectory, port: 5432, user: 'postgres' });
    await migrate({ pool });
    // Two thirds of the files are those of databases from which nothing is made here.
    await pool.query('UPDATE pg_database SET datistemplate = false');
    for (const name of ['template0', 'template1']) await pool.query(`DROP DATABASE ${name}`);
    await pool.query('CHECKPOINT');
    await pool.end();
    writeFileSync(`${template}.new`, await engine.dump());
    renameSync(`${template}.new`, template);
    await engine.close();
  });
  return openDatabase({ memory: randomBytes(8).toString('hex'), template }, options);
}

async function cloneOnServer(url: string, options: OpenOptions, user = url): Promise<Database> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `meterhouse_test_${randomBytes(6).toString('hex')}`;
  try {
    await admin.query('SELECT pg_advisory_lock(7316205)');
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [
      templateName,
    ]);
    if (!rowCount) {
      await admin.query(`DROP DATABASE IF EXISTS ${templateName}_new`);
      await admin.query(`CREATE DATABASE ${templateName}_new`);
      const fresh = await openDatabase({
        DATABASE_URL: urlOf(url, `${templateName}_new`),
        DATA_DIR: '',
      });
      await migrate(fresh);
      await fresh.close();
      await admin.query(`ALTER DATABASE ${templateName}_new RENAME TO ${templateName}`);
    }
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  } finally {
    await admin.end();
  }
  const database = await openDatabase({ DATABASE_URL: urlOf(user, name), DATA_DIR: '' }, options);
  return { ...database, close: () => database.close().then(() => drop(name)) };
}

/** By a superuser: an automatic vacuum may be at work in it, which nobody else may end. */
async function drop(name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}

function urlOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs `make` in one of several racing processes; the others wait for its file. */
async function once(file: string, make: () => Promise<void>): Promise<void> {
  const lock = `${file}.lock`;
  for (;;) {
    if (exists(file)) return;
    try {
      mkdirSync(lock);
    } catch {
      if (exists(lock) && Date.now() - statSync(lock).mtimeMs > 60_000)
        rmSync(lock, { recursive: true });
      await sleep(100);
      continue;
    }
    try {
      if (!exists(file)) await make();
      return;
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function hashOf(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(path.join(directory, name)));
  }
  return hash.digest('hex').slice(0, 12);
}
