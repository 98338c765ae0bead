import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { Database } from '../../../server/database/open.ts';
import { createIdentity } from '../../../server/identity/createIdentity.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from './support/accounts.ts';
import {
  accessOf as access,
  type OtherProvider,
  startOtherProvider,
} from './support/otherProvider.ts';

const quiet = { error: () => undefined, warn: () => undefined };
let database: Database;
let portal: WholePortal;
let provider: OtherProvider;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  provider = await startOtherProvider();
  database = await createTestDatabase();
  const { OIDC_ISSUER } = readConfig({ OIDC_ISSUER: provider.issuer });
  portal = await startWholePortal(database, {
    ...(OIDC_ISSUER && { config: { OIDC_ISSUER } }),
    log: (line) => logged.push(JSON.parse(line)),
  });
  await addAccounts(database, [anAccount('far'), anAccount('near')], {});
});
afterAll(async () => {
  await portal.close();
  provider.close();
  await database.close();
});
beforeEach(() => {
  logged.length = 0;
});

const sign: OtherProvider['sign'] = (...what) => provider.sign(...what);
const statusOf = async (token: string) => (await portal.call('session.get', token)).status;

it('may have an issuer that ends with a slash', async () => {
  expect(await statusOf(await sign(access('far')))).toBe(200);
});

it('may want the access named: the page is told what to ask for', async () => {
  const signInOf = async (environment: Record<string, string>) => {
    const config = {
      ...readConfig({ OIDC_ISSUER: provider.issuer, ...environment }),
      NODE_ENV: 'test',
    };
    const { signIn } = await createIdentity({ config, database, logger: quiet });
    return signIn;
  };
  const plain = await signInOf({});
  expect(Object.keys(plain)).toEqual(['authority', 'clientId', 'scope']);
  const OIDC_RESOURCE = 'https://api.example urn:other';
  expect(await signInOf({ OIDC_RESOURCE })).toEqual({
    ...plain,
    resource: ['https://api.example', 'urn:other'],
  });
  expect(await signInOf({ OIDC_RESOURCE, OIDC_RESOURCE_PARAMETER: 'audience' })).toEqual({
    ...plain,
    audience: OIDC_RESOURCE,
  });
});

describe('the back channel', () => {
  const logOut = async (claims: Record<string, unknown>) => {
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    const token = await sign({
      aud: 'meterhouse-portal',
      jti: crypto.randomUUID(),
      events: { [event]: {} },
      ...claims,
    });
    const response = await fetch(`${portal.url}/auth/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
    return response.status;
  };

  it('ends tokens that name no session, for they may be of the one that ended', async () => {
    const [gone, other] = [await sign(access('far')), await sign(access('near'))];
    const kept = await sign(access('far', { sid: 'kept' }));
    expect([await statusOf(gone), await statusOf(other), await statusOf(kept)]).toEqual([
      200, 200, 200,
    ]);
    expect(await logOut({ sub: 'sub-far', sid: 'over' })).toBe(200);
    expect([await statusOf(gone), await statusOf(other), await statusOf(kept)]).toEqual([
      401, 200, 200,
    ]);
  });

  it('ends a session that was begun anew with the same name', async () => {
    expect(await statusOf(await sign(access('near', { sid: 'again' })))).toBe(200);
    expect(await logOut({ sub: 'sub-near', sid: 'again' })).toBe(200);
    await database.pool.query(
      `UPDATE portal_session SET ended_at = ended_at - interval '5 minutes',
         last_seen_at = last_seen_at - interval '6 minutes' WHERE sid = 'again'`,
    );
    const anew = await sign(access('near', { sid: 'again' }));
    expect(await statusOf(anew)).toBe(200);
    expect(await logOut({ sub: 'sub-near', sid: 'again' })).toBe(200);
    expect(await statusOf(anew)).toBe(401);
  });
});

describe('a new key', () => {
  it('is taken at once, though somebody has just named one that there isn’t', async () => {
    expect(await statusOf(await sign(access('near'), 'invented'))).toBe(401);
    provider.published = [await provider.jwkOf('first'), await provider.jwkOf('second')];
    expect(await statusOf(await sign(access('near'), 'second', 'second'))).toBe(200);
  });
});

describe('while the provider is down', () => {
  let time = 0;
  const minutesPass = (minutes: number) => {
    time += minutes * 60_000;
    vi.setSystemTime(time);
  };
  beforeAll(() => {
    // After what was ended above.
    time = Date.now() + 5000;
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: time });
    provider.isDown = false;
  });
  afterEach(() => {
    vi.useRealTimers();
    provider.isDown = false;
  });

  it('valid tokens go on, by the keys that are known, however old they are', async () => {
    expect(await statusOf(await sign(access('near')))).toBe(200);
    provider.isDown = true;
    minutesPass(11);
    expect(await statusOf(await sign(access('near')))).toBe(200);
    minutesPass(11);
    expect(await statusOf(await sign(access('near')))).toBe(200);
    expect(await statusOf(await sign(access('near'), 'first', 'second'))).toBe(401);
  });

  it('keys that it took back count no longer once it answers again', async () => {
    provider.published = [await provider.jwkOf('second')];
    provider.isDown = true;
    minutesPass(11);
    expect(await statusOf(await sign(access('near')))).toBe(200);
    provider.isDown = false;
    minutesPass(1);
    expect(await statusOf(await sign(access('near')))).toBe(401);
    expect(await statusOf(await sign(access('near'), 'second', 'second'))).toBe(200);
    provider.published = [await provider.jwkOf('first'), await provider.jwkOf('second')];
    minutesPass(11);
    expect(await statusOf(await sign(access('near')))).toBe(200);
  });

  it('tokens of a key that isn’t known can’t be judged: 503, which signs nobody out', async () => {
    provider.isDown = true;
    minutesPass(1);
    expect(await statusOf(await sign(access('near'), 'third', 'second'))).toBe(503);
  });
});

describe('a refused token', () => {
  const reasons = () =>
    logged.flatMap(({ msg, reason }) => (msg === 'A token was refused' ? [reason] : []));

  it.each([
    ['for somebody else', () => sign(access('far', { aud: 'account' })), 'AUDIENCE'],
    ['that is no JWT', async () => 'opaque-token', 'OPAQUE'],
    [
      'without a user name',
      () => sign(access('new', { preferred_username: undefined })),
      'NO_USERNAME',
    ],
    ['of somebody unknown', () => sign(access('nobody')), 'UNKNOWN_PERSON'],
    ['of another issuer', () => sign(access('far', { iss: 'https://other.example' })), 'ISSUER'],
    ['that is too old', () => sign(access('far', { iat: 1, exp: 2 })), 'EXPIRED'],
    ['with another signature', () => sign(access('far'), 'first', 'second'), 'SIGNATURE'],
  ])('%s is logged with its reason, and not with itself', async (_name, make, reason) => {
    const token = await make();
    const { status, body } = await portal.call('session.get', token);
    expect([status, body.message]).toEqual([401, 'Sign in to use this call.']);
    expect(reasons()).toEqual([reason]);
    expect(JSON.stringify(logged)).not.toContain(token);
    // Who sent it learns by which name the operator finds that line.
    expect(body.errors).toEqual([{ field: 'incident', message: logged[0]?.['incident'] }]);
    expect(logged[1]).toMatchObject({ msg: 'Call refused', incident: logged[0]?.['incident'] });
    expect(body.errors[0].message).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  });

  it('is nobody’s when there was no token', async () => {
    expect((await portal.call('session.get', undefined)).body.errors).toEqual([]);
    expect(reasons()).toEqual([]);
  });
});
