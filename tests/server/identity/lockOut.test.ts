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
  const many = { points: 100_000, seconds: 60 };
  portal = await startWholePortal(database, { limits: { signIn: many, link: many } });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

let count = 0;
async function addOwner() {
  count += 1;
  const username = `owner-${count}`;
  await addAccounts(database, [anAccount(username, { language: 'en' })]);
  return username;
}

async function trySignIn(username: string, given: string, address: string): Promise<boolean> {
  const browser = new Browser(portal.url);
  const { url } = await browser.openSignIn();
  const { url: next } = await browser.visit(url.href, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username, password: given }),
  });
  return next.pathname === '/auth/callback';
}
async function guess(username: string, times: number, addressOf: (at: number) => string) {
  for (let at = 0; at < times; at += 1) {
    expect(await trySignIn(username, `Wrong-password-${at}`, addressOf(at))).toBe(false);
  }
}
const home = '203.0.113.1';
const thief = '198.51.100.7';

describe('somebody who guesses', () => {
  it('shuts out themselves, and not the owner where the owner has been before', async () => {
    const username = await addOwner();
    expect(await trySignIn(username, password, home)).toBe(true);
    await guess(username, 10, () => thief);
    expect(await trySignIn(username, password, thief)).toBe(false);
    expect(await trySignIn(username, password, home)).toBe(true);
  });

  it('from many addresses gets no more guesses than from one', async () => {
    const username = await addOwner();
    await guess(username, 10, (at) => `198.51.100.${at}`);
    expect(await trySignIn(username, password, '198.51.100.99')).toBe(false);
  });

  it('from where the owner has been gets ten guesses as well', async () => {
    const username = await addOwner();
    expect(await trySignIn(username, password, home)).toBe(true);
    await guess(username, 10, () => home);
    expect(await trySignIn(username, password, home)).toBe(false);
    await database.pool.query(
      `UPDATE sign_in_network SET blocked_until = now() - interval '1 second'`,
    );
    expect(await trySignIn(username, password, home)).toBe(true);
  });

  it('does not get in by the owner’s sign-ins, which leave the lock', async () => {
    const username = await addOwner();
    expect(await trySignIn(username, password, home)).toBe(true);
    await guess(username, 10, () => thief);
    expect(await trySignIn(username, password, home)).toBe(true);
    expect(await trySignIn(username, password, '198.51.100.8')).toBe(false);
  });
});

describe('the log', () => {
  it('says from where somebody failed, and why', async () => {
    const username = await addOwner();
    await guess(username, 11, () => thief);
    await trySignIn('nobody-at-all', password, thief);
    const { rows } = await database.pool.query(
      `SELECT affected, detail FROM activity_log
       WHERE type = 'SIGN_IN_FAILED' AND (affected = $1 OR affected = '') ORDER BY id`,
      [username],
    );
    expect([rows[0], rows[10], rows[11]]).toEqual([
      { affected: username, detail: { address: thief, reason: 'wrong password' } },
      { affected: username, detail: { address: thief, reason: 'locked' } },
      { affected: '', detail: { address: thief, reason: 'unknown user' } },
    ]);
  });
});

describe('the owner of a locked account', () => {
  it('gets one mail, whose link opens it where the link is opened', async () => {
    const username = await addOwner();
    await portal.parts.background.idle();
    portal.mails.length = 0;
    await guess(username, 15, () => thief);
    const mail = await portal.nextMail();
    expect(mail).toMatchObject({
      to: `${username}@example.com`,
      subject: 'Your Meterhouse account is locked',
    });
    expect(portal.mails).toEqual([]);
    expect(await trySignIn(username, password, home)).toBe(false);
    const token = /\/auth\/unlock#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    const unlock = () =>
      fetch(`${portal.url}/api/unlock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': home },
        body: JSON.stringify({ token }),
      });
    expect((await unlock()).status).toBe(200);
    expect((await unlock()).status).toBe(410);
    expect(await trySignIn(username, password, home)).toBe(true);
    // Whoever goes on guessing doesn't lock that place again.
    await guess(username, 12, () => thief);
    expect(await trySignIn(username, password, home)).toBe(true);
    const { rows } = await database.pool.query<{ type: string }>(
      `SELECT type FROM activity_log WHERE affected = $1 AND type LIKE 'ACCOUNT_%' ORDER BY id`,
      [username],
    );
    expect(rows.map(({ type }) => type).slice(0, 2)).toEqual([
      'ACCOUNT_LOCKED',
      'ACCOUNT_UNLOCKED',
    ]);
  });
});
