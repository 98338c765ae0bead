import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOfNpm } from './environment.mjs';
import { runQuietly } from './execute.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   devOptional?: boolean }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 * @typedef {'portal' | 'all'} PackageSet what the portal and its pages take, or what tests and
 *   benchmarks take besides
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
 * @param {PackageSet} [set]
 */
export function isSatisfied(wanted, installed, set = 'all') {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '' || (set === 'portal' && entry.dev === true)) return true;
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

/** @param {string} text @param {PackageSet} set */
const stampOf = (text, set) => `${createHash('sha256').update(text).digest('hex')} ${set}`;

/**
 * Whether node_modules has the set of package-lock.json. A developer's own `npm install` counts,
 * too: npm's record of it is compared when our stamp is missing or older.
 * @param {string} house
 * @param {PackageSet} [set]
 */
export function areDependenciesFresh(house, set = 'all') {
  const places = placesIn(house);
  const wanted = readFileSync(places.lock, 'utf8');
  const stamp = readIfThere(places.stamp);
  if (stamp === stampOf(wanted, 'all') || stamp === stampOf(wanted, set)) return true;
  const installed = readIfThere(places.installed);
  return installed !== undefined && isSatisfied(JSON.parse(wanted), JSON.parse(installed), set);
}

/**
 * Installs exactly what package-lock.json says of the set.
 * @param {string} house
 * @param {PackageSet} set
 */
export async function installDependencies(house, set) {
  const places = placesIn(house);
  rmSync(places.stamp, { force: true });
  const dev = set === 'all' ? '--include=dev' : '--omit=dev';
  await runQuietly('npm', ['ci', dev, '--no-audit', '--no-fund'], {
    cwd: house,
    env: environmentOfNpm(process.env),
    shell: process.platform === 'win32',
    mend: 'See whether the npm registry can be reached (npm ping), and start again.',
  });
  writeFileSync(places.stamp, stampOf(readFileSync(places.lock, 'utf8'), set));
}
