import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The data directory is held by a running portal, which alone may open its database. */
export class DatabaseLockedError extends Error {}

interface Holder {
  readonly pid: number;
  /** When the process began, as the kernel counts it: tells a reused number from the holder. */
  readonly began: string;
  readonly socketDirectory: string;
}

const lockFile = (dataDir: string) => path.join(dataDir, 'meterhouse.lock');

/** Who holds the directory now; undefined when nobody alive does. */
export function findHolder(dataDir: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(lockFile(dataDir), 'utf8')) as Holder;
    process.kill(holder.pid, 0);
    return holder.began === processBegan(holder.pid) ? holder : undefined;
  } catch (error) {
    // Somebody else's process: alive, though we may not signal it.
    if ((error as NodeJS.ErrnoException).code === 'EPERM') {
      return JSON.parse(readFileSync(lockFile(dataDir), 'utf8')) as Holder;
    }
    return undefined;
  }
}

/** Takes the directory, or throws `DatabaseLockedError`. Returns the release. */
export function lockDirectory(dataDir: string, socketDirectory: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = lockFile(dataDir);
  const leave = enter(`${file}.taking`, dataDir);
  try {
    const holder = findHolder(dataDir);
    if (holder) throw inUse(dataDir, `process ${holder.pid}`);
    const content: Holder = { pid: process.pid, began: processBegan(process.pid), socketDirectory };
    // Renamed into place, so that nobody reads half of it and takes the holder for dead.
    writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } finally {
    leave();
  }
  return () => rmSync(file, { force: true });
}

/** Lets one process at a time look and take: two must not both find the same dead holder. */
function enter(gate: string, dataDir: string): () => void {
  const age = Date.now() - (statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // It is held for a millisecond: an old one was left by a process that died just there.
  if (age > 10_000) rmSync(gate, { recursive: true, force: true });
  try {
    mkdirSync(gate);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw inUse(dataDir, 'another portal that starts at this moment');
  }
  return () => rmSync(gate, { recursive: true, force: true });
}

function inUse(dataDir: string, holder: string): DatabaseLockedError {
  return new DatabaseLockedError(
    `${dataDir} is in use by ${holder}. Stop that portal first, or give this one a DATA_DIR of its own.`,
  );
}

function processBegan(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
