import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createIdentity } from '../../../server/identity/createIdentity.ts';
import type { PortalIdentity } from '../../../server/identity/parts.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';
import {
  encode,
  flipEachByte,
  forge,
  type Json,
  mirrorSignature,
  signText,
} from './support/forge.ts';
import { audience, cheapPassword, clientId, listen } from './support/portal.ts';

/**
 * Each claim and header of a token, changed in each way that matters, for the embedded provider and
 * for an external one; the clock stands still, so that the edges of its tolerance are exact.
 */

const now = Math.floor(Date.now() / 1000);
const publicUrl = 'http://127.0.0.1:1';
const embedded = { issuer: `${publicUrl}/oidc`, header: { alg: 'ES256', typ: 'at+jwt' } };
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaStranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

interface Side {
  readonly identity: PortalIdentity;
  readonly header: Json;
  readonly claims: Json;
  readonly key: KeyObject;
  readonly strangersKey: KeyObject;
}

let database: Database;
let provider: Server;
const sides = new Map<string, Side>();

beforeAll(async () => {
  database = await createTestDatabase();
  provider = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa-1', use: 'sig' };
    const isDiscovery = request.url?.endsWith('/.well-known/openid-configuration');
    const document = { issuer, jwks_uri: `${issuer}/keys` };
    response.end(JSON.stringify(isDiscovery ? document : { keys: [jwk] }));
  });
  const issuer = await listen(provider, 0);
  const make = (over: { OIDC_ISSUER?: string }) =>
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
      logger: { error: () => undefined, warn: () => undefined },
      passwordCost: cheapPassword,
    });
  const [inside, outside] = [await make({}), await make({ OIDC_ISSUER: issuer })];
  await addAccounts(database, [anAccount('victim', { roles: ['portal_support'] })]);
  await addAccounts(database, [anAccount('somebody', { roles: ['portal_user'] })]);
  const { rows } = await database.pool.query('SELECT private_jwk AS key FROM signing_key');
  const { rows: accounts } = await database.pool.query<{ subject: string }>(
    `SELECT subject FROM account WHERE username = 'somebody'`,
  );
  const claims = { aud: audience, sub: accounts[0]?.subject, iat: now, exp: now + 300 };
  const rest = { client_id: clientId, jti: randomUUID(), groups: ['portal_user'] };
  sides.set('embedded', {
    identity: inside,
    header: { ...embedded.header, kid: rows[0].key.kid },
    claims: { iss: embedded.issuer, ...claims, ...rest },
    key: createPrivateKey({ format: 'jwk', key: rows[0].key }),
    strangersKey: stranger,
  });
  sides.set('external', {
    identity: outside,
    header: { alg: 'RS256', typ: 'JWT', kid: 'rsa-1' },
    claims: { iss: issuer, ...claims, ...rest, aud: [audience, 'account'], typ: 'Bearer' },
    key: rsa.privateKey,
    strangersKey: rsaStranger,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
});

afterAll(async () => {
  vi.useRealTimers();
  provider.close();
  await database.close();
});

type Name = 'embedded' | 'external';
const names: readonly Name[] = ['embedded', 'external'];
const get = (name: Name) => sides.get(name) ?? expect.fail(`no ${name}`);

async function isAccepted(name: Name, token: string): Promise<boolean> {
  const session = await get(name).identity.authenticate(`Bearer ${token}`);
  if (!session) return false;
  // Whoever is let in is who the subject says, with the database's rights.
  expect(session.user).toMatchObject({ username: 'somebody', groups: ['portal_user'] });
  expect(session.subject).toMatchObject({ country: 'PL', roles: ['portal_user'], features: [] });
  return true;
}

const withClaims = (name: Name, claims: Json, header: Json = {}) => {
  const side = get(name);
  return forge({ ...side.header, ...header }, { ...side.claims, ...claims }, side.key);
};

