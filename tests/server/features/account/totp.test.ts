import { setTimeout } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  const many = { points: 100_000, seconds: 60 };
  portal = await startWholePortal(database, { limits: { signIn: many } });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

let count = 0;
async function addPerson() {
  count += 1;
  const username = `factor-${count}`;
  await addAccounts(database, [anAccount(username, { language: 'en' })]);
  const { access_token: token } = await new Browser(portal.url).signIn(username, password);
  return { username, token };
}

const appOf = (secret: string) => new TOTP({ secret: secret.replaceAll(' ', '') });
/** Time goes on by the clock of the portal, so that each step of an app is another. */
const codeOf = (secret: string) => appOf(secret).generate({ timestamp: Date.now() + portal.clock });
const nextStep = () => {
  portal.clock += 30_000;
};

async function setUp(token: string) {
  const { body } = await portal.call('totp.begin', token);
  const { secret, recoveryCodes } = body as { secret: string; recoveryCodes: string[] };
  const confirmed = await portal.call('totp.confirm', token, { body: { code: codeOf(secret) } });
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'ON', recoveryCodesLeft: 10 } });
  nextStep();
  // Tokens tell their second only: one of the very second of the change counts as older.
  await setTimeout(1000);
  return { secret, recoveryCodes };
}

/** To the page that asks for the code. */
async function passPassword(username: string) {
  const browser = new Browser(portal.url);
  const { url, verifier } = await browser.openSignIn({ ui_locales: 'en' });
  const second = await browser.submit(url, username, password);
  const page = await second.response.text();
  const answer = (fields: Record<string, string>) =>
    browser.visit(url.href, { method: 'POST', body: new URLSearchParams(fields) });
  return { browser, verifier, page, answer };
}

describe('setting up an authenticator app', () => {
  it('shows a secret, puts it into force by a code, and shows it never again', async () => {
    const { username, token } = await addPerson();
    expect((await portal.call('totp.get', token)).body).toEqual({
      keeper: 'PORTAL',
      state: 'OFF',
      recoveryCodesLeft: 0,
    });
    const begun = await portal.call('totp.begin', token);
    expect(begun.body).toMatchObject({ state: 'PENDING', recoveryCodesLeft: 10 });
    expect(begun.body.uri).toContain(`otpauth://totp/Meterhouse:${username}?`);
    expect(begun.body.secret).toMatch(/^([A-Z2-7]{4} ?){8}$/);
    expect(new Set(begun.body.recoveryCodes).size).toBe(10);
    expect((await portal.call('totp.get', token)).body).toEqual(begun.body);

    const wrong = await portal.call('totp.confirm', token, { body: { code: '000000' } });
    expect(wrong.body.errors).toMatchObject([{ field: 'body.code', rule: 'totpCode' }]);
    const code = codeOf(begun.body.secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await portal.call('totp.confirm', token, { body: { code: spaced } })).status).toBe(200);
    const { body } = await portal.call('totp.get', token);
    expect(body).toEqual({ keeper: 'PORTAL', state: 'ON', recoveryCodesLeft: 10 });
    expect(await portal.call('totp.begin', token)).toMatchObject({ status: 409 });
    // Codes are kept as hashes only.
    const { rows } = await database.pool.query(
      'SELECT recovery_codes::text AS kept FROM account_totp',
    );
    for (const one of begun.body.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(one);
    expect((await portal.nextMail()).subject).toBe('Two-step sign-in is on');
    nextStep();
  });

  it('can be given up, begun anew, and can’t be guessed', async () => {
    const { token } = await addPerson();
    const first = (await portal.call('totp.begin', token)).body.secret;
    const second = (await portal.call('totp.begin', token)).body.secret;
    expect(first).not.toBe(second);
    const old = await portal.call('totp.confirm', token, { body: { code: codeOf(first) } });
    expect(old.status).toBe(400);
    expect((await portal.call('totp.remove', token)).body.state).toBe('OFF');
    await portal.call('totp.begin', token);
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1) {
      const { status } = await portal.call('totp.confirm', token, { body: { code: '000000' } });
      statuses.push(status);
    }
    expect(statuses).toContain(429);
  });
});

