import { createServer, type Server } from 'node:http';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createDiscovery,
  createExternalTokenCheck,
  type TokenCheck,
} from '../../../server/identity/accessTokens.ts';
import { listen } from './support/portal.ts';

let server: Server;
let origin: string;
/** What the provider says, and what it was asked. */
let says: { status: number; issuer: string; keys: object[] };
let asked: string[];
let made: Awaited<ReturnType<typeof makeKey>>;
const start = Date.now();

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { privateKey, kid, jwk: { ...jwk, kid, alg: 'ES256', use: 'sig' } };
}

const sign = ({ privateKey, kid }: typeof made) => {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: says.issuer, aud: 'api', sub: 'somebody', exp: issuedAt + 300 })
    .setIssuedAt(issuedAt)
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
    .sign(privateKey);
};

beforeAll(async () => {
  made = await makeKey();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.statusCode = says.status;
    const document = { issuer: says.issuer, jwks_uri: `${origin}/keys` };
    response.end(JSON.stringify(request.url === '/keys' ? { keys: says.keys } : document));
  });
  origin = await listen(server, 0);
});
beforeEach(() => {
  says = { status: 200, issuer: `${origin}/realm`, keys: [made.jwk] };
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const createCheck = (refused: string[] = []): TokenCheck =>
  createExternalTokenCheck({
    issuer: says.issuer,
    audience: 'api',
    onRefused: (_token, reason) => void refused.push(reason),
    findKeySet: createDiscovery(says.issuer),
  });
const document = '/realm/.well-known/openid-configuration';

describe('an external provider', () => {
  it('is asked for its document and its keys once', async () => {
    const check = createCheck();
    for (let at = 0; at < 3; at += 1) {
      expect(await check(await sign(made))).toMatchObject({ subject: 'somebody' });
    }
    expect(asked).toEqual([document, '/keys']);
  });

  it('has its document at the same place with a slash at the end', async () => {
    says.issuer = `${origin}/realm/`;
    expect(await createCheck()(await sign(made))).toMatchObject({ subject: 'somebody' });
    expect(asked).toEqual([document, '/keys']);
  });

  it('has none when it says that it is another, which the operator is told', async () => {
    const check = createCheck();
    const token = await sign(made);
    says.issuer = 'https://other.example';
    const error = await check(token).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect((error as Error).message).toContain(`${origin}/realm can't be reached`);
    expect(String((error as Error).cause)).toContain('its issuer is «https://other.example»');
  });

  it('has none while it answers with an error, whatever the text is', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: start });
    const check = createCheck();
    const token = await sign(made);
    says.status = 503;
    const refused = await check(token).catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ code: 'UNAVAILABLE' });
    expect(String((refused as Error).cause)).toContain(`${document} answered 503`);
    // For five seconds all get that answer, and it isn't asked again.
    says.status = 200;
    vi.advanceTimersByTime(4999);
    await expect(check(token)).rejects.toBe(refused);
    expect(asked).toEqual([document]);
    vi.advanceTimersByTime(1);
    expect(await check(token)).toMatchObject({ subject: 'somebody' });
    expect(asked).toEqual([document, document, '/keys']);
  });
});

describe('the keys of an external provider', () => {
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  it('are fetched anew every ten minutes, so that one that was taken back counts no longer', async () => {
    const refused: string[] = [];
    const check = createCheck(refused);
    await check(await sign(made));
    const other = await makeKey();
    says.keys = [other.jwk];
    pass(599_999);
    expect(await check(await sign(made))).toMatchObject({ subject: 'somebody' });
    expect(asked).toEqual([document, '/keys']);
    pass(1);
    expect(await check(await sign(other))).toMatchObject({ subject: 'somebody' });
    expect(asked).toEqual([document, '/keys', '/keys']);
    pass(599_999);
    await check(await sign(other));
    expect(asked).toHaveLength(3);
    expect(refused).toEqual([]);
    pass(1);
    expect(await check(await sign(made))).toBeUndefined();
    expect(refused).toEqual(['UNKNOWN_KEY']);
  });

  it('count on while the provider is down, which is asked every thirty seconds', async () => {
    const check = createCheck();
    await check(await sign(made));
    says.status = 500;
    const isKnown = async () => expect(await check(await sign(made))).toBeDefined();
    pass(600_000);
    await isKnown();
    pass(29_999);
    await isKnown();
    expect(asked.slice(2)).toEqual(['/keys']);
    pass(1);
    await isKnown();
    expect(asked.slice(2)).toEqual(['/keys', '/keys']);
    says.status = 200;
    pass(30_000);
    await isKnown();
    pass(30_000);
    await isKnown();
    expect(asked.slice(2)).toEqual(['/keys', '/keys', '/keys']);
  });

  it('that are new are found although somebody has just asked for an invented one', async () => {
    const refused: string[] = [];
    vi.useRealTimers();
    const check = createCheck(refused);
    await check(await sign(made));
    const [invented, fresh] = [await makeKey(), await makeKey()];
    const first = check(await sign(invented));
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2));
    says.keys = [made.jwk, fresh.jwk];
    expect(await check(await sign(fresh))).toMatchObject({ subject: 'somebody' });
    expect(await first).toBeUndefined();
    expect(refused).toHaveLength(1);
  });
});
