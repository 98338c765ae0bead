import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../../../../scripts/testing/seed.mjs';
import type { Database } from '../../../../server/database/open.ts';
import { accountMails } from '../../../../server/features/account/accountMails.ts';
import { createPasswordService } from '../../../../server/features/account/passwords.service.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  const many = { points: 100_000, seconds: 60 };
  portal = await startWholePortal(database, { limits: { link: many } });
});
afterEach(async () => {
  await portal.parts.background.idle();
  portal.mails.length = 0;
  portal.clock = 0;
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

let count = 0;
async function addPerson(over: Parameters<typeof anAccount>[1] = {}) {
  count += 1;
  const username = `person-${count}`;
  const ids = await addAccounts(database, [anAccount(username, { language: 'en', ...over })]);
  return { username, id: ids.get(username) as number, email: `${username}@example.com` };
}

const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const twice = (one: string) => ({ password: one, repeatedPassword: one });
const minutes = 60_000;

async function activity(id: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'SELECT type FROM activity_log WHERE affected_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ type }) => type);
}

async function askForLink(account: string): Promise<string> {
  expect(await portal.call('password.forgot', undefined, { body: { account } })).toEqual({
    status: 200,
    body: { done: true },
  });
  return tokenIn((await portal.nextMail()).text);
}

describe('a forgotten password', () => {
  it('is looked into after the answer, whose time tells nothing of the account', async () => {
    const { username } = await addPerson();
    let looks = 0;
    const database: Database = {
      ...portal.parts.database,
      read: (work) => {
        looks += 1;
        return portal.parts.database.read(work);
      },
    };
    const later: (() => Promise<void>)[] = [];
    const background: typeof portal.parts.background = {
      ...portal.parts.background,
      run: (_name, work) => void later.push(work),
    };
    const service = createPasswordService({
      ...portal.parts,
      database,
      background,
      forgottenDelayMs: 300,
    });
    await service.forgot(username, '203.0.113.77');
    expect([later.length, looks]).toEqual([1, 0]);
    const started = performance.now();
    await later[0]?.();
    expect(looks).toBeGreaterThan(0);
    // No machine is so slow that this would be less.
    expect(performance.now() - started).toBeGreaterThan(295);
  });

  it('is replaced by a link from a mail, which works once and opens the door', async () => {
    const { username, id, email } = await addPerson();
    const browser = new Browser(portal.url);
    const before = await browser.signIn(username, password);
    expect((await browser.readSession(before.access_token)).status).toBe(200);
    const { status } = await portal.call('password.forgot', undefined, {
      body: { account: ` ${username.toUpperCase()} ` },
    });
    expect(status).toBe(200);
    const mail = await portal.nextMail();
    expect(mail).toMatchObject({ to: email, subject: 'A new password for Meterhouse' });
    expect(mail.text).toContain(`${portal.url}/auth/reset-password#token=`);
    expect(mail.text).toContain('30 minutes');
    const token = tokenIn(mail.text);

    expect((await portal.call('password.check', undefined, { body: { token } })).body).toEqual({
      state: 'VALID',
    });
    const next = 'Another-Secret-1';
    const reset = { body: { token, ...twice(next) } };
    expect((await portal.call('password.reset', undefined, reset)).status).toBe(200);
    expect(await portal.call('password.reset', undefined, reset)).toMatchObject({
      status: 410,
      body: { status: 'LINK_EXPIRED' },
    });
    expect((await portal.call('password.check', undefined, { body: { token } })).body).toEqual({
      state: 'INVALID',
    });
    expect((await portal.nextMail()).subject).toContain('was changed');

    // Whoever was signed in with the old password is out, at the provider too.
    expect((await browser.readSession(before.access_token)).status).toBe(401);
    const renewal = { grant_type: 'refresh_token', refresh_token: before.refresh_token };
    expect((await browser.requestTokens(renewal)).status).toBe(400);
    expect(
      await new Browser(portal.url).signIn(username, password).catch(() => 'refused'),
    ).toMatchObject({ error: 'invalid_request' });
    const after = await new Browser(portal.url).signIn(username, next);
    expect((await browser.readSession(after.access_token)).status).toBe(200);
    expect(await activity(id)).toEqual([
      ...['SIGN_IN', 'PASSWORD_FORGOTTEN', 'PASSWORD_RESET'],
      ...['SIGN_IN_FAILED', 'SIGN_IN'],
    ]);
  });

  it('has a link for 30 minutes, of which the newest counts', async () => {
    const { username } = await addPerson();
    const old = await askForLink(username);
    const token = await askForLink(username);
    const stateOf = async (one: string | undefined) =>
      (await portal.call('password.check', undefined, { body: { token: one } })).body.state;
    expect(await stateOf(old)).toBe('INVALID');
    expect(await stateOf(undefined)).toBe('INVALID');
    portal.clock = 29.9 * minutes;
    expect(await stateOf(token)).toBe('VALID');
    portal.clock = 30.1 * minutes;
    expect(await stateOf(token)).toBe('EXPIRED');
    const reset = { body: { token, ...twice('Another-Secret-1') } };
    expect((await portal.call('password.reset', undefined, reset)).status).toBe(410);
  });

  it('keeps its link when the new password is refused', async () => {
    const { username } = await addPerson();
    const token = await askForLink(username);
    const refusal = await portal.call('password.reset', undefined, {
      body: { token, ...twice(password) },
    });
    expect(refusal.body.errors).toEqual([
      expect.objectContaining({ field: 'body.password', rule: 'passwordHistory' }),
    ]);
    const weak = { body: { token, ...twice('only-lower-case') } };
    expect((await portal.call('password.reset', undefined, weak)).body.errors).toEqual([
      expect.objectContaining({ field: 'body.password', rule: 'password' }),
    ]);
    const good = { body: { token, ...twice('Another-Secret-1') } };
    expect((await portal.call('password.reset', undefined, good)).status).toBe(200);
  });

  it('is used once, however many come at once', async () => {
    const { username } = await addPerson();
    const token = await askForLink(username);
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        portal.call('password.reset', undefined, {
          body: { token, ...twice(`Another-Secret-${at}`) },
        }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410]);
  });

  it('is no way in for a disabled account', async () => {
    const { username, id } = await addPerson();
    const token = await askForLink(username);
    await database.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [id]);
    const reset = { body: { token, ...twice('Another-Secret-1') } };
    expect((await portal.call('password.reset', undefined, reset)).status).toBe(410);
    await portal.call('password.forgot', undefined, { body: { account: username } });
    await expect(portal.nextMail()).rejects.toThrow('No mail');
  });

  it('is told by mail to each account of an address', async () => {
    const email = 'house@example.com';
    await addPerson({ email });
    await addPerson({ email });
    await portal.call('password.forgot', undefined, { body: { account: email } });
    const [one, other] = [await portal.nextMail(), await portal.nextMail()];
    expect([one.to, other.to]).toEqual([email, email]);
    expect(tokenIn(one.text)).not.toBe(tokenIn(other.text));
  });

  const pairs = isLongRun() ? 1000 : 150;
  it(`gives ${pairs} pairs of known and unknown names the same answer`, async () => {
    const people = Array.from({ length: pairs }, (_, at) => anAccount(`known-${at}`));
    await addAccounts(database, people);
    const read = async (account: string) => {
      const response = await fetch(`${portal.url}/api/password/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account }),
      });
      const ofEach = ['date', 'x-request-id'];
      const headers = [...response.headers].filter(([name]) => !ofEach.includes(name));
      return JSON.stringify([response.status, headers, await response.text()]);
    };
    const answers = new Set<string>();
    for (let at = 0; at < pairs; at += 1) {
      // In turns, so that neither kind comes first always.
      const pair = [`known-${at}`, `unknown-${at}`];
      for (const name of at % 2 === 0 ? pair : pair.toReversed()) answers.add(await read(name));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('{\\"done\\":true}');
    await portal.parts.background.idle();
    expect(portal.mails).toHaveLength(pairs);
  }, 120_000);

  it('begins no work before the answer is made', async () => {
    const { username } = await addPerson();
    const { database: whole } = portal.parts;
    const { read } = whole;
    const order: string[] = [];
    whole.read = (work) => {
      order.push('looks the account up');
      return read(work);
    };
    const service = createPasswordService(portal.parts);
    await service.forgot(username, '');
    order.push('answered');
    await portal.parts.background.idle();
    whole.read = read;
    expect(order.slice(0, 2)).toEqual(['answered', 'looks the account up']);
    expect(portal.mails).toHaveLength(1);
  });

  it('can’t be asked for without end, known or not', async () => {
    const { username } = await addPerson();
    for (const account of [username, 'nobody-at-all']) {
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const { status } = await portal.call('password.forgot', undefined, { body: { account } });
        statuses.push(status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });
});

it('has a text for each mail, and no mail more', () => {
  for (const locale of ['en', 'pl', 'cs'] as const) {
    const { mails = {} } = portal.parts.manifests.words(locale);
    expect(Object.keys(mails).toSorted()).toEqual([...accountMails].toSorted());
  }
});

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, next: string) =>
    portal.call('password.change', token, { body: { currentPassword, ...twice(next) } });

  it('needs the current one, keeps this session and ends the others', async () => {
    const { username } = await addPerson();
    const [here, there] = [new Browser(portal.url), new Browser(portal.url)];
    const tokens = await here.signIn(username, password);
    const others = await there.signIn(username, password);
    const wrong = await change(tokens.access_token, 'Wrong-password-1', 'Another-Secret-1');
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body.currentPassword', rule: 'currentPassword' }] },
    });
    for (const { access_token: token } of [tokens, others]) {
      expect((await here.readSession(token)).status).toBe(200);
    }
    expect((await change(tokens.access_token, password, 'Another-Secret-1')).status).toBe(200);
    expect((await here.readSession(tokens.access_token)).status).toBe(200);
    expect((await here.readSession(others.access_token)).status).toBe(401);
    const renew = (refresh_token: string) =>
      here.requestTokens({ grant_type: 'refresh_token', refresh_token });
    expect((await renew(tokens.refresh_token)).status).toBe(200);
    expect((await renew(others.refresh_token)).status).toBe(400);
    expect((await portal.nextMail()).to).toBe(`${username}@example.com`);
  });

  it('refuses the last five, and takes the one before again', async () => {
    const { username } = await addPerson();
    const token = await portal.tokenOf(username);
    let current = password;
    const next = async (one: string) => {
      // Tokens without a session end with every change.
      const { status, body } = await change(await freshToken(username), current, one);
      if (status === 200) current = one;
      return status === 200 ? 'changed' : body.errors[0].rule;
    };
    expect(token).toBeTruthy();
    for (let at = 1; at <= 4; at += 1) expect(await next(`Another-Secret-${at}`)).toBe('changed');
    expect(await next(password)).toBe('passwordHistory');
    for (let at = 1; at <= 4; at += 1) {
      expect(await next(`Another-Secret-${at}`)).toBe('passwordHistory');
    }
    expect(await next('Another-Secret-5')).toBe('changed');
    expect(await next(password)).toBe('changed');
  });

  it('stops guesses of the current one', async () => {
    const { username } = await addPerson();
    const token = await portal.tokenOf(username);
    const statuses = new Set<number>();
    for (let at = 0; at < 11; at += 1) {
      statuses.add((await change(token, `Wrong-password-${at}`, 'Another-Secret-1')).status);
    }
    expect([...statuses]).toEqual([400, 429]);
    expect((await change(token, password, 'Another-Secret-1')).status).toBe(429);
  });

  it('compares the two new ones', async () => {
    const { username } = await addPerson();
    const answer = await portal.call('password.change', await portal.tokenOf(username), {
      body: {
        currentPassword: password,
        password: 'Another-Secret-1',
        repeatedPassword: 'Another-Secret-2',
      },
    });
    expect(answer.body.errors).toMatchObject([
      { field: 'body.repeatedPassword', rule: 'confirmed' },
    ]);
  });
});

/** A token of a session of its own, which a change of the password leaves alone. */
async function freshToken(username: string): Promise<string> {
  await database.pool.query('UPDATE account SET sessions_ended_at = NULL WHERE username = $1', [
    username,
  ]);
  return portal.tokenOf(username);
}
