import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/** What support does with the administrators of its own market. */

let database: Database;
let portal: WholePortal;
let ids: Map<string, number>;
let support: string;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  ids = await addAccounts(database, [
    anAccount('helper', { roles: ['portal_user', 'portal_support'] }),
    anAccount('czechHelper', { roles: ['portal_user', 'portal_support'], country: 'CZ' }),
    anAccount('boss', { roles: ['portal_user', 'portal_super_admin'] }),
    anAccount('main', { roles: ['portal_user', 'portal_admin'] }),
    anAccount('restricted', { roles: ['portal_user', 'portal_domea'] }),
    anAccount('czech', { roles: ['portal_user', 'portal_admin'], country: 'CZ' }),
    anAccount('sub', { roles: ['portal_user'], level: 2, createdByUsername: 'main' }),
  ]);
  support = await portal.tokenOf('helper');
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(() => {
  count += 1;
  portal.mails.length = 0;
});

const idOf = (username: string) => ids.get(username) ?? 0;
const call = (id: OperationId, asked: Parameters<WholePortal['call']>[2] = {}, token = support) =>
  portal.call(id, token, asked);
const of = (adminId: number) => ({ params: { adminId: String(adminId) } });
const list = async (query = '') => {
  const response = await portal.request(`${portal.url}/api/admin?${query}`, {
    headers: { authorization: `Bearer ${support}` },
  });
  return ((await response.json()) as { content: { username: string }[] }).content;
};
const logOf = async (adminId: number) => {
  const { rows } = await database.pool.query<{ type: string; actor: string; detail: object }>(
    'SELECT type, actor, detail FROM activity_log WHERE affected_id = $1 ORDER BY id',
    [adminId],
  );
  return rows;
};
const signedIn = (username: string) =>
  database.pool.query('UPDATE account SET last_sign_in_at = now() WHERE username = $1', [username]);
const draft = (over: object = {}) => ({
  username: `new${count}`,
  email: `new${count}@example.com`,
  name: 'Nowa Osoba',
  phoneNumber: '+48 600 700 800',
  kind: 'MAIN_USER',
  specialUser: false,
  ...over,
});

describe('the list of administrators', () => {
  it('has the customers of the market, neither staff nor sub-administrators', async () => {
    const names = (await list('sort=username')).map(({ username }) => username);
    expect(names).toEqual(['main', 'restricted']);
  });

  it('tells what each is and has', async () => {
    expect(await list('search=MAIN')).toMatchObject([
      {
        username: 'main',
        name: 'The main',
        email: 'main@example.com',
        kind: 'MAIN_USER',
        state: 'INVITED',
        lastLogin: null,
        properties: 0,
        subAdministrators: 1,
      },
    ]);
    await signedIn('main');
    expect(await list('filter=state:ACTIVE')).toMatchObject([{ username: 'main' }]);
    expect(await list('filter=kind:RESTRICTED')).toMatchObject([{ username: 'restricted' }]);
  });
});

describe.each([
  ['another market’s', () => idOf('czech')],
  ['support’s own', () => idOf('helper')],
  ['a super administrator’s', () => idOf('boss')],
  ['a sub-administrator’s', () => idOf('sub')],
  ['nobody’s', () => 999_999],
])('%s account', (_whose, find) => {
  it('is as if it did not exist, whatever is asked of it', async () => {
    const assignment = { properties: [], packageId: 1 };
    const change = {
      name: 'Somebody',
      kind: 'USER',
      specialUser: true,
      phoneNumber: '+48 600 700 800',
    };
    const asked: [OperationId, unknown][] = [
      ['administrator.get', undefined],
      ['administrator.save', change],
      ['administrator.takeEmailBack', undefined],
      ['administrator.switch', { isEnabled: false }],
      ['administrator.invite', undefined],
      ['administrator.properties', undefined],
      ['administrator.assign', assignment],
      ['administrator.assignmentForecast', assignment],
      ['administrator.withdraw', { properties: [1] }],
    ];
    const before = await logOf(find());
    for (const [id, body] of asked) {
      const answer = await call(id, { ...of(find()), ...(body !== undefined && { body }) });
      expect([id, answer.status, answer.body.status]).toEqual([id, 404, 'ADMINISTRATOR_NOT_FOUND']);
    }
    expect(await logOf(find())).toEqual(before);
  });
});

