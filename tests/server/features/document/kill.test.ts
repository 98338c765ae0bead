import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../../../scripts/testing/seed.mjs';
import { document } from '../../../../server/database/documentTables.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../../../server/database/open.ts';
import { createJobs } from '../../../../server/jobs/jobs.ts';
import { createManifestService } from '../../../../server/manifests/serve/createManifestService.ts';
import { createLocalFileStore } from '../../../../server/storage/localFileStore.ts';
import { claimFile } from '../../../../server/storage/unclaimed.repository.ts';
import { createTestArchive } from '../../../support/archive.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { serverUrl } from '../../../support/database.ts';
import { realDirectories } from '../../manifests/directories.ts';
import { readZip } from './support/readZip.ts';

/** On PostgreSQL: a database of its own, which goes with the test. */
const databaseName = `meterhouse_kill_${randomBytes(6).toString('hex')}`;
const databaseUrl = serverUrl && Object.assign(new URL(serverUrl), { pathname: databaseName }).href;
/** KILLS=100 is the long way. */
const kills = Number(process.env.KILLS ?? (isLongRun() ? 4 : 1));
const program = path.join(import.meta.dirname, 'support/archiveProcess.ts');
const documents = 60;
const packages = 3;
const feature = 'DOCUMENT_ARCH_ARCHIVE';
const children = new Set<ChildProcess>();
const faults: string[] = [];
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'meterhouse-archive-kill-'));
  await onServer(`CREATE DATABASE ${databaseName}`);
  await withDatabase(async (database) => {
    await migrate(database);
    const accountId = await addAccount(database, 'owner');
    const property = await addProperty(database, { id: 1 });
    await grantAccess(database, accountId, await addPackage(database, [feature]), [property]);
    const signIn = { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never;
    const manifests = await createManifestService({ ...realDirectories, signIn });
    const jobs = createJobs(database, { error: fail, warn: fail });
    await jobs.start();
    const store = createLocalFileStore(path.join(directory, 'files'));
    const given = { database, jobs, manifests, store, now: () => new Date() };
    const { archive, files } = createTestArchive(given);
    for (let count = 0; count < documents; count += 1) {
      async function* content() {
        yield Buffer.from(`document ${count}`);
      }
      const { name, bytes, checksum } = await files.keep('documents', content(), { maxBytes: 99 });
      await database.transaction(async (tx) => {
        await claimFile(tx, name);
        await tx.insert(document).values({
          propertyId: property,
          documentType: 'IMS_INVOICE',
          billingType: 'HEAT',
          status: 'final',
          periodBegin: '2025-01-01',
          periodEnd: '2025-12-31',
          createdAt: new Date(count),
          ownerName: 'Owner',
          addedBy: 'test',
          storedName: name,
          fileName: `${count}.pdf`,
          contentType: 'application/pdf',
          bytes,
          checksum,
        });
      });
    }
    const session = { accountId, user: { country: 'PL' } } as never;
    const scope = { accountId, anyFeature: [feature] as const };
    for (let count = 0; count < packages; count += 1) {
      await archive.packages.create(session, scope, { name: `package ${count}`, filter: {} });
    }
    await jobs.stop();
    manifests.close();
  });
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await onServer(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
  rmSync(directory, { recursive: true, force: true });
});

function fail(fault: unknown): never {
  throw new Error(`The queue had a fault: ${JSON.stringify(fault)}`);
}

async function onServer(command: string): Promise<void> {
  if (!serverUrl) return;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(command).finally(() => admin.end());
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const place = { DATA_DIR: directory, DATABASE_URL: databaseUrl };
  // Also while a portal has it.
  const database = await openDatabase(place, { attach: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function start(): Promise<ChildProcess> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [program, directory, databaseUrl ?? ''], {
    stdio: [...stdio],
  });
  children.add(child);
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on(
    'line',
    (line) => {
      if (line === 'ready') ready.resolve();
      if (line.startsWith('fault')) faults.push(line);
    },
  );
  child.once('exit', () => ready.reject(new Error('The portal ended before it was ready.')));
  await ready.promise;
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

const listPackages = () =>
  withDatabase(async (database) => {
    const { rows } = await database.pool.query(
      `SELECT status, attempt, stored_name AS name, cardinality(document_ids) AS documents
       FROM document_package ORDER BY id`,
    );
    return rows;
  });

test(
  `packages whose portal is killed ${kills} times are whole, and nothing is left behind`,
  async () => {
    for (let count = 0; count < kills; count += 1) {
      const child = await start();
      await sleep(Math.random() * 1500);
      await kill(child);
    }
    const last = await start();
    const names = () => readdirSync(path.join(directory, 'files/packages'), { recursive: true });
    const countReady = async () =>
      (await listPackages()).filter(({ status }) => status === 'READY').length;
    await expect.poll(countReady, { timeout: 60_000, interval: 500 }).toBe(packages);
    await kill(last);

    const made = await listPackages();
    expect(made).toHaveLength(packages);
    for (const { status, documents: packed, name } of made) {
      expect([status, packed]).toEqual(['READY', documents]);
      const entries = await readZip(readFileSync(path.join(directory, 'files', name)));
      expect(entries.map(([, text]) => text)).toEqual(
        Array.from({ length: documents }, (_, count) => `document ${count}`),
      );
    }
    // What dead attempts had begun to write is known, and goes a day later.
    const attempts = made.reduce((sum, { attempt }) => sum + attempt, 0);
    const unclaimed = await withDatabase(async (database) => {
      const { rows } = await database.pool.query('SELECT name FROM unclaimed_file');
      return new Set(rows.map(({ name }) => name));
    });
    expect(unclaimed.size).toBeLessThanOrEqual(attempts - packages);
    const claimed = new Set(made.map(({ name }) => name));
    const present = names().filter((name) => /[0-9a-f]{32}(\.part)?$/.test(`${name}`));
    const strays = present
      .map((name) => `packages/${name}`.replace(/\.part$/, ''))
      .filter((name) => !claimed.has(name) && !unclaimed.has(name));
    expect(strays).toEqual([]);
    expect(faults).toEqual([]);
  },
  120_000 + kills * 20_000,
);
