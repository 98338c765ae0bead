import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { Database } from '../../../../server/database/open.ts';
import { sweepChanges } from '../../../../server/features/administrator/accessChanges.repository.ts';
import { addProperty } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/** Which properties an administrator has, with which package, since when. */

let database: Database;
let portal: WholePortal;
let support: string;
let basic: number;
let full: number;
let foreign: number;
let admin: number;
let sub: number;
let token: string;
let count = 0;
const [first, second, third, czech] = [501, 502, 503, 504];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [anAccount('helper', { roles: ['portal_user', 'portal_support'] })]);
  support = await portal.tokenOf('helper');
  for (const id of [first, second, third]) await addProperty(database, { id, country: 'PL' });
  await addProperty(database, { id: czech, country: 'CZ' });
  basic = await addPackage('Basic', 'PL', ['CONSUMPTION_BASIC']);
  full = await addPackage('Full', 'PL', ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV']);
  foreign = await addPackage('Basic', 'CZ', ['CONSUMPTION_BASIC']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(async () => {
  count += 1;
  const names = [`admin${count}`, `sub${count}`];
  const ids = await addAccounts(database, [
    anAccount(names[0] ?? '', { roles: ['portal_user', 'portal_admin'] }),
    anAccount(names[1] ?? '', {
      roles: ['portal_user'],
      level: 2,
      createdByUsername: `admin${count}`,
    }),
  ]);
  [admin = 0, sub = 0] = names.map((name) => ids.get(name) ?? 0);
  token = await portal.tokenOf(`admin${count}`);
});

async function addPackage(name: string, country: string, features: Feature[]): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO permission_package (country, name, features) VALUES ($1, $2, $3)
     RETURNING id::float8 AS id`,
    [country, name, features],
  );
  return rows[0]?.id ?? 0;
}

const call = (id: OperationId, body?: object) =>
  portal.call(id, support, {
    params: { adminId: String(admin) },
    ...(body !== undefined && { body }),
  });
const assign = (properties: number[], packageId = basic, accessSince: string | null = null) =>
  call('administrator.assign', { properties, packageId, accessSince });
const forecast = async (properties: number[], packageId = basic, accessSince?: string) =>
  (await call('administrator.assignmentForecast', { properties, packageId, accessSince })).body;
const listed = async () =>
  (await call('administrator.properties')).body.content as Record<string, unknown>[];
const seen = async () =>
  (((await portal.call('property.list', token)).body.content ?? []) as { worksId: number }[])
    .map(({ worksId }) => worksId)
    .sort();
const accessOf = async (account: number) => {
  const { rows } = await database.pool.query<{ property: number; since: string | null }>(
    `SELECT property_id::float8 AS property, access_since::text AS since FROM property_access
     WHERE account_id = $1 ORDER BY property_id`,
    [account],
  );
  return rows.map(({ property, since }) => [property, since]);
};
const giveSub = (property: number, since: string | null) =>
  database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id, access_since)
     VALUES ($1, $2, $3, $4)`,
    [sub, property, basic, since],
  );
const logged = async () => {
  const { rows } = await database.pool.query<{ type: string; actor: string; detail: object }>(
    `SELECT type, actor, detail FROM activity_log
     WHERE affected_id = $1 AND type LIKE 'ACCESS%' ORDER BY id`,
    [admin],
  );
  return rows;
};

describe('an assignment', () => {
  it('shows the properties to the administrator from the next call on', async () => {
    expect(await seen()).toEqual([]);
    expect(await assign([first, third])).toMatchObject({ status: 200, body: { properties: 2 } });
    expect(await seen()).toEqual([first, third]);
    expect((await portal.call('session.get', token)).body.features).toEqual(['CONSUMPTION_BASIC']);
    expect(await listed()).toMatchObject([
      { worksId: first, assignment: 'ASSIGNED', packageName: 'Basic', accessSince: null },
      { worksId: third, assignment: 'ASSIGNED', packageName: 'Basic', accessSince: null },
      { worksId: second, assignment: 'NONE', packageId: null, packageName: null },
    ]);
  });

  it('says before what it adds and overwrites, and changes just that', async () => {
    await assign([first], full, '2026-01-01');
    await assign([second], basic);
    expect(await forecast([first, second, third])).toEqual({
      added: 1,
      overwritten: 1,
      unchanged: 1,
      names: expect.stringMatching(/^\S+ .+/),
    });
    expect(await accessOf(admin)).toEqual([
      [first, '2026-01-01'],
      [second, null],
    ]);
    expect((await assign([first, second, third])).body).toMatchObject({ properties: 2 });
    expect(await accessOf(admin)).toEqual([
      [first, null],
      [second, null],
      [third, null],
    ]);
    expect((await logged()).at(-1)).toEqual({
      type: 'ACCESS_ASSIGNED',
      actor: 'helper',
      detail: {
        properties: 2,
        added: 1,
        since: '',
        package: { before: expect.stringMatching(/: Full 2026-01-01$/), after: 'Basic' },
      },
    });
  });

  it('of no property is one of all that are assigned, and of none that isn’t', async () => {
    await assign([first, second]);
    expect(await forecast([], full, '2026-05-01')).toMatchObject({ added: 0, overwritten: 2 });
    expect((await assign([], full, '2026-05-01')).body).toMatchObject({ properties: 2 });
    expect(await accessOf(admin)).toEqual([
      [first, '2026-05-01'],
      [second, '2026-05-01'],
    ]);
  });

  it('that changes nothing leaves no trace', async () => {
    await assign([first]);
    const before = await logged();
    expect((await assign([first, first])).body).toEqual({ properties: 0, changeId: null });
    expect(await logged()).toEqual(before);
  });

  it('is all or nothing: another market’s property or package takes none', async () => {
    for (const unknown of [czech, 999_999]) {
      const { status, body } = await assign([first, unknown]);
      expect([status, body.errors[0].field]).toEqual([400, 'body.properties']);
    }
    for (const unknown of [foreign, 999_999]) {
      const { status, body } = await assign([first], unknown);
      expect([status, body.errors[0].field]).toEqual([400, 'body.packageId']);
    }
    expect(await accessOf(admin)).toEqual([]);
  });

  it('from a later day on hides the days before from sub-administrators, too', async () => {
    await assign([first, second, third]);
    await giveSub(first, null);
    await giveSub(second, '2025-03-01');
    await giveSub(third, '2026-08-01');
    await assign([first, second, third], basic, '2026-01-01');
    expect(await accessOf(sub)).toEqual([
      [first, '2026-01-01'],
      [second, '2026-01-01'],
      [third, '2026-08-01'],
    ]);
    await assign([first], basic, null);
    expect((await accessOf(sub))[0]).toEqual([first, '2026-01-01']);
  });
});

describe('an assignment that is undone', () => {
  const undo = (changeId: number, adminId = admin) =>
    portal.call('administrator.undoAccess', support, {
      params: { adminId: String(adminId), changeId: String(changeId) },
    });
  const changes = async () => (await call('administrator.accessChanges')).body.content;

  it('gives back what there was, to sub-administrators as well, once', async () => {
    await assign([first], full, '2026-01-01');
    await giveSub(first, '2026-02-01');
    await database.pool.query('DELETE FROM access_change');
    const { changeId } = (await assign([first, second], basic, '2026-05-01')).body;
    expect(await accessOf(sub)).toEqual([[first, '2026-05-01']]);
    const at = expect.stringMatching(/Z$/);
    expect(await changes()).toEqual([{ id: changeId, at, actor: 'helper', properties: 2 }]);
    expect(await undo(changeId)).toEqual({ status: 200, body: { restored: 2, kept: 0 } });
    expect(await listed()).toMatchObject([
      { worksId: first, packageName: 'Full', accessSince: '2026-01-01' },
      { worksId: second, assignment: 'NONE' },
      { worksId: third, assignment: 'NONE' },
    ]);
    expect(await accessOf(sub)).toEqual([[first, '2026-02-01']]);
    expect((await logged()).at(-1)).toEqual({
      type: 'ACCESS_RESTORED',
      actor: 'helper',
      detail: { properties: 2, kept: 0 },
    });
    expect(await changes()).toEqual([]);
    expect(await undo(changeId)).toMatchObject({ status: 404 });
  });

  it('leaves what was changed since, tells how many, and refuses where nothing is left', async () => {
    await assign([first, second, third], basic);
    const { changeId } = (await assign([first, second], full)).body;
    await assign([first], basic, '2026-03-01');
    expect((await undo(changeId)).body).toEqual({ restored: 1, kept: 1 });
    expect(await accessOf(admin)).toEqual([
      [first, '2026-03-01'],
      [second, null],
      [third, null],
    ]);
    const late = (await assign([third], full)).body.changeId;
    await assign([third], basic);
    const before = await logged();
    const { status, body } = await undo(late);
    expect([status, body.status]).toEqual([409, 'ACCESS_CHANGED_SINCE']);
    expect(await logged()).toEqual(before);
  });

  it('doesn’t take what has been shared since, nor give a package that is deleted', async () => {
    const added = (await assign([first, second])).body.changeId;
    await giveSub(first, null);
    expect((await undo(added)).body).toEqual({ restored: 1, kept: 1 });
    expect(await accessOf(admin)).toEqual([[first, null]]);
    const brief = await addPackage(`Brief${count}`, 'PL', ['CONSUMPTION_BASIC']);
    await assign([first], brief);
    const { changeId } = (await assign([first], full)).body;
    await database.pool.query('DELETE FROM permission_package WHERE id = $1', [brief]);
    expect((await undo(changeId)).status).toBe(409);
  });

  it('is of its own administrator, and of the last day', async () => {
    const { changeId } = (await assign([first])).body;
    const name = `else${count}`;
    const roles = ['portal_user', 'portal_admin'] as const;
    const other = (await addAccounts(database, [anAccount(name, { roles: [...roles] })])).get(name);
    expect((await undo(changeId, other)).status).toBe(404);
    await sweepChanges(database.statements);
    expect(await changes()).toHaveLength(1);
    await database.pool.query(`UPDATE access_change SET at = at - interval '25 hours'`);
    expect(await changes()).toEqual([]);
    expect((await undo(changeId)).body.status).toBe('ACCESS_CHANGE_OVER');
    await sweepChanges(database.statements);
    const { rows } = await database.pool.query('SELECT FROM access_change');
    expect(rows).toEqual([]);
  });
});

describe('a withdrawal', () => {
  it('takes the properties from the administrator and the sub-administrators', async () => {
    await assign([first, second]);
    await giveSub(first, null);
    await giveSub(second, null);
    const properties = [first, third];
    expect((await call('administrator.withdraw', { properties })).body).toEqual({ properties: 1 });
    expect(await seen()).toEqual([second]);
    expect(await accessOf(sub)).toEqual([[second, null]]);
    expect((await logged()).at(-1)).toMatchObject({
      type: 'ACCESS_WITHDRAWN',
      actor: 'helper',
      detail: { properties: 1 },
    });
  });

  it('of what isn’t assigned changes nothing', async () => {
    expect((await call('administrator.withdraw', { properties: [first] })).body).toEqual({
      properties: 0,
    });
    expect(await logged()).toEqual([]);
  });
});