describe('a new administrator', () => {
  it('gets a mail, chooses a password by its link, and signs in as what they are', async () => {
    const { status, body } = await call('administrator.create', {
      body: draft({ phoneNumber: '+48 600 700 800' }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: `new${count}`,
      kind: 'MAIN_USER',
      state: 'INVITED',
      properties: 0,
      phoneNumber: '+48 600 700 800',
      specialUser: false,
    });
    const mail = await portal.nextMail();
    expect(mail.to).toBe(`new${count}@example.com`);
    const token = /#token=([\w-]+)/.exec(mail.text)?.[1];
    const password = 'Another-password-7';
    const reset = { token, password, repeatedPassword: password };
    expect((await portal.call('password.reset', undefined, { body: reset })).status).toBe(200);
    expect((await portal.nextMail()).subject).toContain('Zmieniono hasło');
    expect(await logOf(body.id)).toMatchObject([
      { type: 'ACCOUNT_CREATED', actor: 'helper' },
      { type: 'PASSWORD_RESET' },
    ]);
    const { rows } = await database.pool.query('SELECT roles, level FROM account WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ roles: ['portal_user', 'portal_admin'], level: 1 }]);
  });

  it('is refused under a name that somebody has, at its field, in capitals too', async () => {
    const { status, body } = await call('administrator.create', {
      body: draft({ username: 'CZECH' }),
    });
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'body.username', rule: 'usernameTaken' })],
    ]);
    expect(portal.mails).toEqual([]);
  });

  it('can’t be one of the staff', async () => {
    const { status } = await call('administrator.create', {
      body: draft({ kind: 'MAIN_USER', roles: ['portal_support'] }),
    });
    const { rows } = await database.pool.query<{ roles: string[] }>(
      'SELECT roles FROM account WHERE username = $1',
      [`new${count}`],
    );
    expect(rows.flatMap(({ roles }) => roles)).not.toContain('portal_support');
    expect([200, 400]).toContain(status);
    expect((await call('administrator.create', { body: draft({ kind: 'STAFF' }) })).status).toBe(
      400,
    );
  });

  it('is invited again by a new link, after which the first is void', async () => {
    const { body } = await call('administrator.create', { body: draft() });
    const first = /#token=([\w-]+)/.exec((await portal.nextMail()).text)?.[1];
    portal.mails.length = 0;
    expect((await call('administrator.invite', of(body.id))).status).toBe(200);
    const second = /#token=([\w-]+)/.exec((await portal.nextMail()).text)?.[1];
    expect(second).toBeTruthy();
    expect(second).not.toBe(first);
    const check = async (token: string | undefined) =>
      (await portal.call('password.check', undefined, { body: { token } })).body.state;
    expect([await check(first), await check(second)]).toEqual(['INVALID', 'VALID']);
  });

  it('needs no invitation once they have signed in', async () => {
    await signedIn('main');
    expect((await call('administrator.invite', of(idOf('main')))).status).toBe(409);
    expect(portal.mails).toEqual([]);
  });
});

describe('a change', () => {
  it('is kept, logged as before and after, and counts at the next call', async () => {
    const { body } = await call('administrator.create', { body: draft() });
    const change = {
      name: 'Inna Osoba',
      kind: 'RESTRICTED',
      specialUser: true,
      phoneNumber: '+48 600 700 800',
    };
    const saved = await call('administrator.save', { ...of(body.id), body: change });
    expect(saved.body).toMatchObject(change);
    expect((await logOf(body.id)).at(-1)).toEqual({
      type: 'ACCOUNT_CHANGED',
      actor: 'helper',
      detail: {
        name: { before: 'Nowa Osoba', after: 'Inna Osoba' },
        kind: { before: 'MAIN_USER', after: 'RESTRICTED' },
        specialUser: { before: 'false', after: 'true' },
      },
    });
    const { rows } = await database.pool.query('SELECT roles FROM account WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ roles: ['portal_user', 'portal_domea'] }]);
  });

  it('of nothing leaves no trace, and without a phone number it is refused', async () => {
    const { body } = await call('administrator.create', {
      body: draft({ phoneNumber: '+48600700800' }),
    });
    const { name, kind, specialUser, phoneNumber } = body;
    const same = { name, kind, specialUser, phoneNumber };
    const saved = await call('administrator.save', { ...of(body.id), body: same });
    expect(saved.body).toEqual(body);
    expect((await logOf(body.id)).map(({ type }) => type)).toEqual(['ACCOUNT_CREATED']);
    const without = { ...of(body.id), body: { name, kind, specialUser } };
    expect((await call('administrator.save', without)).body).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.phoneNumber' }],
    });
    expect((await call('administrator.get', of(body.id))).body).toEqual(body);
  });

  it('to disabled ends the account’s calls at once, and to enabled lets it in again', async () => {
    const token = await portal.tokenOf('restricted');
    expect((await portal.call('session.get', token)).status).toBe(200);
    const off = await call('administrator.switch', {
      ...of(idOf('restricted')),
      body: { isEnabled: false },
    });
    expect(off.body).toMatchObject({ state: 'DISABLED', disabledAt: expect.any(String) });
    expect((await portal.call('session.get', token)).status).toBe(423);
    const on = await call('administrator.switch', {
      ...of(idOf('restricted')),
      body: { isEnabled: true },
    });
    expect(on.body).toMatchObject({ state: 'INVITED', disabledAt: null });
    const types = (await logOf(idOf('restricted'))).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED']));
  });
});
