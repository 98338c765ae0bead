import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Database } from '../../../../server/database/open.ts';
import { createIdentity } from '../../../../server/identity/createIdentity.ts';
import type { PortalIdentity } from '../../../../server/identity/identityDeps.ts';
import { addAccounts, anAccount } from './accounts.ts';
import type { Json } from './forge.ts';
import { now } from './forgedTokens.ts';
import { audience, cheapPassword, clientId, listen } from './portal.ts';

/** One way of signing in, with what a good token of it is made of. */
export interface Side {
  readonly identity: PortalIdentity;
  readonly header: Json;
  readonly claims: Json;
  readonly key: KeyObject;
  /** Of the same kind, and nobody's. */
  readonly strangersKey: KeyObject;
}

const publicUrl = 'http://127.0.0.1:1';
const quiet = { error: () => undefined, warn: () => undefined };

/**
 * The embedded provider and an external one over the same accounts: `somebody`, whom the good tokens
 * speak of, and `victim`, who has rights worth stealing.
 */
export async function startBothProviders(
  database: Database,
): Promise<{ embedded: Side; external: Side; close(): void }> {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa-1', use: 'sig' };
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const isDiscovery = request.url?.endsWith('/.well-known/openid-configuration');
    const document = { issuer, jwks_uri: `${issuer}/keys` };
    response.end(JSON.stringify(isDiscovery ? document : { keys: [jwk] }));
  });
  const issuer = await listen(server, 0);
  const make = (over: { OIDC_ISSUER?: string } = {}) =>
    createIdentity({
      config: {
        PUBLIC_URL: publicUrl,
        OIDC_CLIENT_ID: clientId,
        OIDC_AUDIENCE: audience,
        DEMO: false,
        NODE_ENV: 'test',
        ...over,
      },
      database,
      logger: quiet,
      passwordCost: cheapPassword,
    });
  const [inside, outside] = [await make(), await make({ OIDC_ISSUER: issuer })];

  await addAccounts(database, [
    anAccount('victim', { roles: ['portal_support'] }),
    anAccount('somebody', { roles: ['portal_user'] }),
  ]);
  const { rows: keys } = await database.pool.query('SELECT private_jwk AS key FROM signing_key');
  const { rows: accounts } = await database.pool.query<{ subject: string }>(
    `SELECT subject FROM account WHERE username = 'somebody'`,
  );
  const shared = {
    sub: accounts[0]?.subject,
    iat: now,
    exp: now + 300,
    client_id: clientId,
    jti: randomUUID(),
    groups: ['portal_user'],
  };
  return {
    embedded: {
      identity: inside,
      header: { alg: 'ES256', typ: 'at+jwt', kid: keys[0].key.kid },
      claims: { ...shared, iss: `${publicUrl}/oidc`, aud: audience },
      key: createPrivateKey({ format: 'jwk', key: keys[0].key }),
      strangersKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    },
    external: {
      identity: outside,
      header: { alg: 'RS256', typ: 'JWT', kid: 'rsa-1' },
      claims: { ...shared, iss: issuer, aud: [audience, 'account'], typ: 'Bearer' },
      key: rsa.privateKey,
      strangersKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    },
    close: () => server.close(),
  };
}
