import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const content = JSON.stringify({
    pid: process.pid,
    began: processBegan(process.pid),
    socketDirectory,
  } satisfies Holder);
  for (const isLastTry of [false, true]) {
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = findHolder(dataDir);
      if (holder || isLastTry) {
        throw new DatabaseLockedError(
          `${dataDir} is in use by process ${holder?.pid ?? '(unknown)'}. Stop that portal first, or give this one a DATA_DIR of its own.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new Error('unreachable');
}

function processBegan(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
