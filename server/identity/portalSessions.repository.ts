import type { Pool } from 'pg';

/**
 * Notes the first call of a session: the account's last sign-in, and a line in the activity log.
 * True for the one call of several at once that was first.
 */
export async function beginSession(pool: Pool, sid: string, accountId: number): Promise<boolean> {
  const { rows } = await pool.query(
    `WITH fresh AS (
       INSERT INTO portal_session (sid, account_id, started_at) VALUES ($1, $2, now())
       ON CONFLICT DO NOTHING RETURNING account_id
     ), touched AS (
       UPDATE account SET last_sign_in_at = now() FROM fresh WHERE id = account_id
       RETURNING id, username
     )
     INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected)
     SELECT now(), 'SIGN_IN', id, username, id, username FROM touched RETURNING id`,
    [sid, accountId],
  );
  if (rows.length === 1) await forgetOldSessions(pool);
  return rows.length === 1;
}

/** Whose tokens are refused from now on: those of one session, or of all of an account's. */
export interface SessionEnd {
  readonly subject: string;
  /** This session only. */
  readonly sid?: string | undefined;
  /** All but this one. */
  readonly exceptSid?: string | undefined;
}

/** Ends sessions; of a single one it is logged that its owner signed out. */
export async function endSessions(
  pool: Pool,
  { subject, sid, exceptSid }: SessionEnd,
): Promise<void> {
  if (sid !== undefined) {
    // A session that hasn't been here yet is ended as well.
    await pool.query(
      `WITH ended AS (
         INSERT INTO portal_session AS known (sid, account_id, started_at, ended_at)
         SELECT $2, id, now(), now() FROM account WHERE subject = $1
         ON CONFLICT (sid, account_id) DO UPDATE SET ended_at = now() WHERE known.ended_at IS NULL
         RETURNING account_id
       )
       INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected)
       SELECT now(), 'SIGN_OUT', id, username, id, username
       FROM ended JOIN account ON id = account_id`,
      [subject, sid],
    );
    return;
  }
  await pool.query(
    // Sessions that have not been here yet end by the account's instant, which the kept one outlives.
    `WITH ended AS (
       UPDATE portal_session SET ended_at = now() FROM account
       WHERE account_id = account.id AND subject = $1 AND ended_at IS NULL
         AND sid IS DISTINCT FROM $2::text
     ), kept AS (
       UPDATE portal_session SET kept_at = now() FROM account
       WHERE account_id = account.id AND subject = $1 AND ended_at IS NULL AND sid = $2::text
     )
     UPDATE account SET sessions_ended_at = now() WHERE subject = $1`,
    [subject, exceptSid ?? null],
  );
}

const keptDays = 30;
const cleaningIntervalMs = 3_600_000;
let cleanedAt = 0;

/** Long after the last token of a session has run out. */
async function forgetOldSessions(pool: Pool): Promise<void> {
  if (Date.now() - cleanedAt < cleaningIntervalMs) return;
  cleanedAt = Date.now();
  await pool.query(
    'DELETE FROM portal_session WHERE started_at < now() - make_interval(days => $1)',
    [keptDays],
  );
}