describe('signing in with a second factor', () => {
  it('asks for the code after the password, and takes it once', async () => {
    const { username, token } = await addPerson();
    const { secret } = await setUp(token);
    const { browser, verifier, page, answer } = await passPassword(username);
    expect(page).toContain('Six digits from your authenticator app');
    const wrong = await (await answer({ code: '123456' })).response.text();
    expect(wrong).toContain('The code is wrong or was used already.');
    const code = codeOf(secret);
    const { url: callback } = await answer({ code });
    const tokens = await browser.exchange(callback, verifier);
    expect((await browser.readSession(tokens.access_token)).status).toBe(200);

    const again = await passPassword(username);
    const replayed = await (await again.answer({ code })).response.text();
    expect(replayed).toContain('wrong or was used already');
    nextStep();
    expect((await again.answer({ code: codeOf(secret) })).url.pathname).toBe('/auth/callback');
    nextStep();
  });

  it('can’t be gone round by going on without the code', async () => {
    const { username, token } = await addPerson();
    await setUp(token);
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    await browser.submit(url, username, password);
    const resumed = await browser.visit(url.pathname.replace('/interaction/', '/auth/'));
    expect(resumed.url.pathname).not.toBe('/auth/callback');
    // Nor by a code in an interaction in which no password was given.
    const other = await new Browser(portal.url).openSignIn();
    const { response } = await browser.visit(other.url.href, {
      method: 'POST',
      body: new URLSearchParams({ code: '123456' }),
    });
    expect(response.url).not.toContain('/auth/callback');
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { username, token } = await addPerson();
    const { recoveryCodes } = await setUp(token);
    const typed = ` ${recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ')} `;
    const first = await passPassword(username);
    expect((await first.answer({ code: typed })).url.pathname).toBe('/auth/callback');
    expect((await portal.call('totp.get', token)).body.recoveryCodesLeft).toBe(9);
    const second = await passPassword(username);
    expect((await second.answer({ code: typed })).url.pathname).not.toBe('/auth/callback');
    const { rows } = await database.pool.query<{ type: string }>(
      `SELECT type FROM activity_log WHERE affected = $1 AND type LIKE '%CODE%' OR affected = $1
         AND type = 'TOTP_FAILED' ORDER BY id`,
      [username],
    );
    expect(rows.map(({ type }) => type)).toEqual(['RECOVERY_CODE_USED', 'TOTP_FAILED']);
  });

  it('locks after ten failures with either, and says the same', async () => {
    const { username, token } = await addPerson();
    const { secret } = await setUp(token);
    const { answer } = await passPassword(username);
    for (let at = 0; at < 9; at += 1) await answer({ code: '000000' });
    // The lock can't be told from a wrong code.
    const locked = await (await answer({ code: codeOf(secret) })).response.text();
    expect(locked).toContain('The code is wrong or was used already.');
    const { rows } = await database.pool.query(
      `SELECT type FROM activity_log WHERE affected = $1 AND type = 'ACCOUNT_LOCKED'`,
      [username],
    );
    expect(rows).toHaveLength(1);
    nextStep();
  });

  it('lets one begin again as somebody else', async () => {
    const { username, token } = await addPerson();
    await setUp(token);
    const { answer } = await passPassword(username);
    const page = await (await answer({ restart: 'yes' })).response.text();
    expect(page).toContain('name="password"');
    expect(page).not.toContain('role="alert"');
  });

  it('is asked for no more once it was turned off', async () => {
    const { username, token } = await addPerson();
    const { secret } = await setUp(token);
    await portal.parts.background.idle();
    portal.mails.length = 0;
    const turnOff = { body: { currentPassword: password, code: codeOf(secret) } };
    expect((await portal.call('totp.turnOff', token, turnOff)).body.state).toBe('OFF');
    nextStep();
    expect((await portal.nextMail()).subject).toBe('Two-step sign-in is off');
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn(username, password);
    expect(tokens.access_token).toBeTruthy();
  });

  it('is turned off by password and code only, or a recovery code', async () => {
    const { token } = await addPerson();
    const { secret, recoveryCodes } = await setUp(token);
    const bare = await portal.call('totp.remove', token);
    expect(bare).toMatchObject({ status: 403, body: { status: 'PROOF_REQUIRED' } });
    const turnOff = (currentPassword: string, code: string) =>
      portal.call('totp.turnOff', token, { body: { currentPassword, code } });
    const [recovery = ''] = recoveryCodes;
    for (const [currentPassword, code, rule] of [
      ['Wrong-password-1', codeOf(secret), 'currentPassword'],
      [password, '000000', 'totpCode'],
      ['Wrong-password-1', recovery, 'currentPassword'],
    ] as const) {
      expect((await turnOff(currentPassword, code)).body.errors).toMatchObject([{ rule }]);
    }
    expect((await portal.call('totp.get', token)).body.state).toBe('ON');
    expect((await turnOff(password, recovery)).body.state).toBe('OFF');
  });

  it('can’t be guessed off', async () => {
    const { token } = await addPerson();
    await setUp(token);
    const body = { currentPassword: password, code: '000000' };
    const guesses = Array.from({ length: 50 }, () => portal.call('totp.turnOff', token, { body }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });
});
