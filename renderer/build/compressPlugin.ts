import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

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

/** Writes brotli and gzip copies beside every file that is smaller so, once all files are written. */
export function compressPlugin(): Plugin {
  let directory = '';
  return {
    name: 'meterhouse-compress',
    apply: 'build',
    configResolved({ root, build }) {
      directory = path.resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      async handler(error) {
        if (error) return;
        const files = await readdir(directory, { recursive: true });
        // The build's notes under .vite are never sent.
        const sent = files.filter((file) => compressible.test(file) && !file.startsWith('.'));
        await Promise.all(sent.map((file) => compress(path.join(directory, file))));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  for (const [ending, shrink] of Object.entries(encodings)) {
    const smaller = await shrink(content);
    if (smaller.length < content.length) await writeFile(`${file}.${ending}`, smaller);
  }
}
