import type { PGlite } from '@electric-sql/pglite';

/** So much of the log, at most, is kept for a start after the process was killed. */
const maxLogBytes = 48 * 1024 * 1024;
const lookMilliseconds = 250;

/** The log's files that are kept for use again: by default a gigabyte of them. */
export const logParameters = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=32MB'];

/**
 * Does for the embedded engine what the process of that name does for a PostgreSQL server: without
 * checkpoints its log grew until the portal was stopped, and was read anew when it had been killed.
 * `look` is called while nobody is inside a transaction, and mostly does nothing.
 */
export function createCheckpointer(
  pglite: Pick<PGlite, 'query' | 'exec'>,
  now: () => number = () => performance.now(),
): { look(): Promise<void> } {
  let lastLook = now();
  return {
    async look() {
      if (now() - lastLook < lookMilliseconds) return;
      const { rows } = await pglite.query(
        'SELECT 1 FROM pg_control_checkpoint() WHERE pg_current_wal_insert_lsn() - redo_lsn > $1',
        [maxLogBytes],
      );
      if (rows.length > 0) await pglite.exec('CHECKPOINT');
      lastLook = now();
    },
  };
}
