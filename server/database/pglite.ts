import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DirectoryLock, socketDirectoryOf } from './directoryLock.ts';
import type { PgliteWorkerOptions } from './pgliteWorker.ts';

export interface RunningPglite {
  /** A directory with PostgreSQL's usual socket in it: `host` for the driver. */
  readonly socketDirectory: string;
  dump(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts PGlite in a worker: on a locked directory, which it releases in the end, or in memory. */
export async function startPglite(
  place: { dataDir: string; lock: DirectoryLock } | { memory: string; template?: string },
  options: { idleTransactionMilliseconds: number },
): Promise<RunningPglite> {
  const lock = 'lock' in place ? place.lock : undefined;
  const socketDirectory =
    lock?.socketDirectory ?? socketDirectoryOf((place as { memory: string }).memory);
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
    lock?.release();
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
