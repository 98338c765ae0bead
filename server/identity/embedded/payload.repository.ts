import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Adapter } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { minuteMs } from '../../../schemas/time.ts';
import { oidcPayload } from '../../database/portalTables.ts';
import type { Statements } from '../../database/statements.ts';
import { isWellFormed } from '../../wellFormed.ts';

const cleaningIntervalMs = minuteMs;
/** Sign-ins that were begun and not ended; the oldest give way, however many addresses begin them. */
const usualInteractions = 20_000;

const isLive = or(isNull(oidcPayload.expiresAt), gt(oidcPayload.expiresAt, sql`now()`));

/** Keeps what oidc-provider must remember in the database, so that a restart loses nothing. */
export function createPayloadAdapter(
  statements: Statements,
  { maxInteractions = usualInteractions } = {},
): (model: string) => Adapter {
  let cleanedAt = 0;
  let started = 0;

  async function deleteExpired(): Promise<void> {
    if (Date.now() - cleanedAt < cleaningIntervalMs) return;
    cleanedAt = Date.now();
    await statements.delete(oidcPayload).where(lt(oidcPayload.expiresAt, sql`now()`));
  }

  async function boundInteractions(): Promise<void> {
    started += 1;
    if (started % Math.ceil(maxInteractions / 4) !== 0) return;
    const isInteraction = eq(oidcPayload.model, 'Interaction');
    const surplus = statements
      .select({ id: oidcPayload.id })
      .from(oidcPayload)
      .where(isInteraction)
      .orderBy(desc(oidcPayload.expiresAt))
      .offset(maxInteractions);
    await statements
      .delete(oidcPayload)
      .where(and(isInteraction, inArray(oidcPayload.id, surplus)));
  }

  return (model) => {
    const isNamed = (id: string) => and(eq(oidcPayload.model, model), eq(oidcPayload.id, id));

    async function findBy(key: 'id' | 'uid' | 'userCode', value: string) {
      // Codes and cookies come from outside.
      if (!isWellFormed(value)) return undefined;
      const { payload, consumedAt } = oidcPayload;
      const [row] = await statements
        .select({ payload, consumedAt })
        .from(oidcPayload)
        .where(and(eq(oidcPayload.model, model), eq(oidcPayload[key], value), isLive));
      if (!row?.consumedAt) return row?.payload;
      return { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
    }

    return {
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async upsert(id, payload, expiresIn) {
        const { grantId = null, uid = null, userCode = null } = payload;
        const expiresAt = sql`now() + make_interval(secs => ${expiresIn ?? null})`;
        const content = { payload, grantId, uid, userCode, expiresAt };
        await statements
          .insert(oidcPayload)
          .values({ model, id, ...content })
          .onConflictDoUpdate({ target: [oidcPayload.model, oidcPayload.id], set: content });
        await deleteExpired();
        if (model === 'Interaction') await boundInteractions();
      },
      async consume(id) {
        const { rowCount } = await statements
          .update(oidcPayload)
          .set({ consumedAt: sql`now()` })
          .where(and(isNamed(id), isNull(oidcPayload.consumedAt)));
        // Of two requests that come with one code or refresh token at once, one wins.
        if (rowCount === 0) throw new errors.InvalidGrant('already used');
      },
      async destroy(id) {
        await statements.delete(oidcPayload).where(isNamed(id));
      },
      async revokeByGrantId(grantId) {
        await statements
          .delete(oidcPayload)
          .where(and(eq(oidcPayload.model, model), eq(oidcPayload.grantId, grantId)));
      },
    };
  };
}

/** Takes a session away with all that was issued in it; `uid` is what tokens call its `sid`. */
export async function forgetSession(statements: Statements, uid: string): Promise<void> {
  await statements.run(
    `DELETE FROM oidc_payload
     WHERE payload->>'sessionUid' = $1 OR (model = 'Session' AND uid = $1)`,
    [uid],
  );
}

/**
 * Takes all sessions of an account away but that of `exceptSid`, whose grants and refresh tokens have
 * its uid as well. Interactions and steps that wait for a code belong to no session yet.
 */
export async function forgetSessions(
  statements: Statements,
  subject: string,
  exceptSid: string | undefined,
): Promise<void> {
  await statements.run(
    `DELETE FROM oidc_payload WHERE (
         payload->>'accountId' = $1
         AND model IN ('Session', 'RefreshToken', 'AuthorizationCode', 'PendingFactor')
         AND ($2::text IS NULL OR coalesce(payload->>'sessionUid', uid) IS DISTINCT FROM $2)
       ) OR (
         model = 'Interaction' AND $1 IN (
           payload->'session'->>'accountId', payload->'result'->'login'->>'accountId'
         )
       )`,
    [subject, exceptSid ?? null],
  );
}
