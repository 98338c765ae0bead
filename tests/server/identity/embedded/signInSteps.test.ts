import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import {
  createSignInSteps,
  type SignInSteps,
} from '../../../../server/identity/embedded/signInSteps.ts';
import {
  beginTotp,
  confirmTotp,
  findTotp,
} from '../../../../server/identity/embedded/totp.repository.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount, password } from '../support/accounts.ts';
import { cheapPassword } from '../support/portal.ts';

let database: Database;
/** What repositories are given. */
const store = () => database.statements;
let steps: SignInSteps;
let locked: number[];
let clock = new Date('2026-11-20T12:00:00Z');
const address = '203.0.113.7';

function createSteps(points = 1000) {
  const limits = createLimits({ signIn: { points, seconds: 60 } });
  const onLocked = (accountId: number) => void locked.push(accountId);
  const parts = { statements: store(), limits, now: () => clock, onLocked };
  return createSignInSteps({ ...parts, passwordCost: cheapPassword, failureMs: 0 });
}

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  locked = [];
  steps = createSteps();
});
afterAll(() => database.close());

let count = 0;
async function addPerson(withFactor = false) {
  count += 1;
  const username = `person-${count}`;
  const ids = await addAccounts(database, [anAccount(username)]);
  const accountId = ids.get(username) as number;
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM account WHERE id = $1',
    [accountId],
  );
  const person = {
    username,
    accountId,
    subject: rows[0]?.subject ?? '',
    interaction: `at-${count}`,
  };
  if (!withFactor) return { ...person, code: () => '', recoveryCodes: [] };
  await beginTotp(store(), accountId, clock);
  const begun = await findTotp(store(), accountId);
  const code = () =>
    new TOTP({ secret: begun?.secret ?? '' }).generate({ timestamp: clock.getTime() });
  expect(await confirmTotp(store(), accountId, code(), clock)).toBe(true);
  clock = new Date(clock.getTime() + 30_000);
  return { ...person, code, recoveryCodes: begun?.recoveryCodes ?? [] };
}

async function logOf(accountId: number | null) {
  const { rows } = await database.pool.query<{ type: string; detail: object }>(
    `SELECT type, detail FROM activity_log WHERE affected_id IS NOT DISTINCT FROM $1 ORDER BY id`,
    [accountId],
  );
  return rows.map(({ type, detail }) => [type, detail]);
}

const type = (username: string, given: string, interaction = 'somewhere') =>
  steps.checkPassword(interaction, { username, password: given, address });
const refused = { step: 'refused' };

