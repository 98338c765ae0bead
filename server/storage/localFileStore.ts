import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileName, type FileStore, requireFileName } from './fileStore.ts';
import { measure } from './measure.ts';

/** Files in a folder that is theirs alone, readable by the portal's own user only. */
export function createLocalFileStore(directory: string): FileStore {
  const placeOf = (name: FileName) => path.join(directory, requireFileName(name));

  async function remove(name: FileName): Promise<void> {
    await rm(placeOf(name), { force: true });
    await rm(`${placeOf(name)}.part`, { force: true });
  }

  return {
    remove,
    async put(name, content, limits) {
      const place = placeOf(name);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const { pieces, measured } = measure(content, limits);
      try {
        // Flushed: on the disk before it gets its name, so that a power cut leaves no half of it there.
        const sink = createWriteStream(`${place}.part`, { mode: 0o600, flush: true });
        await pipeline(pieces, sink, limits.signal ? { signal: limits.signal } : {});
        await rename(`${place}.part`, place);
        await flushDirectory(path.dirname(place));
        return measured();
      } catch (error) {
        await remove(name);
        throw error;
      }
    },
    async get(name, range) {
      const handle = await open(placeOf(name)).catch(ignoreMissing);
      return handle && createReadStream('', { fd: handle, ...toStartAndEnd(range) });
    },
  };
}

function toStartAndEnd(range: Parameters<FileStore['get']>[1]) {
  return range && { start: range.first, end: range.last };
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** A rename lasts when its directory is on the disk. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
