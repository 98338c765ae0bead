import type { Feature } from '../../../../schemas/entities/access.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  type NewAccount,
  upsertAccounts,
} from '../../../../server/identity/accounts.repository.ts';
import { cheapPassword } from './portal.ts';

export const password = 'Meterhouse-demo-1';

export function anAccount(username: string, over: Partial<NewAccount> = {}): NewAccount {
  return {
    username,
    email: `${username}@example.com`,
    name: `The ${username}`,
    roles: ['portal_admin'],
    country: 'PL',
    language: 'pl',
    level: 1,
    ...over,
  };
}

export function addAccounts(
  database: Database,
  accounts: NewAccount[],
  options: { password?: string } = { password },
): Promise<Map<string, number>> {
  return database.transaction((tx) =>
    upsertAccounts(tx, accounts, { ...options, passwordCost: cheapPassword }),
  );
}

let nextProperty = 1000;

/** A property of the account with a package of these features; answers the property's id. */
export async function grantProperty(
  { pool }: Database,
  accountId: number,
  features: Feature[],
): Promise<number> {
  nextProperty += 1;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO permission_package (country, name, features) VALUES ('PL', gen_random_uuid()::text, $1)
     RETURNING id::float8 AS id`,
    [features],
  );
  await pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     VALUES ($1, 'PL', $2, 'Test', 'Test', 'Test', '00-001', 'Europe/Warsaw')`,
    [nextProperty, String(nextProperty)],
  );
  await pool.query(
    'INSERT INTO property_access (account_id, property_id, package_id) VALUES ($1, $2, $3)',
    [accountId, nextProperty, rows[0]!.id],
  );
  return nextProperty;
}
