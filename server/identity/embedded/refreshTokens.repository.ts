import { and, eq, isNull, sql } from 'drizzle-orm';
import { oidcPayload } from '../../database/portalTables.ts';
import { statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';

const isToken = (id: string) => and(eq(oidcPayload.model, 'RefreshToken'), eq(oidcPayload.id, id));

/**
 * Marks a refresh token as used, and whether its session's own browser used it. False for one that
 * was used before: of two uses at once one is the first.
 */
export async function consumeRefreshToken(
  statements: Statements,
  id: string,
  isByOwnBrowser: boolean,
): Promise<boolean> {
  const { rowCount } = await statements
    .update(oidcPayload)
    .set({
      consumedAt: sql`now()`,
      payload: sql`payload || jsonb_build_object('isByOwnBrowser', ${isByOwnBrowser}::boolean)`,
    })
    .where(and(isToken(id), isNull(oidcPayload.consumedAt)));
  return rowCount !== 0;
}

const firstUse = statement(
  { accountId: 'text', sessionUid: 'text', isByOwnBrowser: 'boolean', secondsAgo: 'float8' },
  `SELECT payload->>'accountId' AS "accountId", payload->>'sessionUid' AS "sessionUid",
     coalesce((payload->>'isByOwnBrowser')::boolean, false) AS "isByOwnBrowser",
     extract(epoch FROM now() - consumed_at)::float8 AS "secondsAgo"
   FROM oidc_payload WHERE model = 'RefreshToken' AND id = $1 AND consumed_at IS NOT NULL`,
);

/** How a refresh token was used that comes again; undefined for one that is gone. */
export async function findFirstUse(statements: Statements, id: string) {
  const [use] = await statements.query(firstUse, [id]);
  return use;
}
