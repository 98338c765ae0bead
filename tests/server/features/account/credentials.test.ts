import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createAdministration } from '../../../../server/features/account/administration.service.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser, type Tokens } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  const many = { points: 100_000, seconds: 60 };
  portal = await startWholePortal(database, {
    limits: { signIn: many, link: many, forgot: many, totp: many, password: many },
  });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const next = 'Another-Secret-1';
const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const statusOf = async (token: string) => (await portal.call('session.get', token)).status;

async function mailedToken(subject: RegExp): Promise<string> {
  await portal.parts.background.idle();
  const at = portal.mails.findIndex((mail) => subject.test(mail.subject));
  expect(at, `a mail like ${subject}`).toBeGreaterThanOrEqual(0);
  return tokenIn(portal.mails.splice(at, 1)[0]?.text ?? '');
}
const askForPassword = async (account: string) => {
  await portal.call('password.forgot', undefined, { body: { account } });
  return mailedToken(/A new password/);
};
const askForEmail = async (token: string, email: string) => {
  await portal.call('email.change', token, { body: { email, currentPassword: password } });
  return mailedToken(/Confirm/);
};
const linkStates = async (links: { email: string; reset: string }) => [
  (await portal.call('email.check', undefined, { body: { token: links.email } })).body.state,
  (await portal.call('password.check', undefined, { body: { token: links.reset } })).body.state,
];
const codeOf = (secret: string) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({
    timestamp: Date.now() + portal.clock,
  });

interface Scene {
  readonly username: string;
  readonly present: Tokens;
  readonly links: { email: string; reset: string };
  /** Of an authenticator app that is being set up, or is in force. */
  readonly secret: string;
}

let count = 0;
/** Somebody with one session of theirs, and another of a thief who has opened every way in. */
async function breakIn({ hasTotp }: { hasTotp: boolean }) {
  count += 1;
  const username = `owner-${count}`;
  await addAccounts(database, [anAccount(username, { language: 'en' })]);
  const present = await new Browser(portal.url).signIn(username, password);
  expect(await statusOf(present.access_token)).toBe(200);
  const thief = new Browser(portal.url);
  const stolen = await thief.signIn(username, password);
  // A token of theirs that the portal has never seen is no less a way in.
  const unseen = await new Browser(portal.url).signIn(username, password);
  expect(await statusOf(stolen.access_token)).toBe(200);
  const { body } = await portal.call('totp.begin', present.access_token);
  const secret = body.secret as string;
  if (hasTotp) {
    await database.pool.query(
      `UPDATE account_totp SET confirmed_at = now(), last_step = NULL
       FROM account WHERE id = account_id AND username = $1`,
      [username],
    );
  }
  const links = {
    email: await askForEmail(stolen.access_token, 'thief@example.com'),
    reset: await askForPassword(username),
  };
  expect(await linkStates(links)).toEqual(['VALID', 'VALID']);
  const halfway = await new Browser(portal.url);
  const { url } = await halfway.openSignIn();
  await halfway.submit(url, username, password);
  return { scene: { username, present, links, secret }, thief, stolen, unseen, halfway, url };
}

const changes: {
  readonly name: string;
  readonly hasTotp?: boolean;
  /** Nobody is signed in who makes the change. */
  readonly endsAll?: boolean;
  make(scene: Scene): Promise<unknown>;
}[] = [
  {
    name: 'a new password',
    hasTotp: true,
    make: ({ present }) =>
      portal.call('password.change', present.access_token, {
        body: { currentPassword: password, password: next, repeatedPassword: next },
      }),
  },
  {
    name: 'a new password by a link',
    hasTotp: true,
    endsAll: true,
    make: async ({ username }) =>
      portal.call('password.reset', undefined, {
        body: { token: await askForPassword(username), password: next, repeatedPassword: next },
      }),
  },
  {
    name: 'a new address',
    hasTotp: true,
    make: async ({ present }) => {
      const token = await askForEmail(present.access_token, 'owner@example.com');
      return portal.call('email.confirm', undefined, { body: { token } });
    },
  },
  {
    name: 'a second factor',
    make: ({ present, secret }) =>
      portal.call('totp.confirm', present.access_token, { body: { code: codeOf(secret) } }),
  },
  {
    name: 'no second factor',
    hasTotp: true,
    make: ({ present, secret }) =>
      portal.call('totp.turnOff', present.access_token, {
        body: { currentPassword: password, code: codeOf(secret) },
      }),
  },
  {
    name: 'no second factor, by the operator',
    hasTotp: true,
    endsAll: true,
    make: async ({ username }) => {
      await createAdministration(portal.parts).removeTotp(username);
      return { status: 200 };
    },
  },
];

