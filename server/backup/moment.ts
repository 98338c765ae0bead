import { constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cp, link, mkdir, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Database, leastFreeBytes, openDatabase } from '../database/open.ts';
import type { Statements } from '../database/statements.ts';
import { type Connection, writeValuesExactly } from '../database/tableRows.ts';
import { createReportFiles, type ReportFiles } from '../features/report/reportFiles.ts';
import type { FileStore } from '../storage/fileStore.ts';
import { openFileStore } from '../storage/openFileStore.ts';
import { backupLock } from '../storage/unclaimed.repository.ts';
import { BackupError } from './archive.ts';

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 's3'>;
/** The portal's data as they were at one moment, however long somebody reads them. */
export interface Moment {
  readonly engine: Database['engine'];
  /** In a transaction that sees that moment. */
  readonly client: Connection;
  readonly statements: Statements;
  readonly files: FileStore;
  readonly reports: ReportFiles;
}

/** A transaction waits for a slow bucket, or for whoever reads the backup. */
export const patientMilliseconds = 6 * 3600 * 1000;
const wordMilliseconds = 10_000;

/**
 * Hands out the data of one moment, beside a running portal or without one. A server's database keeps
 * the moment by a transaction, and files that are deleted meanwhile stay until the backup is done. The
 * embedded engine has one session only: the portal waits while its directory is copied (files by hard
 * links), and the copy is read.
 */
export async function atOneMoment<T>(
  place: Place,
  {
    onWait,
    isAlone = false,
  }: {
    readonly onWait: (line: string) => void;
    /** Not beside a portal: of an embedded database, which nobody may change meanwhile. */
    readonly isAlone?: boolean;
  },
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place, {
    attach: !isAlone,
    holding: 'passing',
    idleTransactionMilliseconds: patientMilliseconds,
    onWait,
  });
  if (!database.isAttached) return readAt(database, place, work);
  const copy = path.join(place.DATA_DIR, `backup-${process.pid}`);
  removeLeftovers(place.DATA_DIR);
  try {
    await copyAtRest(database, place.DATA_DIR, copy);
    const copied = await openDatabase(
      { DATA_DIR: copy },
      { idleTransactionMilliseconds: patientMilliseconds },
    );
    return await readAt(copied, { ...place, DATA_DIR: copy }, work);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function readAt<T>(
  database: Database,
  place: Place,
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  try {
    const client = await database.pool.connect();
    const statements = database.statementsOn(client);
    try {
      await statements.run('SELECT pg_advisory_lock($1)', [backupLock]);
      await statements.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await writeValuesExactly(client);
      return await work({
        engine: database.engine,
        client,
        statements,
        files: await openFileStore(place),
        reports: createReportFiles(path.join(place.DATA_DIR, 'reports')),
      });
    } finally {
      // The lock goes with the connection.
      await statements.run('ROLLBACK').catch(() => undefined);
      client.release();
    }
  } finally {
    await database.close();
  }
}

/** Copies a data directory while nothing is written there: an open transaction keeps all others waiting. */
async function copyAtRest(database: Database, dataDir: string, copy: string): Promise<void> {
  try {
    await requireRoom(dataDir);
    const client = await database.pool.connect();
    const statements = database.statementsOn(client);
    const sayWord = () => statements.run('SELECT').catch(() => undefined);
    const speaking = setInterval(() => void sayWord(), wordMilliseconds);
    try {
      await statements.run('BEGIN');
      mkdirSync(copy, { mode: 0o700 });
      await cp(path.join(dataDir, 'pglite'), path.join(copy, 'pglite'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      });
      for (const name of ['files', 'reports']) await linkAll(dataDir, copy, name);
    } finally {
      clearInterval(speaking);
      await statements.run('ROLLBACK').catch(() => undefined);
      client.release();
    }
  } finally {
    await database.close();
  }
}

async function requireRoom(dataDir: string): Promise<void> {
  const files = await readdir(path.join(dataDir, 'pglite'), {
    recursive: true,
    withFileTypes: true,
  });
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false }));
  const needed = sizes.reduce((sum, found) => sum + (found?.size ?? 0), leastFreeBytes);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new BackupError(
    `Beside a running portal the database is copied first: that takes ${megabytes(needed)} in ${dataDir}, and ${megabytes(bavail * bsize)} are free. Free some, or stop the portal for the backup.`,
  );
}

async function linkAll(from: string, to: string, name: string): Promise<void> {
  const entries = await readdir(path.join(from, name), { withFileTypes: true }).catch(() => []);
  await mkdir(path.join(to, name), { mode: 0o700 });
  for (const entry of entries) {
    const inside = path.join(name, entry.name);
    if (entry.isDirectory()) await linkAll(from, to, inside);
    if (entry.isFile()) await link(path.join(from, inside), path.join(to, inside));
  }
}

/** Copies of backups that were killed; in a container the next one may have the same number. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^backup-(\d+)$/.exec(name) ?? [];
    const isOver = pid === `${process.pid}` || !isAlive(Number(pid));
    if (pid && isOver) rmSync(path.join(dataDir, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
