import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';
import { startPortal, type TestPortal } from './support/portal.ts';

const publicUrl = 'https://portal.example';

let database: Database;
let overHttp: TestPortal;
let overHttps: TestPortal;

beforeAll(async () => {
  database = await createTestDatabase();
  overHttp = await startPortal(database);
  overHttps = await startPortal(database, { config: { PUBLIC_URL: publicUrl } });
  await addAccounts(database, [anAccount('admin.pl'), anAccount('sub.pl')]);
});

afterAll(async () => {
  await overHttp.close();
  await overHttps.close();
  await database.close();
});

describe.each([
  ['http', () => new Browser(overHttp.url)],
  ['https', () => new Browser(publicUrl, overHttps.url)],
])('over %s', (_, createBrowser) => {
  const silent = (browser: Browser) => browser.openSignIn({ prompt: 'none' });

  it('two tabs that sign in the same account both get their tokens', async () => {
    const browser = createBrowser();
    const tabs = [await browser.openSignIn(), await browser.openSignIn()];
    for (const { url, verifier } of tabs) {
      const { url: callback } = await browser.submit(url, 'admin.pl', password);
      const tokens = await browser.exchange(callback, verifier);
      expect(await browser.readSession(tokens.access_token)).toMatchObject({
        user: { username: 'admin.pl' },
      });
    }
  });

  it('the second tab’s account takes the place of the first one’s, whose session ends', async () => {
    const browser = createBrowser();
    const [first, second] = [await browser.openSignIn(), await browser.openSignIn()];
    const { url: callback } = await browser.submit(first.url, 'admin.pl', password);
    const before = await browser.exchange(callback, first.verifier);

    const { url, response } = await browser.submit(second.url, 'sub.pl', password);
    expect(response.status).toBe(303);
    expect(url.pathname).toBe('/auth/callback');
    const after = await browser.exchange(url, second.verifier);
    expect(await browser.readSession(after.access_token)).toMatchObject({
      user: { username: 'sub.pl' },
    });

    expect((await browser.readSession(before.access_token)).status).toBe(401);
    const { refresh_token, access_token } = before;
    expect(access_token).toBeTruthy();
    const renewed = await browser.requestTokens({ grant_type: 'refresh_token', refresh_token });
    expect(renewed.status).toBe(400);
    const { url: again, verifier } = await silent(browser);
    const current = await browser.exchange(again, verifier);
    expect(await browser.readSession(current.access_token)).toMatchObject({
      user: { username: 'sub.pl' },
    });
  });

  it('somebody else signs in where a session has rested', async () => {
    const browser = createBrowser();
    await browser.signIn('admin.pl', password);
    const { url, verifier } = await browser.openSignIn({ prompt: 'login' });
    const { url: callback } = await browser.submit(url, 'sub.pl', password);
    const tokens = await browser.exchange(callback, verifier);
    expect(await browser.readSession(tokens.access_token)).toMatchObject({
      user: { username: 'sub.pl' },
    });
  });

  it('a page that hands the code on by a form leaves its session alone', async () => {
    const browser = createBrowser();
    const { url } = await browser.openSignIn({ response_mode: 'form_post' });
    await browser.submit(url, 'admin.pl', password);
    expect((await silent(browser)).url.searchParams.get('code')).toBeTruthy();
  });

  it('who signs out has no cookie left of the session', async () => {
    const browser = createBrowser();
    const { id_token: hint } = await browser.signIn('admin.pl', password);
    const ofSession = () => [...browser.cookies.keys()].filter((key) => key.includes('_session'));
    expect(ofSession()).toHaveLength(2);
    await browser.visit(`/oidc/session/end?id_token_hint=${hint}`);
    expect(ofSession()).toEqual([]);
  });
});

describe('cookies', () => {
  async function namesAfter(browser: Browser): Promise<string[]> {
    await browser.openSignIn();
    const { url } = await browser.openSignIn();
    await browser.submit(url, 'admin.pl', password);
    return [...browser.cookies.keys()]
      .map((key) => key.replace(/(interaction|auth)\/.+$/, '$1/…'))
      .sort();
  }

  it('are named by what a browser must insist on at https, their signatures too', async () => {
    const lines: string[] = [];
    const browser = new Browser(publicUrl, overHttps.url);
    const fetchPlainly = browser.fetch.bind(browser);
    browser.fetch = async (...given) => {
      const response = await fetchPlainly(...given);
      lines.push(...response.headers.getSetCookie());
      return response;
    };
    expect(new Set(await namesAfter(browser))).toEqual(
      new Set([
        '__Host-meterhouse_session /',
        '__Host-meterhouse_session.sig /',
        '__Secure-meterhouse_interaction /oidc/interaction/…',
        '__Secure-meterhouse_interaction.sig /oidc/interaction/…',
        '__Secure-meterhouse_resume /oidc/auth/…',
        '__Secure-meterhouse_resume.sig /oidc/auth/…',
      ]),
    );
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      expect(line).toMatch(/; secure(;|$)/i);
      expect(line).toMatch(/; httponly(;|$)/i);
      expect(line).toMatch(/; samesite=lax(;|$)/i);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  it('have plain names at http, where no browser would keep the others', async () => {
    expect(new Set(await namesAfter(new Browser(overHttp.url)))).toEqual(
      new Set([
        'meterhouse_session /oidc',
        'meterhouse_session.sig /oidc',
        'meterhouse_interaction /oidc/interaction/…',
        'meterhouse_interaction.sig /oidc/interaction/…',
        'meterhouse_resume /oidc/auth/…',
        'meterhouse_resume.sig /oidc/auth/…',
      ]),
    );
  });
});

it('logs no failure but the tokens of sessions that gave way', () => {
  const problems = [...overHttp.problems, ...overHttps.problems];
  expect(problems.filter((line) => !line.includes('"reason":"ENDED"'))).toEqual([]);
});
