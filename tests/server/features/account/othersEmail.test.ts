import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createOthersEmail } from '../../../../server/features/account/othersEmail.service.ts';
import { createAdministratorService } from '../../../../server/features/administrator/administrator.service.ts';
import type { IdentityDirectory } from '../../../../server/identity/directory.ts';
import { noDirectory } from '../../../../server/identity/noDirectory.ts';
import { findAccountSession } from '../../../../server/identity/session.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

/** Addresses of administrators and sub-administrators, changed by who looks after them. */

type Answer = Awaited<ReturnType<WholePortal['call']>>;

let database: Database;
let portal: WholePortal;
let support: string;
let helper: number;
let count = 0;
let old: string;
let fresh: string;
let ids: Map<string, number>;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const staff = anAccount('helper', { roles: ['portal_user', 'portal_support'] });
  helper = (await addAccounts(database, [staff])).get('helper') ?? 0;
  support = await portal.tokenOf('helper');
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(async () => {
  count += 1;
  // What the test before left to be mailed.
  await portal.parts.background.idle();
  portal.mails.length = 0;
  portal.isMailDown = false;
  old = `main${count}@example.com`;
  fresh = `fresh${count}@example.com`;
  ids = await addAccounts(database, [
    anAccount(`main${count}`, { roles: ['portal_user', 'portal_admin'] }),
    anAccount(`sub${count}`, {
      roles: ['portal_user'],
      level: 2,
      createdByUsername: `main${count}`,
    }),
  ]);
  await database.pool.query("UPDATE account SET phone = '+48 600 700 800'");
});

const main = () => ids.get(`main${count}`) ?? 0;
const sub = () => ids.get(`sub${count}`) ?? 0;
const params = () => ({ adminId: `${main()}` });
const signIn = (id: number) =>
  database.pool.query('UPDATE account SET last_sign_in_at = now() WHERE id = $1', [id]);
const change = (email: string | undefined, over: object = {}) =>
  portal.call('administrator.save', support, {
    params: params(),
    body: {
      name: `The main${count}`,
      kind: 'MAIN_USER',
      specialUser: false,
      email,
      phoneNumber: '+48 600 700 800',
      ...over,
    },
  });
const takeBack = () => portal.call('administrator.takeEmailBack', support, { params: params() });
const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const check = async (id: 'email.check' | 'password.check', token: string) =>
  (await portal.call(id, undefined, { body: { token } })).body.state;
const confirm = (token: string) => portal.call('email.confirm', undefined, { body: { token } });
const mails = async () => {
  const first = await portal.nextMail();
  return [first, ...portal.mails.splice(0)];
};
const logged = async (id: number) => {
  const { rows } = await database.pool.query<{ type: string; actor: string; detail: object }>(
    'SELECT type, actor, detail FROM activity_log WHERE affected_id = $1 ORDER BY id',
    [id],
  );
  return rows;
};

