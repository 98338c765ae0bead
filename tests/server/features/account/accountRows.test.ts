import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import {
  countActivity,
  findAddressee,
  findAddressees,
  findByUsername,
  holdCredentials,
  insertAccount,
  listActivity,
  readProfile,
  renewCredentials,
  writeDisabled,
  writeEmail,
  writeLanguage,
  writeNotifications,
  writeProfile,
} from '../../../../server/features/account/account.repository.ts';
import {
  createLink,
  dropLinks,
  findLink,
  type LinkPurpose,
  redeemLink,
  releaseLink,
} from '../../../../server/features/account/links.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';

let database: Database;
let count = 0;
const hour = 3_600_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Tx = Parameters<typeof readProfile>[0];
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transaction(work);

async function addPerson(email?: string) {
  count += 1;
  const username = `Person-${count}`;
  const given = {
    username,
    subject: `subject-${count}`,
    email: email ?? `${username}@example.com`,
    name: `Name ${count}`,
    roles: ['portal_user'],
    country: 'CZ',
    language: 'cs',
  };
  const accountId = await run((tx) => insertAccount(tx, given));
  return { ...given, accountId };
}
const profileOf = (accountId: number) => run((tx) => readProfile(tx, accountId));

describe('a profile', () => {
  it('is one account’s own, and so is what is written into it', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const before = await profileOf(other.accountId);
    expect(await profileOf(one.accountId)).toEqual({
      username: one.username,
      name: one.name,
      email: one.email,
      phoneNumber: before.phoneNumber,
      locale: 'cs',
      country: 'CZ',
      level: before.level,
      groups: ['portal_user'],
      lastLogin: null,
      notifications: before.notifications,
      pendingEmail: null,
    });
    await run((tx) => writeProfile(tx, one.accountId, { name: 'New', phoneNumber: '+48220' }));
    await run((tx) => writeLanguage(tx, one.accountId, 'en'));
    await run((tx) => writeEmail(tx, one.accountId, 'new@example.com'));
    await database.pool.query(
      `UPDATE account SET last_sign_in_at = '2026-11-20T12:34:56.7+01:00' WHERE id = $1`,
      [one.accountId],
    );
    const isOn = !before.notifications;
    expect(await run((tx) => writeNotifications(tx, one.accountId, isOn))).toBe(true);
    expect(await run((tx) => writeNotifications(tx, one.accountId, isOn))).toBe(false);
    expect(await profileOf(one.accountId)).toMatchObject({
      name: 'New',
      phoneNumber: '+48220',
      locale: 'en',
      email: 'new@example.com',
      notifications: isOn,
      lastLogin: '2026-11-20T11:34:56Z',
    });
    expect(await profileOf(other.accountId)).toEqual(before);
    await expect(profileOf(0)).rejects.toThrow('Account 0 has gone');
  });

  it('names the address that waits for its confirmation, its own and the latest only', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const ask = (accountId: number, email: string, minutes = 60, at = new Date()) =>
      run((tx) => createLink(tx, { accountId, purpose: 'EMAIL', email, at, minutes }));
    const pending = async (accountId: number) => (await profileOf(accountId)).pendingEmail;
    await ask(one.accountId, 'first@example.com');
    expect(await pending(one.accountId)).toBe('first@example.com');
    expect(await pending(other.accountId)).toBeNull();
    const token = await ask(one.accountId, 'second@example.com');
    expect(await pending(one.accountId)).toBe('second@example.com');
    await run((tx) => redeemLink(tx, 'EMAIL', token, new Date()));
    expect(await pending(one.accountId)).toBeNull();
    await ask(one.accountId, 'late@example.com', 60, new Date(Date.now() - 2 * hour));
    expect(await pending(one.accountId)).toBeNull();
    await run((tx) =>
      createLink(tx, {
        accountId: one.accountId,
        purpose: 'UNLOCK',
        email: 'x@example.com',
        at: new Date(),
        minutes: 60,
      }),
    );
    expect(await pending(one.accountId)).toBeNull();
  });
});

