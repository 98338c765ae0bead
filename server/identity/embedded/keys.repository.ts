import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Pool, PoolClient } from 'pg';

export const signingAlgorithm = 'ES256';

export interface ProviderKeys {
  /** Private keys, newest first: it signs, the others still verify. */
  readonly signing: readonly (JWK & { kid: string })[];
  /** Secrets that sign the provider's cookies, newest first. */
  readonly cookies: readonly string[];
}

const cookieKeysSetting = 'identity.cookieKeys';
// Any fixed number: it keeps two servers that start at once from making two sets of keys.
const keysLock = 7_243_001;

/** The embedded provider's keys, made on first use and kept, so that sessions outlive a restart. */
export async function ensureProviderKeys(pool: Pool): Promise<ProviderKeys> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [keysLock]);
    const signing = await readSigningKeys(client);
    if (signing.length === 0) signing.push(await createSigningKey(client));
    const cookies = (await readCookieKeys(client)) ?? (await createCookieKeys(client));
    await client.query('COMMIT');
    return { signing, cookies };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The part of a key that everybody may see. */
export function toPublicKey(key: JWK & { kid: string }): JWK {
  const { kty, crv, x, y, kid } = key;
  return { kty, crv, x, y, kid, alg: signingAlgorithm, use: 'sig' } as JWK;
}

async function readSigningKeys(client: PoolClient): Promise<(JWK & { kid: string })[]> {
  const { rows } = await client.query<{ private_jwk: JWK & { kid: string } }>(
    'SELECT private_jwk FROM signing_key ORDER BY created_at DESC',
  );
  return rows.map((row) => row.private_jwk);
}

async function createSigningKey(client: PoolClient): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key = { ...jwk, kid, alg: signingAlgorithm, use: 'sig' };
  await client.query(
    'INSERT INTO signing_key (kid, private_jwk, created_at) VALUES ($1, $2, now())',
    [kid, JSON.stringify(key)],
  );
  return key;
}

async function readCookieKeys(client: PoolClient): Promise<string[] | undefined> {
  const { rows } = await client.query<{ value: string[] }>(
    'SELECT value FROM setting WHERE key = $1',
    [cookieKeysSetting],
  );
  return rows[0]?.value;
}

async function createCookieKeys(client: PoolClient): Promise<string[]> {
  const keys = [randomBytes(32).toString('base64url')];
  await client.query('INSERT INTO setting (key, value) VALUES ($1, $2)', [
    cookieKeysSetting,
    JSON.stringify(keys),
  ]);
  return keys;
}
