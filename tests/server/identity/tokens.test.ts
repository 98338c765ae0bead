import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createIdentity } from '../../../server/identity/createIdentity.ts';
import type { PortalIdentity } from '../../../server/identity/identityDeps.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount, grantProperty, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';
import {
  audience,
  cheapPassword,
  clientId,
  listen,
  startPortal,
  type TestPortal,
} from './support/portal.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const bearer = (token: string) => `Bearer ${token}`;

describe('a token of the embedded provider', () => {
  let portal: TestPortal;
  let ids: Map<string, number>;

  beforeAll(async () => {
    portal = await startPortal(database);
    ids = await addAccounts(database, [anAccount('admin.pl'), anAccount('user.pl')]);
  });

  afterAll(() => portal.close());

  async function sign(
    payload: Record<string, unknown>,
    header: { alg?: string; typ?: string; kid?: string } = {},
    foreignKey?: CryptoKey,
  ): Promise<string> {
    const { rows } = await database.pool.query('SELECT private_jwk AS key FROM signing_key');
    const { key } = rows[0] as { key: { kid: string } };
    const { rows: accounts } = await database.pool.query(
      `SELECT subject FROM account WHERE username = 'admin.pl'`,
    );
    return new SignJWT({
      iss: `${portal.url}/oidc`,
      aud: audience,
      sub: (accounts[0] as { subject: string }).subject,
      iat: seconds(0),
      exp: seconds(300),
      ...payload,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
      .sign(foreignKey ?? (await importJWK(key, 'ES256')));
  }

  const withoutSignature = (token: string, header: object) => {
    const [, payload] = token.split('.');
    return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`;
  };

  it('is accepted as the tests below make it, and up to 60 s past its end', async () => {
    const { identity } = portal;
    expect(await identity.authenticate(bearer(await sign({})))).toMatchObject({
      user: { username: 'admin.pl' },
      subject: { signedIn: true, country: 'PL' },
    });
    expect(await identity.authenticate(bearer(await sign({ exp: seconds(-50) })))).toBeDefined();
  });

  it.each<[string, () => Promise<string>]>([
    ['another issuer', () => sign({ iss: 'https://evil.example/oidc' })],
    ['another audience', () => sign({ aud: 'other-api' })],
    ['no audience', () => sign({ aud: undefined })],
    ['the client as audience, as ID tokens have', () => sign({ aud: clientId })],
    ['an end that is over', () => sign({ exp: seconds(-70) })],
    ['an end that lies far off', () => sign({ iat: seconds(-370), exp: seconds(9999) })],
    ['a beginning that lies ahead', () => sign({ iat: seconds(90), exp: seconds(300) })],
    ['no end', () => sign({ exp: undefined })],
    ['a start that is to come', () => sign({ nbf: seconds(120) })],
    ['no subject', () => sign({ sub: undefined })],
    ['an unknown subject', () => sign({ sub: randomUUID() })],
    ['the type of an ID token', () => sign({}, { typ: 'JWT' })],
    ['the type of a logout token', () => sign({}, { typ: 'logout+jwt' })],
    ['alg none', async () => withoutSignature(await sign({}), { alg: 'none', typ: 'at+jwt' })],
    [
      'a symmetric signature',
      async () =>
        new SignJWT({
          iss: `${portal.url}/oidc`,
          aud: audience,
          sub: 'x',
          iat: seconds(0),
          exp: seconds(300),
        })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(new TextEncoder().encode('x'.repeat(32))),
    ],
    ['somebody else’s key', async () => sign({}, {}, (await generateKeyPair('ES256')).privateKey)],
    [
      'somebody else’s key under its own name',
      async () => sign({}, { kid: 'other' }, (await generateKeyPair('ES256')).privateKey),
    ],
    [
      'changed claims',
      async () => {
        const [header, , signature] = (await sign({})).split('.');
        const [, payload] = (await sign({ exp: seconds(9999) })).split('.');
        return `${header}.${payload}.${signature}`;
      },
    ],
    ['no token at all', async () => 'abc'],
  ])('is refused with %s', async (_name, make) => {
    expect(await portal.identity.authenticate(bearer(await make()))).toBeUndefined();
  });

  it('is no access token when it is an ID token or a refresh token', async () => {
    const tokens = await new Browser(portal.url).signIn('admin.pl', password);
    expect(await portal.identity.authenticate(bearer(tokens.access_token))).toBeDefined();
    expect(await portal.identity.authenticate(bearer(tokens.id_token))).toBeUndefined();
    expect(await portal.identity.authenticate(bearer(tokens.refresh_token))).toBeUndefined();
    expect(await portal.identity.authenticate(`Basic ${tokens.access_token}`)).toBeUndefined();
    expect(await portal.identity.authenticate(undefined)).toBeUndefined();
  });

  it('carries no rights: they are the database’s, at once', async () => {
    const { identity } = portal;
    const authorization = bearer(
      await sign({ groups: ['portal_support'], features: ['REPORT_JOB'] }),
    );
    expect(await identity.authenticate(authorization)).toMatchObject({
      subject: { roles: ['portal_admin'], features: [] },
    });

    const accountId = ids.get('admin.pl')!;
    const first = await grantProperty(database, accountId, ['CONSUMPTION_BASIC', 'REPORT_JOB']);
    await grantProperty(database, accountId, ['CONSUMPTION_BASIC', 'WARNING_CO2']);
    const features = async () => (await identity.authenticate(authorization))?.user.features;
    expect(await features()).toEqual(['CONSUMPTION_BASIC', 'REPORT_JOB', 'WARNING_CO2']);
    await database.pool.query('DELETE FROM property_access WHERE property_id = $1', [first]);
    expect(await features()).toEqual(['CONSUMPTION_BASIC', 'WARNING_CO2']);

    await database.pool.query(`UPDATE account SET roles = '{portal_user,made_up}' WHERE id = $1`, [
      accountId,
    ]);
    expect((await identity.authenticate(authorization))?.user.groups).toEqual(['portal_user']);
  });

  it('of a disabled account answers 423 at once, though signing in works', async () => {
    const browser = new Browser(portal.url);
    const before = await browser.signIn('user.pl', password);
    expect((await browser.readSession(before.access_token)).status).toBe(200);
    await database.pool.query(`UPDATE account SET disabled_at = now() WHERE username = 'user.pl'`);
    expect((await browser.readSession(before.access_token)).status).toBe(423);
    const after = await new Browser(portal.url).signIn('user.pl', password);
    expect((await browser.readSession(after.access_token)).status).toBe(423);
    await expect(portal.identity.authenticate(bearer(after.access_token))).rejects.toMatchObject({
      code: 'ACCOUNT_BLOCKED',
      status: 423,
    });
  });

  it('can be issued for scripts, with the lifetime asked for', async () => {
    const { identity } = portal;
    const token = await identity.issueToken('ADMIN.pl');
    expect((await identity.authenticate(bearer(token)))?.user.username).toBe('admin.pl');
    const stale = await identity.issueToken('admin.pl', -61);
    expect(await identity.authenticate(bearer(stale))).toBeUndefined();
    await expect(identity.issueToken('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a token of an external provider', () => {
  let provider: Server;
  let issuer: string;
  let identity: PortalIdentity;
  let key: CryptoKey;
  let announcedIssuer: string | undefined;

  const createFor = (address: string) =>
    createIdentity({
      config: {
        PUBLIC_URL: 'http://127.0.0.1:1',
        OIDC_ISSUER: address,
        OIDC_CLIENT_ID: clientId,
        OIDC_AUDIENCE: audience,
        DEMO: false,
        NODE_ENV: 'production',
      },
      database,
      logger: { error: () => undefined, warn: () => undefined },
      passwordCost: cheapPassword,
    });

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256');
    key = pair.privateKey;
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'rsa-1', use: 'sig' };
    provider = createServer((request, response) => {
      const isDiscovery = request.url?.endsWith('/.well-known/openid-configuration');
      const document = { issuer: announcedIssuer ?? issuer, jwks_uri: `${issuer}/keys` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isDiscovery ? document : { keys: [jwk] }));
    });
    issuer = await listen(provider, 0);
    identity = await createFor(issuer);
    await addAccounts(database, [anAccount('waiting', { roles: ['portal_support'] })], {});
    await addAccounts(database, [anAccount('embedded')]);
  });

  afterAll(() => {
    provider.close();
  });

  const sign = (payload: JWTPayload, typ?: string) =>
    new SignJWT({
      iss: issuer,
      aud: [audience, 'account'],
      iat: seconds(0),
      exp: seconds(60),
      ...payload,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa-1', ...(typ && { typ }) })
      .sign(key);

  it('claims the account that waits under its user name, once and for good', async () => {
    const name = { preferred_username: 'Waiting' };
    const authorization = bearer(await sign({ sub: 'kc-1', typ: 'Bearer', ...name }, 'JWT'));
    expect(await identity.authenticate(authorization)).toMatchObject({
      user: { username: 'waiting', userId: 'kc-1', groups: ['portal_support'] },
    });
    // By subject from now on: the name in the token no longer matters.
    const renamed = await sign({ sub: 'kc-1', typ: 'Bearer', preferred_username: 'other' }, 'JWT');
    expect((await identity.authenticate(bearer(renamed)))?.user.username).toBe('waiting');
    const thief = await sign({ sub: 'kc-2', typ: 'Bearer', ...name }, 'JWT');
    expect(await identity.authenticate(bearer(thief))).toBeUndefined();
    // An account that the embedded provider knows belongs to that one.
    const other = await sign({ sub: 'kc-3', typ: 'Bearer', preferred_username: 'embedded' }, 'JWT');
    expect(await identity.authenticate(bearer(other))).toBeUndefined();
  });

  it.each<[string, boolean, JWTPayload, string | undefined]>([
    ['RFC 9068', true, {}, 'at+jwt'],
    ['plain', true, {}, 'JWT'],
    ['plain without a type', true, {}, undefined],
    ['Keycloak’s ID token', false, { typ: 'ID' }, 'JWT'],
    ['Keycloak’s refresh token', false, { typ: 'Refresh' }, 'JWT'],
    ['an ID token', false, { nonce: 'n' }, 'JWT'],
    ['an ID token of a code', false, { at_hash: 'h' }, undefined],
    ['a logout token', false, { events: {} }, 'logout+jwt'],
    ['a logout token without a type', false, { events: {} }, 'JWT'],
  ])('of the kind «%s» is accepted: %s', async (_name, isAccepted, payload, typ) => {
    const session = await identity.authenticate(
      bearer(await sign({ sub: 'kc-1', ...payload }, typ)),
    );
    expect(session !== undefined).toBe(isAccepted);
  });

  it('answers UNAVAILABLE while the provider can’t be reached or is another one', async () => {
    const token = await sign({ sub: 'kc-1' });
    const lost = await createFor('http://127.0.0.1:9');
    await expect(lost.authenticate(bearer(token))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      message: expect.stringContaining('http://127.0.0.1:9'),
    });
    expect(await lost.authenticate(undefined)).toBeUndefined();
    announcedIssuer = 'https://other.example';
    const mistaken = await createFor(issuer);
    await expect(mistaken.authenticate(bearer(token))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringContaining('Set OIDC_ISSUER to exactly that') },
    });
    announcedIssuer = undefined;
  });

  it('can’t be issued here', async () => {
    await expect(identity.issueToken('waiting')).rejects.toThrow(issuer);
  });
});

it('refuses the embedded provider in production', async () => {
  const config = { OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience, DEMO: true };
  await expect(
    createIdentity({
      config: { ...config, PUBLIC_URL: 'http://127.0.0.1:1', NODE_ENV: 'production' },
      database,
      logger: { error: () => undefined, warn: () => undefined },
    }),
  ).rejects.toThrow('Set OIDC_ISSUER');
});
