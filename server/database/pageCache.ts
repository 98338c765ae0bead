import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const megabyte = 1024 * 1024;
/** In megabytes. PostgreSQL's own default is the largest. */
const [smallest, largest] = [32, 128];

/**
 * The embedded engine's cache of pages, which takes its memory at the start, filled or not: one and
 * a half times of what there is to keep in it, so that a small portal may grow until its next start.
 * A new one gets the largest: much may be imported into it at once.
 */
export function cacheParameters(dataDir: string): string[] {
  const base = path.join(dataDir, 'base');
  const bytes = measure(base);
  const wanted = bytes === undefined ? largest : Math.ceil((1.5 * bytes) / megabyte);
  return ['-c', `shared_buffers=${Math.min(largest, Math.max(smallest, wanted))}MB`];
}

/** Of all files below; undefined when there is no such folder. */
function measure(folder: string): number | undefined {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
      const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
      return sum + (found?.isFile() ? found.size : 0);
    }, 0);
  } catch {
    return undefined;
  }
}
