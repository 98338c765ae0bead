import type { z } from 'zod';
import { accompanied } from '../../database/accompanied.ts';
import type { Transaction } from '../../database/open.ts';
import { type Activity, recordActivity } from '../../identity/activity.repository.ts';
import { type Objects, tellDifferences } from './differences.ts';
import { logIds } from './logRequest.ts';
import { holdObjects } from './objects.repository.ts';

interface PendingEntry extends Activity {
  readonly watched?: Watched | undefined;
  /** Which of the ids in what the transaction answers are told: of what it makes. */
  readonly made?: readonly string[];
}

/** The objects that a change is about, for telling what they were before. */
export interface Watched {
  /** What such objects are called: of two changes of the same ones the second waits for the first. */
  readonly name: string;
  readonly ids: readonly (number | string)[];
  /** Of their fields; those that it lacks aren't told. */
  readonly schema: z.ZodObject;
  readonly read: (tx: Transaction) => Promise<Objects>;
}

/**
 * Does a change with its entry in the activity log: the entry is written in the first transaction of
 * the work that writes rows, so that neither stands without the other. Work that writes nothing leaves
 * no entry. What else it writes comes behind the change, in transactions of its own.
 */
export function withEntry<T>(
  { watched, made = [], detail = {}, ...activity }: PendingEntry,
  work: () => Promise<T>,
): Promise<T> {
  let before: Objects = new Map();
  return accompanied(
    {
      async begin(tx) {
        if (!watched) return;
        await holdObjects(tx, watched.name, watched.ids);
        before = await watched.read(tx);
      },
      async end(tx, result) {
        const changes = watched && tellDifferences(watched.schema, before, await watched.read(tx));
        await recordActivity(tx, {
          ...activity,
          detail: { ...detail, ...logIds(made, result, detail), ...changes },
        });
      },
    },
    work,
  );
}