const gone = undefined;
type Verdict = boolean | Readonly<Record<Name, boolean>>;
const expected = (verdict: Verdict, name: Name) =>
  typeof verdict === 'boolean' ? verdict : verdict[name];

/** What is said of it, the claims that are changed, and whether it lets in. */
const claimRows: readonly [string, Json | ((side: Side) => Json), Verdict][] = [
  ['nothing changed', {}, true],

  ['no issuer', { iss: gone }, false],
  ['another issuer', { iss: 'https://evil.example/oidc' }, false],
  ['the issuer with a slash', ({ claims }) => ({ iss: `${claims['iss']}/` }), false],
  ['the issuer in capitals', ({ claims }) => ({ iss: `${claims['iss']}`.toUpperCase() }), false],
  ['a list of issuers', ({ claims }) => ({ iss: [claims['iss']] }), false],
  ['the issuer as a prefix', ({ claims }) => ({ iss: `${claims['iss']}.evil.example` }), false],
  ['null as issuer', { iss: null }, false],

  ['no audience', { aud: gone }, false],
  ['another audience', { aud: 'other-api' }, false],
  ['the client as audience', { aud: clientId }, false],
  ['an audience that begins alike', { aud: `${audience}-2` }, false],
  ['the audience in capitals', { aud: audience.toUpperCase() }, false],
  ['one audience in a list', { aud: [audience] }, true],
  ['several audiences', { aud: ['account', audience, 'other'] }, true],
  ['the same audience twice', { aud: [audience, audience] }, true],
  ['other audiences only', { aud: ['account', 'other'] }, false],
  ['an empty list of audiences', { aud: [] }, false],
  ['audiences in a list in a list', { aud: [[audience]] }, false],
  ['audiences in one text', { aud: `${audience} account` }, false],
  ['an audience as an object', { aud: { 0: audience } }, false],
  ['null as audience', { aud: null }, false],

  ['no subject', { sub: gone }, false],
  ['an empty subject', { sub: '' }, false],
  ['an unknown subject', { sub: randomUUID() }, false],
  ['a number as subject', { sub: 1 }, false],
  ['null as subject', { sub: null }, false],
  ['a list of subjects', ({ claims }) => ({ sub: [claims['sub']] }), false],
  ['the subject with a space', ({ claims }) => ({ sub: `${claims['sub']} ` }), false],
  ['the subject in capitals', ({ claims }) => ({ sub: `${claims['sub']}`.toUpperCase() }), false],
  ['the user name as subject', { sub: 'somebody' }, false],
  ['the placeholder of accounts that wait', { sub: 'unlinked:victim' }, false],
  ['SQL as subject', { sub: "' OR '1'='1" }, false],

  ['no end', { exp: gone }, false],
  ['an end as text', { exp: String(now + 300) }, false],
  ['null as end', { exp: null }, false],
  ['an end 59 s ago', { exp: now - 59 }, true],
  ['an end 60 s ago', { exp: now - 60 }, false],
  ['an end 61 s ago', { exp: now - 61 }, false],
  ['an end in 1970', { exp: 0 }, false],
  ['an end before 1970', { exp: -1 }, false],
  ['an end in a fraction of a second', { exp: now + 0.5 }, true],

  ['a beginning now', { nbf: now }, true],
  ['a beginning in 59 s', { nbf: now + 59 }, true],
  ['a beginning in 60 s', { nbf: now + 60 }, true],
  ['a beginning in 61 s', { nbf: now + 61 }, false],
  ['a beginning as text', { nbf: String(now) }, false],
  ['null as beginning', { nbf: null }, false],

  ['no instant of issue', { iat: gone }, false],
  ['an instant of issue as text', { iat: String(now) }, false],
  ['null as instant of issue', { iat: null }, false],
  ['an instant of issue 4 minutes ago', { iat: now - 240 }, true],
  ['an instant of issue in 59 s', { iat: now + 59 }, true],

  ['no client', { client_id: gone, azp: gone }, true],
  ['another client', { client_id: 'other', azp: 'other' }, true],
  ['no name of its own', { jti: gone }, true],
  ['a list as its name', { jti: ['a'] }, true],

  ['a session', { sid: randomUUID() }, true],
  ['an empty session', { sid: '' }, true],
  ['a number as session', { sid: 7 }, true],
  ['a list of sessions', { sid: ['a', 'b'] }, true],

  ['no groups', { groups: gone }, true],
  ['all groups', { groups: ['portal_support', 'portal_super_admin', 'portal_admin'] }, true],
  ['groups as paths', { groups: ['/portal_support'] }, true],
  ['groups as a text', { groups: 'portal_support' }, true],
  ['roles as Keycloak has them', { realm_access: { roles: ['portal_support'] } }, true],
  ['roles and features', { roles: ['portal_support'], features: ['REPORT_JOB'] }, true],
  ['rights in the scope', { scope: 'openid portal_support admin' }, true],
  ['another country', { country: 'DK', instance: 9 }, true],

  ['somebody else’s user name', { preferred_username: 'victim' }, true],
  ['a list of user names', { preferred_username: ['victim'] }, true],
  ['an object as user name', { preferred_username: { toString: 'victim' } }, true],
  ['somebody else’s address', { email: 'victim@example.com', email_verified: true }, true],

  // What only ID tokens and logout tokens carry; the embedded provider's own say so in the header.
  ['Keycloak’s type of an ID token', { typ: 'ID' }, { embedded: true, external: false }],
  ['Keycloak’s type of a refresh token', { typ: 'Refresh' }, { embedded: true, external: false }],
  ['a nonce and no type', { typ: gone, nonce: 'n' }, { embedded: true, external: false }],
  ['a hash and no type', { typ: gone, at_hash: 'h' }, { embedded: true, external: false }],
  ['events and no type', { typ: gone, events: {} }, { embedded: true, external: false }],
];

