import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import { type ActivityType, activityTypes } from '../../../../schemas/entities/activity.ts';
import type { Country } from '../../../../schemas/entities/market.ts';
import type { Database } from '../../../../server/database/open.ts';
import { recordActivity } from '../../../../server/identity/activity.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;
const tokens = new Map<string, string>();
const people = new Map<string, number>();
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const support = { roles: ['portal_support' as const] };
  await addAccounts(database, [
    anAccount('support.pl', { ...support, language: 'en' }),
    anAccount('support.cz', { ...support, country: 'CZ' }),
    anAccount('admin.pl'),
  ]);
  for (const name of ['support.pl', 'support.cz', 'admin.pl']) {
    tokens.set(name, await portal.tokenOf(name));
  }
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

/** Of each test its own, for nobody can empty the log. */
let one: string;
let other: string;
beforeEach(async () => {
  count += 1;
  one = await addUser(`one-${count}.pl`);
  other = await addUser(`other-${count}.pl`);
});

async function addUser(username: string, country: Country = 'PL'): Promise<string> {
  const ids = await addAccounts(database, [anAccount(username, { country })]);
  people.set(username, ids.get(username) as number);
  return username;
}

const idOf = (username: string) => people.get(username) as number;

function note(type: ActivityType, actor: string, affected: string, at: string, detail = {}) {
  return database.pool.query(
    `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country, detail)
     SELECT $1, $2, $3, $4, $5, $6, country, $7 FROM account WHERE id = $5`,
    [at, type, idOf(actor), actor, idOf(affected), affected, detail],
  );
}

