import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, grantProperty } from '../../identity/support/accounts.ts';

/** What support does with the sub-administrators of its market's administrators. */

let database: Database;
let portal: WholePortal;
let support: string;
let ids: ReadonlyMap<string, number>;
let property: number;

const mainUser = { roles: ['portal_user' as const, 'portal_admin' as const] };
const sub = (createdByUsername: string) => ({
  roles: ['portal_user' as const],
  level: 2 as const,
  createdByUsername,
});

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  ids = await addAccounts(database, [
    anAccount('helper', { roles: ['portal_user', 'portal_support'] }),
    anAccount('owner', mainUser),
    anAccount('sub', sub('owner')),
    anAccount('other', mainUser),
    anAccount('theirs', sub('other')),
    anAccount('simple', { roles: ['portal_user'] }),
    anAccount('foreign', { ...mainUser, country: 'CZ' }),
    anAccount('foreignSub', { ...sub('foreign'), country: 'CZ' }),
    anAccount('colleague', { roles: ['portal_user', 'portal_support'] }),
    anAccount('staffSub', sub('colleague')),
  ]);
  support = await portal.tokenOf('helper');
  property = await grantProperty(database, idOf('owner'), ['CONSUMPTION_BASIC', 'WARNING_CO2']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const idOf = (username: string) => ids.get(username) ?? 0;
const call = (id: OperationId, owner: string, who = '', body?: object) =>
  portal.call(id, support, {
    params: { adminId: String(idOf(owner)), ...(who && { identifier: String(idOf(who)) }) },
    ...(body !== undefined && { body }),
  });

const ofOne: [OperationId, object | undefined][] = [
  ['subAdministrator.getOf', undefined],
  ['subAdministrator.saveOf', { name: 'Somebody', phoneNumber: '+48 600 700 800' }],
  ['subAdministrator.takeEmailBackOf', undefined],
  ['subAdministrator.switchOf', { isEnabled: false }],
  ['subAdministrator.inviteOf', undefined],
  ['subAdministrator.removeOf', undefined],
  ['subAdministrator.restoreOf', undefined],
  ['subAdministrator.propertiesOf', undefined],
  ['subAdministrator.shareOf', { properties: [], features: ['CONSUMPTION_BASIC'] }],
  ['subAdministrator.withdrawOf', { properties: [1] }],
  ['subAdministrator.sharingForecastOf', { properties: [], features: ['CONSUMPTION_BASIC'] }],
  ['subAdministrator.accessChangesOf', undefined],
];

describe.each([
  ['another administrator’s sub-administrator', 'owner', 'theirs'],
  ['another market’s administrator', 'foreign', 'foreignSub'],
  ['one of another market under an own administrator', 'owner', 'foreignSub'],
  ['a colleague’s', 'colleague', 'staffSub'],
  ['a sub-administrator as the administrator', 'sub', 'sub'],
  ['an administrator as the sub-administrator', 'owner', 'owner'],
  ['nobody', 'owner', 'nobody at all'],
])('%s', (_whose, owner, who) => {
  it.each(ofOne)('is not found by %s', async (operation, body) => {
    const { status, body: answer } = await portal.call(operation, support, {
      params: { adminId: String(idOf(owner)), identifier: String(ids.get(who) ?? 999_999) },
      ...(body && { body }),
    });
    expect([status, answer.status]).toEqual([404, 'ADMINISTRATOR_NOT_FOUND']);
  });
});

describe.each(['foreign', 'colleague', 'sub'])('an administrator such as «%s»', (owner) => {
  it('has neither a list nor new ones', async () => {
    const draft = {
      username: 'fresh',
      email: 'fresh@example.com',
      name: 'Fresh',
      phoneNumber: '+48 600 700 800',
    };
    const answers = [
      await call('subAdministrator.listOf', owner),
      await call('subAdministrator.createOf', owner, '', draft),
    ];
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [404, 'ADMINISTRATOR_NOT_FOUND'],
      [404, 'ADMINISTRATOR_NOT_FOUND'],
    ]);
  });
});

