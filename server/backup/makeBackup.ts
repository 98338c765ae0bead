import { countApplied } from '../database/migrate.ts';
import { readRows, type TableShape } from '../database/tableRows.ts';
import { isFileName } from '../storage/fileStore.ts';
import { type ArchiveWriter, BackupError } from './archive.ts';
import { type End, endName, type Head, headName } from './backupFile.ts';
import { listPartitions, listSequences, listTables } from './catalog.repository.ts';
import type { Moment } from './moment.ts';

/** Live tokens and codes of the embedded provider, and tickets: who restores signs in anew. */
const sessionTables = ['oidc_payload', 'download_ticket'];
/** Columns with names of the store; in `unclaimed_file` those that no row refers to, yet or any more. */
export const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ['contact_attachment', 'stored_name'],
  ['document', 'stored_name'],
  ['document_package', 'stored_name'],
  ['static_file', 'stored_name'],
  ['unclaimed_file', 'name'],
];
const partBytes = 4 * 1024 * 1024;

export interface Progress {
  readonly files: number;
  readonly rows: number;
}

interface BackupOptions {
  readonly now: Date;
  /** For another database of the same portal: its files stay where they are, and nobody is signed out. */
  readonly isMove?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Backup extends Omit<End, 'sha256'> {
  /** Files that rows refer to, and that aren't there. */
  readonly missing: readonly string[];
}

/** Writes all that the portal keeps, as it was at a moment. */
export async function makeBackup(
  moment: Moment,
  archive: ArchiveWriter,
  { now, isMove = false, onProgress = () => undefined }: BackupOptions,
): Promise<Backup> {
  const { statements, client } = moment;
  const steps = await countApplied(statements);
  if (steps === 0) throw new BackupError('This database has no tables of the portal.');
  const tables = (await listTables(statements)).filter(
    ({ name }) => isMove || !sessionTables.includes(name),
  );
  const head: Head = {
    format: 1,
    madeAt: now.toISOString(),
    engine: moment.engine,
    steps,
    tables,
    partitions: await listPartitions(statements),
    sequences: await listSequences(statements),
  };
  await archive.add(headName, JSON.stringify(head));
  const done = { files: 0, rows: 0 };
  const none = { files: 0, reports: 0, missing: [] };
  const copied = isMove
    ? none
    : await addFiles(moment, archive, tables, (files) => {
        onProgress({ ...done, files });
        done.files = files;
      });
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const name = `${table.schema}.${table.name}`;
    rows[name] = 0;
    let part = 0;
    for await (const lines of readRows(client, table)) {
      await archive.add(`rows/${name}/${part++}`, lines.join('\n'));
      rows[name] += lines.length;
      done.rows += lines.length;
      onProgress(done);
    }
  }
  const { files, reports } = copied;
  await archive.add(endName, JSON.stringify({ rows, files, reports, sha256: archive.digest() }));
  await archive.finish();
  return { ...copied, rows };
}

async function addFiles(
  { client, files, reports }: Moment,
  archive: ArchiveWriter,
  tables: readonly TableShape[],
  onFile: (count: number) => void,
) {
  const missing: string[] = [];
  let count = 0;
  for (const [table, column] of nameColumns) {
    for await (const lines of readRows(client, columnOf(tables, table, column))) {
      for (const name of lines.flatMap(readName)) {
        const content = isFileName(name) && (await files.get(name));
        if (content) {
          await addParts(archive, `files/${name}`, content);
          onFile(++count);
        } else if (table !== 'unclaimed_file') missing.push(name);
      }
    }
  }
  let made = 0;
  for (const key of await reports.list()) {
    const content = await reports.read(key);
    if (!content) continue;
    await addParts(archive, `reports/${key.id}-${key.attempt}`, content);
    made++;
  }
  return { files: count, reports: made, missing };
}

function columnOf(tables: readonly TableShape[], name: string, column: string): TableShape {
  const found = tables.find((table) => table.name === name);
  if (!found) throw new Error(`The database has no table ${name}.`);
  return { ...found, columns: found.columns.filter((one) => one.name === column) };
}

function readName(line: string): string[] {
  const [name] = JSON.parse(line) as [string | null];
  return name === null ? [] : [name];
}

/** In parts: a bucket doesn't say how much will come, and a tar wants to know that first. */
async function addParts(
  archive: ArchiveWriter,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  let part = 0;
  let pieces: Buffer[] = [];
  let bytes = 0;
  const add = () => archive.add(`${name}/${part++}`, Buffer.concat(pieces));
  for await (const piece of content) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    await add();
    pieces = [];
    bytes = 0;
  }
  // An empty file is one, too.
  if (part === 0 || bytes > 0) await add();
}
