import { dayMs } from '../../schemas/time.ts';
import type { Database } from '../database/open.ts';
import {
  type FileKind,
  type FileName,
  type FileStore,
  newFileName,
  requireFileName,
  type StoredFile,
} from './fileStore.ts';
import { dropNoteOfRemoved, listUnclaimed, noteUnclaimed } from './unclaimed.repository.ts';

/** Longer than anything takes to be written. */
const unclaimedMilliseconds = dayMs;

export type Files = ReturnType<typeof createFiles>;

/**
 * The store together with the database's note of what lies there unclaimed: whatever ends, and
 * whenever, no file stays behind that nobody knows.
 */
export function createFiles({
  database,
  store,
  now,
}: {
  readonly database: Pick<Database, 'transaction' | 'statements'>;
  readonly store: FileStore;
  readonly now: () => Date;
}) {
  /**
   * Removes a file that no row refers to; nothing happens when one does. While a backup is made the
   * file stays: `sweep` removes it later.
   */
  const discard = (name: FileName) =>
    database.transaction(async (tx) => {
      // Whoever would claim it meanwhile waits for this to end, and finds no note.
      if (await dropNoteOfRemoved(tx, name)) await store.remove(name);
    });

  return {
    get: store.get,
    discard,
    /** Keeps what streams by, unclaimed: a row has to refer to it within a day (`claimFile`). */
    async keep(
      kind: FileKind,
      content: AsyncIterable<Uint8Array>,
      limits: Parameters<FileStore['put']>[2],
    ): Promise<StoredFile & { readonly name: FileName }> {
      const name = newFileName(kind);
      await database.transaction((tx) => noteUnclaimed(tx, name, now()));
      try {
        return { name, ...(await store.put(name, content, limits)) };
      } catch (error) {
        await discard(name);
        throw error;
      }
    },
    /** Removes what has been unclaimed for a day: of processes that ended, and of rows that are gone. */
    async sweep(): Promise<void> {
      const before = new Date(now().getTime() - unclaimedMilliseconds);
      for (const name of await listUnclaimed(database.statements, before)) {
        await discard(requireFileName(name));
      }
    },
  };
}