async function call(
  id: OperationId,
  query: Record<string, string> = {},
  { as = 'support.pl', username = '' } = {},
) {
  const path = operations[id].path.replace('{username}', encodeURIComponent(username));
  return portal.request(`${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${tokens.get(as)}` },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
async function read(...asked: Parameters<typeof call>): Promise<any> {
  const response = await call(...asked);
  expect(response.status).toBe(200);
  return response.json();
}

const listOf = (search: string, query = {}) => read('activityLog.list', { search, ...query });

describe('the list', () => {
  it('says when, what, whom, who and what else is known, the newest first', async () => {
    await note('ACCOUNT_CREATED', one, other, '2026-03-01T10:00:00Z');
    await note('ROLES_CHANGED', other, one, '2026-03-02T10:00:00Z', { before: 'a', after: 'b' });
    expect(await listOf(one)).toEqual({
      content: [
        {
          id: expect.any(Number),
          actionDate: '2026-03-02T10:00:00Z',
          actionName: 'ROLES_CHANGED',
          actionType: 'PERMISSION',
          affectedUser: one,
          actor: other,
          username: one,
          details: 'after: b; before: a',
        },
        {
          id: expect.any(Number),
          actionDate: '2026-03-01T10:00:00Z',
          actionName: 'ACCOUNT_CREATED',
          actionType: 'ACCOUNT',
          affectedUser: other,
          actor: one,
          username: other,
          details: '',
        },
      ],
      page: 0,
      size: 25,
      total: 2,
    });
  });

  it('is sorted by date either way, and by entry where that is the same', async () => {
    const at = '2026-03-01T10:00:00Z';
    await note('PASSWORD_CHANGED', one, one, at);
    await note('TOTP_ENABLED', one, one, at);
    await note('TOTP_REMOVED', one, one, '2026-03-03T10:00:00Z');
    const names = async (sort: string, page = '0') =>
      (await listOf(one, { sort, size: '2', page })).content.map(
        ({ actionName }: { actionName: string }) => actionName,
      );
    expect(await names('-actionDate')).toEqual(['TOTP_REMOVED', 'TOTP_ENABLED']);
    expect(await names('-actionDate', '1')).toEqual(['PASSWORD_CHANGED']);
    expect(await names('actionDate')).toEqual(['PASSWORD_CHANGED', 'TOTP_ENABLED']);
    expect(await names('actionDate', '1')).toEqual(['TOTP_REMOVED']);
    expect(await names('actionDate', '1000000')).toEqual([]);
  });

  it('is narrowed by kind and by the market’s days, the last one included', async () => {
    // In Warsaw it is summer: the day of 1 July is from 22:00 to 22:00 UTC.
    await note('PASSWORD_CHANGED', one, one, '2026-06-30T21:59:59Z');
    await note('TOTP_ENABLED', one, one, '2026-06-30T22:00:00Z');
    await note('EMAIL_CHANGED', one, one, '2026-07-01T12:00:00Z');
    await note('TOTP_REMOVED', one, one, '2026-07-01T21:59:59Z');
    await note('TOTP_ENABLED', one, one, '2026-07-01T22:00:00Z');
    const names = async (query: object) => {
      const { content, total } = await listOf(one, { sort: 'actionDate', ...query });
      expect(total).toBe(content.length);
      return content.map(({ actionName }: { actionName: string }) => actionName);
    };
    const day = { periodBegin: '2026-07-01', periodEnd: '2026-07-01' };
    expect(await names(day)).toEqual(['TOTP_ENABLED', 'EMAIL_CHANGED', 'TOTP_REMOVED']);
    expect(await names({ ...day, actionType: 'SECURITY' })).toEqual([
      'TOTP_ENABLED',
      'TOTP_REMOVED',
    ]);
    expect(await names({ actionType: 'ACCOUNT' })).toEqual(['EMAIL_CHANGED']);
    expect(await names({ periodBegin: '2026-07-02' })).toEqual(['TOTP_ENABLED']);
  });

  it('finds users by a part of their names, whose wildcards are letters', async () => {
    await note('PASSWORD_CHANGED', one, one, '2026-03-01T10:00:00Z');
    expect((await listOf(one.toUpperCase())).total).toBe(1);
    expect((await listOf(`_${one.slice(1)}`)).total).toBe(0);
    expect((await listOf('nobody is called so')).content).toEqual([]);
  });

  it('has its own market’s entries alone', async () => {
    const czech = await addUser(`foreign-${count}.cz`, 'CZ');
    await note('PASSWORD_CHANGED', one, czech, '2026-03-01T10:00:00Z');
    await note('TOTP_ENABLED', czech, one, '2026-03-02T10:00:00Z');
    const seen = async (as: string) =>
      (await read('activityLog.list', { search: czech }, { as })).content;
    expect(await seen('support.pl')).toMatchObject([{ affectedUser: one }]);
    expect(await seen('support.cz')).toMatchObject([{ affectedUser: czech }]);
  });

  it('is refused to administrators', async () => {
    for (const id of ['activityLog.list', 'activityLog.file'] as const) {
      expect((await call(id, {}, { as: 'admin.pl' })).status).toBe(403);
    }
  });
});

describe('a user’s activity', () => {
  it('is what they did and what was done to them, of their market', async () => {
    const czech = await addUser(`foreign-${count}.cz`, 'CZ');
    await note('PASSWORD_CHANGED', one, other, '2026-03-01T10:00:00Z');
    await note('TOTP_ENABLED', other, one, '2026-03-02T10:00:00Z');
    await note('TOTP_REMOVED', other, other, '2026-03-03T10:00:00Z');
    await note('EMAIL_CHANGED', one, czech, '2026-03-04T10:00:00Z');
    const { content, total } = await read('activityLog.ofUser', {}, { username: one });
    expect(content).toMatchObject([
      { actionName: 'TOTP_ENABLED' },
      { actionName: 'PASSWORD_CHANGED' },
    ]);
    expect(total).toBe(2);
    expect(await read('activityLog.user', {}, { username: one.toUpperCase() })).toEqual({
      username: one,
      name: `The ${one}`,
    });
  });

  it('of another market’s user is as unknown as nobody’s', async () => {
    const czech = await addUser(`foreign-${count}.cz`, 'CZ');
    const answers = async (username: string) => {
      const asked = [
        await call('activityLog.ofUser', {}, { username }),
        await call('activityLog.user', {}, { username }),
        await call('activityLog.file', { username }),
      ];
      return Promise.all(
        asked.map(async (response) => {
          const { timestamp: _, ...body } = (await response.json()) as Record<string, unknown>;
          return { status: response.status, text: JSON.stringify(body).replaceAll(username, '…') };
        }),
      );
    };
    const unknown = await answers(`nobody-${count}.cz`);
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await answers(czech)).toEqual(unknown);
  });
});

