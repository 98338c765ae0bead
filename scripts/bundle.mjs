import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ file: string, isEntry?: boolean, css?: string[], imports?: string[],
 *   dynamicImports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest Vite's manifest.json: chunk by the name of its source.
 */

/**
 * The chunks that are loaded when `keys` are, following static and, when asked for, lazy imports.
 * @param {Manifest} manifest
 * @param {string[]} keys
 * @param {(key: string) => boolean} followsLazy
 */
function collectChunks(manifest, keys, followsLazy) {
  const seen = new Set();
  const open = [...keys];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    open.push(...(chunk?.imports ?? []));
    open.push(...(chunk?.dynamicImports ?? []).filter(followsLazy));
  }
  return [...seen].flatMap((key) => manifest[key] ?? []);
}

/**
 * Which files of a built renderer the browser loads: with the entry, and at most on a route that
 * shows nothing of `absent`, which are lazy modules by their names.
 * @param {Manifest} manifest
 * @param {string[]} [absent]
 */
export function listBundle(manifest, absent = []) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length === 0) {
    throw new Error('The manifest of the built renderer has no entry: build it again.');
  }
  const atStart = collectChunks(manifest, entries, () => false);
  const onRoutes = collectChunks(
    manifest,
    entries,
    (key) => !absent.some((name) => key.includes(`/${name}.`) || key.endsWith(`/${name}`)),
  );
  /** @param {Chunk[]} chunks */
  const scriptsOf = (chunks) => chunks.map(({ file }) => file).filter((f) => f.endsWith('.js'));
  return {
    entryScripts: scriptsOf(atStart),
    entryStyles: [...new Set(atStart.flatMap(({ css }) => css ?? []))],
    routeScripts: scriptsOf(onRoutes),
  };
}

/**
 * The same for a folder on disk, as paths from here of what is sent: a brotli copy where there is one.
 * @param {string} folder
 * @param {string[]} [absent]
 */
export function readBundle(folder, absent = []) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const { entryScripts, entryStyles, routeScripts } = listBundle(manifest, absent);
  /** @param {string} file */
  const onDisk = (file) => {
    const compressed = join(folder, `${file}.br`);
    return existsSync(compressed) ? compressed : join(folder, file);
  };
  return {
    entryScripts: entryScripts.map(onDisk),
    entryStyles: entryStyles.map(onDisk),
    routeScripts: routeScripts.map(onDisk),
  };
}
