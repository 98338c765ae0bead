import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runKeys } from '../../../server/cli/keys.ts';
import { runToken } from '../../../server/cli/token.ts';
import type { Database } from '../../../server/database/open.ts';
import { ensureProviderKeys } from '../../../server/identity/embedded/keys.repository.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount, password } from '../identity/support/accounts.ts';
import { Browser, type Tokens } from '../identity/support/browser.ts';
import { startPortal, type TestPortal } from '../identity/support/portal.ts';

let database: Database;
let portal: TestPortal;
let printed: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  await addAccounts(database, [anAccount('admin.pl'), anAccount('support.dk')]);
});

afterAll(async () => {
  await portal.close();
  await database.close();
});

beforeEach(() => {
  printed = [];
  complaints = [];
});

function run(username: string | undefined, issuer?: string): Promise<number> {
  return runToken(username, {
    config: {
      PUBLIC_URL: portal.url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'meterhouse-portal',
      OIDC_AUDIENCE: 'meterhouse-api',
      DEMO: true,
    },
    database,
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  });
}

it('prints a token that the running server accepts, and nothing else', async () => {
  expect(await run('admin.pl')).toBe(0);
  expect(complaints).toEqual([]);
  expect(printed).toHaveLength(1);
  const session = await portal.identity.authenticate(`Bearer ${printed[0]}`);
  expect(session?.user.username).toBe('admin.pl');
});

it.each([
  ['admin.lp', 'Did you mean «admin.pl»?'],
  ['zzzzzzzzzz', 'Known accounts: admin.pl, support.dk.'],
])('helps with the unknown user %s', async (username, help) => {
  expect(await run(username)).toBe(1);
  expect(printed).toEqual([]);
  expect(complaints).toEqual([`There is no account «${username}».`, help]);
});

it('says what is missing, and that an external provider hands out its own tokens', async () => {
  expect(await run(undefined)).toBe(2);
  expect(complaints.join()).toContain('token USER');
  expect(await run('admin.pl', 'https://login.example')).toBe(1);
  expect(complaints.join()).toContain('https://login.example');
  expect(printed).toEqual([]);
});

describe('keys that are rotated while the portal runs', () => {
  const rotate = (flags: readonly string[] = [], issuer?: string) =>
    runKeys(['rotate', ...flags], {
      issuer,
      database,
      print: (line) => printed.push(line),
      complain: (line) => complaints.push(line),
    });
  const isTaken = async (token: string) =>
    (await portal.identity.authenticate(`Bearer ${token}`)) !== undefined;
  const issue = async () => {
    expect(await run('admin.pl')).toBe(0);
    return printed.at(-1) ?? '';
  };
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const renew = async (browser: Browser, tokens: Tokens) =>
    (await (await browser.renew(tokens)).json()) as Tokens;

  it('are known at once, and the former ones verify for a day', async () => {
    const browser = new Browser(portal.url);
    const before = await browser.signIn('admin.pl', password);
    expect(await rotate()).toBe(0);
    const fresh = await issue();
    expect(kidOf(fresh)).not.toBe(kidOf(before.access_token));
    expect(await isTaken(fresh)).toBe(true);
    expect(await isTaken(before.access_token)).toBe(true);
    // The cookie is signed anew by the way.
    const { url, verifier } = await browser.openSignIn({ prompt: 'none' });
    const silent = await browser.exchange(url, verifier);
    const renewed = await renew(browser, before);
    expect([silent, renewed].map((one) => kidOf(one.access_token))).toEqual(
      Array(2).fill(kidOf(fresh)),
    );
    const query = new URLSearchParams({
      id_token_hint: before.id_token,
      post_logout_redirect_uri: `${portal.url}/`,
    });
    expect((await browser.visit(`/oidc/session/end?${query}`)).url.href).toBe(`${portal.url}/`);

    await database.pool.query(
      `UPDATE signing_key SET created_at = created_at - interval '25 hours'`,
    );
    const { signing, cookies } = await ensureProviderKeys(database);
    expect([signing.map(({ kid }) => kid), cookies.length]).toEqual([[kidOf(fresh)], 1]);
    expect(await rotate()).toBe(0);
    const { rows } = await database.pool.query('SELECT FROM signing_key');
    expect(rows).toHaveLength(2);
  });

  it('end at once where that is asked for: tokens are renewed, a reload asks for a sign-in', async () => {
    const browser = new Browser(portal.url);
    const before = await browser.signIn('admin.pl', password);
    expect(await rotate(['--at-once'])).toBe(0);
    expect(await isTaken(await issue())).toBe(true);
    expect(await isTaken(before.access_token)).toBe(false);
    expect((await browser.openSignIn({ prompt: 'none' })).url.searchParams.get('error')).toBe(
      'login_required',
    );
    expect(await isTaken((await renew(browser, before)).access_token)).toBe(true);
    const { rows } = await database.pool.query(
      "SELECT detail->>'isAtOnce' AS at_once FROM activity_log WHERE type = 'KEYS_ROTATED' ORDER BY id",
    );
    expect(rows.map((row) => row.at_once)).toEqual(['false', 'false', 'true']);
  });

  it('are those of the provider where that is another one', async () => {
    expect(await rotate([], 'https://login.example')).toBe(1);
    expect(complaints.join()).toContain('https://login.example');
    expect(await rotate(['--now'])).toBe(2);
  });
});
