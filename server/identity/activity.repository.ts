import type { ActivityType } from '../../schemas/entities/profile.ts';

/** As much of a pool or transaction as is needed to write one row. */
export interface Writer {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

export interface Activity {
  readonly type: ActivityType;
  /** Who did it; undefined when nobody was signed in. */
  readonly actorId?: number | undefined;
  /** Whose account it is about; undefined when there is no such account. */
  readonly affectedId?: number | undefined;
  /** Never a secret, and nothing that a visitor typed: people type passwords into any field. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** Adds a line to the activity log, with the user names as they are now. */
export async function recordActivity(writer: Writer, activity: Activity): Promise<void> {
  const { type, actorId, affectedId, detail = {} } = activity;
  await writer.query(
    `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, detail)
     VALUES (now(), $1, $2, coalesce((SELECT username FROM account WHERE id = $2), ''),
       $3, coalesce((SELECT username FROM account WHERE id = $3), ''), $4)`,
    [type, actorId ?? null, affectedId ?? null, JSON.stringify(detail)],
  );
}
