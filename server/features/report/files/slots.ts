import { prefetch } from '../prefetch.ts';
import type { ReportRow, ReportTable } from '../reportTable.ts';

/** Cells that are written at a stretch: a millisecond or two of work. */
const cellsInTurn = 2000;

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Resolves when it is the caller's turn, in the order of asking, one a round of the event loop.
 * With setImmediate alone all writers would have theirs in the same round, ten times as long.
 */
export function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

/** A table's rows in slices, each after a turn of the event loop; throws when `signal` says stop. */
export async function* slicesOf(
  table: ReportTable,
  { onRows, signal }: Pick<Progress, 'onRows' | 'signal'>,
): AsyncGenerator<readonly ReportRow[]> {
  const size = Math.max(1, Math.floor(cellsInTurn / table.columns.length));
  let rows = 0;
  for await (const batch of prefetch(table.batches)) {
    for (let from = 0; from < batch.length; from += size) {
      await nextTurn();
      signal?.throwIfAborted();
      const slice = batch.slice(from, from + size);
      yield slice;
      rows += slice.length;
      onRows?.(rows);
    }
  }
}

export interface Progress {
  /** Told how many rows are written so far. */
  readonly onRows?: ((rows: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}
