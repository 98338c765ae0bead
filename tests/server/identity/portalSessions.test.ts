import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import {
  beginSession,
  endSessions,
  hasRested,
  listSessions,
  touchSession,
} from '../../../server/identity/portalSessions.repository.ts';
import { findSession } from '../../../server/identity/session.repository.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';

let database: Database;
/** What repositories are given. */
const store = () => database.statements;
const accounts: Record<string, { accountId: number; subject: string }> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const names = ['own', 'other', 'rested', 'ended', 'listed', 'many', 'old'];
  const ids = await addAccounts(
    database,
    names.map((name) => anAccount(name)),
  );
  const { rows } = await database.pool.query<{ username: string; subject: string }>(
    'SELECT username, subject FROM account',
  );
  for (const { username, subject } of rows) {
    accounts[username] = { accountId: ids.get(username) as number, subject };
  }
});
afterAll(() => database.close());

const of = (name: string) => accounts[name] as (typeof accounts)[string];
const begin = (name: string, sid: string, origin?: { address: string; userAgent: string }) =>
  beginSession(store(), { sid, accountId: of(name).accountId }, origin);
/** As if it had happened so many seconds before. */
const age = (name: string, sid: string, column: string, seconds: number) =>
  database.pool.query(
    `UPDATE portal_session SET ${column} = now() - make_interval(secs => $3)
     WHERE account_id = $1 AND sid = $2`,
    [of(name).accountId, sid, seconds],
  );
const logOf = async (name: string) => {
  const { rows } = await database.pool.query(
    `SELECT type, actor, affected, detail, actor_id = affected_id AS same FROM activity_log
     WHERE affected = $1 ORDER BY id`,
    [name],
  );
  return rows;
};

describe('the first call of a session', () => {
  const origin = { address: '203.0.113.7', userAgent: 'x'.repeat(400) };

  it('is noted once, with where it came from, and as the account’s last sign-in', async () => {
    expect(await begin('own', 'shared', origin)).toBe(true);
    expect(await begin('own', 'shared', origin)).toBe(false);
    const signIn = { type: 'SIGN_IN', actor: 'own', affected: 'own', same: true };
    expect(await logOf('own')).toEqual([{ ...signIn, detail: { address: '203.0.113.7' } }]);
    const { rows } = await database.pool.query(
      `SELECT username, last_sign_in_at > now() - interval '1 minute' AS recent FROM account
       WHERE username IN ('own', 'other') ORDER BY username`,
    );
    expect(rows).toEqual([
      { username: 'other', recent: null },
      { username: 'own', recent: true },
    ]);
    const [listed] = await listSessions(store(), of('own').accountId);
    expect(listed).toMatchObject({ address: '203.0.113.7', userAgent: 'x'.repeat(300) });
  });

  it('is another account’s by the same name, too, and may come from nowhere', async () => {
    expect(await begin('other', 'shared', { address: '', userAgent: '' })).toBe(true);
    expect(await logOf('other')).toMatchObject([{ type: 'SIGN_IN', detail: {} }]);
    expect(await begin('other', 'second')).toBe(true);
    for (const one of await listSessions(store(), of('other').accountId)) {
      expect(one).toMatchObject({ address: null, userAgent: null });
    }
  });

  it('clears away what is a month old, once in an hour', async () => {
    const clock = vi.spyOn(Date, 'now');
    const start = Date.now() + 10_000_000;
    const kept = async () => {
      const { rows } = await database.pool.query<{ sid: string }>(
        'SELECT sid FROM portal_session WHERE account_id = $1 ORDER BY sid',
        [of('old').accountId],
      );
      return rows.map(({ sid }) => sid);
    };
    clock.mockReturnValue(start);
    await begin('old', 'a');
    await begin('old', 'b');
    await age('old', 'a', 'started_at', 31 * 86_400);
    await age('old', 'b', 'started_at', 29 * 86_400);
    await database.pool.query(
      `INSERT INTO sign_in_network (account_id, network, seen_at)
       VALUES ($1, 'old', now() - interval '31 days'), ($1, 'new', now() - interval '29 days')`,
      [of('old').accountId],
    );
    clock.mockReturnValue(start + 3_599_999);
    await begin('old', 'c');
    expect(await kept()).toEqual(['a', 'b', 'c']);
    clock.mockReturnValue(start + 3_600_000);
    await begin('old', 'c');
    expect(await kept()).toEqual(['a', 'b', 'c']);
    await begin('old', 'd');
    expect(await kept()).toEqual(['b', 'c', 'd']);
    const { rows } = await database.pool.query('SELECT network FROM sign_in_network');
    expect(rows).toEqual([{ network: 'new' }]);
    clock.mockRestore();
  });
});

