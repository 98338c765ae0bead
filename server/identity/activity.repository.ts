import { sql } from 'drizzle-orm';
import type { ActivityType } from '../../schemas/entities/activity.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { activityLog } from '../database/activityTables.ts';
import type { Statements } from '../database/statements.ts';
import { account } from '../database/tables.ts';
import { toWellFormed } from '../wellFormed.ts';

export interface Activity {
  readonly type: ActivityType;
  /** Who did it; undefined when nobody was signed in. */
  readonly actorId?: number | undefined;
  /** Whose account it is about; undefined when there is no such account. */
  readonly affectedId?: number | undefined;
  /** Whose support sees it, where neither account says so. */
  readonly country?: Country | undefined;
  /** Never a secret, and nothing that a visitor typed: people type passwords into any field. */
  readonly detail?: Readonly<Record<string, string | number | boolean | object>>;
}

/** Adds a line to the activity log, with the user names and the market as they are now. */
export async function recordActivity(statements: Statements, activity: Activity): Promise<void> {
  const { actorId, affectedId, country = null, detail } = activity;
  await statements.insert(activityLog).values({
    ...activity,
    // What is logged comes from anywhere, and may have been cut within a character.
    ...(detail && { detail: toWellFormed(detail) }),
    at: sql`now()`,
    actor: sql`coalesce(${ofAccount(account.username, actorId)}, '')`,
    affected: sql`coalesce(${ofAccount(account.username, affectedId)}, '')`,
    country: sql`coalesce(${ofAccount(account.country, affectedId)}, ${ofAccount(account.country, actorId)}, ${country})`,
  });
}

function ofAccount(column: typeof account.username | typeof account.country, id?: number) {
  if (id === undefined) return sql`NULL`;
  return sql`(SELECT ${column} FROM ${account} WHERE ${account.id} = ${id})`;
}
