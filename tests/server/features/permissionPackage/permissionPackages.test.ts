import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import { type Feature, features } from '../../../../schemas/entities/access.ts';
import { grantAccess } from '../../../support/builders.ts';
import { startArchivePortal, type User } from '../document/support/archivePortal.ts';

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let support: User;
let czech: User;

beforeAll(async () => {
  portal = await startArchivePortal();
  support = await portal.addUser({ roles: ['portal_support'], features: [] });
  czech = await portal.addUser({ roles: ['portal_support'], country: 'CZ', features: [] });
});
afterAll(() => portal.stop());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await portal.database.pool.query('DELETE FROM permission_package; DELETE FROM property_access');
});

type Asked = Parameters<typeof portal.call>[2];
const call = (id: OperationId, asked?: Asked, as = support) => portal.call(as, id, asked);

const basic = { name: 'Basic', description: 'For a start', features: ['CONSUMPTION_BASIC'] };

async function add(over: object = {}, as = support): Promise<number> {
  const { status, body } = await call(
    'permissionPackage.create',
    { body: { ...basic, ...over } },
    as,
  );
  expect([status, body]).toEqual([200, { id: expect.any(Number) }]);
  return body.id;
}

const get = (id: number, as = support) =>
  call('permissionPackage.get', { params: { package: id } }, as);
const save = (id: number, over: object = {}, as = support) =>
  call(
    'permissionPackage.save',
    { params: { package: id }, body: { ...basic, version: 1, ...over } },
    as,
  );
const remove = (id: number, as = support) =>
  call('permissionPackage.remove', { params: { package: id } }, as);
async function list(query?: Record<string, string>, as = support) {
  const { status, body } = await call('permissionPackage.list', query && { query }, as);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}
const names = async (query?: Record<string, string>) =>
  (await list(query)).content.map(({ name }: { name: string }) => name);

/** Somebody who has the package for a property of their own. */
async function addHolder(id: number): Promise<User> {
  const user = await portal.addUser({ features: [] });
  await portal.database.pool.query(
    `WITH own AS (DELETE FROM property_access WHERE account_id = ${user.id} RETURNING package_id)
     DELETE FROM permission_package WHERE id IN (SELECT package_id FROM own)`,
  );
  await grantAccess(portal.database, user.id, id, [user.property]);
  return user;
}

async function logged() {
  const { rows } = await portal.database.pool.query(
    `SELECT type, actor_id AS actor, affected_id AS affected, detail FROM activity_log
     WHERE type LIKE 'PACKAGE%' AND (detail ->> 'package')::bigint IN
       (SELECT max((detail ->> 'package')::bigint) FROM activity_log) ORDER BY id`,
  );
  return rows;
}