describe.each(names)('claims of a token of the %s provider', (name) => {
  it.each(claimRows.map(([what, , verdict], at) => [what, expected(verdict, name), at] as const))(
    '%s: %s',
    async (_what, verdict, at) => {
      const given = claimRows[at]?.[1] ?? {};
      const claims = typeof given === 'function' ? given(get(name)) : given;
      expect(await isAccepted(name, withClaims(name, claims))).toBe(verdict);
    },
  );

  it('of which each is missing once: those that are needed are noticed', async () => {
    const needed = ['iss', 'aud', 'sub', 'exp', 'iat'];
    for (const claim of Object.keys(get(name).claims)) {
      const verdict = await isAccepted(name, withClaims(name, { [claim]: gone }));
      expect([claim, verdict]).toEqual([claim, !needed.includes(claim)]);
    }
    expect(await isAccepted(name, forge(get(name).header, {}, get(name).key))).toBe(false);
  });

  it.each([[[]], ['"text"'], ['null'], ['7'], ['{'], [''], ['[{"sub":"x"}]']])(
    'that are %j are none',
    async (payload) => {
      expect(await isAccepted(name, forge(get(name).header, payload, get(name).key))).toBe(false);
    },
  );
});

const headerRows: readonly [string, Json, Verdict][] = [
  ['the type of RFC 9068', { typ: 'at+jwt' }, true],
  ['the same as a media type', { typ: 'application/at+jwt' }, true],
  ['the same in capitals', { typ: 'AT+JWT' }, true],
  ['the plain type', { typ: 'JWT' }, { embedded: false, external: true }],
  ['no type', { typ: gone }, { embedded: false, external: true }],
  ['the type of a logout token', { typ: 'logout+jwt' }, false],
  ['the type of a proof', { typ: 'dpop+jwt' }, false],
  ['the type of an introspection', { typ: 'token-introspection+jwt' }, false],
  ['a type that ends alike', { typ: 'xat+jwt' }, false],

  ['no key name', { kid: gone }, true],
  ['an unknown key name', { kid: 'other' }, false],
  ['a file as key name', { kid: '../../../dev/null' }, false],
  ['SQL as key name', { kid: "' UNION SELECT 'x" }, false],
  ['a key name that every object has', { kid: 'constructor' }, false],

  ['no algorithm', { alg: gone }, false],
  ['the algorithm none', { alg: 'none' }, false],
  ['the algorithm None', { alg: 'None' }, false],
  ['an unknown algorithm', { alg: 'XY256' }, false],
  ['a symmetric algorithm', { alg: 'HS256' }, false],
  ['an algorithm of another length', { alg: 'ES384' }, false],
  ['the algorithm as a list', { alg: ['ES256', 'RS256'] }, false],

  ['a critical extension', { crit: ['exp'], exp: now + 300 }, false],
  ['an unknown critical extension', { crit: ['x'], x: true }, false],
  ['an empty list of them', { crit: [] }, false],
  ['a payload that isn’t encoded', { crit: ['b64'], b64: false }, false],
];

