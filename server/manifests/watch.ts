import { type FSWatcher, watch } from 'node:fs';

/** Editors write in several steps; so long must it be quiet before files are read. */
const quietMilliseconds = 80;

/** Calls `onQuiet` after files below the directories have changed. Returns how to stop. */
export function watchDirectories(directories: readonly string[], onQuiet: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = directories.map((directory) => {
    const watcher = watch(directory, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(onQuiet, quietMilliseconds);
      timer.unref();
    });
    watcher.on('error', () => {
      // A directory that goes away must not take the server along.
    });
    return watcher;
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
