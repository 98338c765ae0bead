import { and, eq, sql } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { managedPackageSchema } from '../../../schemas/entities/permissionPackage.ts';
import { permissionPackage } from '../../database/accessTables.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { containing, orderBy } from '../paging.ts';

/** Packages by the market that they belong to: those of another one are none. */

export type ManagedPackage = OperationResponse<'permissionPackage.get'>;
type Administrator = OperationResponse<'permissionPackage.administrators'>['content'][number];

const lockClass = 7_271;

/** Changes of a market's packages wait for each other from here on. */
export async function lockPackages(tx: Transaction, country: Country): Promise<void> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockClass, country]);
}

const claim = {
  ...({ id: 'bigint', name: 'text', description: 'text' } as const),
  features: narrow('text[]', managedPackageSchema.shape.features),
  ...({ featureCount: 'integer', administrators: 'bigint', version: 'integer' } as const),
} as const;
const columns = `id, name, description, features, cardinality(features) AS "featureCount",
  (SELECT count(DISTINCT account_id) FROM property_access
   WHERE package_id = permission_package.id) AS administrators, version`;

const packageSort = {
  name: 'lower(name)',
  featureCount: 'cardinality(features)',
  administrators: 'administrators',
} as const satisfies Record<SortField<'permissionPackage.list'>, string>;

const packagePage = statement(
  { ...claim, total: 'bigint' },
  (order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM permission_package
     WHERE country = $1 AND (name ILIKE $2 OR description ILIKE $2)
     ${order} LIMIT $3 OFFSET $4`,
);

export function listPackages(
  tx: Transaction,
  country: Country,
  { search, sort, size, page }: OperationRequest<'permissionPackage.list'>['query'],
): Promise<(ManagedPackage & { total: number })[]> {
  const order = orderBy(sort, packageSort, 'lower(name), id');
  return tx.query(packagePage(order), [country, containing(search), size, page * size]);
}

const packageById = statement(
  claim,
  `SELECT ${columns} FROM permission_package WHERE country = $1 AND id = $2`,
);

export async function findPackage(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<ManagedPackage | undefined> {
  const [row] = await tx.query(packageById, [country, id]);
  return row;
}

/** Held until the transaction ends: who gives it to somebody meanwhile waits (FOR SHARE). */
export async function holdPackage(tx: Transaction, country: Country, id: number): Promise<void> {
  await tx
    .select({ id: permissionPackage.id })
    .from(permissionPackage)
    .where(and(eq(permissionPackage.id, id), eq(permissionPackage.country, country)))
    .for('update');
}

/** The id of the market's package of that name, in capitals or not. */
export async function findNamed(
  tx: Transaction,
  country: Country,
  name: string,
): Promise<number | undefined> {
  const isNamed = sql`lower(${permissionPackage.name}) = lower(${name})`;
  const [row] = await tx
    .select({ id: permissionPackage.id })
    .from(permissionPackage)
    .where(and(eq(permissionPackage.country, country), isNamed));
  return row?.id;
}

type PackageFields = Pick<
  typeof permissionPackage.$inferInsert,
  'name' | 'description' | 'features'
>;

export async function insertPackage(
  tx: Transaction,
  country: Country,
  fields: PackageFields,
): Promise<number> {
  const [row] = await tx
    .insert(permissionPackage)
    .values({ ...fields, country })
    .returning({ id: permissionPackage.id });
  return (row as { id: number }).id;
}

export async function updatePackage(
  tx: Transaction,
  id: number,
  fields: PackageFields,
): Promise<void> {
  await tx
    .update(permissionPackage)
    .set({ ...fields, version: sql`${permissionPackage.version} + 1` })
    .where(eq(permissionPackage.id, id));
}

export async function deletePackage(tx: Transaction, id: number): Promise<void> {
  await tx.delete(permissionPackage).where(eq(permissionPackage.id, id));
}

const administratorSort = {
  username: 'lower(username)',
  properties: 'properties',
} as const satisfies Record<SortField<'permissionPackage.administrators'>, string>;

const administratorPage = statement(
  { id: 'bigint', username: 'text', name: 'text', properties: 'bigint', total: 'bigint' },
  (order) =>
    `SELECT account.id, username, name, properties, count(*) OVER () AS total
     FROM (
       SELECT account_id, count(*) AS properties FROM property_access
       WHERE package_id = $2 GROUP BY account_id
     ) AS access JOIN account ON account.id = account_id
     WHERE country = $1 AND (username ILIKE $3 OR name ILIKE $3)
     ${order} LIMIT $4 OFFSET $5`,
);

/** The caller has made sure that the package is one of the market. */
export function listAdministrators(
  tx: Transaction,
  country: Country,
  id: number,
  { search, sort, size, page }: OperationRequest<'permissionPackage.administrators'>['query'],
): Promise<(Administrator & { total: number })[]> {
  const order = orderBy(sort, administratorSort, 'lower(username), account.id');
  const values = [country, id, containing(search), size, page * size];
  return tx.query(administratorPage(order), values);
}
