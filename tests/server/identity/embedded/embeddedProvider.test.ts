import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount, password } from '../support/accounts.ts';
import { Browser } from '../support/browser.ts';
import { clientId, startPortal, type TestPortal } from '../support/portal.ts';

let database: Database;
let portal: TestPortal;
/** The same portal as it is behind a proxy that speaks https. */
let secured: TestPortal;
const publicUrl = 'https://portal.example';

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  secured = await startPortal(database, { config: { PUBLIC_URL: `${publicUrl}/` } });
  await addAccounts(database, [anAccount('somebody'), anAccount('other'), anAccount('third')]);
});
afterAll(async () => {
  await portal.close();
  await secured.close();
  await database.close();
});

const headersOf = (response: Response, ...names: string[]) =>
  names.map((name) => response.headers.get(name));

describe('every answer of the embedded provider', () => {
  const names = ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'];

  it('tells browsers what not to guess and whom not to tell', async () => {
    for (const path of ['/oidc/jwks', '/oidc/pages.css', '/oidc/auth', '/oidc/nowhere']) {
      const response = await fetch(`${portal.url}${path}`);
      expect(headersOf(response, ...names)).toEqual(['nosniff', 'same-origin', 'same-origin']);
      expect(headersOf(response, 'strict-transport-security')).toEqual([null]);
    }
  });

  it('insists on https where the portal is at https', async () => {
    const response = await fetch(`${secured.url}/oidc/jwks`);
    expect(headersOf(response, 'strict-transport-security', ...names)).toEqual([
      'max-age=31536000; includeSubDomains',
      ...['nosniff', 'same-origin', 'same-origin'],
    ]);
  });

  it('stands below /oidc, at the address that the portal has for others', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${secured.url}${path}`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const document = await read('/oidc/.well-known/openid-configuration');
    expect(document).toMatchObject({
      issuer: `${publicUrl}/oidc`,
      authorization_endpoint: `${publicUrl}/oidc/auth`,
      token_endpoint: `${publicUrl}/oidc/token`,
      end_session_endpoint: `${publicUrl}/oidc/session/end`,
      jwks_uri: `${publicUrl}/oidc/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
      ui_locales_supported: ['en', 'pl', 'cs'],
    });
    expect(document).not.toHaveProperty('userinfo_endpoint');
    expect(document).not.toHaveProperty('pushed_authorization_request_endpoint');
    expect(document).not.toHaveProperty('dpop_signing_alg_values_supported');
    const { keys } = (await read('/oidc/jwks')) as { keys: Record<string, unknown>[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
    // As when somebody opens the mount itself.
    expect((await fetch(`${secured.url}/oidc`)).status).toBe(404);
    expect((await fetch(`${secured.url}/oidc?x`)).status).toBe(404);
  });
});

describe('cookies of a sign-in', () => {
  it('insist on https and on the very host where the portal is at https', async () => {
    const browser = new Browser(publicUrl, secured.url);
    const tokens = await browser.signIn('somebody', password);
    expect(tokens.access_token).toBeTruthy();
    const names = new Set([...browser.cookies.keys()].map((key) => key.split(' ')[0]));
    expect(names).toContain('__Host-meterhouse_session');
    expect(names).toContain('__Secure-meterhouse_interaction');
  });

  it('stay below the provider’s path elsewhere, out of the reach of scripts', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    const response = await browser.fetch(url.href, {
      method: 'POST',
      body: new URLSearchParams({ username: 'somebody', password }),
    });
    expect(response.status).toBe(303);
    const resumed = await browser.fetch(response.headers.get('location') ?? '');
    const lines = resumed.headers
      .getSetCookie()
      .filter((line) => !/expires=thu, 01 jan 1970/i.test(line));
    const sessions = lines.filter((line) => line.startsWith('meterhouse_session='));
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatch(/; path=\/oidc;/i);
    expect(sessions[0]).toMatch(/; samesite=lax/i);
    expect(sessions[0]).toMatch(/; httponly/i);
    expect(sessions[0]).not.toMatch(/; secure/i);
    expect(lines.some((line) => line.startsWith('meterhouse_session.sig='))).toBe(true);
  });
});

