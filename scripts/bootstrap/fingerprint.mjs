import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} root @param {string} path @returns {string[]} */
function listFiles(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => listFiles(root, `${path}/${name}`));
}

/**
 * A hash of names and contents of files and folders: content, because a fresh clone or a switch of
 * branches gives every file a new time.
 * @param {string} root
 * @param {string[]} paths relative to root; missing ones count as empty
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(root, path)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