describe('a session without a call', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const rests = (sid: string, signedInAt = 0, name = 'rested') =>
    hasRested(store(), { sid, subject: of(name).subject, signedInAt });

  it('has rested after seventeen minutes', async () => {
    await begin('rested', 'one');
    expect(await rests('one')).toBe(false);
    await age('rested', 'one', 'last_seen_at', 17 * 60 - 20);
    expect(await rests('one')).toBe(false);
    await age('rested', 'one', 'last_seen_at', 17 * 60 + 5);
    expect(await rests('one')).toBe(true);
    // The provider has just seen its owner.
    expect(await rests('one', now())).toBe(false);
    expect(await rests('one', now() - 17 * 60 - 5)).toBe(true);
  });

  it('goes by its begin where no call was noted, and by its sign-in when it never came', async () => {
    await begin('rested', 'two');
    await database.pool.query("UPDATE portal_session SET last_seen_at = NULL WHERE sid = 'two'");
    expect(await rests('two')).toBe(false);
    await age('rested', 'two', 'started_at', 17 * 60 + 5);
    expect(await rests('two')).toBe(true);
    expect(await rests('never', now() - 60)).toBe(false);
    expect(await rests('never')).toBe(true);
    // Another account's session of that name says nothing.
    await begin('other', 'two');
    expect(await rests('two')).toBe(true);
  });

  it('begins to rest anew with each call of its own', async () => {
    for (const name of ['rested', 'other']) {
      await begin(name, 'three');
      await age(name, 'three', 'last_seen_at', 3600);
    }
    await begin('rested', 'four');
    await age('rested', 'four', 'last_seen_at', 3600);
    await touchSession(store(), 'three', of('rested').accountId);
    expect(await rests('three')).toBe(false);
    expect(await rests('four')).toBe(true);
    expect(await rests('three', 0, 'other')).toBe(true);
  });
});

describe('sessions that are listed', () => {
  const listed = async () =>
    (await listSessions(store(), of('listed').accountId)).map(({ sid }) => sid);

  it('are those that are open, the latest first', async () => {
    for (const [at, sid] of ['first', 'second', 'third'].entries()) {
      await begin('listed', sid);
      await age('listed', sid, 'last_seen_at', 100 - at);
      await age('listed', sid, 'started_at', 1000);
    }
    expect(await listed()).toEqual(['third', 'second', 'first']);
    const [latest] = await listSessions(store(), of('listed').accountId);
    expect(Object.keys(latest ?? {}).sort()).toEqual([
      ...['address', 'id', 'lastSeenAt', 'sid', 'startedAt', 'userAgent'],
    ]);
    const seconds =
      (Date.parse(latest?.lastSeenAt ?? '') - Date.parse(latest?.startedAt ?? '')) / 1000;
    expect(Math.abs(seconds - 902)).toBeLessThanOrEqual(1);
    await age('listed', 'second', 'last_seen_at', 17 * 60 + 5);
    expect(await listed()).toEqual(['third', 'first']);
    await age('listed', 'first', 'ended_at', 50);
    expect(await listed()).toEqual(['third']);
    // It was here again after its end.
    await age('listed', 'first', 'last_seen_at', 40);
    expect(await listed()).toEqual(['first', 'third']);
  });

  it('are only those that outlived the end of all', async () => {
    const endedAt = (seconds: number) =>
      database.pool.query(
        `UPDATE account SET sessions_ended_at = now() - make_interval(secs => $2) WHERE id = $1`,
        [of('listed').accountId, seconds],
      );
    await endedAt(500);
    expect(await listed()).toEqual([]);
    await age('listed', 'third', 'kept_at', 500);
    await endedAt(500.5);
    expect(await listed()).toEqual(['third']);
    await age('listed', 'third', 'kept_at', 600);
    expect(await listed()).toEqual([]);
    await age('listed', 'first', 'started_at', 400);
    expect(await listed()).toEqual(['first']);
  });

  it('are a hundred at most', async () => {
    await database.pool.query(
      `INSERT INTO portal_session (sid, account_id, started_at, last_seen_at)
       SELECT 'sid-' || at, $1, now(), now() FROM generate_series(1, 101) AS at`,
      [of('many').accountId],
    );
    const found = await listSessions(store(), of('many').accountId);
    expect(found).toHaveLength(100);
    expect(found[0]?.sid).toBe('sid-101');
  });
});

