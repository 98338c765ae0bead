import { z } from 'zod';
import { accountLevelSchema, featureSchema } from '../../../schemas/entities/access.ts';
import { administratorKindSchema } from '../../../schemas/entities/administrator.ts';
import { type Country, countrySchema } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { kindByRoles, staffRoles } from '../administrator/administrator.repository.ts';

/** What lines of files about accounts name, looked up for a whole batch at once. */

const account = {
  id: 'bigint',
  username: 'text',
  email: 'text',
  name: 'text',
  phoneNumber: 'text | null',
  country: narrow('text', countrySchema),
  level: narrow('smallint', accountLevelSchema),
  ownerId: 'bigint | null',
  kind: narrow('text', administratorKindSchema),
  isStaff: 'boolean',
  isDeleted: 'boolean',
  specialUser: 'boolean',
  sapNumber: 'text | null',
  billingAdmins: 'text[]',
} as const;
export type KnownAccount = Readonly<RowOf<typeof account>>;

const accountsByName = statement(
  account,
  `SELECT account.id, username, email, account.name, phone AS "phoneNumber", account.country, level,
     created_by AS "ownerId", ${kindByRoles} AS kind, roles && '{${staffRoles.join()}}' AS "isStaff",
     deleted_at IS NOT NULL AS "isDeleted", special_user AS "specialUser",
     account.sap_number AS "sapNumber",
     ARRAY(SELECT billing.sap_number FROM billing_assignment
       JOIN billing_administrator AS billing ON billing.id = billing_administrator_id
       WHERE account_id = account.id ORDER BY billing.sap_number) AS "billingAdmins"
   FROM account WHERE lower(username) = ANY ($1::text[])`,
);

/** Accounts of all markets by their user names in small letters. */
export async function findAccounts(
  tx: Transaction,
  usernames: readonly string[],
): Promise<Map<string, KnownAccount>> {
  const names = [...new Set(usernames.map((name) => name.toLowerCase()))];
  const rows = await tx.query(accountsByName, [names]);
  return new Map(rows.map((row) => [row.username.toLowerCase(), row]));
}

const heldPackages = statement(
  { id: 'bigint', name: 'text' },
  `SELECT id, name FROM permission_package
   WHERE country = $1 AND lower(name) = ANY ($2::text[]) ORDER BY id FOR SHARE`,
);

/** Packages of the market by their names in small letters; nobody deletes them meanwhile. */
export async function holdPackages(
  tx: Transaction,
  country: Country,
  names: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const rows = await tx.query(heldPackages, [
    country,
    [...new Set(names.map((name) => name.toLowerCase()))],
  ]);
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]));
}

/** In one order, whoever asks: two imports at once don't wait for each other. */
export async function lockAccounts(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run('SELECT id FROM account WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE', [
    ids,
  ]);
}

/** An account and one of its properties. */
export interface Pair {
  readonly accountId: number;
  readonly propertyId: number;
}

export const pairKey = ({ accountId, propertyId }: Pair) => `${accountId}/${propertyId}`;

const features = z.array(featureSchema);
const access = {
  accountId: 'bigint',
  propertyId: 'bigint',
  packageId: 'bigint',
  licensed: narrow('text[]', features),
  chosen: narrow('text[]', features),
  accessSince: 'date | null',
} as const;
/** A property of an account: what its package licenses, and what of it was chosen. */
export type KnownAccess = Readonly<RowOf<typeof access>>;

const accessOfPairs = statement(
  access,
  `SELECT account_id AS "accountId", property_id AS "propertyId", package_id AS "packageId",
     package.features AS licensed,
     coalesce(property_access.features, package.features) AS chosen,
     access_since AS "accessSince"
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (account, property)
   JOIN property_access ON account_id = account AND property_id = property
   JOIN permission_package AS package ON package.id = package_id`,
);

/** What there is of the pairs, by `pairKey`. */
export async function listAccess(
  tx: Transaction,
  pairs: readonly Pair[],
): Promise<Map<string, KnownAccess>> {
  const accounts = pairs.map(({ accountId }) => accountId);
  const properties = pairs.map(({ propertyId }) => propertyId);
  const rows = await tx.query(accessOfPairs, [accounts, properties]);
  return new Map(rows.map((row) => [pairKey(row), row]));
}