describe('the file', () => {
  it('has all that the filters leave, in words and by the market’s clock', async () => {
    await note('PASSWORD_CHANGED', one, other, '2026-06-30T22:00:00Z', { reason: 'a;b' });
    await note('SIGN_IN', one, one, '2026-12-01T08:30:05Z');
    const response = await call('activityLog.file', { search: one });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('activity-log.csv');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString()).toBe(
      [
        '\ufeffDate,Action,Affected user,Type,Done by,Details',
        `2026-12-01 09:30:05,Sign-in,${one},Sign-in,${one},`,
        `2026-07-01 00:00:00,Password changed,${other},Password and second factor,${one},"reason: a;b"`,
        '',
      ].join('\r\n'),
    );
    const ofKind = await call('activityLog.file', { username: one, actionType: 'SIGN_IN' });
    expect((await ofKind.text()).trim().split('\r\n')).toHaveLength(2);
  });

  it('runs no formula in a spreadsheet', async () => {
    const name = await addUser(`=cmd|'/c calc'!A${count}`);
    await note('PASSWORD_CHANGED', name, name, '2026-03-01T10:00:00Z');
    const text = await (await call('activityLog.file', { username: name })).text();
    expect(text).toContain(`"'=cmd|'/c calc'!A${count}"`);
  });

  it('goes on behind a slice, where many entries have the same instant', async () => {
    await database.pool.query(
      `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country)
       SELECT '2026-02-01T00:00:00.123456Z'::timestamptz + make_interval(secs => n / 1500),
         'SIGN_OUT', $1, n::text, $1, n::text, 'PL'
       FROM generate_series(1, 4500) AS n`,
      [idOf(one)],
    );
    const text = await (await call('activityLog.file', { username: one })).text();
    const lines = text.trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[2])).size).toBe(4500);
    expect(lines).toHaveLength(4500);
  });
});

describe('what is recorded', () => {
  it.each(activityTypes)('%s belongs to the affected account’s market', async (type) => {
    const czech = await addUser(`affected-${count}.cz`, 'CZ');
    const marketOf = async (actorId?: number, affectedId?: number, country?: Country) => {
      const { rows } = await database.transaction(async (tx) => {
        await recordActivity(tx, { type, actorId, affectedId, country });
        return tx.executeSql('SELECT type, country FROM activity_log ORDER BY id DESC LIMIT 1');
      });
      return rows[0];
    };
    expect(await marketOf(idOf(one), idOf(czech))).toEqual({ type, country: 'CZ' });
    expect(await marketOf(idOf(one))).toEqual({ type, country: 'PL' });
    expect(await marketOf(undefined, undefined, 'DK')).toEqual({ type, country: 'DK' });
    expect(await marketOf()).toEqual({ type, country: null });
  });

  it('signing in and out belongs to a market, too', async () => {
    const { access_token: token } = await new Browser(portal.url).signIn(one, password);
    await portal.call('session.get', token);
    await portal.call('session.end', token);
    const { content } = await read('activityLog.ofUser', {}, { username: one });
    expect(content).toMatchObject([{ actionName: 'SIGN_OUT' }, { actionName: 'SIGN_IN' }]);
  });
});
