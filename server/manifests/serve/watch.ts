import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Events may be lost, and network file systems send none of what others write. */
const watchedMilliseconds = 5000;
/** How often it is looked where the system gives no events. */
const unwatchedMilliseconds = 250;
/** So soon after an event it is looked what has changed. */
const soonMilliseconds = 10;
/** So long must files be left alone before they are read: editors write in several steps. */
const quietMilliseconds = 100;
/** Whoever writes without end is not waited for any longer. */
const patienceMilliseconds = 1000;

interface Options {
  /** How often it is looked without an event. */
  readonly idleMilliseconds?: number;
}

/**
 * Calls `onChange` once at first, and after files below the directories have changed. Returns how to
 * stop. What has changed is told by names, sizes, inodes and times of change alone: the system's
 * events, which belong to a folder that may have been replaced, may be lost and differ between
 * systems, only say when to look. What was read is read again as soon as anything is not as it was
 * when it was last quiet.
 */
export function watchDirectories(
  directories: readonly string[],
  onChange: () => void,
  { idleMilliseconds = watchedMilliseconds }: Options = {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isLooking = false;
  /** Something was written while it was looked. */
  let isAsked = false;
  /** As it was when `onChange` was last called and nothing had been written for a while. */
  let told: string | undefined;
  let latest: string | undefined;
  let busySince: number | undefined;
  let isIdle = false;
  const folders = watchFolders(() => {
    isAsked = true;
    if (isIdle && !isLooking) wait(soonMilliseconds);
  });

  async function look(): Promise<void> {
    isLooking = true;
    isAsked = false;
    const { found, listed } = await readTimes(directories);
    isLooking = false;
    if (isStopped) return;
    // New folders are in what was found: it is looked again before anything is told.
    const isWatched = folders.renew(listed) && directories.every((one) => listed.has(one));
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
    const idle = isWatched ? idleMilliseconds : unwatchedMilliseconds;
    if (found === told && !isAsked) wait(idle, true);
    else wait(quietMilliseconds);
  }

  function wait(milliseconds: number, idle = false): void {
    clearTimeout(timer);
    isIdle = idle;
    timer = setTimeout(() => void look(), milliseconds);
    timer.unref();
  }

  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    folders.close();
  };
}

/** Asks the system for events of folders, each by itself: files in it may be replaced. */
function watchFolders(onEvent: () => void) {
  const watched = new Map<string, { readonly inode: bigint; readonly watcher: FSWatcher }>();
  const forget = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const begin = (folder: string, inode: bigint) => {
    try {
      const watcher = watch(folder, { persistent: false }, onEvent);
      watcher.on('error', () => forget(folder));
      watched.set(folder, { inode, watcher });
    } catch {
      // The system has no more of them, or none for this folder.
    }
  };
  return {
    /** From now on these, by their inodes; whether all of them can be watched. */
    renew(folders: ReadonlyMap<string, bigint>): boolean {
      for (const [folder, { inode }] of [...watched]) {
        if (folders.get(folder) !== inode) forget(folder);
      }
      for (const [folder, inode] of folders) if (!watched.has(folder)) begin(folder, inode);
      return watched.size === folders.size;
    },
    close() {
      for (const folder of [...watched.keys()]) forget(folder);
    },
  };
}

interface Times {
  /** Differs whenever a file was written, replaced, renamed, made or taken away. */
  readonly found: string;
  /** The folders that were read, with their inodes. */
  readonly listed: ReadonlyMap<string, bigint>;
}

async function readTimes(directories: readonly string[]): Promise<Times> {
  const listed = new Map<string, bigint>();
  const found = await Promise.all(directories.map((directory) => listTimes(directory, listed)));
  return { found: found.flat().join('\n'), listed };
}

async function listTimes(directory: string, listed: Map<string, bigint>): Promise<string[]> {
  const own = await stat(directory, { bigint: true }).catch(() => undefined);
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => undefined);
  if (!own || !entries) return [`${directory} gone`];
  listed.set(directory, own.ino);
  const lines = entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(async (entry): Promise<string[]> => {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) return listTimes(file, listed);
      if (!entry.isFile() || !/\.(json|md)$/.test(entry.name)) return [];
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      // The time of change, unlike that of modification, can't be set back by who copies a file.
      return [found ? `${file} ${found.ino} ${found.size} ${found.ctimeNs}` : `${file} gone`];
    });
  return [`${directory} ${own.ino}`, ...(await Promise.all(lines)).flat()];
}
