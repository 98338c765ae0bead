import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './execute.mjs';
import { fingerprint } from './fingerprint.mjs';

const sources = ['renderer', 'schemas', 'locales', 'vite.config.ts', 'package-lock.json'];

/** @param {string} house */
function placesIn(house) {
  const dist = join(house, 'dist');
  return {
    dist,
    built: join(dist, 'renderer'),
    building: join(dist, 'renderer.building'),
    outgoing: join(dist, 'renderer.outgoing'),
    stamp: join(dist, '.stamp'),
    compressed: join(dist, '.compressed'),
  };
}

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Whether dist/renderer was built from the files as they are now. @param {string} house */
export function isRendererBuilt(house) {
  const { built, stamp } = placesIn(house);
  if (!existsSync(join(built, 'index.html'))) return false;
  return readIfThere(stamp) === fingerprint(house, sources);
}

/** Whether the pages as they are built have their compressed copies. @param {string} house */
export function isRendererCompressed(house) {
  const { stamp, compressed } = placesIn(house);
  const hash = readIfThere(stamp);
  return hash !== undefined && readIfThere(compressed) === hash;
}

/**
 * Builds the renderer beside the old one and then puts it in its place, so that a build that is
 * killed leaves either the old or the new one, never a half. Its compressed copies come later.
 * @param {string} house
 * @param {string} node
 */
export async function buildRenderer(house, node) {
  const { dist, built, building, outgoing, stamp } = placesIn(house);
  const hash = fingerprint(house, sources);
  mkdirSync(dist, { recursive: true });
  for (const folder of [building, outgoing]) rmSync(folder, { recursive: true, force: true });
  const vite = join(house, 'node_modules', 'vite', 'bin', 'vite.js');
  await runQuietly(node, [vite, 'build', '--outDir', building, '--emptyOutDir'], {
    cwd: house,
    env: { ...process.env, NODE_ENV: 'production' },
    mend: 'Mend what Vite names above, and start again.',
  });
  rmSync(stamp, { force: true });
  if (existsSync(built)) renameSync(built, outgoing);
  renameSync(building, built);
  writeFileSync(stamp, hash);
  rmSync(outgoing, { recursive: true, force: true });
}

/**
 * Writes the compressed copies of the built pages, which may be served meanwhile; one that is killed
 * is done again.
 * @param {string} house
 * @param {string} node
 */
export async function compressRenderer(house, node) {
  const { built, stamp, compressed } = placesIn(house);
  const hash = readFileSync(stamp, 'utf8');
  await runQuietly(node, [join(house, 'renderer', 'build', 'compress.ts'), built], {
    cwd: house,
    mend: 'See whether the disk is full, and start again.',
  });
  writeFileSync(compressed, hash);
}

/** Leaves the pages as they are sent, whatever of it was done already. @param {string} house @param {string} node */
export async function completeRenderer(house, node) {
  if (!isRendererBuilt(house)) await buildRenderer(house, node);
  if (!isRendererCompressed(house)) await compressRenderer(house, node);
}
