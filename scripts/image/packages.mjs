import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Manifest
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/** @param {string} folder @returns {Manifest} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * The packages that the server names anywhere, also as the place of a font: pages are built already
 * where it runs.
 * @param {string} house
 */
export function listServerPackages(house) {
  const files = globSync('{server,schemas}/**/*.ts', { cwd: house });
  const text = files.map((file) => readFileSync(join(house, file), 'utf8')).join('\n');
  const { dependencies = {} } = manifestOf(house);
  return Object.keys(dependencies).filter((name) =>
    [`'${name}'`, `'${name}/`].some((start) => text.includes(start)),
  );
}

/**
 * Folders of packages and of all that they need, relative to the house. What is optional or a peer
 * comes along where it is installed.
 * @param {string} house
 * @param {readonly string[]} names
 */
export function findFolders(house, names) {
  /** @type {Set<string>} */
  const found = new Set();
  /** As Node looks for it: beside the package that asks, and then in each folder above. */
  const resolve = (/** @type {string} */ from, /** @type {string} */ name) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const place = join(folder, 'node_modules', name);
      if (existsSync(join(house, place, 'package.json'))) return place;
      if (folder === '.') return undefined;
    }
  };
  const take = (/** @type {string} */ from, /** @type {string} */ name, isNeeded = true) => {
    const place = resolve(from, name);
    if (place === undefined) {
      if (isNeeded) throw new Error(`${name}, which ${from} needs, is not installed.`);
      return;
    }
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = manifestOf(join(house, place));
    const optional = Object.keys({ ...optionalDependencies, ...peerDependencies });
    for (const one of Object.keys(dependencies ?? {})) take(place, one, !optional.includes(one));
    for (const one of optional) take(place, one, false);
  };
  for (const name of names) take('.', name);
  return [...found].sort();
}
