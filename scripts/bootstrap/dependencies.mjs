import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOfNpm } from './environment.mjs';
import { runQuietly } from './execute.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Whether what npm says it has installed is what package-lock.json asks for; optional packages
 * (other platforms' binaries) may be missing.
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function isSatisfied(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed.packages[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {string} house */
function placesIn(house) {
  return {
    lock: join(house, 'package-lock.json'),
    stamp: join(house, 'node_modules', '.meterhouse-lock'),
    installed: join(house, 'node_modules', '.package-lock.json'),
  };
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Whether node_modules matches package-lock.json. A developer's own `npm install` counts, too:
 * npm's record of it is compared when our stamp is missing or older.
 * @param {string} house
 */
export function areDependenciesFresh(house) {
  const places = placesIn(house);
  const wanted = readFileSync(places.lock, 'utf8');
  if (readIfThere(places.stamp) === hashOf(wanted)) return true;
  const installed = readIfThere(places.installed);
  return installed !== undefined && isSatisfied(JSON.parse(wanted), JSON.parse(installed));
}

/** Installs exactly what package-lock.json says. @param {string} house */
export async function installDependencies(house) {
  const places = placesIn(house);
  rmSync(places.stamp, { force: true });
  await runQuietly('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: house,
    env: environmentOfNpm(process.env),
    shell: process.platform === 'win32',
    mend: 'See whether the npm registry can be reached (npm ping), and start again.',
  });
  writeFileSync(places.stamp, hashOf(readFileSync(places.lock, 'utf8')));
}
