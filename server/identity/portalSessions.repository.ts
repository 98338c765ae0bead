import type { Pool } from 'pg';

/** Where a call comes from, as far as is known. */
export interface CallOrigin {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * After so many seconds without a call a session is over at the server, too: the page's fifteen
 * minutes, and what a page that is open may be late with its next call.
 */
export const idleSeconds = 17 * 60;

/** Stands for the session of tokens that name none. */
export const nameless = '';

/** A session's last call is noted once in so many seconds. */
export const seenEverySeconds = 60;

const longestUserAgent = 300;

/**
 * Notes the first call of a session: the account's last sign-in, and a line in the activity log.
 * True for the one call of several at once that was first.
 */
export async function beginSession(
  pool: Pool,
  { sid, accountId }: { sid: string; accountId: number },
  origin: CallOrigin | undefined,
): Promise<boolean> {
  const { rows } = await pool.query(
    `WITH fresh AS (
       INSERT INTO portal_session (sid, account_id, started_at, last_seen_at, address, user_agent)
       VALUES ($1, $2, now(), now(), $3, $4)
       ON CONFLICT DO NOTHING RETURNING account_id
     ), touched AS (
       UPDATE account SET last_sign_in_at = now() FROM fresh WHERE id = account_id
       RETURNING id, username
     )
     INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, detail)
     SELECT now(), 'SIGN_IN', id, username, id, username,
       jsonb_strip_nulls(jsonb_build_object('address', $3::text))
     FROM touched RETURNING id`,
    [sid, accountId, origin?.address || null, origin?.userAgent.slice(0, longestUserAgent) || null],
  );
  if (rows.length === 1) await forgetOldSessions(pool);
  return rows.length === 1;
}

/** Notes that a session made a call. */
export async function touchSession(pool: Pool, sid: string, accountId: number): Promise<void> {
  await pool.query(
    'UPDATE portal_session SET last_seen_at = now() WHERE sid = $1 AND account_id = $2',
    [sid, accountId],
  );
}

/** Whether nothing was heard of a session for too long; one that never came has its sign-in. */
export async function hasRested(
  pool: Pool,
  { sid, subject, signedInAt }: { sid: string; subject: string; signedInAt: number },
): Promise<boolean> {
  const { rows } = await pool.query<{ hasRested: boolean }>(
    `SELECT greatest(to_timestamp($3), (
         SELECT coalesce(last_seen_at, started_at) FROM portal_session
         JOIN account ON account.id = account_id WHERE sid = $1 AND subject = $2
       )) + make_interval(secs => $4) < now() AS "hasRested"`,
    [sid, subject, signedInAt, idleSeconds],
  );
  return rows[0]?.hasRested ?? false;
}

interface OpenSession {
  readonly id: number;
  readonly sid: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

const asInstant = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** An account's sessions that haven't ended or rested for too long, the latest first. */
export async function listSessions(pool: Pool, accountId: number): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `SELECT seen.id::float8 AS id, sid, ${asInstant('started_at')} AS "startedAt",
       ${asInstant('coalesce(last_seen_at, started_at)')} AS "lastSeenAt", address,
       user_agent AS "userAgent"
     FROM portal_session AS seen JOIN account ON account.id = account_id
     WHERE account_id = $1 AND (ended_at IS NULL OR last_seen_at > ended_at)
       AND coalesce(last_seen_at, started_at) > now() - make_interval(secs => $2)
       AND (sessions_ended_at IS NULL OR started_at > sessions_ended_at
         OR kept_at >= sessions_ended_at)
     ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
    [accountId, idleSeconds],
  );
  return rows;
}

/** Whose tokens are refused from now on: those of one session, or of all of an account's. */
export interface SessionEnd {
  readonly subject: string;
  /** This session only. */
  readonly sid?: string | undefined;
  /** Besides that session the account's tokens that name none. */
  readonly andNameless?: boolean;
  /** All but this one. */
  readonly exceptSid?: string | undefined;
}

/** Ends sessions; of a single one it is logged that its owner signed out. */
export async function endSessions(
  pool: Pool,
  { subject, sid, andNameless = false, exceptSid }: SessionEnd,
): Promise<void> {
  if (sid !== undefined) {
    // A session that hasn't been here yet is ended as well.
    await pool.query(
      `WITH ended AS (
         INSERT INTO portal_session AS known (sid, account_id, started_at, ended_at)
         SELECT named.sid, id, now(), now()
         FROM account CROSS JOIN unnest($2::text[]) AS named (sid) WHERE subject = $1
         -- A provider may begin a session anew by the same name.
         ON CONFLICT (sid, account_id) DO UPDATE SET ended_at = now()
         WHERE known.ended_at IS NULL OR known.last_seen_at > known.ended_at OR known.sid = ''
         RETURNING account_id, sid
       )
       INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected)
       SELECT now(), 'SIGN_OUT', id, username, id, username
       FROM ended JOIN account ON id = account_id WHERE sid <> ''`,
      [subject, andNameless ? [sid, nameless] : [sid]],
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
  await pool.query(
    'DELETE FROM sign_in_network WHERE seen_at < now() - make_interval(days => $1)',
    [keptDays],
  );
}
