import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { countApplied, countMigrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import type { Statements } from '../database/statements.ts';
import {
  type Connection,
  emptyTable,
  hasRows,
  type TableShape,
  writeRows,
  writeValuesExactly,
} from '../database/tableRows.ts';
import {
  createReportFiles,
  type FileKey,
  type ReportFiles,
} from '../features/report/reportFiles.ts';
import { createJobs } from '../jobs/jobs.ts';
import { type FileName, type FileStore, requireFileName } from '../storage/fileStore.ts';
import { openFileStore } from '../storage/openFileStore.ts';
import { BackupError, type Entry } from './archive.ts';
import { type End, type Head, type Part, readBackup } from './backupFile.ts';
import { listTables, makePartitions, setSequences } from './catalog.repository.ts';
import type { Progress } from './makeBackup.ts';
import { patientMilliseconds } from './moment.ts';

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 's3'>;
/** With any row in these, a database is somebody's. */
const tellingTables = ['account', 'property', 'activity_log', 'document'];

interface RestoreOptions {
  readonly onWait?: (line: string) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Puts a backup into an empty database and its files into their store, all of it or nothing, and
 * brings it to this release. Throws `BackupError` for a backup that isn't sound, and where there are
 * data already.
 */
export async function restoreBackup(
  archive: AsyncGenerator<Entry>,
  place: Place,
  { onWait, onProgress = () => undefined }: RestoreOptions = {},
): Promise<{ head: Head; end: End }> {
  const database = await openDatabase(place, {
    holding: 'passing',
    idleTransactionMilliseconds: patientMilliseconds,
    ...(onWait && { onWait }),
  });
  try {
    await requireEmpty(database);
    const stores = {
      files: await openFileStore(place),
      reports: createReportFiles(path.join(place.DATA_DIR, 'reports')),
    };
    const restored = await load(archive, database, stores, onProgress);
    await migrate(database);
    return restored;
  } finally {
    await database.close();
  }
}

interface Stores {
  readonly files: FileStore;
  readonly reports: ReportFiles;
}

async function load(
  archive: AsyncGenerator<Entry>,
  database: Database,
  stores: Stores,
  onProgress: (progress: Progress) => void,
): Promise<{ head: Head; end: End }> {
  const files = createFileLoader(stores);
  const client = await database.pool.connect();
  const statements = database.statementsOn(client);
  try {
    let rows: Awaited<ReturnType<typeof createRowLoader>> | undefined;
    const restored = await readBackup(archive, {
      async head(head) {
        await prepare(database, head);
        await statements.run('BEGIN');
        await writeValuesExactly(client);
        rows = await createRowLoader(client, statements, head);
      },
      async part(part) {
        await database.requireRoom();
        await (part.kind === 'rows' ? rows?.load(part) : files.load(part));
        onProgress({ files: files.count(), rows: rows?.count() ?? 0 });
      },
    });
    await rows?.finish(restored.end);
    await statements.run('COMMIT');
    return restored;
  } catch (error) {
    await statements.run('ROLLBACK').catch(() => undefined);
    await files.undo();
    throw error;
  } finally {
    client.release();
  }
}

async function requireEmpty(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    const tables = await listTables(database.statementsOn(client));
    for (const table of tables) {
      if (table.schema !== 'public' || !tellingTables.includes(table.name)) continue;
      if (!(await hasRows(client, table))) continue;
      throw new BackupError(
        'This database has data already (accounts or properties), and stays as it is. Restore into an empty one: another DATABASE_URL, or another DATA_DIR.',
      );
    }
  } finally {
    client.release();
  }
}

/** The tables as they were when the backup was made, and the queues of jobs. */
async function prepare(database: Database, { steps }: Head): Promise<void> {
  const known = countMigrations();
  if (steps > known) {
    throw new BackupError(
      `The backup is of a newer release (${steps} steps of the database, this release knows ${known}): restore it with that one.`,
    );
  }
  const applied = await countApplied(database.statements);
  if (applied > steps) {
    throw new BackupError(
      'The backup is of an older release than the tables of this database. Restore it into a database without any tables: this release brings them up to date then.',
    );
  }
  await migrate(database, { steps });
  const jobs = createJobs(database, pino({ level: 'silent' }), { works: false });
  await jobs.start();
  await jobs.stop();
}

async function createRowLoader(client: Connection, statements: Statements, head: Head) {
  const here = await listTables(statements);
  for (const table of here) await emptyTable(client, table);
  await makePartitions(statements, head.partitions);
  const tables = new Map(head.tables.map((table) => [nameOf(table), plan(table, here)]));
  const loaded: Record<string, number> = {};
  let total = 0;
  return {
    count: () => total,
    async load({ name, pieces }: Part) {
      const table = tables.get(name);
      if (!table) throw new BackupError(`The backup is damaged: it doesn’t say what ${name} is.`);
      for await (const piece of pieces) {
        const lines = piece.toString().split('\n').map(table.take);
        const count = await writeRows(client, table.shape, lines);
        loaded[name] = (loaded[name] ?? 0) + count;
        total += count;
      }
    },
    async finish(end: End) {
      const differing = Object.keys(end.rows).filter(
        (name) => (loaded[name] ?? 0) !== end.rows[name],
      );
      if (differing.length > 0) {
        throw new BackupError(
          `The backup is damaged: rows of ${differing.join(', ')} are missing.`,
        );
      }
      await setSequences(statements, head.sequences);
    },
  };
}

const nameOf = ({ schema, name }: TableShape) => `${schema}.${name}`;
const allOfIt = (line: string) => line;

/**
 * Which columns a table takes: ours all; of the job queue those that its release knows. Names and
 * types are the database's own: what a file says of them gets into no statement.
 */
function plan(given: TableShape, here: readonly TableShape[]) {
  const found = here.find((table) => nameOf(table) === nameOf(given));
  const columns = given.columns.map(({ name }) => found?.columns.find((one) => one.name === name));
  const shape = found && { ...found, columns: columns.filter((one) => one !== undefined) };
  if (shape?.columns.length === columns.length) return { shape, take: allOfIt };
  if (!shape || given.schema === 'public') {
    throw new BackupError(
      `The backup has ${nameOf(given)} with ${given.columns.map(({ name }) => name).join(', ')}, and this release has no such table.`,
    );
  }
  return {
    shape,
    take(line: string) {
      const values = JSON.parse(line) as unknown[];
      return JSON.stringify(values.filter((_, at) => columns[at] !== undefined));
    },
  };
}

function createFileLoader({ files, reports }: Stores) {
  const newFiles: FileName[] = [];
  const newReports: FileKey[] = [];
  let count = 0;

  async function loadFile(name: FileName, pieces: AsyncIterable<Buffer>) {
    const old = await files.get(name);
    old?.destroy();
    await files.put(name, pieces, { maxBytes: Number.POSITIVE_INFINITY });
    if (!old) newFiles.push(name);
  }

  async function loadReport(name: string, pieces: AsyncIterable<Buffer>) {
    const [id = Number.NaN, attempt = Number.NaN] = name.split('-').map(Number);
    const key = { id, attempt };
    const file = await reports.create(key);
    newReports.push(key);
    await pipeline(Readable.from(pieces), file.sink);
    await file.commit();
  }

  return {
    count: () => count,
    async load({ kind, name, pieces }: Part) {
      if (kind === 'files') await loadFile(requireFileName(name), pieces);
      else await loadReport(name, pieces);
      count++;
    },
    /** What was there before stays. */
    async undo() {
      for (const name of newFiles) await files.remove(name);
      for (const key of newReports) await reports.remove(key);
    },
  };
}
