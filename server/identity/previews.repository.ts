import { sql } from 'drizzle-orm';
import { accountPreview } from '../database/portalTables.ts';
import { statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';
import type { Session } from '../session.ts';
import { recordActivity } from './activity.repository.ts';
import type { NotedCall } from './identity.ts';
import { nameless } from './portalSessions.repository.ts';
import { mayPreview, previewMinutes } from './previewRules.ts';
import { findAccountSession } from './session.repository.ts';

type Actor = Pick<Session, 'accountId' | 'sid'>;

/** From the session's next call on it is the other account's. One that is under way is over. */
export async function startPreview(
  tx: Statements,
  { accountId: actorId, sid = nameless }: Actor,
  accountId: number,
): Promise<{ id: number }> {
  // Two at once, as from two windows, follow one another.
  await tx.run('SELECT FROM account WHERE id = $1 FOR UPDATE', [actorId]);
  await endPreview(tx, { accountId: actorId, sid });
  const endsAt = sql`now() + make_interval(mins => ${previewMinutes})`;
  const [started] = await tx
    .insert(accountPreview)
    .values({ actorId, sid, accountId, startedAt: sql`now()`, endsAt })
    .returning({ id: accountPreview.id });
  if (!started) throw new Error('A row that was inserted was not returned.');
  const detail = { preview: started.id, minutes: previewMinutes };
  await recordActivity(tx, { type: 'PREVIEW_STARTED', actorId, affectedId: accountId, detail });
  return started;
}

/** Notes that a session's preview has ended, and whatever else has, by its own time or its session's. */
export async function endPreview(
  tx: Statements,
  { accountId: actorId, sid = nameless }: Actor,
): Promise<void> {
  await tx.run(
    `WITH ended AS (
       UPDATE account_preview SET ended_at = least(now(), ends_at, (
         SELECT ended_at FROM portal_session AS own
         WHERE own.sid = account_preview.sid AND own.account_id = actor_id
           AND own.ended_at > account_preview.started_at
       ))
       WHERE ended_at IS NULL AND (actor_id = $1 AND sid = $2 OR ends_at <= now())
       RETURNING id, actor_id, account_id, ended_at
     )
     INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country, detail)
     SELECT now(), 'PREVIEW_ENDED', actor_id, actor.username, account_id, seen.username,
       seen.country, jsonb_build_object('preview', ended.id, 'endedAt', ended.ended_at)
     FROM ended JOIN account AS actor ON actor.id = actor_id
     JOIN account AS seen ON seen.id = account_id`,
    [actorId, sid],
  );
}

const openPreview = statement(
  { actorId: 'bigint', accountId: 'bigint' },
  `SELECT actor_id AS "actorId", preview.account_id AS "accountId"
   FROM account_preview AS preview JOIN account AS actor ON actor.id = actor_id
   LEFT JOIN portal_session AS own ON own.sid = preview.sid AND own.account_id = actor_id
   WHERE preview.id = $1 AND preview.ended_at IS NULL AND preview.ends_at > now()
     AND NOT coalesce(own.ended_at >= preview.started_at, false)
     AND NOT coalesce(actor.sessions_ended_at >= preview.started_at
       AND (own.kept_at IS NULL OR own.kept_at < actor.sessions_ended_at), false)`,
);

/** A preview that goes on; undefined for one that is over, or that may be no more. */
export async function findPreview(
  statements: Statements,
  id: number,
): Promise<NotedPreview | undefined> {
  const [open] = await statements.query(openPreview, [id]);
  const actor = open && (await findAccountSession(statements, open.actorId));
  const seen = open && (await findAccountSession(statements, open.accountId));
  return actor && seen && mayPreview(actor, seen) ? { id, ...open } : undefined;
}

interface NotedPreview {
  readonly id: number;
  readonly actorId: number;
  /** Whose account is looked at. */
  readonly accountId: number;
}

/** What was asked for while somebody looked at another's account, under the name of who did. */
export async function notePreviewCall(
  statements: Statements,
  { id, actorId, accountId }: NotedPreview,
  { operation, path }: NotedCall,
): Promise<void> {
  await recordActivity(statements, {
    type: 'PREVIEW_CALL',
    actorId,
    affectedId: accountId,
    detail: { preview: id, operation, path },
  });
}
