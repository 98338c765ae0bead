import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { house } from './bootstrap/house.mjs';
import { completeRenderer } from './bootstrap/renderer.mjs';
import { findFolders, listServerPackages } from './image/packages.mjs';

/**
 * Puts together what a container runs: the server, the built pages, and the packages that the server
 * imports. `node scripts/image.mjs FOLDER`; the Dockerfile does so.
 */

const parts = ['server', 'schemas', 'locales', 'manifests', 'dist/renderer', 'LICENSE'];
/** Nobody reads them in a container: types, maps, words for developers, and their tests. */
const needless = /\.(?:map(?:\.\w+)?|d\.[cm]?ts|flow|markdown|md|tsbuildinfo)$/i;
const needlessFolders = [
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
];

/** @param {string} folder that is made anew */
async function buildImage(folder) {
  await completeRenderer(house, process.execPath);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) copy(part, folder, (path) => !/\.map(?:\.\w+)?$/.test(path));
  const names = listServerPackages(house);
  for (const place of findFolders(house, names)) {
    // What is nested is a package of its own, taken or not.
    copy(place, folder, (path) => {
      const inside = relative(join(house, place), path);
      if (inside.split(/[\\/]/).includes('node_modules')) return false;
      if (needlessFolders.includes(inside)) return false;
      return !needless.test(path) || /^(?:licen[cs]e|notice|copying)/i.test(basename(path));
    });
  }
  const { name, version, type, license, engines } = JSON.parse(
    readFileSync(join(house, 'package.json'), 'utf8'),
  );
  const about = { name, version, private: true, license, type, engines };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, undefined, 2)}\n`);
}

/** @param {string} part @param {string} folder @param {(path: string) => boolean} filter */
function copy(part, folder, filter) {
  const place = join(folder, part);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(join(house, part), place, { recursive: true, dereference: true, filter });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/image.mjs FOLDER');
  process.exitCode = 2;
} else {
  await buildImage(resolve(folder));
}
