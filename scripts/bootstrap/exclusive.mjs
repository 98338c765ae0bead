import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @param {string} home */
const lockIn = (home) => join(home, 'bootstrap.lock');

const heartbeat = 1_000;
const abandonedAfter = 10_000;

/** @param {string} folder */
function tryToTake(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} folder */
function dropIfAbandoned(folder) {
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Whoever was killed here no longer beats; a process id would say nothing across containers.
  if (age > abandonedAfter) rmSync(folder, { recursive: true, force: true });
}

/** Whether somebody is at work under that folder. @param {string} home */
export const isOccupied = (home) => existsSync(lockIn(home));

/**
 * Does the work while no other process does any under the same folder; a lock whose owner was
 * killed is taken over after ten seconds.
 * @template T
 * @param {string} home an existing or creatable folder that outlives node_modules
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] told once when another process is at it
 * @returns {Promise<T>}
 */
export async function doExclusively(home, work, onWait) {
  const lock = lockIn(home);
  mkdirSync(home, { recursive: true });
  let hasToWait = false;
  while (!tryToTake(lock)) {
    if (!hasToWait) onWait?.();
    hasToWait = true;
    dropIfAbandoned(lock);
    await sleep(200);
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  const beat = setInterval(() => {
    if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
  }, heartbeat);
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}