describe('of who has signed in', () => {
  beforeEach(() => signIn(main()));

  it('another one waits for the link that is mailed there, and the old one is told', async () => {
    expect((await change(fresh)).body).toMatchObject({ email: old, pendingEmail: fresh });
    const [link, notice] = await mails();
    expect(link).toMatchObject({ to: fresh, subject: 'Potwierdź adres e-mail' });
    expect(notice).toMatchObject({
      to: old,
      subject: 'Inny adres e-mail Twojego konta Meterhouse',
    });
    expect(notice?.text).toContain(fresh);
    expect(notice?.text).not.toContain('#token');
    expect(await logged(main())).toEqual([
      {
        type: 'EMAIL_CHANGE_ASKED',
        actor: 'helper',
        detail: { email: `${old} → ${fresh}` },
      },
    ]);
    expect((await confirm(tokenIn(link?.text ?? ''))).status).toBe(200);
    const found = await portal.call('administrator.get', support, { params: params() });
    expect(found.body).toMatchObject({ email: fresh, pendingEmail: null });
    expect(await portal.nextMail()).toMatchObject({ to: old, subject: expect.any(String) });
    expect((await logged(main())).at(-1)).toMatchObject({ type: 'EMAIL_CHANGED' });
  });

  it('signs the owner out once it is confirmed, and not before', async () => {
    const token = await portal.tokenOf(`main${count}`);
    await new Browser(portal.url).signIn(`main${count}`, password);
    await change(fresh);
    const [link] = await mails();
    const open = async () => {
      const { rows } = await database.pool.query(
        'SELECT FROM portal_session WHERE account_id = $1 AND ended_at IS NULL',
        [main()],
      );
      return rows.length;
    };
    expect((await portal.call('session.get', token)).status).toBe(200);
    await confirm(tokenIn(link?.text ?? ''));
    expect(await open()).toBe(0);
  });

  it('waits no more when it is taken back, or another one is saved; saved again it is mailed anew', async () => {
    await change(fresh);
    const [first] = await mails();
    expect((await takeBack()).body).toMatchObject({ email: old, pendingEmail: null });
    expect((await confirm(tokenIn(first?.text ?? ''))).status).toBe(410);
    expect((await logged(main())).at(-1)).toMatchObject({
      type: 'EMAIL_CHANGE_TAKEN_BACK',
      actor: 'helper',
    });
    const entries = (await logged(main())).length;
    expect((await takeBack()).status).toBe(200);
    expect(await logged(main())).toHaveLength(entries);

    await change(fresh);
    const [second] = await mails();
    await change(fresh);
    const [third] = await mails();
    expect(third?.to).toBe(fresh);
    expect((await confirm(tokenIn(second?.text ?? ''))).status).toBe(410);
    expect((await change(`other-${fresh}`)).body.pendingEmail).toBe(`other-${fresh}`);
    expect((await confirm(tokenIn(third?.text ?? ''))).status).toBe(410);
  });

  it('stays with everything else that is saved, and what waits goes on waiting', async () => {
    await change(fresh);
    await mails();
    for (const email of [undefined, old]) {
      expect((await change(email, { name: 'Inna Osoba' })).body).toMatchObject({
        name: 'Inna Osoba',
        email: old,
        pendingEmail: fresh,
      });
    }
    expect(portal.mails).toEqual([]);
  });

  it('waits for nothing where no mail can be sent', async () => {
    portal.isMailDown = true;
    expect((await change(fresh)).body.status).toBe('EMAIL_UPDATE_FAILED');
    portal.isMailDown = false;
    const { body } = await portal.call('administrator.get', support, { params: params() });
    expect(body).toMatchObject({ email: old, pendingEmail: null });
  });

  it('can’t be another one while the account is disabled, nor anything that is no address', async () => {
    expect((await change('nobody')).body.errors).toMatchObject([{ field: 'body.email' }]);
    await portal.call('administrator.switch', support, {
      params: params(),
      body: { isEnabled: false },
    });
    const { status, body } = await change(fresh, { name: 'Inna Osoba' });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'body.email', rule: 'emailOfDisabled' }],
    ]);
    const found = await portal.call('administrator.get', support, { params: params() });
    expect(found.body.name).toBe(`The main${count}`);
  });
});

