import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';
import { startBothProviders } from './support/bothProviders.ts';
import {
  encode,
  flipEachByte,
  forge,
  type Json,
  mirrorSignature,
  signText,
} from './support/forge.ts';
import { claimRows, headerRows, type Name, now, type Verdict } from './support/forgedTokens.ts';

/**
 * Each claim and header of a token, changed in each way that matters, for the embedded provider and
 * for an external one; the clock stands still, so that the edges of its tolerance are exact.
 */

let database: Database;
let providers: Awaited<ReturnType<typeof startBothProviders>>;

beforeAll(async () => {
  database = await createTestDatabase();
  providers = await startBothProviders(database);
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
});

afterAll(async () => {
  vi.useRealTimers();
  providers.close();
  await database.close();
});

const names: readonly Name[] = ['embedded', 'external'];
const get = (name: Name) => providers[name];

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

const expected = (verdict: Verdict, name: Name) =>
  typeof verdict === 'boolean' ? verdict : verdict[name];

describe.each(names)('claims of a token of the %s provider', (name) => {
  it.each(claimRows.map(([what, , verdict], at) => [what, expected(verdict, name), at] as const))(
    '%s: %s',
    async (_what, verdict, at) => {
      const given = claimRows[at]?.[1] ?? {};
      const claims = typeof given === 'function' ? given(get(name).claims) : given;
      expect(await isAccepted(name, withClaims(name, claims))).toBe(verdict);
    },
  );

  it('of which each is missing once: those that are needed are noticed', async () => {
    const needed = ['iss', 'aud', 'sub', 'exp', 'iat'];
    for (const claim of Object.keys(get(name).claims)) {
      const verdict = await isAccepted(name, withClaims(name, { [claim]: undefined }));
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
      { jwk, kid: undefined },
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
