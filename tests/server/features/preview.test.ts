import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { Role } from '../../../schemas/entities/access.ts';
import { readingOnly } from '../../../server/database/readOnly.ts';
import { endPreview, startPreview } from '../../../server/identity/previews.repository.ts';
import { findSession } from '../../../server/identity/session.repository.ts';
import { type RealApp, startRealApp, type User } from '../http/support/realApp.ts';

/** Staff look at the portal as a customer has it: enforced at the server, whatever the page does. */

let app: RealApp;
let support: User;
let superAdmin: User;
let customer: User;

beforeAll(async () => {
  app = await startRealApp();
  support = await app.addUser({ roles: ['portal_user', 'portal_support'] });
  superAdmin = await app.addUser({ roles: ['portal_user', 'portal_super_admin'] });
  customer = await app.addUser({
    roles: ['portal_user', 'portal_admin'],
    features: ['CONSUMPTION_BASIC'],
  });
});
afterAll(() => app.close());
beforeEach(() => end(support));

const nameOf = async ({ id }: User): Promise<string> => {
  const { rows } = await app.database.pool.query('SELECT username FROM account WHERE id = $1', [
    id,
  ]);
  return rows[0].username;
};

async function ask(method: string, path: string, user: User, body?: unknown) {
  const response = await app.call(`http://portal.example.pl/api/${path}`, user, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: asserted member by member.
  const answer = (await response.json().catch(() => undefined)) as any;
  return { status: response.status, answer, preview: response.headers.get('meterhouse-preview') };
}

const start = async (who: User, whom: User | string) =>
  ask('POST', 'preview', who, { username: typeof whom === 'string' ? whom : await nameOf(whom) });
const end = (who: User) => ask('DELETE', 'preview', who);

async function sessionOf(user: User) {
  const { answer } = await ask('GET', 'session', user);
  return answer.userId as string;
}

const listLog = async (type: string) => {
  const { rows } = await app.database.pool.query(
    'SELECT actor_id, affected_id, country, detail FROM activity_log WHERE type = $1 ORDER BY id',
    [type],
  );
  return rows;
};

describe('while a customer’s account is looked at', () => {
  it('every call of the session is the customer’s, and says so', async () => {
    const begun = await start(support, customer);
    expect(begun.status).toBe(200);
    expect(begun.answer).toEqual({ username: await nameOf(customer), userId: customer.subject });
    expect(Number(begun.preview)).toBeGreaterThan(0);
    const { answer, preview } = await ask('GET', 'session', support);
    expect(answer).toMatchObject({
      username: await nameOf(customer),
      userId: customer.subject,
      groups: ['portal_user', 'portal_admin'],
      features: ['CONSUMPTION_BASIC'],
      previewId: Number(begun.preview),
      previewedBy: await nameOf(support),
    });
    const minutes = (Date.parse(answer.previewEndsAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThanOrEqual(30.1);
    expect(preview).toBe(begun.preview);
    const index = await ask('GET', 'manifest', support);
    expect(index.preview).toBe(begun.preview);
    expect(index.answer).toEqual((await ask('GET', 'manifest', customer)).answer);
    const own = await ask('GET', 'property', customer);
    expect(own.answer.content.length).toBeGreaterThan(0);
    expect(own.preview).toBeNull();
    expect((await ask('GET', 'property', support)).answer).toEqual(own.answer);
    // What support may do, the customer may not.
    expect((await ask('GET', 'admin', support)).status).toBe(403);
  });

  it('nothing can be changed, whatever is called', async () => {
    await start(support, customer);
    const all = Object.entries(operations) as [OperationId, Operation][];
    const changing = all.filter(
      ([, { method, reads, endsPreview, givesTicket }]) =>
        method !== 'GET' && !reads && !endsPreview && !givesTicket,
    );
    expect(changing.length).toBeGreaterThan(80);
    const codes = new Map<string, number>();
    for (const [id, { method, path, body, access }] of changing) {
      // A public one is nobody's.
      if (access?.public) continue;
      const address = path.replace('/api/', '').replaceAll(/\{\w+\}/g, '1');
      const { status, answer } = await ask(method, address, support, body && {});
      const { status: code } = answer ?? {};
      expect([id, status, ['PREVIEW_READ_ONLY', 'FORBIDDEN', 'NOT_FOUND'].includes(code)]).toEqual([
        ...[id, status, true],
      ]);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(codes.get('PREVIEW_READ_ONLY')).toBeGreaterThan(20);
  });

  it('not even by a reading call: PostgreSQL refuses', async () => {
    const write = readingOnly(() =>
      app.database.transaction((tx) => tx.run(`UPDATE account SET name = 'X' WHERE id = $1`, [1])),
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('each call is logged under who really asked', async () => {
    await start(support, customer);
    const before = (await listLog('PREVIEW_CALL')).length;
    await ask('GET', 'property?search=secret', support);
    await ask('PUT', `user/${customer.subject}/language`, support, { language: 'EN' });
    const calls = (await listLog('PREVIEW_CALL')).slice(before);
    const both = { actor_id: support.id, affected_id: customer.id, country: 'PL' };
    expect(calls).toMatchObject([
      { ...both, detail: { operation: 'property.list', path: '/api/property' } },
      { ...both, detail: { operation: 'language.save' } },
    ]);
  });
});

it('the customer is told of begin and end, and not of each call', async () => {
  await start(support, customer);
  await ask('GET', 'property', support);
  await end(support);
  const { answer } = await ask('GET', `user/${customer.subject}/activity?size=100`, customer);
  const told = answer.content.map(({ actionType }: { actionType: string }) => actionType);
  expect(told).toEqual(expect.arrayContaining(['PREVIEW_STARTED', 'PREVIEW_ENDED']));
  expect(told).not.toContain('PREVIEW_CALL');
  expect(answer.total).toBe(told.length);
});

it('two that are begun at once follow one another', async () => {
  const both = await Promise.all([start(support, customer), start(support, customer)]);
  expect(both.filter(({ status }) => status === 200 || status === 403)).toHaveLength(2);
  expect(await sessionOf(support)).toBe(customer.subject);
});

describe('it ends', () => {
  it('when its owner says so, and the log has begin and end', async () => {
    const started = (await listLog('PREVIEW_STARTED')).length;
    const ended = (await listLog('PREVIEW_ENDED')).length;
    await start(support, customer);
    const done = await end(support);
    expect(done).toMatchObject({ status: 200, preview: null });
    expect(await sessionOf(support)).toBe(support.subject);
    const both = { actor_id: support.id, affected_id: customer.id, country: 'PL' };
    expect((await listLog('PREVIEW_STARTED')).slice(started)).toMatchObject([both]);
    expect((await listLog('PREVIEW_ENDED')).slice(ended)).toMatchObject([both]);
    // Where there is none, nothing happens.
    expect((await end(support)).status).toBe(200);
    expect(await listLog('PREVIEW_ENDED')).toHaveLength(ended + 1);
  });

  it('by itself after its time, which is when the log says that it ended', async () => {
    await start(support, customer);
    await app.database.pool.query(
      `UPDATE account_preview SET started_at = now() - interval '40 minutes',
         ends_at = now() - interval '10 minutes' WHERE ended_at IS NULL`,
    );
    expect(await sessionOf(support)).toBe(support.subject);
    const [last] = (await listLog('PREVIEW_ENDED')).slice(-1);
    const minutes = (Date.now() - Date.parse(last.detail.endedAt)) / 60_000;
    expect(minutes).toBeGreaterThan(9);
  });

  it.each<[string, string, () => User]>([
    ['the customer is disabled', 'disabled_at = now()', () => customer],
    ['the customer is deleted', 'disabled_at = now(), deleted_at = now()', () => customer],
    ['the customer becomes staff', `roles = roles || '{portal_support}'`, () => customer],
    ['the customer moves to another market', `country = 'DK'`, () => customer],
    ['who looks is no support any more', `roles = '{portal_user}'`, () => support],
  ])('when %s', async (_when, change, whom) => {
    await start(support, customer);
    expect(await sessionOf(support)).toBe(customer.subject);
    const { id } = whom();
    const { rows } = await app.database.pool.query('SELECT roles FROM account WHERE id = $1', [id]);
    await app.database.pool.query(`UPDATE account SET ${change} WHERE id = $1`, [id]);
    expect(await sessionOf(support)).toBe(support.subject);
    await app.database.pool.query(
      `UPDATE account SET disabled_at = NULL, deleted_at = NULL, country = 'PL', roles = $2
       WHERE id = $1`,
      [id, rows[0].roles],
    );
    // It doesn't come back.
    expect(await sessionOf(support)).toBe(support.subject);
  });

  test('with the session, and is no other session’s', async () => {
    const { subject, id: accountId } = superAdmin;
    const at = { subject, issuedAt: Date.now() / 1000 + 5, authenticatedAt: undefined };
    const previewIn = async (sid: string | undefined) =>
      (await findSession(app.database.statements, { ...at, sid }))?.preview;
    await startPreview(app.database.statements, { accountId, sid: 'one' }, customer.id);
    expect(await previewIn('one')).toMatchObject({ accountId: customer.id, isOver: false });
    expect(await previewIn('two')).toBeUndefined();
    expect(await previewIn(undefined)).toBeUndefined();
    await app.database.pool.query(
      `INSERT INTO portal_session (sid, account_id, started_at, ended_at) VALUES ('one', $1, now(), now())`,
      [accountId],
    );
    expect(await previewIn('one')).toMatchObject({ isOver: true });
    await endPreview(app.database.statements, { accountId, sid: 'one' });
    expect(await previewIn('one')).toBeUndefined();
  });

  it('with a sign-out, which ends who looks and not the customer', async () => {
    const guest = await app.addUser({ roles: ['portal_user', 'portal_support'] });
    await start(guest, customer);
    expect((await ask('DELETE', 'session', guest)).status).toBeLessThan(300);
    expect((await ask('GET', 'session', guest)).status).toBe(401);
    expect(await sessionOf(customer)).toBe(customer.subject);
  });
});

describe('whose account may be looked at', () => {
  it('a customer’s of the own market, by support and super administrators', async () => {
    expect((await start(superAdmin, (await nameOf(customer)).toUpperCase())).status).toBe(200);
    expect(await sessionOf(superAdmin)).toBe(customer.subject);
    // No further from there.
    expect((await start(superAdmin, customer)).answer.status).toBe('FORBIDDEN');
    await end(superAdmin);
    expect((await start(customer, support)).status).toBe(403);
  });

  it.each<[string, { roles: Role[]; country?: 'DK' }, string?]>([
    ['support', { roles: ['portal_user', 'portal_support'] }],
    ['a super administrator', { roles: ['portal_super_admin'] }],
    ['another market’s', { roles: ['portal_user'], country: 'DK' }],
    ['a disabled one', { roles: ['portal_user'] }, 'disabled_at = now()'],
    ['a deleted one', { roles: ['portal_user'] }, 'deleted_at = now()'],
  ])('never %s', async (_who, given, change) => {
    const other = await app.addUser(given);
    if (change) {
      await app.database.pool.query(`UPDATE account SET ${change} WHERE id = $1`, [other.id]);
    }
    const unknown = await start(support, 'nobody-at-all');
    const refused = await start(support, other);
    expect(refused.status).toBe(404);
    expect(refused.answer.status).toBe(unknown.answer.status);
    expect(await sessionOf(support)).toBe(support.subject);
  });

  it('never one’s own', async () => {
    expect((await start(support, support)).status).toBe(404);
  });
});
