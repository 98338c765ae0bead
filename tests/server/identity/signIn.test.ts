import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';
import { audience, clientId, startPortal, type TestPortal } from './support/portal.ts';

const consoles = (['log', 'info', 'warn', 'error'] as const).map((method) =>
  vi.spyOn(console, method),
);

let database: Database;
let portal: TestPortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  await addAccounts(database, [
    anAccount('admin.pl'),
    anAccount('sub.pl', { createdByUsername: 'admin.pl', level: 2 }),
  ]);
});

afterAll(async () => {
  await portal.close();
  await database.close();
});

describe('signing in', () => {
  it('gives tokens for a name and a password, and the API knows the account', async () => {
    const browser = new Browser(portal.url);
    const { url, verifier } = await browser.openSignIn();
    expect(url.pathname).toMatch(/^\/oidc\/interaction\//);
    const { url: callback } = await browser.submit(url, 'Admin.PL', password);
    expect(callback.href).toContain(`${portal.url}/auth/callback?code=`);
    expect(callback.searchParams.get('state')).toBe('state-1');
    const tokens = await browser.exchange(callback, verifier);

    expect(tokens.expires_in).toBeLessThanOrEqual(300);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: `${portal.url}/oidc`,
      aud: audience,
      preferred_username: 'admin.pl',
      groups: ['portal_admin'],
    });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: 'The admin.pl', locale: 'pl' });
    expect(await browser.readSession(tokens.access_token)).toMatchObject({
      status: 200,
      user: { username: 'admin.pl', mail: 'admin.pl@example.com', country: 'PL', language: 'PL' },
    });
  });

  it('takes its form from its own pages alone', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    const body = new URLSearchParams({ username: 'admin.pl', password });
    const send = async (origin: string) =>
      (await browser.visit(url.href, { method: 'POST', body, headers: { origin } })).response
        .status;
    expect(await send('https://elsewhere.example')).toBe(403);
    expect(await send('null')).toBe(403);
    expect(await send(portal.url)).not.toBe(403);
  });

  it('asks nobody again while the session lasts, and refuses prompt=none without one', async () => {
    const browser = new Browser(portal.url);
    const silent = { prompt: 'none', redirect_uri: `${portal.url}/auth/silent-callback` };
    const before = await browser.openSignIn(silent);
    expect(before.url.searchParams.get('error')).toBe('login_required');
    await browser.signIn('admin.pl', password);
    const after = await browser.openSignIn(silent);
    expect(after.url.pathname).toBe('/auth/silent-callback');
    expect(after.url.searchParams.get('code')).toBeTruthy();
  });

  it('refuses an exchange without the PKCE verifier, and a code that was used', async () => {
    const browser = new Browser(portal.url);
    const { url, verifier } = await browser.openSignIn();
    const { url: callback } = await browser.submit(url, 'admin.pl', password);
    const wrong = await browser.exchange(callback, 'x'.repeat(43));
    expect(wrong).toMatchObject({ error: 'invalid_grant' });
    const { url: second, verifier: secondVerifier } = await browser.openSignIn();
    expect(await browser.exchange(second, secondVerifier)).toHaveProperty('access_token');
    expect(await browser.exchange(second, secondVerifier)).toMatchObject({
      error: 'invalid_grant',
    });
    expect(verifier).not.toBe(secondVerifier);
  });

  it('takes a code that no database could hold for a wrong one', async () => {
    const browser = new Browser(portal.url);
    const parameters = { code: 'a\0b', redirect_uri: `${portal.url}/auth/callback` };
    const response = await browser.requestTokens({
      grant_type: 'authorization_code',
      code_verifier: 'x'.repeat(43),
      ...parameters,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses a client or an address to return to that is not the portal’s', async () => {
    const browser = new Browser(portal.url);
    for (const wrong of [{ client_id: 'other' }, { redirect_uri: 'https://evil.example/' }]) {
      const { response } = await browser.openSignIn(wrong);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).toContain('Signing in did not work');
    }
  });

  it('hands tokens to pages of the portal’s own origin only', async () => {
    const browser = new Browser(portal.url);
    const { url, verifier } = await browser.openSignIn();
    const { url: callback } = await browser.submit(url, 'admin.pl', password);
    const response = await fetch(`${portal.url}/oidc/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({
        client_id: clientId,
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: `${portal.url}/auth/callback`,
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('leads back to PUBLIC_URL whatever host the request names', async () => {
    const { hostname, port } = new URL(portal.url);
    const response = await fetch(
      `http://${hostname}:${port}/oidc/auth?client_id=meterhouse-portal`,
      {
        redirect: 'manual',
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      },
    );
    expect(await response.text()).not.toContain('evil.example');
    const discovery = await fetch(`${portal.url}/oidc/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(await discovery.text()).not.toContain('evil.example');
  });
});

describe('a wrong sign-in', () => {
  async function fail(username: string, wrong: string) {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn({ ui_locales: 'en' });
    const { response } = await browser.submit(url, username, wrong);
    const body = await response.text();
    // What differs by design: the name that was typed and the address of this attempt.
    const comparable = body.replace(/value="[^"]*"/, '').replace(/interaction\/[\w-]+/, '');
    return { status: response.status, body, comparable };
  }

  it('reads the same for an unknown user, a wrong password and a locked account', async () => {
    await addAccounts(database, [anAccount('locked')]);
    await database.pool.query(
      `UPDATE account SET locked_until = now() + interval '1 minute' WHERE username = 'locked'`,
    );
    const [unknown, wrong, locked] = [
      await fail('nobody', password),
      await fail('admin.pl', 'wrong'),
      await fail('locked', password),
    ];
    expect(unknown.body).toContain('User name or password is wrong.');
    expect(wrong).toMatchObject({ status: unknown.status, comparable: unknown.comparable });
    expect(locked).toMatchObject({ status: unknown.status, comparable: unknown.comparable });
  });

  it('locks the account after ten, also for the right password, and opens again later', async () => {
    await addAccounts(database, [anAccount('guessed')]);
    // All at once: a burst must not get more than ten guesses either.
    await Promise.all(Array.from({ length: 10 }, (_, index) => fail('guessed', `guess ${index}`)));
    expect((await fail('guessed', password)).body).toContain('is wrong');

    await database.pool.query(
      `WITH opened AS (
         UPDATE account SET locked_until = now() - interval '1 second' WHERE username = 'guessed'
         RETURNING id
       )
       UPDATE sign_in_network SET blocked_until = now() - interval '1 second'
       FROM opened WHERE account_id = id`,
    );
    expect((await fail('guessed', 'wrong')).body).toContain('is wrong');
    const tokens = await new Browser(portal.url).signIn('guessed', password);
    expect(tokens.access_token).toBeTruthy();
    const { rows } = await database.pool.query(
      `SELECT failed_sign_ins, locked_until FROM account WHERE username = 'guessed'`,
    );
    expect(rows).toEqual([{ failed_sign_ins: 0, locked_until: null }]);
  });

  it('takes no less than its time, whoever it is', async () => {
    const slow = await startPortal(database, { failureMs: 300 });
    try {
      for (const username of ['nobody', 'sub.pl', '', 'a\0b']) {
        const browser = new Browser(slow.url);
        const { url } = await browser.openSignIn();
        const start = performance.now();
        await browser.submit(url, username, 'wrong');
        expect(performance.now() - start).toBeGreaterThan(295);
      }
      expect(slow.problems).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  it('writes what was typed back as text only', async () => {
    const { body } = await fail('"><script>alert(1)</script>', 'wrong');
    expect(body).not.toContain('<script');
  });

  it('refuses a form that is far too long', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    const { response } = await browser.submit(url, 'admin.pl', 'x'.repeat(20_000));
    expect(response.status).toBe(413);
  });

  it('says that a page is too old when its cookie is gone', async () => {
    const { url } = await new Browser(portal.url).openSignIn();
    const { response } = await new Browser(portal.url).submit(url, 'admin.pl', password);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This page has expired');
  });
});

describe('the sign-in page', () => {
  it.each([
    ['pl', 'Nazwa użytkownika'],
    ['cs-CZ en', 'Uživatelské jméno'],
    ['da', 'User name'],
  ])('speaks %s', async (locale, label) => {
    const { response } = await new Browser(portal.url).openSignIn({ ui_locales: locale });
    expect(await response.text()).toContain(`<label for="username">${label}</label>`);
  });

  it('runs under a policy without scripts and inline styles, and needs neither', async () => {
    const { response } = await new Browser(portal.url).openSignIn();
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    const body = await response.text();
    expect(body).not.toMatch(/<script|<style|style=|onload=|onclick=/);
    const sheet = /href="(\/oidc\/[^"]+\.css)"/.exec(body)?.[1] ?? '';
    const css = await fetch(`${portal.url}${sheet}`);
    expect(css.headers.get('content-type')).toContain('text/css');
  });

  it('lists the demo accounts only while there is a demo', async () => {
    const { response } = await new Browser(portal.url).openSignIn();
    expect(await response.text()).toContain('<code>basic.pl</code>');
    const plain = await startPortal(database, { config: { DEMO: false } });
    const { response: without } = await new Browser(plain.url).openSignIn();
    await plain.close();
    expect(await without.text()).not.toContain('<details>');
  });
});

describe('refresh tokens', () => {
  const refresh = (browser: Browser, token: string) =>
    browser.requestTokens({ grant_type: 'refresh_token', refresh_token: token });

  it('rotate, and one used twice ends the session', async () => {
    const browser = new Browser(portal.url);
    const first = await browser.signIn('admin.pl', password);
    const second = (await (await refresh(browser, first.refresh_token)).json()) as typeof first;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: audience });
    expect((await browser.readSession(second.access_token)).status).toBe(200);

    expect((await refresh(browser, first.refresh_token)).status).toBe(400);
    expect((await refresh(browser, second.refresh_token)).status).toBe(400);
  });
});

describe('signing out', () => {
  const leave = (browser: Browser, query: Record<string, string>) =>
    browser.visit(`/oidc/session/end?${new URLSearchParams(query)}`);

  it('ends session and refresh token at once for whoever has the ID token', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('admin.pl', password);
    const home = { post_logout_redirect_uri: `${portal.url}/`, state: 'bye' };
    const { url } = await leave(browser, { id_token_hint: tokens.id_token, ...home });
    expect(url.href).toBe(`${portal.url}/?state=bye`);

    const silent = await browser.openSignIn({ prompt: 'none' });
    expect(silent.url.searchParams.get('error')).toBe('login_required');
    const refreshed = await browser.requestTokens({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(400);
    // A second time there is nothing to end, and no page that only a script could leave.
    const again = await leave(browser, { id_token_hint: tokens.id_token, ...home });
    expect(again.url.href).toBe(`${portal.url}/?state=bye`);
  });

  it('asks first without an ID token, or with somebody else’s', async () => {
    const browser = new Browser(portal.url);
    await browser.signIn('admin.pl', password);
    const other = await new Browser(portal.url).signIn('sub.pl', password);
    for (const query of [{}, { id_token_hint: other.id_token }]) {
      const { response } = await leave(browser, { ...query, ui_locales: 'pl' });
      expect(await response.clone().text()).toContain('Czy chcesz się wylogować');
    }
    const { response } = await leave(browser, {});
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    const { response: done } = await browser.visit('/oidc/session/end/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(await done.text()).toContain('You are signed out');
    const silent = await browser.openSignIn({ prompt: 'none' });
    expect(silent.url.searchParams.get('error')).toBe('login_required');
  });

  it('never leads to an address that is not the portal’s', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('admin.pl', password);
    const { response } = await leave(browser, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://evil.example/',
    });
    expect(response.status).toBe(400);
  });
});

it('outlives a restart: keys, cookies and refresh tokens still hold', async () => {
  const first = await startPortal(database);
  const port = Number(new URL(first.url).port);
  const browser = new Browser(first.url);
  const tokens = await browser.signIn('admin.pl', password);
  await first.close();
  const second = await startPortal(database, { port });
  try {
    expect((await browser.readSession(tokens.access_token)).status).toBe(200);
    const silent = await browser.openSignIn({ prompt: 'none' });
    expect(silent.url.searchParams.get('code')).toBeTruthy();
    const refreshed = await browser.requestTokens({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(200);
  } finally {
    await second.close();
  }
});

it('leaves the console alone and logs nothing but the refresh token that came twice', () => {
  for (const spy of consoles) expect(spy.mock.calls).toEqual([]);
  expect(portal.problems).toEqual([expect.stringMatching(/"subject":".+","sid":".+"/)]);
});
