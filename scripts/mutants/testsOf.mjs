import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Importers */

const modules = '{schemas,server,renderer,scripts,bench,tests}/**/*.{ts,tsx,mjs}';
const named = /(?:\bfrom|\bimport\(?|\bnew URL\()\s*'(\.{1,2}\/[^'\s]+\.(?:tsx?|mjs))'/g;
const isTest = /\.test\.tsx?$/;

/**
 * Which files of a house name a file: as an import, or as the address of a worker or a program.
 * Imports of types only don't count, for nothing runs by them.
 * @param {string} house
 * @returns {Importers}
 */
export function readImporters(house) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const path of globSync(modules, { cwd: house })) {
    const file = path.replaceAll('\\', '/');
    const text = readFileSync(join(house, path), 'utf8');
    const running = text.replaceAll(/\b(?:import|export) type [^;]*? from '[^']*'/g, '');
    for (const [, name] of running.matchAll(named)) {
      const imported = posix.join(dirname(file), /** @type {string} */ (name));
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return importers;
}

/** @param {string} file @param {Importers} importers @returns {Map<string, number>} imports away */
function measureDistances(file, importers) {
  const distances = new Map([[file, 0]]);
  for (const [known, distance] of distances) {
    for (const importer of importers.get(known) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/**
 * Creates what finds the test files that a file runs in: those that are fewest imports away first,
 * and of these the ones that run the fewest other files, which are about this one and quick.
 * @param {Importers} importers
 * @returns {(file: string) => string[]}
 */
export function createTestFinder(importers) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of importers.keys()) {
    for (const importer of measureDistances(file, importers).keys()) {
      sizes.set(importer, (sizes.get(importer) ?? 0) + 1);
    }
  }
  const sizeOf = (/** @type {string} */ test) => sizes.get(test) ?? 0;
  return function findTests(file) {
    const tests = [...measureDistances(file, importers)].filter(([path]) => isTest.test(path));
    tests.sort(([a, far], [b, further]) => far - further || sizeOf(a) - sizeOf(b));
    return tests.map(([path]) => path);
  };
}
