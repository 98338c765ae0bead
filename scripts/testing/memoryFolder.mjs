import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux' own folder that lies in memory. */
const sharedMemory = '/dev/shm';

/** A whole run fills 0.7 GB of it; a long one is given room. */
const neededBytes = 4 * 2 ** 30;

/**
 * Lets tests keep their databases, portals and files in memory if the machine has room for it and
 * `TMPDIR` names no other folder. A test's database on PostgreSQL has over 600 files: making them on
 * a disk took the kernel 61 s of a processor in the step `unit`, and takes it 7 s in memory.
 *
 * The folder is deleted when this process ends, unless somebody kills it (SIGKILL).
 * @param {{ memory?: string, needed?: number }} [place] the folder in memory, and the bytes to be free
 */
export function keepFilesInMemory({ memory = sharedMemory, needed = neededBytes } = {}) {
  const free = Math.min(freeBytes(memory), process.availableMemory());
  if (process.env.TMPDIR !== undefined || free < needed) return;
  const folder = mkdtempSync(join(memory, 'meterhouse-'));
  // PostgreSQL has a user of its own, which must get through this folder to its own one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // Servers with files in it are stopped before: they put themselves in front (`prependListener`).
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** @param {string} folder @returns {number} 0 where there is no such folder */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
