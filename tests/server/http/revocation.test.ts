import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { features } from '../../../schemas/entities/access.ts';
import { type ManifestIndex, manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { addProperty, addTenant, grantAccess } from '../../support/builders.ts';
import { type RealApp, startRealApp, type User } from './support/realApp.ts';

/** Rights are the database's: the very next answer is without what this process took. */

let app: RealApp;
beforeAll(async () => {
  app = await startRealApp();
});
afterAll(() => app.close());

const statusOf = async (to: string, user?: User) => (await app.call(to, user)).status;
const read = async (to: string, user?: User) => (await app.call(to, user)).json();
const indexOf = async (user?: User): Promise<ManifestIndex> =>
  manifestIndexSchema.parse(await read('/api/manifest', user));
const guardsOf = async (user: User) =>
  new Map((await indexOf(user)).routes.map(({ name, guard }) => [name, guard]));
const change = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);

describe('a disabled account', () => {
  it('is told that it is blocked, at once and by every call but the public ones', async () => {
    const user = await app.addUser({ roles: ['portal_support'], features });
    const calls = ['/api/session', '/api/property', '/api/import', '/api/readingquestion'];
    for (const to of calls) expect([to, await statusOf(to, user)]).toEqual([to, 200]);
    await change('UPDATE account SET disabled_at = now() WHERE id = $1', user.id);
    for (const to of calls) {
      const answer = await app.call(to, user);
      expect([to, answer.status]).toEqual([to, 423]);
      expect(await answer.json()).toMatchObject({ status: 'ACCOUNT_BLOCKED' });
    }
    // The page is told what a visitor is told, so that it can say what has happened.
    expect(await indexOf(user)).toEqual(await indexOf());
    expect(await statusOf('/api/manifest/screens/auth.blocked-user', user)).toBe(200);
    expect(await statusOf('/api/manifest/screens/dashboard.index', user)).toBe(404);
    await change('UPDATE account SET disabled_at = NULL WHERE id = $1', user.id);
    expect(await statusOf('/api/session', user)).toBe(200);
  });

  it('is recognised before anything that it sends is looked at', async () => {
    const user = await app.addUser({ roles: ['portal_user'] });
    await change('UPDATE account SET disabled_at = now() WHERE id = $1', user.id);
    const broken = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
    expect((await app.call('/api/contact', user, broken)).status).toBe(423);
    expect(await statusOf('/api/property?size=none', user)).toBe(423);
  });
});

it('an account that is gone is nobody', async () => {
  const user = await app.addUser({ roles: ['portal_user'] });
  expect(await statusOf('/api/session', user)).toBe(200);
  await change('DELETE FROM account WHERE id = $1', user.id);
  expect(await statusOf('/api/session', user)).toBe(401);
  expect(await indexOf(user)).toEqual(await indexOf());
});

it('what another process takes counts within a second', async () => {
  const user = await app.addUser({ roles: ['portal_user'] });
  const other = new pg.Client(app.database.pool.options);
  await other.connect();
  try {
    // From here on nothing is written by this process.
    await vi.waitFor(async () => {
      const before = app.database.countWrites();
      expect(await statusOf('/api/session', user)).toBe(200);
      await other.query('UPDATE account SET disabled_at = now() WHERE id = $1', [user.id]);
      expect(app.database.countWrites()).toBe(before);
    });
    const taken = performance.now();
    await vi.waitFor(async () => expect(await statusOf('/api/session', user)).toBe(423), {
      interval: 20,
    });
    expect(performance.now() - taken).toBeLessThan(1500);
  } finally {
    await other.end();
  }
});

