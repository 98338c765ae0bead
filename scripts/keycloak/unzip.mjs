import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';

/**
 * Unpacks an archive into a folder; names that lead out of it are refused by yauzl.
 * @param {string} file
 * @param {string} folder
 */
export async function unzip(file, folder) {
  const archive = await openPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    const target = join(folder, entry.fileName);
    if (entry.fileName.endsWith('/')) {
      mkdirSync(target, { recursive: true });
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target));
  }
}
