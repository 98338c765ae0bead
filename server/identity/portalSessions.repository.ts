import { and, eq, lt, sql } from 'drizzle-orm';
import { hourMs } from '../../schemas/time.ts';
import { portalSession, signInNetwork } from '../database/portalTables.ts';
import { statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';
import { account } from '../database/tables.ts';

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
  statements: Statements,
  { sid, accountId }: { sid: string; accountId: number },
  origin: CallOrigin | undefined,
): Promise<boolean> {
  const started = await statements.run(
    `WITH fresh AS (
       INSERT INTO portal_session (sid, account_id, started_at, last_seen_at, address, user_agent)
       VALUES ($1, $2, now(), now(), $3, $4)
       ON CONFLICT DO NOTHING RETURNING account_id
     ), touched AS (
       UPDATE account SET last_sign_in_at = now() FROM fresh WHERE id = account_id
       RETURNING id, username, country
     )
     INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country, detail)
     SELECT now(), 'SIGN_IN', id, username, id, username, country,
       jsonb_strip_nulls(jsonb_build_object('address', $3::text))
     FROM touched`,
    [sid, accountId, origin?.address || null, origin?.userAgent.slice(0, longestUserAgent) || null],
  );
  if (started === 1) await forgetOldSessions(statements);
  return started === 1;
}

/** Notes that a session made a call. */
export async function touchSession(
  statements: Statements,
  sid: string,
  accountId: number,
): Promise<void> {
  await statements
    .update(portalSession)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(portalSession.sid, sid), eq(portalSession.accountId, accountId)));
}

const rested = statement(
  { hasRested: 'boolean' },
  `SELECT greatest(to_timestamp($3), (
       SELECT coalesce(last_seen_at, started_at) FROM portal_session
       JOIN account ON account.id = account_id WHERE sid = $1 AND subject = $2
     )) + make_interval(secs => $4) < now() AS "hasRested"`,
);

/** Whether nothing was heard of a session for too long; one that never came has its sign-in. */
export async function hasRested(
  statements: Statements,
  { sid, subject, signedInAt }: { sid: string; subject: string; signedInAt: number },
): Promise<boolean> {
  const [row] = await statements.query(rested, [sid, subject, signedInAt, idleSeconds]);
  return row?.hasRested ?? false;
}

const asInstant = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const openSessions = statement(
  {
    id: 'bigint',
    sid: 'text',
    startedAt: 'text',
    lastSeenAt: 'text',
    address: 'text | null',
    userAgent: 'text | null',
  },
  `SELECT seen.id, sid, ${asInstant('started_at')} AS "startedAt",
     ${asInstant('coalesce(last_seen_at, started_at)')} AS "lastSeenAt", address,
     user_agent AS "userAgent"
   FROM portal_session AS seen JOIN account ON account.id = account_id
   WHERE account_id = $1 AND (ended_at IS NULL OR last_seen_at > ended_at)
     AND coalesce(last_seen_at, started_at) > now() - make_interval(secs => $2)
     AND (sessions_ended_at IS NULL OR started_at > sessions_ended_at
       OR kept_at >= sessions_ended_at)
   ORDER BY last_seen_at DESC, seen.id DESC LIMIT 100`,
);

/** An account's sessions that haven't ended or rested for too long, the latest first. */
export function listSessions(statements: Statements, accountId: number) {
  return statements.query(openSessions, [accountId, idleSeconds]);
}

/** Whose session it is, by its subject; undefined for one that hasn't been here. */
export async function findSessionOwner(
  statements: Statements,
  sid: string,
): Promise<string | undefined> {
  const [row] = await statements
    .select({ subject: account.subject })
    .from(portalSession)
    .innerJoin(account, eq(account.id, portalSession.accountId))
    .where(eq(portalSession.sid, sid));
  return row?.subject;
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
  /** What the activity log calls the end of a single session. */
  readonly logs?: 'SIGN_OUT' | 'TOKEN_REUSED';
  /** Whence it was ended, for the activity log. */
  readonly address?: string | undefined;
}

/** Ends sessions; of a single one it is logged that its owner signed out, or why else it is over. */
export async function endSessions(
  statements: Statements,
  { subject, sid, andNameless = false, exceptSid, logs = 'SIGN_OUT', address }: SessionEnd,
): Promise<void> {
  if (sid !== undefined) {
    // A session that hasn't been here yet is ended as well.
    await statements.run(
      `WITH ended AS (
         INSERT INTO portal_session AS known (sid, account_id, started_at, ended_at)
         SELECT named.sid, id, now(), now()
         FROM account CROSS JOIN unnest($2::text[]) AS named (sid) WHERE subject = $1
         -- A provider may begin a session anew by the same name.
         ON CONFLICT (sid, account_id) DO UPDATE SET ended_at = now()
         WHERE known.ended_at IS NULL OR known.last_seen_at > known.ended_at OR known.sid = ''
         RETURNING account_id, sid
       )
       INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country, detail)
       SELECT now(), $3::text, id, username, id, username, country,
         jsonb_strip_nulls(jsonb_build_object('address', $4::text))
       FROM ended JOIN account ON id = account_id WHERE sid <> ''`,
      [subject, andNameless ? [sid, nameless] : [sid], logs, address ?? null],
    );
    return;
  }
  await statements.run(
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
const cleaningIntervalMs = hourMs;
let cleanedAt = 0;

/** Long after the last token of a session has run out. */
async function forgetOldSessions(statements: Statements): Promise<void> {
  if (Date.now() - cleanedAt < cleaningIntervalMs) return;
  cleanedAt = Date.now();
  const longAgo = sql`now() - make_interval(days => ${keptDays})`;
  await statements.delete(portalSession).where(lt(portalSession.startedAt, longAgo));
  await statements.delete(signInNetwork).where(lt(signInNetwork.seenAt, longAgo));
}
