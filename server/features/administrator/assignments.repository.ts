import { and, eq } from 'drizzle-orm';
import { assignedPropertyFilters } from '../../../schemas/api/administrators.ts';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { assignedPropertySchema } from '../../../schemas/entities/administrator.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { permissionPackage, propertyAccess } from '../../database/accessTables.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { pagedList } from '../pagedList.ts';

/** Which administrator has which property, with which package, since when. */

const assignment = `CASE WHEN access.account_id IS NULL THEN 'NONE' ELSE 'ASSIGNED' END`;
const filterColumns = {
  name: 'property.name',
  worksNo: 'works_no',
  city: 'city',
  assignment,
  packageName: 'package.name',
  accessSince: 'access_since',
} as const satisfies Record<keyof typeof assignedPropertyFilters, string>;
const sortColumns = {
  name: 'property.name',
  worksNo: 'works_no',
  city: 'city',
  packageName: 'package.name',
  accessSince: 'access_since',
} as const satisfies Record<SortField<'administrator.properties'>, string>;

const page = statement(
  {
    worksId: 'bigint',
    worksNo: 'text',
    name: 'text',
    address: 'text',
    city: 'text',
    assignment: narrow('text', assignedPropertySchema.shape.assignment),
    packageId: 'bigint | null',
    packageName: 'text | null',
    accessSince: 'date | null',
    total: 'bigint',
  },
  (narrowing, order) =>
    `SELECT property.id AS "worksId", works_no AS "worksNo", property.name, address, city,
       ${assignment} AS assignment, package_id AS "packageId", package.name AS "packageName",
       access_since AS "accessSince", count(*) OVER () AS total
     FROM property
     LEFT JOIN property_access AS access ON property_id = property.id AND account_id = $2
     LEFT JOIN permission_package AS package ON package.id = package_id
     WHERE property.country = $1 ${narrowing} ${order}`,
);

const list = pagedList(
  page,
  {
    kinds: assignedPropertyFilters,
    columns: filterColumns,
    searched: ['property.name', 'address', 'city', 'works_no'],
  },
  { columns: sortColumns, otherwise: `${assignment}, property.name, property.id` },
);

/** The properties of the market, first those that the administrator has. */
export function listAssignedProperties(
  tx: Transaction,
  { country, accountId }: { country: Country; accountId: number },
  query: OperationRequest<'administrator.properties'>['query'],
): Promise<OperationResponse<'administrator.properties'>> {
  return list(tx, [country, accountId], query);
}

export async function listAssignedIds(tx: Transaction, accountId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: propertyAccess.propertyId })
    .from(propertyAccess)
    .where(eq(propertyAccess.accountId, accountId))
    .orderBy(propertyAccess.propertyId);
  return rows.map(({ id }) => id);
}

const strangers = statement(
  { id: 'bigint' },
  `SELECT wanted.id FROM unnest($2::bigint[]) AS wanted (id)
   WHERE NOT EXISTS (SELECT FROM property WHERE id = wanted.id AND country = $1)
   ORDER BY wanted.id LIMIT 1`,
);

/** One of the ids that no property of the market has. */
export async function findStranger(
  tx: Transaction,
  country: Country,
  ids: readonly number[],
): Promise<number | undefined> {
  const [row] = await tx.query(strangers, [country, ids]);
  return row?.id;
}

/** The name of a package of the market. */
export async function findPackageName(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: permissionPackage.name })
    .from(permissionPackage)
    .where(and(eq(permissionPackage.id, id), eq(permissionPackage.country, country)));
  return row?.name;
}

/** Nobody deletes a package while the transaction goes on. */
export async function holdPackage(tx: Transaction, id: number): Promise<void> {
  await tx
    .select({ id: permissionPackage.id })
    .from(permissionPackage)
    .where(eq(permissionPackage.id, id))
    .for('share');
}

