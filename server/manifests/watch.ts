import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** How often it is looked whether anything has changed. */
const idleMilliseconds = 250;
/** So long must files be left alone before they are read: editors write in several steps. */
const quietMilliseconds = 100;
/** Whoever writes without end is not waited for any longer. */
const patienceMilliseconds = 1000;

/**
 * Calls `onChange` once at first, and after files below the directories have changed. Returns how to stop. It looks at
 * names, sizes, inodes and times of change again and again instead of asking the system for events,
 * which belong to a file that may have been replaced, may be lost and differ between systems. What
 * was read is read again as soon as anything is not as it was when it was last quiet.
 */
export function watchDirectories(directories: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** As it was when `onChange` was last called and nothing had been written for a while. */
  let told: string | undefined;
  let latest: string | undefined;
  let busySince: number | undefined;

  async function look(): Promise<void> {
    const found = await fingerprint(directories);
    if (isStopped) return;
    const isQuiet = found === latest;
    latest = found;
    if (found === told) {
      busySince = undefined;
    } else {
      busySince ??= Date.now();
      if (isQuiet || Date.now() - busySince > patienceMilliseconds) {
        // Of what is still being written it isn't sure that the next write would show.
        told = isQuiet ? found : undefined;
        busySince = undefined;
        onChange();
      }
    }
    wait(found === told ? idleMilliseconds : quietMilliseconds);
  }

  function wait(milliseconds: number): void {
    timer = setTimeout(() => void look(), milliseconds);
    timer.unref();
  }

  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Differs whenever a file was written, replaced, renamed, made or taken away. */
async function fingerprint(directories: readonly string[]): Promise<string> {
  const found = await Promise.all(directories.map((directory) => listTimes(directory)));
  return found.flat().join('\n');
}

async function listTimes(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const lines = entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(async (entry): Promise<string[]> => {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) return listTimes(file);
      if (!entry.isFile() || !/\.(json|md)$/.test(entry.name)) return [];
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      // The time of change, unlike that of modification, can't be set back by who copies a file.
      return [found ? `${file} ${found.ino} ${found.size} ${found.ctimeNs}` : `${file} gone`];
    });
  return (await Promise.all(lines)).flat();
}