describe('support', () => {
  it('makes a sub-administrator for a main user, whose it is from then on', async () => {
    const draft = {
      username: 'made',
      email: 'made@example.com',
      name: 'Made',
      phoneNumber: '+48 600 700 800',
    };
    const { status, body } = await call('subAdministrator.createOf', 'owner', '', draft);
    expect([status, body.state]).toEqual([200, 'INVITED']);
    expect((await portal.nextMail()).to).toBe('made@example.com');
    const own = await portal.call('subAdministrator.list', await portal.tokenOf('owner'));
    const usernames = (content: { username: string }[]) => content.map((one) => one.username);
    expect(usernames(own.body.content)).toContain('made');
    const listed = await call('subAdministrator.listOf', 'owner');
    expect(usernames(listed.body.content)).toEqual(usernames(own.body.content));
    expect(await logged('made')).toEqual(['ACCOUNT_CREATED helper']);
    const again = await call('subAdministrator.createOf', 'owner', '', draft);
    expect([again.status, again.body.errors[0].field]).toEqual([400, 'body.username']);
  });

  it('makes none for who is no main user', async () => {
    const draft = {
      username: 'none',
      email: 'none@example.com',
      name: 'None',
      phoneNumber: '+48 600 700 800',
    };
    const { status, body } = await call('subAdministrator.createOf', 'simple', '', draft);
    expect([status, body.status]).toEqual([409, 'CONFLICT']);
  });

  it('shares a part of what the main user has, and the log says who did it', async () => {
    const features = ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'];
    const sharing = { properties: [property], features };
    const shared = await call('subAdministrator.shareOf', 'owner', 'sub', sharing);
    expect(shared.body).toMatchObject({ properties: 1 });
    const session = await portal.call('session.get', await portal.tokenOf('sub'));
    expect(session.body.features).toEqual(['CONSUMPTION_BASIC']);
    const { body } = await call('subAdministrator.propertiesOf', 'owner', 'sub');
    expect(body.content).toMatchObject([{ worksId: property, features: ['CONSUMPTION_BASIC'] }]);
    const others = { properties: [property + 1], features };
    const stranger = await call('subAdministrator.shareOf', 'owner', 'sub', others);
    expect([stranger.status, stranger.body.errors[0].field]).toEqual([400, 'body.properties']);
    const withdrawal = { properties: [property] };
    expect((await call('subAdministrator.withdrawOf', 'owner', 'sub', withdrawal)).body).toEqual({
      properties: 1,
    });
    expect(await logged('sub')).toEqual(['ACCESS_ASSIGNED helper', 'ACCESS_WITHDRAWN helper']);
  });

  it('deletes and restores; the count of the administrator follows', async () => {
    const counted = async () => (await call('administrator.get', 'other')).body.subAdministrators;
    expect(await counted()).toBe(1);
    expect((await call('subAdministrator.removeOf', 'other', 'theirs')).body.state).toBe('DELETED');
    expect(await counted()).toBe(0);
    expect((await call('subAdministrator.restoreOf', 'other', 'theirs')).body.state).toBe(
      'INVITED',
    );
    expect(
      (
        await call('subAdministrator.saveOf', 'other', 'theirs', {
          name: 'N',
          phoneNumber: '+48 600 700 800',
        })
      ).body.name,
    ).toBe('N');
    expect(await logged('theirs')).toEqual([
      ...['ACCOUNT_DISABLED helper', 'ACCOUNT_DELETED helper', 'ACCOUNT_RESTORED helper'],
      ...['ACCOUNT_ENABLED helper', 'ACCOUNT_CHANGED helper'],
    ]);
  });
});

async function logged(username: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string; actor: string }>(
    `SELECT type, actor FROM activity_log
     WHERE affected_id = (SELECT id FROM account WHERE username = $1)
       AND type NOT LIKE 'SIGN%' ORDER BY id`,
    [username],
  );
  return rows.map(({ type, actor }) => `${type} ${actor}`);
}
