import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createAdministration } from '../../../../server/features/account/administration.service.ts';
import { createSubAdministratorService } from '../../../../server/features/subAdministrator/subAdministrator.service.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { addProperty } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/** Sub-administrators: made by main users, with a part of what is theirs and never more. */

let database: Database;
let portal: WholePortal;
let support: string;
let helper: number;
let basic: number;
let full: number;
let owner: number;
let token: string;
let sub: number;
let subToken: string;
let count = 0;
const [first, second, third] = [601, 602, 603];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const staff = anAccount('helper', { roles: ['portal_user', 'portal_support'] });
  helper = (await addAccounts(database, [staff])).get('helper') ?? 0;
  support = await portal.tokenOf('helper');
  for (const id of [first, second, third]) await addProperty(database, { id, country: 'PL' });
  basic = await addPackage('Basic', ['CONSUMPTION_BASIC']);
  full = await addPackage('Full', ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV', 'WARNING_CO2']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(async () => {
  count += 1;
  portal.mails.length = 0;
  const ids = await addAccounts(database, [
    anAccount(`owner${count}`, { roles: ['portal_user', 'portal_admin'] }),
    anAccount(`sub${count}`, {
      roles: ['portal_user'],
      level: 2,
      createdByUsername: `owner${count}`,
    }),
  ]);
  owner = ids.get(`owner${count}`) ?? 0;
  sub = ids.get(`sub${count}`) ?? 0;
  token = await portal.tokenOf(`owner${count}`);
  subToken = await portal.tokenOf(`sub${count}`);
});