describe('of who has never signed in', () => {
  it('another one counts at once, and the invitation goes there; the first link is void', async () => {
    await portal.call('administrator.invite', support, { params: params() });
    const first = tokenIn((await portal.nextMail()).text);
    expect((await change(fresh)).body).toMatchObject({
      email: fresh,
      pendingEmail: null,
      state: 'INVITED',
    });
    const [invitation, ...more] = await mails();
    expect([invitation?.to, more]).toEqual([fresh, []]);
    expect(await check('password.check', first)).toBe('INVALID');
    expect(await check('password.check', tokenIn(invitation?.text ?? ''))).toBe('VALID');
    expect((await logged(main())).slice(-2)).toEqual([
      {
        type: 'EMAIL_CHANGED',
        actor: 'helper',
        detail: { email: `${old} → ${fresh}` },
      },
      { type: 'ACCOUNT_INVITED', actor: 'helper', detail: expect.anything() },
    ]);
  });

  it('lets nobody in by a password that the first link has led to', async () => {
    const { checkPassword } = portal.parts.identity.directory;
    const { rows } = await database.pool.query<{ subject: string }>(
      'SELECT subject FROM account WHERE id = $1',
      [main()],
    );
    const isRight = () => checkPassword?.(rows[0]?.subject ?? '', password);
    expect(await isRight()).toBe(true);
    await change(fresh);
    expect(await isRight()).toBe(false);
  });

  it('stays, here and in the directory, when somebody signs in at this very moment', async () => {
    const told: string[] = [];
    const plan = planWith({
      ...portal.parts.identity.directory,
      setEmail: async (_subject, email) => {
        told.push(email);
        if (email === fresh) await signIn(main());
      },
    });
    await expect(plan?.()).rejects.toMatchObject({ code: 'EMAIL_UPDATE_FAILED' });
    expect(told).toEqual([fresh, old]);
    const { body } = await portal.call('administrator.get', support, { params: params() });
    expect(body.email).toBe(old);
    await portal.parts.background.idle();
    expect(portal.mails).toEqual([]);
  });

  it('is told to a directory as unconfirmed, and not at all to one that keeps its own', async () => {
    const told: unknown[] = [];
    await planWith({
      ...portal.parts.identity.directory,
      setEmail: async (_subject, email, given) => void told.push([email, given]),
    })?.();
    expect(told).toEqual([[fresh, { isConfirmed: false }]]);
    expect((await portal.nextMail()).to).toBe(fresh);

    await database.pool.query('UPDATE account SET email = $2 WHERE id = $1', [main(), old]);
    await planWith(noDirectory)?.();
    const mail = await portal.nextMail();
    expect([mail.to, mail.text.includes('#token')]).toEqual([fresh, false]);
  });
});

function planWith(directory: IdentityDirectory) {
  const parts = { ...portal.parts, identity: { ...portal.parts.identity, directory } };
  const owner = { id: main(), email: old, state: 'INVITED' as const };
  return createOthersEmail(parts).planChange(owner, fresh, helper);
}

it('at a directory that keeps its own addresses their owner changes it', async () => {
  await signIn(main());
  const identity = { ...portal.parts.identity, directory: noDirectory };
  const service = createAdministratorService({ ...portal.parts, identity });
  const session = await findAccountSession(database.statements, helper);
  if (!session) throw new Error('Support can’t sign in.');
  const asked = {
    name: 'Inna',
    kind: 'USER',
    specialUser: false,
    email: fresh,
    phoneNumber: '+48 600 700 800',
  } as const;
  await expect(service.save(session, main(), asked)).rejects.toMatchObject({
    details: [{ field: 'body.email', rule: 'emailElsewhere' }],
  });
  expect((await service.read(session, main())).name).toBe(`The main${count}`);
});

describe('of a sub-administrator', () => {
  beforeEach(() => signIn(sub()));

  it.each([
    ['the main user', () => portal.tokenOf(`main${count}`), '', (): string => `main${count}`],
    ['support', async () => support, 'Of', (): string => 'helper'],
  ] as const)('is changed and taken back by %s', async (_who, find, suffix, nameOfActor) => {
    const token = await find();
    const given = { params: { ...params(), identifier: `${sub()}` } };
    const body = { name: 'Sub', email: fresh, phoneNumber: '+48 600 700 800' };
    const saved: Answer = await portal.call(`subAdministrator.save${suffix}`, token, {
      ...given,
      body,
    });
    expect(saved.body).toMatchObject({ pendingEmail: fresh });
    const [link, notice] = await mails();
    expect([link?.to, notice?.to]).toEqual([fresh, `sub${count}@example.com`]);
    const back: Answer = await portal.call(`subAdministrator.takeEmailBack${suffix}`, token, given);
    expect(back.body.pendingEmail).toBeNull();
    expect((await confirm(tokenIn(link?.text ?? ''))).status).toBe(410);
    const entries = (await logged(sub())).map(({ type, actor }) => `${type} ${actor}`);
    expect(entries).toEqual([
      `ACCOUNT_CHANGED ${nameOfActor()}`,
      `EMAIL_CHANGE_ASKED ${nameOfActor()}`,
      `EMAIL_CHANGE_TAKEN_BACK ${nameOfActor()}`,
    ]);
  });
});