describe('making a package', () => {
  it('keeps what was said, each feature once and in the portal’s order', async () => {
    const given = ['REPORT_JOB', 'CONSUMPTION_ADV', 'CONSUMPTION_BASIC'];
    const id = await add({ name: '  Reports  ', features: given });
    expect((await get(id)).body).toEqual({
      id,
      name: 'Reports',
      description: 'For a start',
      features: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV', 'REPORT_JOB'],
      featureCount: 3,
      administrators: 0,
      version: 1,
    });
    expect((await get(await add({ description: undefined }))).body.description).toBe('');
  });

  it('takes a name once in a market, whatever its capitals', async () => {
    await add({ name: 'Łódź' });
    const again = await call('permissionPackage.create', { body: { ...basic, name: ' łÓDŹ' } });
    expect(again).toMatchObject({
      status: 409,
      body: { status: 'CONFLICT', errors: [{ field: 'body.name', rule: 'taken' }] },
    });
    expect(await names()).toEqual(['Łódź']);
    await add({ name: 'Łódź' }, czech);
  });

  it('makes one when two ask for the same name at once', async () => {
    const asked = { body: basic };
    const answers = await Promise.all([1, 2, 3].map(() => call('permissionPackage.create', asked)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await names()).toEqual(['Basic']);
  });

  it.each([
    ['no name', { name: '  ' }, 'body.name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'body.name'],
    ['no feature', { features: [] }, 'body.features'],
    ['a feature that nobody knows', { features: ['LOVE'] }, 'body.features.0'],
    ['a feature twice', { features: ['REPORT_JOB', 'REPORT_JOB'] }, 'body.features'],
    ['a description that is too long', { description: 'x'.repeat(1001) }, 'body.description'],
  ])('refuses %s', async (_what, over, field) => {
    const { status, body } = await call('permissionPackage.create', {
      body: { ...basic, ...over },
    });
    expect([status, body.errors.map((one: { field: string }) => one.field)]).toEqual([
      400,
      [field],
    ]);
    expect((await list()).total).toBe(0);
  });
});

describe('listing packages', () => {
  it('searches, sorts and cuts into pages', async () => {
    const small = await add({ name: 'small', description: 'one_thing' });
    await add({ name: 'Middle', features: features.slice(0, 5) });
    await add({ name: 'all', features });
    await addHolder(small);
    expect(await names()).toEqual(['all', 'Middle', 'small']);
    expect(await names({ sort: '-name' })).toEqual(['small', 'Middle', 'all']);
    expect(await names({ sort: 'featureCount' })).toEqual(['small', 'Middle', 'all']);
    expect(await names({ sort: '-administrators', size: '1' })).toEqual(['small']);
    expect(await names({ search: 'MIDD' })).toEqual(['Middle']);
    expect(await names({ search: 'one_' })).toEqual(['small']);
    expect(await names({ search: 'e_t' })).toEqual(['small']);
    expect(await names({ search: 'n_e' })).toEqual([]);
    expect(await list({ size: '2', page: '1' })).toMatchObject({
      content: [{ name: 'small', administrators: 1, featureCount: 1 }],
      total: 3,
    });
    expect(await list({ size: '2', page: '7' })).toMatchObject({ content: [], total: 3 });
  });

  it('says who has a package, and for how many properties', async () => {
    const id = await add();
    const [one, two] = [await addHolder(id), await addHolder(id)];
    const more = await portal.addUser({ features: [] });
    await grantAccess(portal.database, one.id, id, [more.property]);
    expect((await get(id)).body.administrators).toBe(2);
    const holders = async (query: Record<string, string>) =>
      (await call('permissionPackage.administrators', { params: { package: id }, query })).body
        .content;
    expect(await holders({ sort: '-properties' })).toMatchObject([
      { id: one.id, properties: 2, username: expect.stringMatching(/^reader-/) },
      { id: two.id, properties: 1 },
    ]);
    const [{ username }] = await holders({ sort: 'username', size: '1' });
    expect(await holders({ search: username.toUpperCase() })).toMatchObject([{ username }]);
    expect(await holders({ search: 'nobody' })).toEqual([]);
  });

  it('says what can be licensed, and whether a package does', async () => {
    const all = (await call('permissionPackage.features')).body.content;
    expect(all.map(({ feature }: { feature: Feature }) => feature)).toEqual(features);
    expect(all[0]).toEqual({ feature: 'CONSUMPTION_BASIC', group: 'CONSUMPTION', grant: null });
    const query = { package: `${await add({ features: ['REPORT_JOB'] })}` };
    const { content } = (await call('permissionPackage.features', { query })).body;
    expect(content).toHaveLength(features.length);
    const granted = content.filter(({ grant }: { grant: string }) => grant !== 'NOT_GRANTED');
    expect(granted).toEqual([{ feature: 'REPORT_JOB', group: 'REPORTS', grant: 'GRANTED' }]);
  });
});

describe('changing a package', () => {
  it('changes it for everybody who has it, at their next call', async () => {
    const id = await add();
    const holder = await addHolder(id);
    const own = async () => (await portal.call(holder, 'session.get')).body.features;
    expect(await own()).toEqual(['CONSUMPTION_BASIC']);
    const reports = { name: 'basic', features: ['REPORT_JOB'] };
    expect((await save(id, reports)).status).toBe(200);
    expect(await own()).toEqual(['REPORT_JOB']);
    expect((await get(id)).body).toMatchObject({ ...reports, version: 2 });
  });

  it('overwrites nothing that somebody else has changed since', async () => {
    const id = await add();
    expect((await save(id, { description: 'first' })).status).toBe(200);
    const late = await save(id, { description: 'second' });
    expect(late).toMatchObject({ status: 409, body: { status: 'CONFLICT', errors: [] } });
    expect((await get(id)).body.description).toBe('first');
    expect((await save(id, { description: 'second', version: 2 })).status).toBe(200);
  });

  it('lets one of two pass who save at once', async () => {
    const id = await add();
    const answers = await Promise.all([save(id, { name: 'one' }), save(id, { name: 'two' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('leaves a package as it is when nothing was changed', async () => {
    const id = await add();
    expect((await save(id)).status).toBe(200);
    expect((await get(id)).body.version).toBe(1);
    expect(await logged()).toMatchObject([{ type: 'PACKAGE_CREATED' }]);
  });

  it('refuses the name of another one, and what no package may be', async () => {
    const [id] = [await add(), await add({ name: 'Other' })];
    expect((await save(id, { name: 'OTHER' })).body.errors).toMatchObject([
      { field: 'body.name', rule: 'taken' },
    ]);
    expect((await save(id, { features: [] })).status).toBe(400);
    expect((await save(id, { version: undefined })).status).toBe(400);
    expect((await get(id)).body).toMatchObject(basic);
  });
});

describe('deleting a package', () => {
  it('is refused while anybody has it, and says how many', async () => {
    const id = await add();
    const holders = [await addHolder(id), await addHolder(id)];
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { status: 'PACKAGE_IN_USE', message: expect.stringContaining('2 administrators') },
    });
    for (const { id: account } of holders) {
      expect((await get(id)).status).toBe(200);
      await portal.database.pool.query('DELETE FROM property_access WHERE account_id = $1', [
        account,
      ]);
    }
    expect((await remove(id)).body).toEqual({ id });
    expect((await get(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});

describe('the activity log', () => {
  it('has who changed what, before and after', async () => {
    const id = await add();
    await save(id, { features: ['REPORT_JOB', 'CONSUMPTION_BASIC'] });
    await remove(id);
    const by = { actor: support.id, affected: null };
    const { name, description, features } = basic;
    const [before, after] = [features.join(' '), 'CONSUMPTION_BASIC REPORT_JOB'];
    const texts = (when: string) => ({
      name: { [when]: name },
      description: { [when]: description },
    });
    expect(await logged()).toEqual([
      {
        ...by,
        type: 'PACKAGE_CREATED',
        detail: { package: id, ...texts('after'), features: { after: before } },
      },
      {
        ...by,
        type: 'PACKAGE_CHANGED',
        detail: { package: id, features: { before, after } },
      },
      {
        ...by,
        type: 'PACKAGE_DELETED',
        detail: { package: id, ...texts('before'), features: { before: after } },
      },
    ]);
  });

  it('has nothing of what was refused', async () => {
    const id = await add();
    await addHolder(id);
    await save(id, { name: 'x', version: 7 });
    await remove(id);
    await call('permissionPackage.create', { body: basic });
    expect(await logged()).toMatchObject([{ type: 'PACKAGE_CREATED' }]);
  });

  it.each(['create', 'save', 'remove'] as const)(
    'and %s happen together, or neither does',
    async (name) => {
      const id = await add();
      await portal.database.pool.query(
        `ALTER TABLE activity_log ADD CONSTRAINT full_up CHECK (type NOT LIKE 'PACKAGE%') NOT VALID`,
      );
      const body = { ...basic, name: 'Another', ...(name === 'save' && { version: 1 }) };
      const params = { package: id };
      const asked = { params, ...(name !== 'remove' && { body }) };
      const { status } = await call(`permissionPackage.${name}`, asked);
      await portal.database.pool.query('ALTER TABLE activity_log DROP CONSTRAINT full_up');
      expect(status).toBe(500);
      expect(await names()).toEqual(['Basic']);
    },
  );
});

describe('another market', () => {
  it('has nothing to do with it, and can’t tell it from none', async () => {
    const id = await add();
    await addHolder(id);
    expect((await list(undefined, czech)).total).toBe(0);
    const ask = async (one: number) => {
      const params = { package: one };
      const query = { package: `${one}` };
      const answers = [
        await get(one, czech),
        await save(one, { name: 'Mine' }, czech),
        await remove(one, czech),
        await call('permissionPackage.administrators', { params }, czech),
        await call('permissionPackage.features', { query }, czech),
      ];
      return answers.map(({ status, body }) => [status, body.message.replace(`${one}`, '#')]);
    };
    const refused = await ask(id);
    expect(refused).toEqual(Array(5).fill([404, 'There is no permission package #.']));
    expect(await ask(id + 1000)).toEqual(refused);
    expect((await get(id)).body).toMatchObject({ ...basic, version: 1 });
  });
});

describe('a feature that the market does not offer', () => {
  beforeEach(() => {
    const { manifests } = portal.portal.parts;
    const market = manifests.market('PL');
    const values = { feature: { REPORT_JOB: false } };
    vi.spyOn(manifests, 'market').mockReturnValue({ ...market, values });
  });

  it('is not shown, can’t be licensed, and stays where it was', async () => {
    const { rows } = await portal.database.pool.query<{ id: number }>(
      `INSERT INTO permission_package (country, name, features)
       VALUES ('PL', 'Old', '{CONSUMPTION_BASIC,REPORT_JOB}') RETURNING id::float8 AS id`,
    );
    const { id } = rows[0]!;
    expect((await get(id)).body).toMatchObject({
      features: ['CONSUMPTION_BASIC'],
      featureCount: 1,
    });
    expect((await list()).content).toMatchObject([{ featureCount: 1 }]);
    const offered = (await call('permissionPackage.features')).body.content;
    expect(offered).toHaveLength(features.length - 1);
    expect((await save(id, { features: ['REPORT_JOB'] })).body.errors).toMatchObject([
      { field: expect.stringContaining('body.features') },
    ]);
    expect((await save(id, { features: ['CONSUMPTION_ADV'] })).status).toBe(200);
    const stored = await portal.database.pool.query('SELECT features FROM permission_package');
    expect(stored.rows).toEqual([{ features: ['CONSUMPTION_ADV', 'REPORT_JOB'] }]);
  });
});

it.each([['portal_admin'], ['portal_user'], ['portal_super_admin'], ['portal_domea']] as const)(
  'is not for %s',
  async (role) => {
    const id = await add();
    const user = await portal.addUser({ roles: [role], features });
    const params = { package: id };
    const answers = [
      await call('permissionPackage.list', {}, user),
      await get(id, user),
      await call('permissionPackage.create', { body: { ...basic, name: 'Mine' } }, user),
      await save(id, {}, user),
      await remove(id, user),
      await call('permissionPackage.administrators', { params }, user),
      await call('permissionPackage.features', {}, user),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(403));
    expect((await get(id)).body).toMatchObject({ ...basic, version: 1 });
  },
);
