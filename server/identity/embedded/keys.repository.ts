import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Database, Transaction } from '../../database/open.ts';
import { setting, signingKey } from '../../database/portalTables.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';

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

async function findKeys(statements: Statements): Promise<ProviderKeys | undefined> {
  const signing = await readSigningKeys(statements);
  const cookies = await readCookieKeys(statements);
  return signing.length > 0 && cookies ? { signing, cookies } : undefined;
}

async function createMissingKeys(tx: Transaction): Promise<ProviderKeys> {
  await tx.run('SELECT pg_advisory_xact_lock($1)', [keysLock]);
  const signing = await readSigningKeys(tx);
  if (signing.length === 0) signing.push(await createSigningKey(tx));
  const cookies = (await readCookieKeys(tx)) ?? (await createCookieKeys(tx));
  return { signing, cookies };
}

/** The part of a key that everybody may see. */
export function toPublicKey(key: JWK & { kid: string }): JWK {
  const { kty, crv, x, y, kid } = key;
  return { kty, crv, x, y, kid, alg: signingAlgorithm, use: 'sig' } as JWK;
}

const privateKeys = statement(
  { privateJwk: narrow('jsonb', z.looseObject({ kid: z.string(), kty: z.string() })) },
  'SELECT private_jwk AS "privateJwk" FROM signing_key ORDER BY created_at DESC',
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

async function readCookieKeys(statements: Statements): Promise<string[] | undefined> {
  const [row] = await statements.query(cookieKeys, [cookieKeysSetting]);
  return row?.value;
}

async function createCookieKeys(tx: Transaction): Promise<string[]> {
  const value = [randomBytes(32).toString('base64url')];
  await tx.insert(setting).values({ key: cookieKeysSetting, value });
  return value;
}
