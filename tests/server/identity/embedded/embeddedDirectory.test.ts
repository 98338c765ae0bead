import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordHistoryLength } from '../../../../schemas/passwordPolicy.ts';
import type { Database } from '../../../../server/database/open.ts';
import type { IdentityDirectory } from '../../../../server/identity/directory.ts';
import { createEmbeddedDirectory } from '../../../../server/identity/embedded/embeddedDirectory.ts';
import { createPayloadAdapter } from '../../../../server/identity/embedded/payload.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount, password } from '../support/accounts.ts';
import { cheapPassword } from '../support/portal.ts';

let database: Database;
/** What repositories are given. */
const store = () => database.statements;
let directory: IdentityDirectory;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = createEmbeddedDirectory({ statements: store(), passwordCost: cheapPassword });
});
afterAll(() => database.close());

async function addPerson(username: string, options?: { password?: string }) {
  const ids = await addAccounts(database, [anAccount(username)], options);
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM account WHERE username = $1',
    [username],
  );
  return { accountId: ids.get(username) as number, subject: rows[0]?.subject as string, username };
}

const isRight = (subject: string, given: string) => directory.checkPassword?.(subject, given);

describe('a password', () => {
  it('is right for its account only', async () => {
    const { subject } = await addPerson('right');
    const without = await addPerson('without', {});
    expect(await isRight(subject, password)).toBe(true);
    expect(await isRight(subject, `${password}x`)).toBe(false);
    expect(await isRight(without.subject, password)).toBe(false);
    expect(await isRight('nobody', password)).toBe(false);
  });

  it('is none of the last five, the present one among them, and nothing changes then', async () => {
    const { subject, accountId } = await addPerson('historian');
    const numbered = (at: number) => `Numbered-secret-${at}`;
    for (let at = 1; at <= passwordHistoryLength; at += 1) {
      await directory.setPassword(subject, numbered(at));
    }
    expect(passwordHistoryLength).toBe(5);
    for (const at of [1, 2, 5]) {
      await expect(directory.setPassword(subject, numbered(at))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: 'The request is not valid. body.password: must differ from the last 5 passwords',
        details: [
          {
            field: 'body.password',
            message: 'must differ from the last 5 passwords',
            rule: 'passwordHistory',
          },
        ],
      });
    }
    expect(await isRight(subject, numbered(5))).toBe(true);
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS kept FROM password_history WHERE account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ kept: passwordHistoryLength - 1 }]);
    // The sixth back may come again.
    await directory.setPassword(subject, password);
    await directory.setPassword(subject, numbered(1));
    expect(await isRight(subject, numbered(1))).toBe(true);
  });

  it('is somebody’s own: others may have it, and keep theirs', async () => {
    const [one, two] = [await addPerson('one'), await addPerson('two')];
    await directory.setPassword(one.subject, 'First-secret-1');
    await directory.setPassword(two.subject, 'First-secret-1');
    await directory.setPassword(one.subject, 'Second-secret-1');
    expect(await isRight(two.subject, 'First-secret-1')).toBe(true);
    await expect(directory.setPassword(two.subject, password)).rejects.toThrow('must differ');
    await expect(directory.setPassword('nobody', password)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('unlocks its account and makes it forget the networks, and no other', async () => {
    const [one, two] = [await addPerson('locked-1'), await addPerson('locked-2')];
    for (const { accountId } of [one, two]) {
      await database.pool.query(
        `UPDATE account SET failed_sign_ins = 4, locked_until = now() + interval '1 hour'
         WHERE id = $1`,
        [accountId],
      );
      await database.pool.query(
        `INSERT INTO sign_in_network (account_id, network, seen_at) VALUES ($1, '203.0.113.0', now())`,
        [accountId],
      );
    }
    await directory.setPassword(one.subject, 'Another-secret-1');
    const { rows } = await database.pool.query(
      `SELECT failed_sign_ins AS failed, locked_until IS NOT NULL AS locked,
         (SELECT count(*)::int FROM sign_in_network WHERE account_id = account.id) AS networks
       FROM account WHERE username LIKE 'locked-%' ORDER BY username`,
    );
    expect(rows).toEqual([
      { failed: 0, locked: false, networks: 0 },
      { failed: 4, locked: true, networks: 1 },
    ]);
  });

  it('is the first of an account that had none', async () => {
    const { subject, accountId } = await addPerson('first', {});
    await directory.setPassword(subject, 'Only-secret-1');
    expect(await isRight(subject, 'Only-secret-1')).toBe(true);
    const { rows } = await database.pool.query(
      'SELECT FROM password_history WHERE account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([]);
  });
});

describe('a second factor', () => {
  const totp = () => directory.totp as NonNullable<typeof directory.totp>;
  const codeOf = (secret: string, at: Date) =>
    new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: at.getTime() });
  const noon = new Date('2026-11-20T12:00:00Z');
  const later = new Date('2026-11-20T12:01:00Z');

  it('is none, shown until it is confirmed, and then only counted', async () => {
    const person = await addPerson('factor');
    const other = await addPerson('factorless');
    const { accountId, subject, username } = person;
    expect(await totp().find(person)).toBeUndefined();
    expect(await directory.hasTotp(subject)).toBe(false);
    expect(await totp().begin(accountId, noon)).toBe(true);
    expect(await directory.hasTotp(subject)).toBe(false);
    const begun = await totp().find(person);
    if (!begun || begun.isConfirmed) throw new Error('It was begun.');
    expect(begun.recoveryCodes).toHaveLength(10);
    expect(begun.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(begun.uri).toContain(`:${username}?`);
    // Not in force yet.
    expect(await totp().accept(accountId, codeOf(begun.secret, noon), noon)).toBe(false);
    expect(await totp().confirm(accountId, '000000', noon)).toBe(false);
    expect(await totp().confirm(other.accountId, codeOf(begun.secret, noon), noon)).toBe(false);
    expect(await totp().confirm(accountId, codeOf(begun.secret, noon), noon)).toBe(true);
    expect(await totp().find(person)).toEqual({ isConfirmed: true, recoveryCodesLeft: 10 });
    expect(await directory.hasTotp(subject)).toBe(true);
    expect(await directory.hasTotp(other.subject)).toBe(false);
    expect(await totp().begin(accountId, later)).toBe(false);

    // The code that confirmed it is spent; each other one is good once, and for its account only.
    const code = codeOf(begun.secret, later);
    expect(await totp().accept(accountId, codeOf(begun.secret, noon), noon)).toBe(false);
    expect(await totp().accept(other.accountId, code, later)).toBe(false);
    expect(await totp().accept(accountId, code, later)).toBe(true);
    expect(await totp().accept(accountId, code, later)).toBe(false);
    const recovery = begun.recoveryCodes[3] as string;
    expect(await totp().accept(accountId, recovery.toUpperCase(), later)).toBe(true);
    expect(await totp().accept(accountId, recovery, later)).toBe(false);
    expect(await totp().find(person)).toEqual({ isConfirmed: true, recoveryCodesLeft: 9 });

    await directory.removeTotp(other.subject);
    await directory.removeTotp('nobody');
    expect(await directory.hasTotp(subject)).toBe(true);
    await directory.removeTotp(subject);
    expect(await directory.hasTotp(subject)).toBe(false);
    expect(await totp().find(person)).toBeUndefined();
  });
});

describe('sessions', () => {
  async function remember(subject: string) {
    const adapterOf = createPayloadAdapter(store());
    const keep = (model: string, name: string, payload: Record<string, unknown>) =>
      adapterOf(model).upsert(`${subject}-${name}`, payload, 600);
    await keep('Session', 'here', { accountId: subject, uid: `${subject}-uid` });
    await keep('Session', 'there', { accountId: subject, uid: `${subject}-other` });
    const tokenOf = (sessionUid: string) => ({ accountId: subject, sessionUid });
    await keep('RefreshToken', 'renews-here', tokenOf(`${subject}-uid`));
    await keep('AuthorizationCode', 'code-there', tokenOf(`${subject}-other`));
    await keep('PendingFactor', 'half', { accountId: subject });
    await keep('Interaction', 'again', { session: { accountId: subject } });
    await keep('Interaction', 'done', { result: { login: { accountId: subject } } });
    await keep('Interaction', 'fresh', {});
    await keep('Grant', 'grant', { accountId: subject });
  }

  async function remembered(subject: string): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM oidc_payload WHERE id LIKE $1 || '-%' ORDER BY id`,
      [subject],
    );
    return rows.map(({ id }) => id.slice(subject.length + 1));
  }
  const everything = [
    ...['again', 'code-there', 'done', 'fresh', 'grant', 'half', 'here', 'renews-here', 'there'],
  ];

  it('end all together, with what waits to become one', async () => {
    for (const subject of ['all', 'bystander']) await remember(subject);
    await directory.endSessions('all');
    expect(await remembered('all')).toEqual(['fresh', 'grant']);
    expect(await remembered('bystander')).toEqual(everything);
  });

  it('end but for one, whose tokens stay', async () => {
    await remember('most');
    await directory.endSessions('most', 'most-uid');
    expect(await remembered('most')).toEqual(['fresh', 'grant', 'here', 'renews-here']);
  });

  it('end one by one, with their tokens', async () => {
    await remember('single');
    await directory.endSession('single', 'single-other');
    expect(await remembered('single')).toEqual(
      everything.filter((name) => !name.endsWith('there')),
    );
  });
});
