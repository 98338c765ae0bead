import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cacheParameters } from '../../../server/database/pageCache.ts';

// A cache too large costs an idle portal its memory, one too small slows a large one down.
test.each([
  [undefined, 128],
  [1, 32],
  [40, 60],
  [500, 128],
])('of %s MB of data the cache of pages has %i MB', (data, cache) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cache-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  if (data !== undefined) {
    const folder = path.join(dataDir, 'base', '5');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, '1259'), '');
    // Nothing of it is written: a file with holes.
    truncateSync(path.join(folder, '1259'), data * 1024 * 1024);
  }
  expect(cacheParameters(dataDir)).toEqual(['-c', `shared_buffers=${cache}MB`]);
});