/** What properties are to be assigned with. */
export interface Grant {
  readonly accountId: number;
  readonly properties: readonly number[];
  readonly packageId: number;
  readonly accessSince: string | null;
}

const isOtherwise = '(package_id, access_since) IS DISTINCT FROM ($3::bigint, $4::date)';
const comparison = statement(
  { added: 'bigint', overwritten: 'bigint', unchanged: 'bigint', names: 'text[]', before: 'text' },
  `SELECT count(*) FILTER (WHERE account_id IS NULL) AS added,
     count(*) FILTER (WHERE account_id IS NOT NULL AND ${isOtherwise}) AS overwritten,
     count(*) FILTER (WHERE account_id IS NOT NULL AND NOT ${isOtherwise}) AS unchanged,
     coalesce((array_agg(concat_ws(' ', works_no, property.name) ORDER BY works_no)
       FILTER (WHERE account_id IS NOT NULL AND ${isOtherwise}))[1:10], '{}') AS names,
     coalesce(string_agg(concat_ws(' ', works_no || ':', package.name, access_since), '; '
       ORDER BY works_no) FILTER (WHERE account_id IS NOT NULL AND ${isOtherwise}), '') AS before
   FROM property
   LEFT JOIN property_access ON property_id = property.id AND account_id = $1
   LEFT JOIN permission_package AS package ON package.id = package_id
   WHERE property.id = ANY ($2::bigint[])`,
);

/** What an assignment would change; `before` is how it was, for the activity log. */
export async function compareAssignments(
  tx: Transaction,
  { accountId, properties, packageId, accessSince }: Grant,
) {
  const [row] = await tx.query(comparison, [accountId, properties, packageId, accessSince]);
  if (!row) throw new Error('An aggregate has always a row.');
  return row;
}

/** Answers how many properties were assigned or have something else now. */
export function writeAssignments(
  tx: Transaction,
  { accountId, properties, packageId, accessSince }: Grant,
): Promise<number> {
  return tx.run(
    `INSERT INTO property_access AS known (account_id, property_id, package_id, access_since)
     SELECT $1, id, $3::bigint, $4::date FROM unnest($2::bigint[]) AS wanted (id)
     ON CONFLICT (account_id, property_id) DO UPDATE
     SET package_id = EXCLUDED.package_id, access_since = EXCLUDED.access_since
     WHERE (known.package_id, known.access_since)
       IS DISTINCT FROM (EXCLUDED.package_id, EXCLUDED.access_since)`,
    [accountId, properties, packageId, accessSince],
  );
}

/** Sub-accounts have their administrator's package, and see nothing before its first day. */
export function limitShares(
  tx: Transaction,
  accountIds: readonly number[],
  { properties, packageId, accessSince }: Grant,
): Promise<number> {
  return tx.run(
    `UPDATE property_access SET package_id = $4, access_since = greatest(access_since, $3::date)
     WHERE account_id = ANY ($1::bigint[]) AND property_id = ANY ($2::bigint[])`,
    [accountIds, properties, accessSince, packageId],
  );
}

const worksNumbers = statement(
  { numbers: 'text', count: 'bigint' },
  `SELECT coalesce(string_agg(works_no, ' ' ORDER BY works_no), '') AS numbers, count(*) AS count
   FROM property JOIN property_access ON property_id = property.id AND account_id = $1
   WHERE property.id = ANY ($2::bigint[])`,
);

/** Takes properties away from accounts; answers how many the first of them had, and which. */
export async function deleteAssignments(
  tx: Transaction,
  accountIds: readonly number[],
  properties: readonly number[],
): Promise<{ numbers: string; count: number }> {
  const [found] = await tx.query(worksNumbers, [accountIds[0], properties]);
  await tx.run(
    `DELETE FROM property_access
     WHERE account_id = ANY ($1::bigint[]) AND property_id = ANY ($2::bigint[])`,
    [accountIds, properties],
  );
  return found ?? { numbers: '', count: 0 };
}