describe('the pages of a sign-in', () => {
  const open = async (parameters: Record<string, string> = { ui_locales: 'en' }) => {
    const browser = new Browser(portal.url);
    const { url, verifier, response } = await browser.openSignIn(parameters);
    const post = (fields: Record<string, string>) =>
      browser.visit(url.href, { method: 'POST', body: new URLSearchParams(fields) });
    return { browser, url, verifier, response, page: await response.text(), post };
  };

  it('are kept nowhere, their stylesheet for five minutes', async () => {
    const { response, page, url } = await open();
    expect(response.status).toBe(200);
    expect(headersOf(response, 'cache-control', 'content-type')).toEqual([
      'no-store',
      'text/html; charset=utf-8',
    ]);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain(`action="${url.pathname}"`);
    expect(page).toContain('<link rel="stylesheet" href="/oidc/pages.css">');
    expect(page).toContain(`<a href="${portal.url}/auth/forgot-password">`);
    const sheet = await fetch(`${portal.url}/oidc/pages.css`);
    expect(headersOf(sheet, 'cache-control', 'content-type')).toEqual([
      'public, max-age=300',
      'text/css; charset=utf-8',
    ]);
    expect(await sheet.text()).toContain('.failure');
    const posted = await fetch(`${portal.url}/oidc/pages.css`, { method: 'POST' });
    expect(posted.status).toBe(404);
  });

  it('answer to the methods of a form only, at their own address', async () => {
    const { browser, url } = await open();
    for (const method of ['PUT', 'DELETE']) {
      expect((await browser.fetch(url.href, { method })).status).toBe(404);
    }
    expect((await browser.fetch(`${url.pathname}/more`)).status).toBe(404);
    expect((await browser.fetch(`/oidc/x${url.pathname.slice('/oidc'.length)}`)).status).toBe(404);
  });

  it('begin with the cursor in the first field, and after a failure with what went wrong', async () => {
    const { page, post } = await open();
    expect(page).toMatch(/<input id="username"[^>]* value=""[^>]* autofocus>/);
    expect(page).not.toContain('class="failure"');
    expect(page).not.toContain('aria-invalid');
    const failed = await post({ username: ' some"body ', password: 'wrong' });
    expect(failed.response.status).toBe(200);
    const text = await failed.response.text();
    expect(text).toMatch(
      /<input id="username"[^>]* value="some&#34;body"[^>]* required aria-invalid="true" aria-describedby="error">/,
    );
    expect(text).toMatch(/<div class="failure" role="alert" tabindex="-1" autofocus/);
    expect(text).toContain('<p id="error">User name or password is wrong.</p>');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  it('take a form without fields for a failed attempt, and one that begins anew for none', async () => {
    const { post } = await open();
    const empty = await (await post({})).response.text();
    expect(empty).toContain('class="failure"');
    const restarted = await (await post({ restart: 'yes', username: 'x' })).response.text();
    expect(restarted).not.toContain('class="failure"');
    expect(restarted).toContain('id="username"');
    // A code that nobody waits for.
    const code = await (await post({ code: '123456' })).response.text();
    expect(code).toContain('class="failure"');
    expect(code).toMatch(/<input id="username"[^>]* value=""/);
  });

  it('let in whoever types blanks around the name, at once and without a page in between', async () => {
    const { browser, verifier, post } = await open();
    const { url } = await post({ username: '  somebody ', password });
    expect(url.pathname).toBe('/auth/callback');
    const tokens = await browser.exchange(url, verifier);
    expect((await browser.readSession(tokens.access_token)).status).toBe(200);
  });

  it('speak the browser’s language unless the portal asks for another', async () => {
    const spoken = async (parameters: Record<string, string>, wanted: string) => {
      const browser = new Browser(portal.url);
      const { url } = await browser.openSignIn(parameters);
      const response = await browser.fetch(url.href, { headers: { 'accept-language': wanted } });
      return /<html lang="(\w+)">/.exec(await response.text())?.[1];
    };
    expect(await spoken({}, 'cs')).toBe('cs');
    expect(await spoken({}, 'PL-pl;q=0.9, en')).toBe('pl');
    expect(await spoken({}, 'da, cs;q=0.5, pl')).toBe('cs');
    expect(await spoken({}, 'cstlike, plx')).toBe('en');
    expect(await spoken({}, '')).toBe('en');
    expect(await spoken({ ui_locales: 'pl' }, 'cs')).toBe('pl');
  });

  it('lead on by GET, also where one account takes the place of another', async () => {
    const browser = new Browser(portal.url);
    const [first, second] = [await browser.openSignIn(), await browser.openSignIn()];
    const { url: callback } = await browser.submit(first.url, 'somebody', password);
    expect(callback.pathname).toBe('/auth/callback');
    const body = new URLSearchParams({ username: 'third', password });
    const responses = [await browser.fetch(second.url.href, { method: 'POST', body })];
    const next = () => new URL(responses.at(-1)?.headers.get('location') ?? '', portal.url);
    while (next().pathname.startsWith('/oidc')) responses.push(await browser.fetch(next().href));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await responses[1]?.text()).not.toContain('<form');
  });

  it('say which mistake a link has, with a code for support and a way back', async () => {
    const response = await fetch(`${portal.url}/oidc/auth?client_id=other&ui_locales=pl`);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('<html lang="pl">');
    expect(page).toContain('<code>invalid_client</code>');
    expect(page).toContain(`<a class="button" href="${portal.url}/">`);
    expect(headersOf(response, 'content-type')).toEqual(['text/html; charset=utf-8']);
    const nowhere = new Browser(portal.url);
    const expired = await nowhere.fetch('/oidc/interaction/gone', {
      headers: { 'accept-language': 'cs' },
    });
    expect(expired.status).toBe(400);
    expect(headersOf(expired, 'cache-control', 'content-type')).toEqual([
      'no-store',
      'text/html; charset=utf-8',
    ]);
    const text = await expired.text();
    expect(text).toContain('<html lang="cs">');
    expect(text).not.toContain('<code>');
  });

  it('are opened by so many of one address, silent renewals apart', async () => {
    const strict = await startPortal(database, {
      limits: { interaction: { points: 2, seconds: 60 } },
    });
    try {
      const browser = new Browser(strict.url);
      const opened: number[] = [];
      for (let at = 0; at < 3; at += 1) {
        await browser.openSignIn({ prompt: 'none' });
        opened.push((await browser.openSignIn()).response.status);
      }
      expect(opened).toEqual([200, 200, 429]);
      const refused = await browser.fetch('/oidc/auth', { headers: { 'accept-language': 'pl' } });
      expect(headersOf(refused, 'content-type')).toEqual(['text/html; charset=utf-8']);
      const page = await refused.text();
      expect(page).toContain('<html lang="pl">');
      expect(page).toContain(`href="${strict.url}/"`);
      // Only a GET is silent.
      const body = new URLSearchParams({ prompt: 'none', client_id: clientId });
      const posted = await browser.fetch('/oidc/auth?prompt=none', { method: 'POST', body });
      expect(posted.status).toBe(429);
      expect(strict.problems.map((line) => JSON.parse(line))).toContainEqual({
        address: '127.0.0.1',
        path: '/auth',
        reason: 'too many tries',
      });
      expect((await fetch(`${strict.url}/oidc/jwks`)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('signing out', () => {
  it('tells so in the language that is asked for, with a way back', async () => {
    const response = await fetch(`${portal.url}/oidc/session/end/success?ui_locales=pl`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`<a class="button" href="${portal.url}/">`);
    expect(headersOf(response, 'content-type')).toEqual(['text/html; charset=utf-8']);
  });

  it('leads nowhere but to the page that says so when no address is given', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('somebody', password);
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, state: 'bye' });
    const { url, response } = await browser.visit(`/oidc/session/end?${query}`);
    expect(url.pathname).toBe('/oidc/session/end/success');
    expect(url.search).toBe('');
    expect(response.status).toBe(200);
  });

  it('takes the cookie and everything that was issued away', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('other', password);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${portal.url}/`,
    });
    const response = await browser.fetch(`/oidc/session/end?${query}`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${portal.url}/`);
    expect(await response.text()).not.toContain('<form');
    const cookies = response.headers.getSetCookie();
    expect(cookies.filter((line) => line.startsWith('meterhouse_session=;'))).toHaveLength(1);
    const { rows } = await database.pool.query<{ model: string }>(
      `SELECT model FROM oidc_payload JOIN account ON subject = payload->>'accountId'
       WHERE username = 'other'`,
    );
    expect(rows).toEqual([]);
  });
});

it('tells the operator what failed within, and the visitor that something did', async () => {
  const broken = await startPortal(database);
  const browser = new Browser(broken.url);
  await database.pool.query('ALTER TABLE oidc_payload RENAME TO payload_elsewhere');
  try {
    const { response } = await browser.openSignIn();
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('<code>server_error</code>');
    const outside = await browser.fetch('/oidc/interaction/any', {
      headers: { cookie: 'meterhouse_interaction=x' },
    });
    expect(outside.status).toBeGreaterThanOrEqual(400);
  } finally {
    await database.pool.query('ALTER TABLE payload_elsewhere RENAME TO oidc_payload');
    await broken.close();
  }
  const told = broken.problems.map((line) => JSON.parse(line) as { path?: string; err?: string });
  expect(told).toContainEqual({ err: expect.stringContaining('oidc_payload'), path: '/auth' });
});

it('has nothing to complain of', () => {
  expect(portal.problems).toEqual([]);
  expect(secured.problems).toEqual([]);
});