describe.each(names)('the header of a token of the %s provider', (name) => {
  it.each(
    headerRows.map(([what, header, verdict]) => [what, expected(verdict, name), header] as const),
  )('with %s: %s', async (_what, verdict, header) => {
    expect(await isAccepted(name, withClaims(name, {}, header))).toBe(verdict);
  });

  it('can’t bring its own key', async () => {
    const { header, claims, strangersKey } = get(name);
    const jwk = createPublicKey(strangersKey).export({ format: 'jwk' });
    const places: Json[] = [
      { jwk },
      { jwk, kid: gone },
      { jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/chain' },
      { x5c: ['MIIB'], 'x5t#S256': 'x' },
    ];
    for (const place of places) {
      const token = forge({ ...header, ...place }, claims, strangersKey);
      expect(await isAccepted(name, token)).toBe(false);
    }
  });
});

describe.each(names)('the signature of a token of the %s provider', (name) => {
  const other = name === 'embedded' ? 'external' : 'embedded';

  it('is noticed to be wrong at each of its bytes, and missing', async () => {
    const token = withClaims(name, {});
    for (const turned of flipEachByte(token, 2)) expect(await isAccepted(name, turned)).toBe(false);
    const [header, payload, signature = ''] = token.split('.');
    const zeros = Buffer.alloc(Buffer.from(signature, 'base64url').length).toString('base64url');
    for (const end of ['', zeros, signature.slice(4), `${signature}AAAA`, encode('x')]) {
      expect(await isAccepted(name, `${header}.${payload}.${end}`)).toBe(false);
    }
  });

  it('covers each byte of header and claims', async () => {
    const token = withClaims(name, {});
    for (const turned of [...flipEachByte(token, 0), ...flipEachByte(token, 1)]) {
      expect(await isAccepted(name, turned)).toBe(false);
    }
    const [header, , signature] = token.split('.');
    const claims = { ...get(name).claims, exp: now + 9999 };
    expect(await isAccepted(name, `${header}.${encode(claims)}.${signature}`)).toBe(false);
  });

  it('by a key that is somebody’s, or the other provider’s, is none', async () => {
    const { header, claims, strangersKey } = get(name);
    expect(await isAccepted(name, forge(header, claims, strangersKey))).toBe(false);
    expect(await isAccepted(name, forge(header, claims, get(other).key))).toBe(false);
    expect(await isAccepted(name, withClaims(other, {}))).toBe(false);
    const mixed = forge({ ...get(other).header }, claims, get(other).key);
    expect(await isAccepted(name, mixed)).toBe(false);
  });

  it('with the public key as a secret is none', async () => {
    const { header, claims, key } = get(name);
    const publicKey = createPublicKey(key);
    const secrets = [
      publicKey.export({ format: 'pem', type: 'spki' }),
      publicKey.export({ format: 'der', type: 'spki' }),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      '',
    ];
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ]) {
      for (const secret of secrets) {
        const signed = `${encode({ ...header, alg })}.${encode(claims)}`;
        const mac = createHmac(hash as string, secret)
          .update(signed)
          .digest('base64url');
        expect(await isAccepted(name, `${signed}.${mac}`)).toBe(false);
      }
    }
  });

  it('isn’t left out by the algorithm none, however it is written', async () => {
    const { header, claims } = get(name);
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null]) {
      const unsigned = `${encode({ ...header, alg })}.${encode(claims)}`;
      for (const end of ['', '.', '.e30']) {
        expect(await isAccepted(name, `${unsigned}${end}`)).toBe(false);
      }
    }
  });

  it('belongs to a token of three parts', async () => {
    const token = withClaims(name, {});
    const [header, payload, signature] = token.split('.');
    const shapes = [
      `${header}.${payload}`,
      `.${payload}.${signature}`,
      `${header}..${signature}`,
      `${token}.`,
      `${token}.${signature}`,
      `${header}.${header}.${payload}.${payload}.${signature}`,
      '..',
      '.',
      'x'.repeat(1_000_000),
      encode(JSON.stringify({ protected: header, payload, signature })),
    ];
    for (const shape of shapes) expect(await isAccepted(name, shape)).toBe(false);
  });
});

