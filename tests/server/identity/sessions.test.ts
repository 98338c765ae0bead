import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createCredentialChange } from '../../../server/features/account/credentials.service.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser, type Tokens } from './support/browser.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function activity(username: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'SELECT type FROM activity_log WHERE affected = $1 ORDER BY id',
    [username],
  );
  return rows.map(({ type }) => type);
}

describe('a session at the embedded provider', () => {
  let portal: WholePortal;
  beforeAll(async () => {
    portal = await startWholePortal(database);
    await addAccounts(database, [anAccount('one'), anAccount('two'), anAccount('three')]);
  });
  afterAll(() => portal.close());

  it('ends for the portal at once, other sessions of the account go on', async () => {
    const [here, there] = [new Browser(portal.url), new Browser(portal.url)];
    const tokens = await here.signIn('one', password);
    const others = await there.signIn('one', password);
    for (const { access_token: token } of [tokens, others]) {
      // Several calls at once are one sign-in.
      const first = await Promise.all([1, 2, 3].map(() => portal.call('session.get', token)));
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect((await portal.call('session.end', tokens.access_token)).status).toBe(200);
    expect((await portal.call('session.get', tokens.access_token)).status).toBe(401);
    expect((await portal.call('session.get', others.access_token)).status).toBe(200);
    // Nor does the provider give newer ones.
    const renew = (refresh_token: string) =>
      here.requestTokens({ grant_type: 'refresh_token', refresh_token });
    expect((await renew(tokens.refresh_token)).status).toBe(400);
    expect((await renew(others.refresh_token)).status).toBe(200);
    const silent = { prompt: 'none', redirect_uri: `${portal.url}/auth/silent-callback` };
    const { url } = await here.openSignIn(silent);
    expect(url.searchParams.get('error')).toBe('login_required');
    // The sign-out at the provider that follows leads straight back.
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${portal.url}/`,
    });
    expect((await here.visit(`/oidc/session/end?${query}`)).url.href).toBe(`${portal.url}/`);
    expect(await activity('one')).toEqual(['SIGN_IN', 'SIGN_IN', 'SIGN_OUT']);
  });

  it('ends with the sign-out at the provider', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('two', password);
    expect((await portal.call('session.get', tokens.access_token)).status).toBe(200);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${portal.url}/`,
    });
    await browser.visit(`/oidc/session/end?${query}`);
    expect((await portal.call('session.get', tokens.access_token)).status).toBe(401);
    expect(await activity('two')).toEqual(['SIGN_IN', 'SIGN_OUT']);
  });

  it('ends when the provider asks whether to sign out, and is told so', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('two', password);
    const status = async () => (await portal.call('session.get', tokens.access_token)).status;
    const { response } = await browser.visit('/oidc/session/end');
    expect(await status()).toBe(200);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.visit('/oidc/session/end/confirm', { method: 'POST', body });
    await expect.poll(status).toBe(401);
  });

  it('ends for a token without a session with the account’s', async () => {
    const token = await portal.tokenOf('three');
    expect((await portal.call('session.end', token)).status).toBe(200);
    expect((await portal.call('session.get', token)).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await portal.call('session.get', await portal.tokenOf('three'))).status).toBe(200);
  });

  it('begins anew at once when all of an account have ended, whatever a clock says', async () => {
    const statusOf = async ({ access_token: token }: { access_token: string }) =>
      (await portal.call('session.get', token)).status;
    const [used, unused] = [
      await new Browser(portal.url).signIn('three', password),
      await new Browser(portal.url).signIn('three', password),
    ];
    expect(await statusOf(used)).toBe(200);
    const subject = decodeJwt(used.access_token).sub ?? '';
    const { rows } = await database.pool.query('SELECT id FROM account WHERE subject = $1', [
      subject,
    ]);
    const endAllWays = createCredentialChange(portal.parts);
    const endAll = () => endAllWays({ accountId: rows[0]?.id as number, subject });
    await endAll();
    // The clock is set back by a minute just now.
    await database.pool.query(
      `UPDATE account SET sessions_ended_at = now() + interval '1 minute' WHERE subject = $1`,
      [subject],
    );
    expect([await statusOf(used), await statusOf(unused)]).toEqual([401, 401]);
    const anew = await new Browser(portal.url).signIn('three', password);
    expect(await statusOf(anew)).toBe(200);
    expect(await statusOf(anew)).toBe(200);
    await endAll();
    expect(await statusOf(anew)).toBe(401);
  });

  describe('of which a refresh token comes twice', () => {
    const statusOf = async ({ access_token: token }: Tokens) =>
      (await portal.call('session.get', token)).status;
    const read = async (response: Response) => (await response.json()) as Tokens;
    /** Somebody who has a token of the page and not the browser's cookies. */
    const thief = () => new Browser(portal.url);
    const logged = async () =>
      (await activity('taken')).filter((type) => type === 'TOKEN_REUSED').length;

    async function expectOver(browser: Browser, tokens: readonly Tokens[]) {
      for (const one of tokens) {
        expect(await statusOf(one)).toBe(401);
        expect((await browser.renew(one)).status).toBe(400);
      }
      const { url } = await browser.openSignIn({ prompt: 'none' });
      expect(url.searchParams.get('error')).toBe('login_required');
    }

    beforeAll(() => addAccounts(database, [anAccount('taken')]));

    it.each([
      ['by its owner first', (own: Browser) => [own, thief()]],
      ['by somebody else first', (own: Browser) => [thief(), own]],
      ['from a browser with a session of its own', (own: Browser, other: Browser) => [own, other]],
    ])('is over for both, %s', async (_, takers) => {
      const [browser, other] = [new Browser(portal.url), new Browser(portal.url)];
      const tokens = await browser.signIn('taken', password);
      const others = await other.signIn('taken', password);
      expect(await statusOf(tokens)).toBe(200);
      const before = await logged();
      const [first, second] = takers(browser, other);
      const renewed = await read((await first?.renew(tokens)) as Response);
      expect(await statusOf(renewed)).toBe(200);
      expect((await second?.renew(tokens))?.status).toBe(400);
      await expectOver(browser, [tokens, renewed]);
      expect(await statusOf(others)).toBe(200);
      expect((await other.renew(others)).status).toBe(200);
      expect((await logged()) - before).toBe(1);
    });

    it('is over for both at once', async () => {
      const browser = new Browser(portal.url);
      const tokens = await browser.signIn('taken', password);
      const before = await logged();
      const answers = await Promise.all([browser, thief()].map((one) => one.renew(tokens)));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).toBeLessThan(2);
      await expectOver(browser, [tokens, ...(await Promise.all(given.map(read)))]);
      expect((await logged()) - before).toBe(1);
    });

    it('goes on when the browser asks again whose answer was lost, for a minute', async () => {
      const browser = new Browser(portal.url);
      const tokens = await browser.signIn('taken', password);
      const before = await logged();
      const answers = await Promise.all([1, 2, 3].map(() => browser.renew(tokens)));
      const renewed = await Promise.all([...answers, await browser.renew(tokens)].map(read));
      for (const one of renewed) expect(await statusOf(one)).toBe(200);
      expect((await browser.renew(renewed[0] as Tokens)).status).toBe(200);
      expect((await logged()) - before).toBe(0);
      await database.pool.query(
        `UPDATE oidc_payload SET consumed_at = consumed_at - interval '61 seconds'
         WHERE id = $1`,
        [tokens.refresh_token],
      );
      expect((await browser.renew(tokens)).status).toBe(400);
      await expectOver(browser, renewed);
      expect((await logged()) - before).toBe(1);
    });

    it('goes on in each of a browser’s tabs, which renew with tokens of their own', async () => {
      const browser = new Browser(portal.url);
      let tabs = [await browser.signIn('taken', password)];
      for (const _ of [1, 2]) {
        const { url, verifier } = await browser.openSignIn({ prompt: 'none' });
        tabs.push(await browser.exchange(url, verifier));
      }
      for (const _ of [1, 2, 3]) {
        tabs = await Promise.all(tabs.map(async (tab) => read(await browser.renew(tab))));
        expect(await Promise.all(tabs.map(statusOf))).toEqual([200, 200, 200]);
      }
    });
  });

  it('has no back channel', async () => {
    const response = await fetch(`${portal.url}/auth/backchannel-logout`, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});

describe('a session at an external provider', () => {
  let provider: Server;
  let issuer: string;
  let portal: WholePortal;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const event = 'http://schemas.openid.net/event/backchannel-logout';

  beforeAll(async () => {
    keys = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
    provider = createServer((request, response) => {
      const isKeys = request.url === '/keys';
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(isKeys ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }),
      );
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    portal = await startWholePortal(database, { config: { OIDC_ISSUER: issuer } });
    await addAccounts(
      database,
      ['far', 'away', 'odd', 'left', 'right'].map((name) => anAccount(name)),
      {},
    );
  });
  afterAll(async () => {
    await portal.close();
    provider.closeAllConnections();
    provider.close();
  });

  function sign(claims: Record<string, unknown>, typ = 'JWT'): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k', typ })
      .sign(keys.privateKey);
  }
  const access = (name: string, sid?: string) =>
    sign({ aud: 'meterhouse-api', sub: `sub-${name}`, preferred_username: name, sid });
  const logOut = (claims: Record<string, unknown>) =>
    sign(
      { aud: 'meterhouse-portal', jti: crypto.randomUUID(), events: { [event]: {} }, ...claims },
      'logout+jwt',
    );
  async function send(token: string): Promise<number> {
    const response = await fetch(`${portal.url}/auth/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
    return response.status;
  }
  const statusOf = async (token: string) => (await portal.call('session.get', token)).status;

  it('ends by the back channel, alone or with all of its account', async () => {
    const [first, second] = [await access('far', 's-1'), await access('far', 's-2')];
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect(await send(await logOut({ sub: 'sub-far', sid: 's-1' }))).toBe(200);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect(await send(await logOut({ sid: 's-2' }))).toBe(200);
    expect(await statusOf(second)).toBe(401);
    const third = await access('far', 's-3');
    expect(await statusOf(third)).toBe(200);
    expect(await send(await logOut({ sub: 'sub-far' }))).toBe(200);
    expect(await statusOf(third)).toBe(401);
  });

  it('can end before it was ever here', async () => {
    const token = await access('away');
    expect(await statusOf(token)).toBe(200);
    expect(await send(await logOut({ sub: 'sub-away', sid: 'unseen' }))).toBe(200);
    expect(await statusOf(await access('away', 'unseen'))).toBe(401);
    // It names no session, and may be of that one.
    expect(await statusOf(token)).toBe(401);
  });

  it('ends for one of two accounts whose sessions have one name', async () => {
    const [left, right] = [await access('left', 'shared'), await access('right', 'shared')];
    expect([await statusOf(left), await statusOf(right)]).toEqual([200, 200]);
    expect((await portal.call('session.end', left)).status).toBe(200);
    expect([await statusOf(left), await statusOf(right)]).toEqual([401, 200]);
    expect(await send(await logOut({ sub: 'sub-right', sid: 'shared' }))).toBe(200);
    expect(await statusOf(right)).toBe(401);
  });

  it('ends for a token of a clock that is ahead, too', async () => {
    const iat = Math.floor(Date.now() / 1000) + 30;
    const token = await sign({
      aud: 'meterhouse-api',
      sub: 'sub-away',
      preferred_username: 'away',
      sid: 'ahead',
      iat,
    });
    expect(await statusOf(token)).toBe(200);
    expect((await portal.call('session.end', token)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it('is none for a subject or session that the database can’t hold', async () => {
    const audience = { aud: 'meterhouse-api' };
    expect(await statusOf(await sign({ ...audience, sub: 'sub\0far' }))).toBe(401);
    expect(await statusOf(await sign({ ...audience, sub: 'x'.repeat(300) }))).toBe(401);
    const odd = await sign({
      ...audience,
      sub: 'sub-odd',
      sid: 'a\0b',
      preferred_username: 'odd',
    });
    expect(await statusOf(odd)).toBe(200);
  });

  const claims = { sub: 'sub-away', sid: 'kept' };
  it.each([
    ['no events', { ...claims, events: undefined }],
    ['another event', { ...claims, events: { other: {} } }],
    ['a nonce, as ID tokens have', { ...claims, nonce: 'n' }],
    ['another audience', { ...claims, aud: 'meterhouse-api' }],
    ['another issuer', { ...claims, iss: 'https://elsewhere.example' }],
    ['no jti', { ...claims, jti: undefined }],
    ['old age', { ...claims, iat: Math.floor(Date.now() / 1000) - 600 }],
    ['neither subject nor session', {}],
  ])('does not end by a token with %s', async (_name, given) => {
    const token = await access('away', 'kept');
    expect(await send(await logOut(given))).toBe(400);
    expect(await statusOf(token)).toBe(200);
  });

  it('does not end by what is no token', async () => {
    expect(await send('nonsense')).toBe(400);
    expect(await send('')).toBe(400);
  });
});
