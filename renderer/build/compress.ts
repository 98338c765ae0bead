import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { setPriority, constants as system } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * `node renderer/build/compress.ts FOLDER`: writes brotli and gzip copies beside every file of the
 * built pages that is smaller so. At these levels it takes as long as all else of a build, so it is
 * a step of its own, which may run while the pages are served.
 */

const compressible = /\.(js|css|html|json|svg)$/;

/** The copies that server/http/portal.ts looks for, by what their names end in. */
const encodings = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

async function compressFolder(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  // The build's notes under .vite are never sent.
  const sent = files.filter((file) => compressible.test(file) && !file.startsWith('.'));
  for (const file of sent) await compress(path.join(directory, file));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  for (const [ending, shrink] of Object.entries(encodings)) {
    const smaller = await shrink(content);
    if (smaller.length >= content.length) continue;
    // Renamed into place: a copy that is half written would be sent.
    await writeFile(`${file}.${ending}.new`, smaller);
    await rename(`${file}.${ending}.new`, `${file}.${ending}`);
  }
}

const [directory] = process.argv.slice(2);
if (directory === undefined)
  throw new Error('Say which folder: node renderer/build/compress.ts FOLDER');
setPriority(system.priority.PRIORITY_LOW);
await compressFolder(directory);
