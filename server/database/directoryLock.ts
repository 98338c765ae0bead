import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The data directory is held by a running portal, which alone may open its database. */
export class DatabaseLockedError extends Error {}

/**
 * What a holder is to others: `starting`, a portal that commands wait for; `open`, one that they
 * join; `passing`, a command whose end everybody waits for.
 */
export type Holding = 'starting' | 'open' | 'passing';

interface Holder {
  readonly pid: number;
  /** When the process began, as the kernel counts it: tells a reused number from the holder. */
  readonly began: string;
  readonly socketDirectory: string;
  /** Portals of earlier releases write none: they are open. */
  readonly holding?: Holding;
}

export interface DirectoryLock {
  readonly socketDirectory: string;
  /** Lets commands in, if they waited for this portal. */
  admit(): void;
  release(): void;
}

export interface TakeOptions {
  /** What this process is to others; by default `open`. */
  holding?: Holding;
  /** Join the portal that holds the directory, if there is one. */
  attach?: boolean;
  /** Hears once for each holder what is waited for. */
  onWait?: (line: string) => void;
}

const waitMilliseconds = 100;
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

/**
 * Takes the directory, or joins who holds it, once that is possible: a command's end and, for who
 * would join it, a portal's start are waited for. Throws `DatabaseLockedError` where a portal holds
 * what another one wants.
 */
export async function takeDirectory(
  dataDir: string,
  { holding = 'open', attach = false, onWait }: TakeOptions = {},
): Promise<{ taken: DirectoryLock } | { joined: Pick<Holder, 'socketDirectory'> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let waitsFor: number | undefined;
  for (;;) {
    const holder = findHolder(dataDir) ?? tryToLock(dataDir, holding);
    if (holder && 'release' in holder) return { taken: holder };
    if (holder) {
      const { pid, holding: theirs = 'open' } = holder;
      if (attach && theirs === 'open') return { joined: holder };
      if (!attach && theirs !== 'passing') throw inUse(dataDir, pid);
      if (waitsFor !== pid) onWait?.(describeWait(dataDir, pid, theirs));
      waitsFor = pid;
    }
    await sleep(waitMilliseconds);
  }
}

/** The lock, or who was faster; undefined while another process looks and takes. */
function tryToLock(dataDir: string, holding: Holding): DirectoryLock | Holder | undefined {
  const file = lockFile(dataDir);
  const leave = tryToEnter(`${file}.taking`);
  if (!leave) return undefined;
  try {
    const holder = findHolder(dataDir);
    if (holder) return holder;
    const { pid } = process;
    const socketDirectory = socketDirectoryOf(dataDir);
    const write = (as: Holding) => {
      const content: Holder = { pid, began: processBegan(pid), socketDirectory, holding: as };
      // Renamed into place, so that nobody reads half of it and takes the holder for dead.
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    };
    write(holding);
    return {
      socketDirectory,
      admit: () => holding === 'starting' && write('open'),
      release: () => rmSync(file, { force: true }),
    };
  } finally {
    leave();
  }
}

/** Lets one process at a time look and take: two must not both find the same dead holder. */
function tryToEnter(gate: string): (() => void) | undefined {
  const age = Date.now() - (statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // It is held for a millisecond: an old one was left by a process that died just there.
  if (age > 10_000) rmSync(gate, { recursive: true, force: true });
  try {
    mkdirSync(gate);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  }
  return () => rmSync(gate, { recursive: true, force: true });
}

/** Inside the data directory, unless its path is too long for a socket (107 bytes on Linux). */
export function socketDirectoryOf(place: string): string {
  const inside = path.join(place, 'socket');
  if (path.isAbsolute(place) && Buffer.byteLength(inside) < 85) return inside;
  const name = createHash('sha256').update(place).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `meterhouse-${process.getuid?.() ?? 0}-${name}`);
}

function describeWait(dataDir: string, pid: number, holding: Holding): string {
  if (holding === 'passing')
    return `A command uses ${dataDir} (process ${pid}). Waiting until it ends …`;
  return `The portal is starting (process ${pid}). Waiting until it is ready …`;
}

function inUse(dataDir: string, pid: number): DatabaseLockedError {
  return new DatabaseLockedError(
    `${dataDir} is in use by process ${pid}. Stop that portal first, or give this one a DATA_DIR of its own.`,
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
