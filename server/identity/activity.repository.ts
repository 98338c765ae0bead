import { sql } from 'drizzle-orm';
import type { ActivityType } from '../../schemas/entities/profile.ts';
import { activityLog } from '../database/portalTables.ts';
import type { Statements } from '../database/statements.ts';
import { account } from '../database/tables.ts';

export interface Activity {
  readonly type: ActivityType;
  /** Who did it; undefined when nobody was signed in. */
  readonly actorId?: number | undefined;
  /** Whose account it is about; undefined when there is no such account. */
  readonly affectedId?: number | undefined;
  /** Never a secret, and nothing that a visitor typed: people type passwords into any field. */
  readonly detail?: Readonly<Record<string, string | number | boolean | object>>;
}

/** Adds a line to the activity log, with the user names as they are now. */
export async function recordActivity(statements: Statements, activity: Activity): Promise<void> {
  const { actorId, affectedId } = activity;
  await statements.insert(activityLog).values({
    ...activity,
    at: sql`now()`,
    actor: usernameOf(actorId),
    affected: usernameOf(affectedId),
  });
}

function usernameOf(id: number | undefined) {
  const { username, id: accountId } = account;
  if (id === undefined) return '';
  return sql`coalesce((SELECT ${username} FROM ${account} WHERE ${accountId} = ${id}), '')`;
}
