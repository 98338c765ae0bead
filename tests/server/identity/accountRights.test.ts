import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { countRights, findRights } from '../../../server/identity/accountRights.repository.ts';
import { findOwner } from '../../../server/identity/owner.repository.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';

let database: Database;
/** What repositories are given. */
const store = () => database.statements;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of [1, 2, 3]) await addProperty(database, { id });
  const heat = await addPackage(database, ['REPORT_JOB', 'CONSUMPTION_BASIC']);
  const water = await addPackage(database, ['CONSUMPTION_ADV', 'REPORT_JOB']);
  const both = await addAccount(database, 'Both');
  await grantAccess(database, both, heat, [1, 3]);
  await grantAccess(database, both, water, [2]);
  await addAccounts(database, [
    anAccount('plain-1', { roles: ['portal_user'] }),
    anAccount('plain-2', { roles: ['portal_user'] }),
    anAccount('admin', { roles: ['portal_admin'] }),
    anAccount('gone', { roles: ['portal_admin'] }),
    anAccount('czech', { country: 'CZ' }),
  ]);
  await database.pool.query(`UPDATE account SET disabled_at = now() WHERE username = 'gone'`);
  // As an older portal may have left it.
  await database.pool.query(
    `UPDATE account SET roles = roles || '{portal_emperor}' WHERE username = 'czech'`,
  );
});
afterAll(() => database.close());

const features = ['CONSUMPTION_ADV', 'CONSUMPTION_BASIC', 'REPORT_JOB'];

it('the rights of an account are those of its session, each feature once', async () => {
  expect(await findRights(store(), 'bOTH')).toEqual({
    signedIn: true,
    country: 'PL',
    roles: ['portal_user', 'portal_admin'],
    features,
  });
  expect(await findRights(store(), 'czech')).toEqual({
    signedIn: true,
    country: 'CZ',
    roles: ['portal_admin'],
    features: [],
  });
  expect(await findRights(store(), 'nobody')).toBeUndefined();
});

it('equal rights of a country’s accounts are counted, the most usual first', async () => {
  const subject = { signedIn: true, country: 'PL', features: [] };
  expect(await countRights(store(), 'PL')).toEqual([
    { subject: { ...subject, roles: ['portal_user'] }, accounts: 2 },
    { subject: { ...subject, roles: ['portal_admin'] }, accounts: 1 },
    { subject: { ...subject, roles: ['portal_user', 'portal_admin'], features }, accounts: 1 },
  ]);
  expect(await countRights(store(), 'DK')).toEqual([]);
});

it('an owner is the one who is asked for, and none once the account is blocked', async () => {
  const { rows } = await database.pool.query<{ id: number; username: string }>(
    'SELECT id::int, username FROM account ORDER BY id',
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { id, username } of rows) {
    const owner = await findOwner(store(), id);
    expect(owner?.username).toBe(username === 'gone' ? undefined : username);
  }
});