describe('a password', () => {
  it('is enough for who has no second factor, and costs nothing of the limit', async () => {
    const { username, subject, accountId } = await addPerson();
    steps = createSteps(1);
    for (let at = 0; at < 3; at += 1) {
      expect(await type(username, password)).toEqual({ step: 'done', subject, factors: ['pwd'] });
    }
    expect(await logOf(accountId)).toEqual([]);
    expect(await type(username, 'wrong')).toEqual(refused);
    await expect(type(username, password)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('that is wrong is logged with where it came from, and why for the operator', async () => {
    const { username, accountId } = await addPerson();
    expect(await type(username, 'wrong')).toEqual(refused);
    expect(await type('nobody', password)).toEqual(refused);
    const failure = (reason: string) => ['SIGN_IN_FAILED', { address, reason }];
    expect(await logOf(accountId)).toEqual([failure('wrong password')]);
    expect(await logOf(null)).toEqual([failure('unknown user')]);
    expect(locked).toEqual([]);
  });

  it('locks its account with the tenth wrong one, which is told once', async () => {
    const { username, accountId } = await addPerson();
    for (let at = 0; at < 9; at += 1) await type(username, 'wrong');
    expect(locked).toEqual([]);
    await type(username, 'wrong');
    expect(locked).toEqual([accountId]);
    expect((await logOf(accountId)).at(-1)).toEqual(['ACCOUNT_LOCKED', { address }]);
    expect(await type(username, password)).toEqual(refused);
    expect((await logOf(accountId)).at(-1)).toEqual([
      ...['SIGN_IN_FAILED', { address, reason: 'locked' }],
    ]);
    expect(locked).toEqual([accountId]);
  });
});

describe('a code', () => {
  const give = (interaction: string, code: string) =>
    steps.checkCode(interaction, { code, address });

  it('is asked for after the right password, and let in once', async () => {
    const { username, subject, interaction, code, accountId } = await addPerson(true);
    expect(await steps.isWaitingForCode(interaction)).toBe(false);
    expect(await give(interaction, code())).toEqual(refused);
    expect(await type(username, 'wrong', interaction)).toEqual(refused);
    expect(await steps.isWaitingForCode(interaction)).toBe(false);
    expect(await type(username, password, interaction)).toEqual({ step: 'code' });
    expect(await steps.isWaitingForCode(interaction)).toBe(true);
    expect(await steps.isWaitingForCode('elsewhere')).toBe(false);
    const right = code();
    expect(await give('elsewhere', right)).toEqual(refused);
    expect(await give(interaction, '000000')).toEqual(refused);
    expect((await logOf(accountId)).at(-1)).toEqual([
      ...['TOTP_FAILED', { address, reason: 'wrong code' }],
    ]);
    const factors = ['pwd', 'otp', 'mfa'];
    const logged = await logOf(accountId);
    expect(await give(interaction, right)).toEqual({ step: 'done', subject, factors });
    expect(await logOf(accountId)).toEqual(logged);
    expect(await steps.isWaitingForCode(interaction)).toBe(false);
    expect(await give(interaction, right)).toEqual(refused);
  });

  it('may be one of those that were written down, which is logged', async () => {
    const { username, subject, interaction, recoveryCodes, accountId } = await addPerson(true);
    await type(username, password, interaction);
    const factors = ['pwd', 'kba', 'mfa'];
    expect(await give(interaction, recoveryCodes[2] ?? '')).toEqual({
      step: 'done',
      subject,
      factors,
    });
    expect(await logOf(accountId)).toEqual([['RECOVERY_CODE_USED', {}]]);
  });

  it('is no good after the password was changed, nor where the account is locked', async () => {
    const { username, interaction, code, accountId } = await addPerson(true);
    await type(username, password, interaction);
    await database.pool.query(
      'UPDATE account SET credential_version = credential_version + 1 WHERE id = $1',
      [accountId],
    );
    expect(await give(interaction, code())).toEqual(refused);
    expect((await logOf(accountId)).at(-1)).toEqual([
      ...['TOTP_FAILED', { address, reason: 'credentials changed' }],
    ]);
    await type(username, password, interaction);
    await database.pool.query(
      `UPDATE account SET locked_until = now() + interval '1 hour' WHERE id = $1`,
      [accountId],
    );
    expect(await give(interaction, code())).toEqual(refused);
    expect((await logOf(accountId)).at(-1)).toEqual([
      ...['TOTP_FAILED', { address, reason: 'locked' }],
    ]);
    await database.pool.query('DELETE FROM account_totp WHERE account_id = $1', [accountId]);
    await database.pool.query(`UPDATE account SET username = 'renamed' WHERE id = $1`, [accountId]);
    expect(await give(interaction, '123456')).toEqual(refused);
    expect((await logOf(null)).at(-1)).toEqual([
      ...['TOTP_FAILED', { address, reason: 'unknown user' }],
    ]);
  });

  it('is waited for ten minutes, or until one begins anew', async () => {
    const { username, interaction } = await addPerson(true);
    await type(username, password, interaction);
    const { rows } = await database.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM oidc_payload
       WHERE model = 'PendingFactor' AND id = $1`,
      [interaction],
    );
    expect(Math.abs((rows[0]?.seconds ?? 0) - 600)).toBeLessThan(30);
    await steps.startOver('elsewhere');
    expect(await steps.isWaitingForCode(interaction)).toBe(true);
    await steps.startOver(interaction);
    expect(await steps.isWaitingForCode(interaction)).toBe(false);
  });

  it('counts against the limit while it is wrong', async () => {
    const { username, interaction, code } = await addPerson(true);
    steps = createSteps(2);
    await type(username, password, interaction);
    expect(await give(interaction, code())).toMatchObject({ step: 'done' });
    await type(username, password, interaction);
    expect(await give(interaction, '000000')).toEqual(refused);
    expect(await give(interaction, '000000')).toEqual(refused);
    await expect(give(interaction, '000000')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
