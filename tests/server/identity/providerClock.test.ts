import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { endSessions } from '../../../server/identity/portalSessions.repository.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from './support/accounts.ts';
import { accessOf, type OtherProvider, startOtherProvider } from './support/otherProvider.ts';

/** What ended before a token was issued, whatever the clock says by which it was. */

let database: Database;
let provider: OtherProvider;
let portal: WholePortal;

beforeAll(async () => {
  provider = await startOtherProvider();
  database = await createTestDatabase();
  portal = await startWholePortal(database, { config: { OIDC_ISSUER: provider.issuer } });
  await addAccounts(database, [anAccount('ann'), anAccount('bob')], {});
});
afterAll(async () => {
  await portal.close();
  provider.close();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query(`DELETE FROM setting WHERE key = 'providerClock'`);
  await database.pool.query('DELETE FROM portal_session');
  await database.pool.query('UPDATE account SET sessions_ended_at = NULL');
});

const statusOf = async (token: string) => (await portal.call('session.get', token)).status;
const signIn = (claims: object = {}) => provider.sign(accessOf('ann', { ...claims }));
/** As if all that ended had done so that much earlier. */
async function age(seconds: number) {
  for (const [table, column] of [
    ['portal_session', 'ended_at'],
    ['account', 'sessions_ended_at'],
  ]) {
    await database.pool.query(
      `UPDATE ${table} SET ${column} = ${column} - make_interval(secs => $1)`,
      [seconds],
    );
  }
}
const nextHour = () =>
  database.pool.query(
    `UPDATE setting SET value = jsonb_set(value, '{hour}', '1') WHERE key = 'providerClock'`,
  );
const clockKnown = async () =>
  (await database.pool.query(`SELECT value FROM setting WHERE key = 'providerClock'`)).rows[0]
    ?.value;

describe.each([-50, 0, 50])('with a provider whose clock is %i s ahead', (ahead) => {
  beforeEach(() => {
    provider.ahead = ahead;
  });

  const endings: [string, object, (token: string) => Promise<unknown>][] = [
    ['a sign-out without a session', {}, (token) => portal.call('session.end', token)],
    ['the end of all sessions', {}, () => endSessions(database.statements, { subject: 'sub-ann' })],
    [
      'the end of all named sessions',
      { sid: 'one' },
      () => endSessions(database.statements, { subject: 'sub-ann' }),
    ],
  ];
  it.each(endings)('%s ends the token, and a new sign-in goes', async (_name, claims, end) => {
    const old = await signIn(claims);
    expect(await statusOf(old)).toBe(200);
    await end(old);
    expect(await statusOf(old)).toBe(401);
    // Tokens tell whole seconds only.
    await age(2);
    const anew = await signIn('sid' in claims ? { sid: 'two' } : {});
    expect(await statusOf(anew)).toBe(200);
  });

  it('a sign-out ends the token, and soon the same session may begin anew', async () => {
    const old = await signIn({ sid: 'same' });
    expect(await statusOf(old)).toBe(200);
    await portal.call('session.end', old);
    expect(await statusOf(old)).toBe(401);
    // Of a renewal that was under way.
    expect(await statusOf(await signIn({ sid: 'same' }))).toBe(401);
    await age(12);
    expect(await statusOf(await signIn({ sid: 'same' }))).toBe(200);
  });
});

describe('what is known of the clock', () => {
  it('is what the freshest token shows, of this hour and the last one with any', async () => {
    const look = async (ahead: number) => {
      provider.ahead = ahead;
      expect(await statusOf(await signIn())).toBe(200);
      return clockKnown();
    };
    expect((await look(50)).ahead).toBeGreaterThan(48);
    expect((await look(0)).ahead).toBeGreaterThan(48);
    await nextHour();
    const { ahead, before } = await look(0);
    expect(ahead).toBeLessThan(1);
    expect(before).toBeGreaterThan(48);
    await nextHour();
    expect((await look(0)).before).toBeLessThan(1);
  });

  it('counts for tokens that were never here before', async () => {
    provider.ahead = 0;
    expect(await statusOf(await provider.sign(accessOf('bob')))).toBe(200);
    provider.ahead = 50;
    expect(await statusOf(await signIn())).toBe(200);
    const unseen = await provider.sign(accessOf('bob', { sid: 'unseen' }));
    await endSessions(database.statements, { subject: 'sub-bob' });
    expect(await statusOf(unseen)).toBe(401);
  });

  it('isn’t written at each call', async () => {
    provider.ahead = 0;
    const token = await signIn();
    await statusOf(token);
    const { rows: before } = await database.pool.query('SELECT xmin FROM setting');
    await statusOf(token);
    const { rows: after } = await database.pool.query('SELECT xmin FROM setting');
    expect(before.length).toBeGreaterThan(0);
    expect(after).toEqual(before);
  });
});