describe.each(changes)('$name', ({ hasTotp = false, endsAll = false, make }) => {
  it('voids every link, session and half sign-in but the present session', async () => {
    const { scene, thief, stolen, unseen, halfway, url } = await breakIn({ hasTotp });
    expect(await make(scene)).toMatchObject({ status: 200 });

    const states = await linkStates(scene.links);
    expect(states).not.toContain('VALID');
    const renew = ({ refresh_token }: Tokens) =>
      thief.requestTokens({ grant_type: 'refresh_token', refresh_token });
    for (const other of [stolen, unseen]) {
      expect(await statusOf(other.access_token)).toBe(401);
      expect((await renew(other)).status).toBe(400);
    }
    const silent = await thief.openSignIn({ prompt: 'none' });
    expect(silent.url.searchParams.get('error')).toBe('login_required');
    const answer = { method: 'POST', body: new URLSearchParams({ code: codeOf(scene.secret) }) };
    const half = await halfway.visit(url.href, answer);
    expect(half.url.pathname).not.toBe('/auth/callback');
    const resumed = await halfway.visit(url.pathname.replace('/interaction/', '/auth/'));
    expect(resumed.url.pathname).not.toBe('/auth/callback');

    expect(await statusOf(scene.present.access_token)).toBe(endsAll ? 401 : 200);
    expect((await renew(scene.present)).status).toBe(endsAll ? 400 : 200);
    portal.clock += 60_000;
  });
});

describe('a change while something else is under way', () => {
  it('voids what was asked for by a session that had ended meanwhile', async () => {
    const username = 'racing';
    await addAccounts(database, [anAccount(username, { language: 'en' })]);
    const thief = await new Browser(portal.url).signIn(username, password);
    expect(await statusOf(thief.access_token)).toBe(200);
    const { directory } = portal.parts.identity;
    const { checkPassword } = directory;
    if (!checkPassword) throw new Error('The embedded directory keeps passwords.');
    // The owner sets a new password while the thief's is being looked at.
    directory.checkPassword = async (subject, given) => {
      const isRight = await checkPassword(subject, given);
      directory.checkPassword = checkPassword;
      const token = await askForPassword(username);
      const body = { token, password: next, repeatedPassword: next };
      expect((await portal.call('password.reset', undefined, { body })).status).toBe(200);
      return isRight;
    };
    const asked = await portal.call('email.change', thief.access_token, {
      body: { email: 'thief@example.com', currentPassword: password },
    });
    expect(asked.status).toBe(401);
    const { rows } = await database.pool.query(
      `SELECT 1 FROM account_link WHERE email = 'thief@example.com' AND used_at IS NULL
         AND account_id = (SELECT id FROM account WHERE username = $1)`,
      [username],
    );
    expect(rows).toEqual([]);
  });

  it('refuses the code of whose password was right before the change', async () => {
    const username = 'halfway';
    await addAccounts(database, [anAccount(username, { language: 'en' })]);
    const token = await portal.tokenOf(username);
    const { secret } = (await portal.call('totp.begin', token)).body;
    await database.pool.query(
      `UPDATE account_totp SET confirmed_at = now() FROM account
       WHERE id = account_id AND username = $1`,
      [username],
    );
    const submit = async () => {
      const browser = new Browser(portal.url);
      const { url } = await browser.openSignIn();
      await browser.submit(url, username, password);
      return (code: string) =>
        browser.visit(url.href, { method: 'POST', body: new URLSearchParams({ code }) });
    };
    const before = await submit();
    // As if the change had come between the look at the password and what is kept of it.
    await database.pool.query(
      'UPDATE account SET credential_version = credential_version + 1 WHERE username = $1',
      [username],
    );
    expect((await before(codeOf(secret))).url.pathname).not.toBe('/auth/callback');
    expect((await (await submit())(codeOf(secret))).url.pathname).toBe('/auth/callback');
  });
});
