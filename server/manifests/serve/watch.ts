import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

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

/**
 * Folder by folder, with turns of others in between. Asked one by one without waiting, files cost an
 * idle portal a third of what they cost as so many promises.
 */
async function readTimes(directories: readonly string[]): Promise<Times> {
  const listed = new Map<string, bigint>();
  const lines: string[] = [];
  const folders = [...directories].reverse();
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    folders.push(...listTimes(folder, lines, listed).reverse());
    await nextTurn();
  }
  return { found: lines.join('\n'), listed };
}

/** Adds what is in one folder, and answers the folders in it. */
function listTimes(directory: string, lines: string[], listed: Map<string, bigint>): string[] {
  const own = ignoreFaults(() => statSync(directory, exact));
  const entries = ignoreFaults(() => readdirSync(directory, { withFileTypes: true }));
  if (!own || !entries) {
    lines.push(`${directory} gone`);
    return [];
  }
  listed.set(directory, own.ino);
  lines.push(`${directory} ${own.ino}`);
  const folders: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) folders.push(file);
    if (!entry.isFile() || !/\.(json|md)$/.test(entry.name)) continue;
    const found = ignoreFaults(() => statSync(file, exact));
    // The time of change, unlike that of modification, can't be set back by who copies a file.
    lines.push(found ? `${file} ${found.ino} ${found.size} ${found.ctimeNs}` : `${file} gone`);
  }
  return folders;
}

const exact = { bigint: true, throwIfNoEntry: false } as const;

/** What can't be read is as good as gone: a folder taken away meanwhile, or one of somebody else's. */
function ignoreFaults<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