describe('ending sessions', () => {
  const isEnded = async (name: string, sid: string | undefined, secondsAgo = 0) => {
    const issuedAt = Math.floor(Date.now() / 1000) - secondsAgo;
    const found = await findSession(store(), { subject: of(name).subject, sid, issuedAt });
    return found?.isEnded;
  };

  it('ends the one, and says so in the log once', async () => {
    const { subject } = of('ended');
    for (const sid of ['one', 'two']) await begin('ended', sid);
    await begin('other', 'one');
    await endSessions(store(), { subject, sid: 'one' });
    await endSessions(store(), { subject, sid: 'one' });
    expect(await isEnded('ended', 'one')).toBe(true);
    expect(await isEnded('ended', 'two')).toBe(false);
    expect(await isEnded('ended', undefined)).toBe(false);
    expect(await isEnded('other', 'one')).toBe(false);
    const ends = (await logOf('ended')).filter(({ type }) => type === 'SIGN_OUT');
    expect(ends).toEqual([
      { type: 'SIGN_OUT', actor: 'ended', affected: 'ended', detail: {}, same: true },
    ]);
    // Begun anew by the same name.
    await age('ended', 'one', 'ended_at', 60);
    await touchSession(store(), 'one', of('ended').accountId);
    await endSessions(store(), { subject, sid: 'one' });
    expect((await logOf('ended')).filter(({ type }) => type === 'SIGN_OUT')).toHaveLength(2);
  });

  it('ends tokens that name none with it when that is asked for, without a line in the log', async () => {
    const { subject } = of('ended');
    const lines = (await logOf('ended')).length;
    await endSessions(store(), { subject, sid: 'two', andNameless: true });
    expect(await isEnded('ended', 'two')).toBe(true);
    // Of the second before: the next may have begun meanwhile.
    expect(await isEnded('ended', undefined, 1)).toBe(true);
    expect(await logOf('ended')).toHaveLength(lines + 1);
    // Each time anew, for there is no begin.
    await age('ended', '', 'ended_at', 60);
    expect(await isEnded('ended', undefined)).toBe(false);
    await endSessions(store(), { subject, sid: 'two', andNameless: true });
    expect(await isEnded('ended', undefined, 5)).toBe(true);
  });

  it('ends all but the one that asks, of that account only', async () => {
    const { subject } = of('rested');
    for (const sid of ['here', 'there']) await begin('rested', sid);
    await begin('other', 'there');
    await endSessions(store(), { subject, exceptSid: 'here' });
    expect(await isEnded('rested', 'here')).toBe(false);
    expect(await isEnded('rested', 'there')).toBe(true);
    expect(await isEnded('rested', 'unseen', 5)).toBe(true);
    expect(await isEnded('other', 'there')).toBe(false);
    await endSessions(store(), { subject });
    expect(await isEnded('rested', 'here', 5)).toBe(true);
  });
});