describe('whom a mail goes to', () => {
  it('is found by id, by name, or by name or address, in whatever letters', async () => {
    const one = await addPerson('shared@example.com');
    const two = await addPerson('Shared@Example.com');
    const addressee = {
      accountId: one.accountId,
      subject: one.subject,
      username: one.username,
      email: one.email,
      locale: 'cs',
      deletedAt: null,
    };
    expect(await run((tx) => findAddressee(tx, one.accountId))).toEqual(addressee);
    expect(await run((tx) => findAddressee(tx, 0))).toBeUndefined();
    expect(await run((tx) => findByUsername(tx, one.username.toUpperCase()))).toEqual(addressee);
    expect(await run((tx) => findByUsername(tx, one.email))).toBeUndefined();
    const found = async (text: string) =>
      (await run((tx) => findAddressees(tx, text))).map(({ accountId }) => accountId);
    expect(await found('SHARED@example.com')).toEqual([one.accountId, two.accountId]);
    expect(await found(two.username.toLowerCase())).toEqual([two.accountId]);
    expect(await found('nobody')).toEqual([]);
    await run((tx) => writeDisabled(tx, one.accountId, new Date()));
    expect(await found('shared@example.com')).toEqual([two.accountId]);
    expect(await found(one.username)).toEqual([]);
  });

  it('is ten accounts at most, the oldest', async () => {
    const people: number[] = [];
    for (let at = 0; at < 11; at += 1) people.push((await addPerson('many@example.com')).accountId);
    const found = await run((tx) => findAddressees(tx, 'many@example.com'));
    expect(found.map(({ accountId }) => accountId)).toEqual(people.slice(0, 10));
  });
});

it('an account is shut and opened once, and no other with it', async () => {
  const [one, other] = [await addPerson(), await addPerson()];
  const since = new Date('2026-11-20T12:00:00Z');
  const write = (given: Date | undefined) => run((tx) => writeDisabled(tx, one.accountId, given));
  expect(await write(undefined)).toBe(false);
  expect(await write(since)).toBe(true);
  expect(await write(new Date())).toBe(false);
  const { rows } = await database.pool.query(
    'SELECT disabled_at AS since FROM account WHERE id = ANY ($1) ORDER BY id',
    [[one.accountId, other.accountId]],
  );
  expect(rows.map(({ since: at }) => at && new Date(at))).toEqual([since, null]);
  expect(await write(undefined)).toBe(true);
});

it('credentials are those that a call began with until they are renewed', async () => {
  const [one, other] = [await addPerson(), await addPerson()];
  const { rows } = await database.pool.query<{ version: number }>(
    'SELECT credential_version AS version FROM account WHERE id = $1',
    [one.accountId],
  );
  const credentialVersion = Number(rows[0]?.version);
  const holds = (accountId: number, version?: number) =>
    run((tx) =>
      holdCredentials(tx, {
        accountId,
        ...(version !== undefined && { credentialVersion: version }),
      }),
    );
  expect(await holds(one.accountId, credentialVersion)).toBe(true);
  expect(await holds(one.accountId)).toBe(false);
  await run((tx) => renewCredentials(tx, one.accountId));
  expect(await holds(one.accountId, credentialVersion)).toBe(false);
  expect(await holds(one.accountId, credentialVersion + 1)).toBe(true);
  expect(await holds(other.accountId, credentialVersion)).toBe(true);
});

it('what happened to an account is listed page by page, the newest first', async () => {
  const [one, other] = [await addPerson(), await addPerson()];
  const note = (type: string, affectedId: number, at: string) =>
    database.pool.query(
      `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected)
       VALUES ($1, $2, $3, $4, $5, '')`,
      [at, type, other.accountId, other.username, affectedId],
    );
  await note('PASSWORD_CHANGED', one.accountId, '2026-11-21T13:00:00+01:00');
  await note('TOTP_ENABLED', one.accountId, '2026-11-20T13:00:00+01:00');
  await note('TOTP_REMOVED', one.accountId, '2026-11-20T13:00:00+01:00');
  await note('PASSWORD_CHANGED', other.accountId, '2026-11-22T13:00:00+01:00');
  const rows = await run((tx) => listActivity(tx, one.accountId, { page: 0, size: 2 }));
  expect(rows.map(({ actionType }) => actionType)).toEqual(['PASSWORD_CHANGED', 'TOTP_REMOVED']);
  expect(rows[1]).toEqual({
    id: expect.any(Number),
    actionDate: '2026-11-20T12:00:00Z',
    total: 3,
    actionType: 'TOTP_REMOVED',
    actor: other.username,
  });
  const rest = await run((tx) => listActivity(tx, one.accountId, { page: 1, size: 2 }));
  expect(rest.map(({ actionType }) => actionType)).toEqual(['TOTP_ENABLED']);
  expect(await run((tx) => countActivity(tx, one.accountId))).toBe(3);
  expect(await run((tx) => countActivity(tx, 0))).toBe(0);
});

