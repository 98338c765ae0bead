import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Database, Transaction } from '../../database/open.ts';
import { setting, signingKey } from '../../database/portalTables.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';
import { recordActivity } from '../activity.repository.ts';

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
export async function ensureProviderKeys({
  statements,
  transaction,
}: Pick<Database, 'statements' | 'transaction'>): Promise<ProviderKeys> {
  return (await findKeys(statements)) ?? transaction(createMissingKeys);
}

/**
 * Makes new keys, which sign from now on. The former ones verify for a day yet, longer than any
 * session; `isAtOnce`, as after a theft, they verify nothing any more. Answers the new key's id.
 */
export function rotateProviderKeys(
  { transaction }: Pick<Database, 'transaction'>,
  { isAtOnce }: { readonly isAtOnce: boolean },
): Promise<string> {
  return transaction(async (tx) => {
    await tx.run('SELECT pg_advisory_xact_lock($1)', [keysLock]);
    const former = isAtOnce ? [] : await readSigningKeys(tx);
    const formerCookies = isAtOnce ? undefined : await readCookieKeys(tx, former.length);
    await tx.run('DELETE FROM signing_key WHERE NOT kid = ANY ($1)', [
      former.map(({ kid }) => kid),
    ]);
    const { kid } = await createSigningKey(tx);
    await createCookieKeys(tx, formerCookies);
    const detail = { kid, isAtOnce };
    await recordActivity(tx, { type: 'KEYS_ROTATED', detail });
    return kid;
  });
}

/** The keys as they are now; undefined where some are missing. */
export async function findKeys(statements: Statements): Promise<ProviderKeys | undefined> {
  const signing = await readSigningKeys(statements);
  const cookies = await readCookieKeys(statements, signing.length);
  return signing.length > 0 && cookies ? { signing, cookies } : undefined;
}

async function createMissingKeys(tx: Transaction): Promise<ProviderKeys> {
  await tx.run('SELECT pg_advisory_xact_lock($1)', [keysLock]);
  const signing = await readSigningKeys(tx);
  if (signing.length === 0) signing.push(await createSigningKey(tx));
  const cookies = (await readCookieKeys(tx, signing.length)) ?? (await createCookieKeys(tx));
  return { signing, cookies };
}

/** The part of a key that everybody may see. */
export function toPublicKey(key: JWK & { kid: string }): JWK {
  const { kty, crv, x, y, kid } = key;
  return { kty, crv, x, y, kid, alg: signingAlgorithm, use: 'sig' } as JWK;
}

const privateKeys = statement(
  { privateJwk: narrow('jsonb', z.looseObject({ kid: z.string(), kty: z.string() })) },
  `SELECT private_jwk AS "privateJwk" FROM (
     SELECT private_jwk, created_at, lag(created_at) OVER (ORDER BY created_at DESC) AS retired_at
     FROM signing_key
   ) AS known
   WHERE retired_at IS NULL OR retired_at > now() - interval '1 day'
   ORDER BY created_at DESC`,
);

async function readSigningKeys(statements: Statements): Promise<(JWK & { kid: string })[]> {
  const rows = await statements.query(privateKeys);
  return rows.map(({ privateJwk }) => privateJwk);
}

async function createSigningKey(tx: Transaction): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const privateJwk = { ...jwk, kid, alg: signingAlgorithm, use: 'sig' };
  await tx.insert(signingKey).values({ kid, privateJwk, createdAt: sql`now()` });
  return privateJwk;
}

const cookieKeys = statement(
  { value: narrow('jsonb', z.array(z.string())) },
  'SELECT value FROM setting WHERE key = $1',
);

/** They come and go with the signing keys, so that as many of them still verify. */
async function readCookieKeys(
  statements: Statements,
  count: number,
): Promise<string[] | undefined> {
  const [row] = await statements.query(cookieKeys, [cookieKeysSetting]);
  return row?.value.slice(0, Math.max(1, count));
}

async function createCookieKeys(tx: Transaction, former: readonly string[] = []) {
  const value = [randomBytes(32).toString('base64url'), ...former];
  await tx
    .insert(setting)
    .values({ key: cookieKeysSetting, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
  return value;
}
