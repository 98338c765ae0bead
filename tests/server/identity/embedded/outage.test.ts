import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount, password } from '../support/accounts.ts';
import { Browser } from '../support/browser.ts';
import { clientId, startPortal, type TestPortal } from '../support/portal.ts';

/** Calls of the API are in tests/server/http/failures.test.ts: the provider has handlers of its own. */

let database: Database;
let portal: TestPortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  await addAccounts(database, [anAccount('somebody')]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await portal.close();
  await database.close();
});

/** As PostgreSQL ends connections when it is told to stop. */
function stopDatabase() {
  const stopped = Object.assign(new Error('terminating connection'), { code: '57P01' });
  vi.spyOn(database.pool, 'query').mockImplementation(() => Promise.reject(stopped));
}

describe('while PostgreSQL restarts', () => {
  it('signing in says when to come again, at each step', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    stopDatabase();
    const body = new URLSearchParams({ username: 'somebody', password });
    const html = { accept: 'text/html', 'accept-language': 'pl' };
    const answers = [
      await browser.fetch(url.href, { headers: html }),
      await browser.fetch(url.href, { method: 'POST', body, headers: html }),
      (await new Browser(portal.url).openSignIn()).response,
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(await answers[0]?.text()).toContain('Zaraz wracamy');
  });

  it('a page’s tokens are renewed later, not refused', async () => {
    const browser = new Browser(portal.url);
    const { refresh_token = '' } = await browser.signIn('somebody', password);
    stopDatabase();
    const renewal = { grant_type: 'refresh_token', client_id: clientId, refresh_token };
    const renew = () =>
      fetch(`${portal.url}/oidc/token`, { method: 'POST', body: new URLSearchParams(renewal) });
    const answer = await renew();
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '5',
      expect.objectContaining({ error: 'temporarily_unavailable' }),
    ]);
    vi.restoreAllMocks();
    expect((await renew()).status).toBe(200);
  });
});
