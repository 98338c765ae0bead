import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../../schemas/entities/access.ts';
import type { Database } from '../../../server/database/open.ts';
import { AppError } from '../../../server/errors.ts';
import { takeOverRoles } from '../../../server/identity/directoryRoles.repository.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from './support/accounts.ts';

let database: Database;
let subject: string;
const warn = vi.fn();

beforeAll(async () => {
  database = await createTestDatabase();
  await addAccounts(database, [anAccount('anna', { roles: ['portal_user'] })]);
  const { rows } = await database.pool.query('SELECT subject FROM account');
  subject = (rows[0] as { subject: string }).subject;
});

afterAll(() => database.close());

async function rolesNow(): Promise<string[]> {
  const { rows } = await database.pool.query('SELECT roles FROM account');
  return (rows[0] as { roles: string[] }).roles;
}

function takeOver(findRoles: () => Promise<readonly Role[] | undefined>) {
  const parts = { statements: database.statements, directory: { findRoles }, logger: { warn } };
  return takeOverRoles(parts, subject);
}

it('an account gets the roles of its groups, and the change is logged', async () => {
  expect(await takeOver(async () => ['portal_admin', 'portal_user'])).toBe(true);
  expect(await rolesNow()).toEqual(['portal_admin', 'portal_user']);
  // The same roles in another order are no change.
  expect(await takeOver(async () => ['portal_user', 'portal_admin'])).toBe(false);
  const { rows } = await database.pool.query(
    `SELECT type, actor, affected, country, detail FROM activity_log WHERE type = 'ROLES_CHANGED'`,
  );
  expect(rows).toEqual([
    {
      type: 'ROLES_CHANGED',
      actor: '',
      affected: 'anna',
      country: 'PL',
      detail: { roles: { before: 'portal_user', after: 'portal_admin, portal_user' } },
    },
  ]);
});

it('an account keeps its roles when the directory says nothing or can’t be reached', async () => {
  const before = await rolesNow();
  expect(await takeOver(async () => undefined)).toBe(false);
  const lost = async () => {
    throw new AppError('UNAVAILABLE', 'Keycloak is away.');
  };
  expect(await takeOver(lost)).toBe(false);
  expect(warn).toHaveBeenCalledOnce();
  expect(await rolesNow()).toEqual(before);
  const broken = async () => {
    throw new TypeError('a mistake of ours');
  };
  await expect(takeOver(broken)).rejects.toThrow('a mistake of ours');
});