describe('a property that is taken away', () => {
  it('is absent at once, from lists, by its id, and in what belongs to it', async () => {
    const [kept, taken] = [1, 2];
    for (const id of [kept, taken]) await addProperty(app.database, { id });
    const tenant = await addTenant(app.database, taken, { tenantNo: '1' });
    const user = await app.addUser({ roles: ['portal_user'], features, property: kept });
    const { rows } = await change(
      'SELECT package_id FROM property_access WHERE account_id = $1',
      user.id,
    );
    await grantAccess(app.database, user.id, Number(rows[0].package_id), [taken]);
    const own = [
      `/api/property/${taken}`,
      `/api/tenant?property=${taken}`,
      `/api/tenant/${tenant}?property=${taken}`,
      `/api/resource?property=${taken}`,
      `/api/consumption/devicecategories?property=${taken}`,
    ];
    for (const to of own) expect([to, await statusOf(to, user)]).toEqual([to, 200]);
    expect(await read('/api/property', user)).toMatchObject({ total: 2 });
    await change(
      'DELETE FROM property_access WHERE account_id = $1 AND property_id = $2',
      user.id,
      taken,
    );
    for (const to of own) expect([to, await statusOf(to, user)]).toEqual([to, 404]);
    expect(await read('/api/property', user)).toMatchObject({ total: 1 });
    const found = await read(`/api/property/number/W-${taken}`, user);
    expect(found).toMatchObject({ content: [] });
    const places = await read('/api/property/locations', user);
    expect(places.content).toHaveLength(1);
  });

  it('takes with it what only it was licensed for', async () => {
    const user = await app.addUser({ roles: ['portal_user'], features: ['CONSUMPTION_BASIC'] });
    expect((await indexOf(user)).navigation.map(({ id }) => id)).toEqual(['consumption']);
    await change('DELETE FROM property_access WHERE account_id = $1', user.id);
    expect(await statusOf('/api/property', user)).toBe(403);
    expect(await read('/api/session', user)).toMatchObject({ features: [] });
    expect((await indexOf(user)).navigation).toEqual([]);
    const screen = await read('/api/manifest/screens/consumption.index', user);
    expect(screen.root.children).toMatchObject([{ id: 'not-included' }]);
  });

  it('is no more than its package when that loses a feature', async () => {
    const user = await app.addUser({ roles: ['portal_user'], features: ['CONSUMPTION_BASIC'] });
    expect(await statusOf('/api/property', user)).toBe(200);
    await change(
      `UPDATE permission_package SET features = '{REPORT_JOB}' FROM property_access
       WHERE package_id = permission_package.id AND account_id = $1`,
      user.id,
    );
    expect(await statusOf('/api/property', user)).toBe(403);
    expect((await indexOf(user)).navigation.map(({ id }) => id)).toEqual(['reports']);
  });
});

describe('a role', () => {
  it('that is taken shuts its routes, entries, screens and calls at once', async () => {
    const user = await app.addUser({ roles: ['portal_user', 'portal_support'], features });
    const before = await app.call('/api/manifest', user);
    expect((await guardsOf(user)).get('admin-form')).toBe('open');
    expect(await statusOf('/api/import', user)).toBe(200);
    await change(`UPDATE account SET roles = '{portal_user}' WHERE id = $1`, user.id);
    expect((await guardsOf(user)).get('admin-form')).toBe('denied');
    expect((await indexOf(user)).navigation.map(({ id }) => id)).not.toContain('user-management');
    expect(await statusOf('/api/manifest/screens/user-management.index', user)).toBe(404);
    expect(await statusOf('/api/import', user)).toBe(403);
    expect(await read('/api/session', user)).toMatchObject({ groups: ['portal_user'] });
    // What the browser keeps is no longer good.
    const etag = before.headers.get('etag') ?? '';
    const again = await app.call('/api/manifest', user, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(200);
    expect(again.headers.get('etag')).not.toBe(etag);
  });

  it('that is a prohibition holds at once when it is given', async () => {
    const user = await app.addUser({ roles: ['portal_admin'], features });
    const shut = ['report-list', 'warnings-and-alerts-settings-co2', 'document-archive-index'];
    const open = await guardsOf(user);
    expect(shut.map((name) => open.get(name))).toEqual(shut.map(() => 'open'));
    await change(`UPDATE account SET roles = '{portal_admin,portal_domea}' WHERE id = $1`, user.id);
    const guards = await guardsOf(user);
    expect(shut.map((name) => guards.get(name))).toEqual(shut.map(() => 'denied'));
    expect(guards.get('sub-admin-index')).toBe('open');
    expect(await statusOf('/api/manifest/screens/reports.index', user)).toBe(404);
    expect((await indexOf(user)).userMenu.map(({ id }) => id)).not.toContain('reports');
  });

  it('is nobody else’s: one account’s loss changes no other’s answer', async () => {
    const [one, other] = [
      await app.addUser({ roles: ['portal_support'] }),
      await app.addUser({ roles: ['portal_support'] }),
    ];
    await change(`UPDATE account SET roles = '{}' WHERE id = $1`, one.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => statusOf('/api/import', at % 2 === 0 ? one : other)),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 403 : 200)));
  });
});