describe('a link', () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const make = (accountId: number, purpose: LinkPurpose = 'PASSWORD', more: object = {}) =>
    run((tx) => createLink(tx, { accountId, purpose, at, minutes: 30, ...more }));
  const stateOf = async (purpose: LinkPurpose, token: string, when = at) =>
    (await run((tx) => findLink(tx, purpose, token, when)))?.state;
  const redeem = (purpose: LinkPurpose, token: string, when = at) =>
    run((tx) => redeemLink(tx, purpose, token, when));

  it('is good for its purpose, until the very end of its time', async () => {
    const { accountId } = await addPerson();
    const token = await make(accountId);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await stateOf('PASSWORD', token, later(29.9))).toBe('VALID');
    expect(await stateOf('PASSWORD', token, later(30))).toBe('EXPIRED');
    expect(await stateOf('EMAIL', token)).toBeUndefined();
    expect(await stateOf('PASSWORD', `${token}x`)).toBeUndefined();
    expect(await redeem('EMAIL', token)).toBeUndefined();
    expect(await redeem('PASSWORD', token, later(30))).toBeUndefined();
    expect(await redeem('PASSWORD', token, later(29.9))).toMatchObject({ accountId });
  });

  it('is used once, unless it was in vain, and says whose it is and who asked', async () => {
    const { accountId, subject } = await addPerson();
    const { accountId: other } = await addPerson();
    const asked = { email: 'new@example.com', sid: 'session-1' };
    const token = await make(accountId, 'EMAIL', asked);
    const others = await make(other, 'EMAIL', asked);
    expect(await redeem('EMAIL', others)).toMatchObject({ accountId: other });
    expect(await redeem('EMAIL', token)).toEqual({ accountId, subject, ...asked });
    expect(await redeem('EMAIL', token)).toBeUndefined();
    expect(await stateOf('EMAIL', token)).toBeUndefined();
    await run((tx) => releaseLink(tx, token));
    expect(await stateOf('EMAIL', token)).toBe('VALID');
    expect(await stateOf('EMAIL', others)).toBeUndefined();
  });

  it('gives way to a newer one of its account and purpose, and to nothing else', async () => {
    const { accountId } = await addPerson();
    const { accountId: other } = await addPerson();
    const [first, email, others] = [
      await make(accountId),
      await make(accountId, 'EMAIL'),
      await make(other),
    ];
    const second = await make(accountId);
    expect(await stateOf('PASSWORD', first)).toBeUndefined();
    for (const token of [second, others]) expect(await stateOf('PASSWORD', token)).toBe('VALID');
    expect(await stateOf('EMAIL', email)).toBe('VALID');
    await run((tx) => dropLinks(tx, accountId, 'PASSWORD'));
    expect(await stateOf('PASSWORD', second)).toBeUndefined();
    expect(await stateOf('EMAIL', email)).toBe('VALID');
    await run((tx) => dropLinks(tx, accountId));
    expect(await stateOf('EMAIL', email)).toBeUndefined();
    expect(await stateOf('PASSWORD', others)).toBe('VALID');
  });

  it('of a disabled account is good for nothing', async () => {
    const { accountId } = await addPerson();
    const token = await make(accountId);
    await run((tx) => writeDisabled(tx, accountId, at));
    expect(await redeem('PASSWORD', token)).toBeUndefined();
  });
});
