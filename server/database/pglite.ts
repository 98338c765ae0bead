import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { lockDirectory } from './directoryLock.ts';
import type { PgliteWorkerOptions } from './pgliteWorker.ts';

export interface RunningPglite {
  /** A directory with PostgreSQL's usual socket in it: `host` for the driver. */
  readonly socketDirectory: string;
  dump(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts PGlite in a worker: on a directory, which it locks, or in memory. */
export async function startPglite(
  place: { dataDir: string } | { memory: string; template?: string },
  options: { idleTransactionMilliseconds: number },
): Promise<RunningPglite> {
  const socketDirectory = socketDirectoryOf('dataDir' in place ? place.dataDir : place.memory);
  const release = 'dataDir' in place ? lockDirectory(place.dataDir, socketDirectory) : undefined;
  rmSync(socketDirectory, { recursive: true, force: true });
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 });
  const workerData: PgliteWorkerOptions = {
    dataDir: 'dataDir' in place ? path.join(place.dataDir, 'pglite') : 'memory://',
    socketPath: path.join(socketDirectory, '.s.PGSQL.5432'),
    ...('template' in place && { template: place.template, compiled: await compile() }),
    ...options,
  };
  const worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), { workerData });
  const tidy = () => {
    rmSync(socketDirectory, { recursive: true, force: true });
    release?.();
  };
  try {
    await once(worker, 'message');
  } catch (error) {
    tidy();
    throw error;
  }
  return {
    socketDirectory,
    async dump() {
      worker.postMessage('dump');
      const [dump] = (await once(worker, 'message')) as [Uint8Array];
      return Buffer.from(dump);
    },
    async close() {
      worker.postMessage('close');
      await once(worker, 'exit');
      tidy();
    },
  };
}

let compiling: Promise<WebAssembly.Module> | undefined;

/** The engine's code, compiled once for all clones of a template: it is most of what one takes. */
function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  compiling ??= readFile(file).then((code) => WebAssembly.compile(code));
  return compiling;
}

/** Inside the data directory, unless its path is too long for a socket (107 bytes on Linux). */
function socketDirectoryOf(place: string): string {
  const inside = path.join(place, 'socket');
  if (path.isAbsolute(place) && Buffer.byteLength(inside) < 85) return inside;
  const name = createHash('sha256').update(place).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `meterhouse-${process.getuid?.() ?? 0}-${name}`);
}
