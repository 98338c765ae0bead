import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { describeBrowser } from '../../../../server/features/account/describeBrowser.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [anAccount('everywhere'), anAccount('stranger')]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

async function signIn(username: string, userAgent: string) {
  const browser = new Browser(portal.url);
  const tokens = await browser.signIn(username, password);
  const response = await fetch(`${portal.url}/api/session`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, 'user-agent': userAgent },
  });
  const { userId } = (await response.json()) as { userId: string };
  return { browser, tokens, token: tokens.access_token, params: { id: userId } };
}
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const phone =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

describe('where one is signed in', () => {
  it('is told, and can be ended there', async () => {
    const here = await signIn('everywhere', windows);
    const there = await signIn('everywhere', phone);
    const stranger = await signIn('stranger', phone);
    const list = async () =>
      (await portal.call('sessions.own', here.token, { params: here.params })).body;
    const known = await list();
    expect(known).toMatchObject({ total: 2 });
    expect(known.content).toContainEqual({
      id: expect.any(Number),
      startedAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      browser: 'Firefox, Windows',
      place: 'HERE',
    });
    const other = known.content.find(({ place }: { place: string }) => place === 'ELSEWHERE');
    expect(other.browser).toBe('Chrome, Android');

    const end = (caller: typeof here, id: string) =>
      portal.call('sessions.endOne', caller.token, {
        params: { ...here.params, session: String(other.id), id },
      });
    for (const id of [here.params.id, stranger.params.id]) {
      expect((await end(stranger, id)).status).toBe(404);
    }
    expect((await end(here, here.params.id)).status).toBe(200);
    expect((await end(here, here.params.id)).status).toBe(404);
    expect((await portal.call('session.get', there.token)).status).toBe(401);
    const { refresh_token } = there.tokens;
    const renewed = await there.browser.requestTokens({
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect(renewed.status).toBe(400);
    expect(await list()).toMatchObject({ total: 1, content: [{ place: 'HERE' }] });
  });

  it('leaves out what rested for too long', async () => {
    const { token, params } = await signIn('stranger', windows);
    await signIn('stranger', windows);
    await database.pool.query(
      `UPDATE portal_session SET last_seen_at = now() - interval '18 minutes'
       WHERE account_id = (SELECT id FROM account WHERE username = 'stranger')`,
    );
    const { body } = await portal.call('sessions.own', token, { params });
    expect(body.content).toMatchObject([{ place: 'HERE' }]);
  });
});

it.each([
  [windows, 'Firefox, Windows'],
  [phone, 'Chrome, Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1', 'Safari, macOS'],
  ['curl/8.9.1', null],
  ['', null],
])('%s is %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});