it('a mirrored signature, which fits the same claims, gives nobody more', async () => {
  expect(await isAccepted('embedded', mirrorSignature(withClaims('embedded', {})))).toBe(true);
  const forged = withClaims('embedded', { sub: randomUUID() });
  expect(await isAccepted('embedded', mirrorSignature(forged))).toBe(false);
});

it('an external provider may sign by any asymmetric algorithm of its key, and no weaker hash', async () => {
  const { header, claims, key } = get('external');
  const signed = (alg: string, hash: string, isPss = false) => {
    const text = `${encode({ ...header, alg })}.${encode(claims)}`;
    return `${text}.${signText(text, key, hash, isPss).toString('base64url')}`;
  };
  expect(await isAccepted('external', signed('RS512', 'sha512'))).toBe(true);
  expect(await isAccepted('external', signed('PS256', 'sha256', true))).toBe(true);
  expect(await isAccepted('external', signed('RS1', 'sha1'))).toBe(false);
  expect(await isAccepted('external', signed('RS256', 'sha1'))).toBe(false);
  expect(await isAccepted('external', signed('RS512', 'sha256'))).toBe(false);
});

it.each([
  ['Bearer', true],
  ['bearer', true],
  ['BEARER', true],
  ['Bearer ', false],
  ['Basic', false],
  ['DPoP', false],
  ['', false],
])('the scheme «%s» is one: %s', async (scheme, verdict) => {
  const { identity } = get('embedded');
  const token = withClaims('embedded', {});
  expect((await identity.authenticate(`${scheme} ${token}`)) !== undefined).toBe(verdict);
  expect(await identity.authenticate(`${scheme} ${token} ${token}`)).toBeUndefined();
  expect(await identity.authenticate(`${scheme} ${token}, ${scheme} ${token}`)).toBeUndefined();
});

it('forged rights don’t stick to an account that is claimed by its first token', async () => {
  const waiting = anAccount('newcomer', { roles: ['portal_user'] });
  await addAccounts(database, [waiting], {});
  const claims = {
    sub: 'kc-new',
    preferred_username: 'newcomer',
    groups: ['portal_support', 'portal_super_admin'],
    realm_access: { roles: ['portal_support'] },
    sid: randomUUID(),
  };
  const { identity } = get('external');
  for (let call = 0; call < 2; call += 1) {
    const session = await identity.authenticate(`Bearer ${withClaims('external', claims)}`);
    expect(session?.user).toMatchObject({ username: 'newcomer', groups: ['portal_user'] });
  }
  const { rows } = await database.pool.query(
    `SELECT roles FROM account WHERE username = 'newcomer'`,
  );
  expect(rows).toEqual([{ roles: ['portal_user'] }]);
});