async function addPackage(name: string, features: Feature[]): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO permission_package (country, name, features) VALUES ('PL', $1, $2)
     RETURNING id::float8 AS id`,
    [name, features],
  );
  return rows[0]?.id ?? 0;
}

const call = (id: OperationId, body?: object, identifier = sub) =>
  portal.call(id, token, {
    params: { identifier: String(identifier) },
    ...(body !== undefined && { body }),
  });
const assign = (properties: number[], packageId: number, accessSince: string | null = null) =>
  portal.call('administrator.assign', support, {
    params: { adminId: String(owner) },
    body: { properties, packageId, accessSince },
  });
const share = (properties: number[], features: Feature[], accessSince: string | null = null) =>
  call('subAdministrator.share', { properties, features, accessSince });
const featuresOf = async (who: string) =>
  (await portal.call('session.get', who)).body.features as Feature[];
const seenBy = async (who: string) =>
  (((await portal.call('property.list', who)).body.content ?? []) as { worksId: number }[])
    .map(({ worksId }) => worksId)
    .sort();
const shared = async () =>
  (await call('subAdministrator.properties')).body.content as Record<string, unknown>[];
const logged = async () => {
  const { rows } = await database.pool.query<{ type: string; actor: string }>(
    'SELECT type, actor FROM activity_log WHERE affected_id = $1 ORDER BY id',
    [sub],
  );
  return rows.map(({ type, actor }) => `${type} ${actor}`);
};

describe('properties of a main user', () => {
  it('shared with other rights are forecast, and given back as far as they may be', async () => {
    await assign([first, second, third], full);
    await share([first, second], ['CONSUMPTION_BASIC'], '2026-01-01');
    const wish = { properties: [first, second, third], features: ['WARNING_CO2'] };
    expect((await call('subAdministrator.sharingForecast', wish)).body).toEqual({
      added: 1,
      overwritten: 2,
      unchanged: 0,
      names: expect.stringContaining(', '),
    });
    const { changeId } = (await share([], ['WARNING_CO2'])).body;
    expect((await call('subAdministrator.sharingForecast', wish)).body).toMatchObject({
      added: 0,
      overwritten: 0,
      unchanged: 3,
      names: '',
    });
    // What the owner has lost meanwhile doesn't come back.
    await assign([first], full, '2026-04-01');
    await share([first], ['WARNING_CO2']);
    await assign([second], basic);
    const undo = () =>
      portal.call('subAdministrator.undoAccess', token, {
        params: { identifier: String(sub), changeId: String(changeId) },
      });
    const restored = await undo();
    expect(restored).toEqual({ status: 200, body: { restored: 2, kept: 1 } });
    expect(await shared()).toMatchObject([
      { worksId: first, features: ['WARNING_CO2'], accessSince: '2026-04-01' },
      { worksId: second, features: ['CONSUMPTION_BASIC'], accessSince: '2026-01-01' },
      { worksId: third, assignment: 'NONE' },
    ]);
    expect((await logged()).at(-1)).toBe(`ACCESS_RESTORED owner${count}`);
    expect((await undo()).status).toBe(404);
  });

  it('that were restored never show more days than the own', async () => {
    await assign([first], full);
    await share([first], ['CONSUMPTION_BASIC']);
    const { changeId } = (await share([first], ['WARNING_CO2'], '2026-06-01')).body;
    await assign([first], full, '2026-05-01');
    await portal.call('subAdministrator.undoAccessOf', support, {
      params: { adminId: String(owner), identifier: String(sub), changeId: String(changeId) },
    });
    expect(await shared()).toMatchObject([
      { features: ['CONSUMPTION_BASIC'], accessSince: '2026-05-01' },
    ]);
    const changes = await call('subAdministrator.accessChanges');
    expect(changes.body.content).toMatchObject([{ actor: `owner${count}`, properties: 1 }]);
  });

  it('are shared with a part of the own features, from the next call on', async () => {
    await assign([first, second], full);
    expect(await seenBy(subToken)).toEqual([]);
    expect((await share([first], ['CONSUMPTION_ADV', 'CONSUMPTION_BASIC'])).body).toMatchObject({
      properties: 1,
    });
    expect(await seenBy(subToken)).toEqual([first]);
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_ADV', 'CONSUMPTION_BASIC']);
    expect(await shared()).toMatchObject([
      {
        worksId: first,
        assignment: 'ASSIGNED',
        accessSince: null,
        features: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'],
      },
      { worksId: second, assignment: 'NONE', features: [] },
    ]);
    expect((await logged()).at(-1)).toBe(`ACCESS_ASSIGNED owner${count}`);
  });

  it('are never shared with more than the own: not others’, no other feature, no earlier day', async () => {
    await assign([first], basic, '2026-03-01');
    const stranger = await share([first, second], ['CONSUMPTION_BASIC']);
    expect([stranger.status, stranger.body.errors[0].field]).toEqual([400, 'body.properties']);
    expect(await seenBy(subToken)).toEqual([]);
    const useless = await share([first], ['WARNING_CO2']);
    expect([useless.status, useless.body.errors[0].field]).toEqual([400, 'body.features']);
    await share([first], ['CONSUMPTION_BASIC', 'WARNING_CO2'], '2020-01-01');
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_BASIC']);
    expect(await shared()).toMatchObject([{ worksId: first, accessSince: '2026-03-01' }]);
    await share([first], ['CONSUMPTION_BASIC'], '2026-06-01');
    expect(await shared()).toMatchObject([{ worksId: first, accessSince: '2026-06-01' }]);
  });

  it('are shared all at once where none is named', async () => {
    await assign([first, third], full);
    expect((await share([], ['CONSUMPTION_BASIC'])).body).toMatchObject({ properties: 2 });
    expect(await seenBy(subToken)).toEqual([first, third]);
    expect((await share([], ['CONSUMPTION_BASIC'])).body).toMatchObject({ properties: 0 });
  });

  it('that the main user loses, or whose package changes, are others for the sub-user, too', async () => {
    await assign([first, second], full);
    await share([first, second], ['CONSUMPTION_ADV', 'WARNING_CO2']);
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_ADV', 'WARNING_CO2']);
    await assign([first], basic);
    await portal.call('administrator.withdraw', support, {
      params: { adminId: String(owner) },
      body: { properties: [second] },
    });
    expect(await featuresOf(subToken)).toEqual([]);
    expect(await seenBy(subToken)).toEqual([]);
    await assign([first], full);
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_ADV', 'WARNING_CO2']);
    expect(await seenBy(subToken)).toEqual([first]);
  });

  it('are seen from the main user’s first day at the earliest, when that comes later', async () => {
    await assign([first, second], full);
    await share([first, second], ['CONSUMPTION_BASIC'], '2026-02-01');
    await assign([first, second], full, '2026-01-01');
    await assign([first], full, '2026-05-01');
    expect(await shared()).toMatchObject([
      { worksId: first, accessSince: '2026-05-01' },
      { worksId: second, accessSince: '2026-02-01' },
    ]);
  });

  it('are worth no more than the package is at the time', async () => {
    const own = await addPackage(`Shrinking ${count}`, ['CONSUMPTION_BASIC', 'WARNING_CO2']);
    await assign([first], own);
    await share([first], ['CONSUMPTION_BASIC', 'WARNING_CO2']);
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_BASIC', 'WARNING_CO2']);
    const saved = await portal.call('permissionPackage.save', support, {
      params: { package: String(own) },
      body: {
        name: `Shrinking ${count}`,
        description: '',
        version: 1,
        features: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'],
      },
    });
    expect(saved.status).toBe(200);
    expect(await featuresOf(token)).toEqual(['CONSUMPTION_ADV', 'CONSUMPTION_BASIC']);
    expect(await featuresOf(subToken)).toEqual(['CONSUMPTION_BASIC']);
  });

  it('are licensed by what was chosen, not by all of the package', async () => {
    await assign([first], full);
    await share([first], ['CONSUMPTION_BASIC']);
    const { body } = await portal.call('property.list', subToken);
    expect(body.content).toMatchObject([{ worksId: first, features: ['CONSUMPTION_BASIC'] }]);
    const refused = await portal.call('warning.list', subToken);
    expect(refused.status).toBe(403);
  });

  it('are withdrawn', async () => {
    await assign([first, second], full);
    await share([], ['CONSUMPTION_BASIC']);
    const withdrawn = await call('subAdministrator.withdraw', { properties: [first, third] });
    expect(withdrawn.body).toEqual({ properties: 1 });
    expect(await seenBy(subToken)).toEqual([second]);
    expect(await seenBy(token)).toEqual([first, second]);
    expect((await logged()).at(-1)).toBe(`ACCESS_WITHDRAWN owner${count}`);
  });
});

describe.each([
  ['another main user’s', async () => (await stranger('owner', 1)) ?? 0],
  ['one of level 1', async () => (await stranger('else', 1)) ?? 0],
  ['of another market', async () => (await stranger('owner', 1, 'CZ')) ?? 0],
  ['one of the staff', async () => helper],
  ['the main user', async () => owner],
  ['nobody', async () => 999_999],
])('a sub-administrator who is %s', (_whose, find) => {
  it('is as if it did not exist, whatever is asked of it', async () => {
    const id = await find();
    const sharing = { properties: [], features: ['CONSUMPTION_BASIC'] };
    const asked: [OperationId, object | undefined][] = [
      ['subAdministrator.get', undefined],
      ['subAdministrator.save', { name: 'Somebody', phoneNumber: '+48 600 700 800' }],
      ['subAdministrator.switch', { isEnabled: false }],
      ['subAdministrator.takeEmailBack', undefined],
      ['subAdministrator.invite', undefined],
      ['subAdministrator.remove', undefined],
      ['subAdministrator.restore', undefined],
      ['subAdministrator.properties', undefined],
      ['subAdministrator.share', sharing],
      ['subAdministrator.withdraw', { properties: [first] }],
      ['subAdministrator.sharingForecast', sharing],
      ['subAdministrator.accessChanges', undefined],
    ];
    for (const [operation, body] of asked) {
      const answer = await call(operation, body, id);
      const told = [operation, answer.status, answer.body.status];
      expect(told).toEqual([operation, 404, 'ADMINISTRATOR_NOT_FOUND']);
    }
    const { body } = await portal.call('subAdministrator.list', token);
    expect(body.content.map((one: { id: number }) => one.id)).toEqual([sub]);
  });
});

/** An account of another main user, or one that the main user made which isn't a sub-administrator. */
async function stranger(kind: 'owner' | 'else', level: 1 | 2, country: 'PL' | 'CZ' = 'PL') {
  if (kind === 'else') {
    const name = `level${count}`;
    const made = { roles: ['portal_user'] as const, level, createdByUsername: `owner${count}` };
    return (await addAccounts(database, [anAccount(name, made)])).get(name);
  }
  const names = [`other${count}`, `theirs${count}`] as const;
  const ids = await addAccounts(database, [
    anAccount(names[0], { roles: ['portal_user', 'portal_admin'], country }),
    anAccount(names[1], { roles: ['portal_user'], level: 2, createdByUsername: names[0], country }),
  ]);
  return ids.get(names[1]);
}

describe('a sub-administrator', () => {
  it('is made by a main user, with a mail, of level 2 and as a user alone', async () => {
    const draft = {
      username: `made${count}`,
      email: 'made@example.com',
      name: 'Made',
      phoneNumber: '+48 600 700 800',
    };
    const { status, body } = await portal.call('subAdministrator.create', token, { body: draft });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ username: draft.username, state: 'INVITED', properties: 0 }),
    ]);
    expect((await portal.nextMail()).to).toBe('made@example.com');
    const { rows } = await database.pool.query(
      'SELECT level, created_by::float8 AS owner, roles, country FROM account WHERE id = $1',
      [body.id],
    );
    expect(rows).toEqual([{ level: 2, owner, roles: ['portal_user'], country: 'PL' }]);
    const again = await portal.call('subAdministrator.create', token, { body: draft });
    expect([again.status, again.body.errors[0].rule]).toEqual([400, 'usernameTaken']);
  });

  it('that is deleted is out and out of sight, and comes back as it was', async () => {
    await assign([first], full);
    await share([first], ['CONSUMPTION_BASIC']);
    const listed = async (query = '') => {
      const response = await portal.request(`${portal.url}/api/sub-admin?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await response.json()) as { content: { id: number }[] }).content.map(({ id }) => id);
    };
    expect((await call('subAdministrator.remove')).body).toMatchObject({ state: 'DELETED' });
    expect((await portal.call('session.get', subToken)).status).toBe(423);
    expect([await listed(), await listed('filter=state:DELETED')]).toEqual([[], [sub]]);
    expect((await call('subAdministrator.switch', { isEnabled: true })).status).toBe(409);
    expect((await portal.call('session.get', subToken)).status).toBe(423);
    expect((await call('subAdministrator.restore')).body).toMatchObject({
      state: 'INVITED',
      deletedAt: null,
    });
    expect(await listed()).toEqual([sub]);
    expect(await seenBy(await portal.tokenOf(`sub${count}`))).toEqual([first]);
    expect(await logged()).toEqual([
      `ACCESS_ASSIGNED owner${count}`,
      `ACCOUNT_DISABLED owner${count}`,
      `ACCOUNT_DELETED owner${count}`,
      `ACCOUNT_RESTORED owner${count}`,
      `ACCOUNT_ENABLED owner${count}`,
    ]);
  });

  it('that is disabled is signed out, and signs in again once it is enabled', async () => {
    expect((await call('subAdministrator.switch', { isEnabled: false })).body.state).toBe(
      'DISABLED',
    );
    expect((await portal.call('session.get', subToken)).status).toBe(423);
    const fresh = await portal.tokenOf(`sub${count}`);
    expect((await portal.call('session.get', fresh)).status).toBe(423);
    expect((await call('subAdministrator.invite')).status).toBe(409);
    expect((await call('subAdministrator.switch', { isEnabled: true })).body.state).toBe('INVITED');
    const signedIn = await portal.tokenOf(`sub${count}`);
    expect((await portal.call('session.get', signedIn)).status).toBe(200);
    expect(await logged()).toEqual([
      `ACCOUNT_DISABLED owner${count}`,
      `ACCOUNT_ENABLED owner${count}`,
    ]);
  });

  it('that is deleted stays so to operators, too', async () => {
    await call('subAdministrator.remove');
    const administration = createAdministration(portal.parts);
    const enabled = administration.setEnabled(`sub${count}`, true);
    await expect(enabled).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await portal.call('session.get', subToken)).status).toBe(423);
  });

  it('is renamed by its main user', async () => {
    const saved = await call('subAdministrator.save', {
      name: 'Another Name',
      phoneNumber: '+48 600 700 800',
    });
    expect(saved.body).toMatchObject({ name: 'Another Name', phoneNumber: '+48 600 700 800' });
    expect(await logged()).toEqual([`ACCOUNT_CHANGED owner${count}`]);
    const { body } = await call('subAdministrator.save', { name: 'Another Name' });
    expect(body).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.phoneNumber' }],
    });
  });

  it('is invited once more while it has never signed in', async () => {
    expect((await call('subAdministrator.invite')).body.state).toBe('INVITED');
    expect((await portal.nextMail()).to).toBe(`sub${count}@example.com`);
    expect(await logged()).toEqual([`ACCOUNT_INVITED owner${count}`]);
  });

  it('is one of a hundred that are made in an hour', async () => {
    const limits = createLimits({ subAdministrator: { points: 1, seconds: 3600 } });
    await limits.spend('subAdministrator', `${owner}`);
    const service = createSubAdministratorService({ ...portal.parts, limits });
    const side = { ownerId: owner, actorId: owner, country: 'PL', language: 'pl' } as const;
    const draft = {
      username: `many${count}`,
      email: 'many@example.com',
      name: 'Many',
      phoneNumber: '+48 600 700 800',
    };
    await expect(service.create(side, draft)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
