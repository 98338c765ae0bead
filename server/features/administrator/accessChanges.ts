import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  forgetChange,
  holdChange,
  noteAfter,
  noteBefore,
  restoreAssignments,
  restoreShares,
  sweepChanges,
} from './accessChanges.repository.ts';

const sweepSeconds = 3600;

/** Has this process forget changes that can't be taken back any more. */
export function workOnAccessChanges(jobs: Pick<Jobs, 'work'>, database: Database): void {
  const run = () => sweepChanges(database.statements);
  jobs.work([], [{ name: 'Deleting old changes of access', seconds: sweepSeconds, run }]);
}

/** Who changes whose properties, of which those of `followers` may change as well. */
interface AccessChange {
  readonly accountId: number;
  readonly actorId: number;
  readonly properties: readonly number[];
  readonly followers?: readonly number[];
}

/**
 * Has `write` change the properties, which answers how many were changed, so that it can be taken back
 * for a day by the id that is answered; null when nothing was changed.
 */
export async function keepChange(
  tx: Transaction,
  { properties, followers = [], ...change }: AccessChange,
  write: () => Promise<number>,
): Promise<{ properties: number; changeId: number | null }> {
  const id = await noteBefore(tx, change, followers, properties);
  const changed = await write();
  return { properties: changed, changeId: (await noteAfter(tx, id)) ? id : null };
}

/** A change to take back: of an administrator with its sub-administrators, or of one of an owner's. */
type Undoing = { readonly id: number; readonly accountId: number; readonly actorId: number } & (
  | { readonly followers: readonly number[] }
  | { readonly ownerId: number }
);

/**
 * Takes a change back where nothing else has been changed since. Throws ACCESS_CHANGE_OVER when it is
 * older than a day or was taken back, and ACCESS_CHANGED_SINCE when there is nothing left of it.
 */
export async function undoChange(
  tx: Transaction,
  undoing: Undoing,
): Promise<{ restored: number; kept: number }> {
  const { id, accountId, actorId } = undoing;
  const properties = await holdChange(tx, id, accountId);
  if (properties === undefined) {
    throw new AppError(
      'ACCESS_CHANGE_OVER',
      `Change ${id} is older than a day, or has been undone: it can’t be undone any more.`,
    );
  }
  const restored =
    'ownerId' in undoing ? await restoreShares(tx, undoing) : await restoreAssignments(tx, undoing);
  if (restored === 0) {
    throw new AppError(
      'ACCESS_CHANGED_SINCE',
      `All properties of change ${id} have been changed since: nothing was undone.`,
    );
  }
  await forgetChange(tx, id);
  const kept = properties - restored;
  await recordActivity(tx, {
    type: 'ACCESS_RESTORED',
    actorId,
    affectedId: accountId,
    detail: { properties: restored, kept },
  });
  return { restored, kept };
}
