import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux' own folder that lies in memory. */
const sharedMemory = '/dev/shm';

/** A whole run fills 0.7 GB of it; a long one is given room. */
const neededBytes = 4 * 2 ** 30;

/**
 * Lets tests keep their databases, portals and files in memory, where the machine has room for it and
 * `TMPDIR` names no other folder. A test's database on PostgreSQL has 900 files: on a disk making
 * them took the kernel nine times as long (61 of 7 s of a processor for the step `unit`).
 *
 * The folder is deleted when this process ends. What ends it by force leaves it there.
 */
export function keepFilesInMemory() {
  if (process.env.TMPDIR !== undefined || freeBytes(sharedMemory) < neededBytes) return;
  const folder = mkdtempSync(join(sharedMemory, 'meterhouse-'));
  // PostgreSQL has a user of its own, and looks for its folder in this one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
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
