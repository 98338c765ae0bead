import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Pool } from 'pg';

const cleaningIntervalMs = 60_000;
/** Sign-ins that were begun and not ended; the oldest give way, however many addresses begin them. */
const usualInteractions = 20_000;

type Row = { payload: AdapterPayload; consumed: number | null };

const columns = `payload, extract(epoch FROM consumed_at)::integer AS consumed`;
const isLive = '(expires_at IS NULL OR expires_at > now())';

/** Keeps what oidc-provider must remember in the database, so that a restart loses nothing. */
export function createPayloadAdapter(
  pool: Pool,
  { mostInteractions = usualInteractions } = {},
): (model: string) => Adapter {
  let cleanedAt = 0;
  let begun = 0;

  async function deleteExpired(): Promise<void> {
    if (Date.now() - cleanedAt < cleaningIntervalMs) return;
    cleanedAt = Date.now();
    await pool.query('DELETE FROM oidc_payload WHERE expires_at < now()');
  }

  async function boundInteractions(): Promise<void> {
    begun += 1;
    if (begun % Math.ceil(mostInteractions / 4) !== 0) return;
    await pool.query(
      `DELETE FROM oidc_payload WHERE model = 'Interaction' AND id IN (
         SELECT id FROM oidc_payload WHERE model = 'Interaction'
         ORDER BY expires_at DESC OFFSET $1)`,
      [mostInteractions],
    );
  }

  return (model) => {
    async function findBy(column: 'id' | 'uid' | 'user_code', value: string) {
      // Codes and cookies come from outside, and PostgreSQL's text can't hold a NUL.
      if (value.includes('\0')) return undefined;
      const { rows } = await pool.query<Row>(
        `SELECT ${columns} FROM oidc_payload WHERE model = $1 AND ${column} = $2 AND ${isLive}`,
        [model, value],
      );
      const [row] = rows;
      return row && { ...row.payload, ...(row.consumed !== null && { consumed: row.consumed }) };
    }

    return {
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('user_code', userCode),
      async upsert(id, payload, expiresIn) {
        await pool.query(
          `INSERT INTO oidc_payload (model, id, payload, grant_id, uid, user_code, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
           ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload,
             grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code,
             expires_at = excluded.expires_at`,
          [
            model,
            id,
            JSON.stringify(payload),
            payload.grantId ?? null,
            payload.uid ?? null,
            payload.userCode ?? null,
            expiresIn ?? null,
          ],
        );
        await deleteExpired();
        if (model === 'Interaction') await boundInteractions();
      },
      async consume(id) {
        const { rowCount } = await pool.query(
          `UPDATE oidc_payload SET consumed_at = now()
           WHERE model = $1 AND id = $2 AND consumed_at IS NULL`,
          [model, id],
        );
        // Of two requests that come with one code or refresh token at once, one wins.
        if (rowCount === 0) throw new errors.InvalidGrant('already used');
      },
      async destroy(id) {
        await pool.query('DELETE FROM oidc_payload WHERE model = $1 AND id = $2', [model, id]);
      },
      async revokeByGrantId(grantId) {
        await pool.query('DELETE FROM oidc_payload WHERE model = $1 AND grant_id = $2', [
          model,
          grantId,
        ]);
      },
    };
  };
}

/** Takes a session away with all that was issued in it; `uid` is what tokens call its `sid`. */
export async function forgetSession(pool: Pool, uid: string): Promise<void> {
  await pool.query(
    `DELETE FROM oidc_payload
     WHERE payload->>'sessionUid' = $1 OR (model = 'Session' AND uid = $1)`,
    [uid],
  );
}
