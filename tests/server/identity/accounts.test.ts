import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

async function readAccounts() {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT account.*, creator.username AS creator FROM account
     LEFT JOIN account AS creator ON creator.id = account.created_by ORDER BY account.username`,
  );
  return rows;
}

it('makes accounts in one go, with creators among them and one hash for all', async () => {
  const ids = await addAccounts(database, [
    anAccount('sub.pl', { level: 2, createdByUsername: 'Admin.pl', phone: '+48 22 000 00 00' }),
    anAccount('admin.pl', { roles: ['portal_admin', 'portal_user'], specialUser: true }),
  ]);
  const [admin, sub] = await readAccounts();
  expect([...ids.keys()].sort()).toEqual(['admin.pl', 'sub.pl']);
  expect(admin).toMatchObject({
    roles: ['portal_admin', 'portal_user'],
    special_user: true,
    creator: null,
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(sub).toMatchObject({ level: 2, creator: 'admin.pl', phone: '+48 22 000 00 00' });
  expect(sub?.password_hash).toBe(admin?.password_hash);
  expect(sub?.subject).not.toBe(admin?.subject);
});

it('brings an account up to date, keeping who it is and its password', async () => {
  const [before] = await readAccounts();
  const ids = await addAccounts(
    database,
    [anAccount('ADMIN.pl', { email: 'new@example.com' })],
    {},
  );
  const [after] = await readAccounts();
  expect(after).toMatchObject({
    email: 'new@example.com',
    subject: before?.subject,
    password_hash: before?.password_hash,
  });
  expect(ids.get('admin.pl')).toBe(Number(after?.id));
});
