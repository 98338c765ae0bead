import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [
    anAccount('resting'),
    anAccount('busy'),
    anAccount('gone'),
    anAccount('long'),
  ]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const minute = 60;

/** As if all that the portal and its provider remember of an account had happened so long ago. */
async function rest(username: string, seconds: number): Promise<void> {
  const values = [username, seconds];
  await database.pool.query(
    `UPDATE portal_session SET started_at = started_at - make_interval(secs => $2),
       last_seen_at = last_seen_at - make_interval(secs => $2)
     WHERE account_id = (SELECT id FROM account WHERE username = $1)`,
    values,
  );
  await database.pool.query(
    `UPDATE oidc_payload SET expires_at = expires_at - make_interval(secs => $2),
       payload = CASE WHEN payload ? 'loginTs'
         THEN jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - $2))
         ELSE payload END
     WHERE payload->>'accountId' = (SELECT subject FROM account WHERE username = $1)`,
    values,
  );
}

const renew = (browser: Browser, refresh_token: string) =>
  browser.requestTokens({ grant_type: 'refresh_token', refresh_token });
const silently = async (browser: Browser) =>
  (await browser.openSignIn({ prompt: 'none' })).url.searchParams;

describe('a session in which nothing happens', () => {
  it('goes on after fifteen minutes, and is over after eighteen', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('resting', password);
    expect((await portal.call('session.get', tokens.access_token)).status).toBe(200);
    await rest('resting', 15 * minute);
    expect((await silently(browser)).get('code')).toBeTruthy();
    const renewed = await renew(browser, tokens.refresh_token);
    expect(renewed.status).toBe(200);
    const { refresh_token: next } = (await renewed.json()) as typeof tokens;
    await rest('resting', 18 * minute);
    expect((await silently(browser)).get('error')).toBe('login_required');
    expect((await renew(browser, next)).status).toBe(400);
    // A new sign-in in the same browser begins anew.
    const { url } = await browser.openSignIn();
    expect((await browser.submit(url, 'resting', password)).url.pathname).toBe('/auth/callback');
    expect((await silently(browser)).get('code')).toBeTruthy();
  });

  it('is kept by its calls', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('busy', password);
    await portal.call('session.get', tokens.access_token);
    await rest('busy', 12 * minute);
    expect((await portal.call('session.get', tokens.access_token)).status).toBe(200);
    await rest('busy', 12 * minute);
    expect((await silently(browser)).get('code')).toBeTruthy();
  });

  it('is over, too, when the portal never saw it', async () => {
    const browser = new Browser(portal.url);
    await browser.signIn('gone', password);
    await rest('gone', 18 * minute);
    expect((await silently(browser)).get('error')).toBe('login_required');
  });
});

/** The grants that an account's refresh tokens hang on. */
async function grantsOf(username: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM oidc_payload WHERE model = 'Grant'
       AND payload->>'accountId' = (SELECT subject FROM account WHERE username = $1)`,
    [username],
  );
  return rows.map(({ id }) => id);
}

describe('what a page may renew by', () => {
  const hour = 60 * minute;

  it('is taken anew by a page that opens when half of its day is over, not before', async () => {
    const browser = new Browser(portal.url);
    await browser.signIn('long', password);
    const [first, ...others] = await grantsOf('long');
    expect([typeof first, others]).toEqual(['string', []]);
    const openAfter = async (seconds: number) => {
      await database.pool.query(
        `UPDATE oidc_payload SET expires_at = expires_at - make_interval(secs => $2),
           payload = jsonb_set(payload, '{exp}', to_jsonb((payload->>'exp')::int - $2))
         WHERE model = 'Grant' AND id = $1`,
        [first, seconds],
      );
      expect((await silently(browser)).get('code')).toBeTruthy();
      return grantsOf('long');
    };
    expect(await openAfter(6 * hour - minute)).toEqual([first]);
    const grants = await openAfter(2 * minute);
    expect(grants).toHaveLength(2);
    expect(grants).toContain(first);
    // From here on it is the new one that pages go on with.
    expect(await openAfter(0)).toHaveLength(2);
  });
});
