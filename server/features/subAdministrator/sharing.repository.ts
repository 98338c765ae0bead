import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { sharedPropertyFilters } from '../../../schemas/api/subAdministrators.ts';
import type { Feature } from '../../../schemas/entities/access.ts';
import { sharedPropertySchema } from '../../../schemas/entities/subAdministrator.ts';
import { grantedFeatures } from '../../database/grantedFeatures.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { pagedList } from '../pagedList.ts';

/**
 * Which sub-administrator has which property of its administrator. Its row has the administrator's
 * package, so that it never has what the administrator lost, and which of its features were chosen.
 */

const assignment = `CASE WHEN access.account_id IS NULL THEN 'NONE' ELSE 'ASSIGNED' END`;
const since = 'access.access_since';
const filterColumns = {
  name: 'property.name',
  worksNo: 'works_no',
  city: 'city',
  assignment,
  accessSince: since,
} as const satisfies Record<keyof typeof sharedPropertyFilters, string>;
const sortColumns = {
  name: 'property.name',
  worksNo: 'works_no',
  city: 'city',
  accessSince: since,
} as const satisfies Record<SortField<'subAdministrator.properties'>, string>;

const page = statement(
  {
    worksId: 'bigint',
    worksNo: 'text',
    name: 'text',
    address: 'text',
    city: 'text',
    assignment: narrow('text', sharedPropertySchema.shape.assignment),
    features: narrow('text[]', sharedPropertySchema.shape.features),
    accessSince: 'date | null',
    total: 'bigint',
  },
  (narrowing, order) =>
    `SELECT property.id AS "worksId", works_no AS "worksNo", property.name, address, city,
       ${assignment} AS assignment,
       CASE WHEN access.account_id IS NULL THEN '{}' ELSE ${grantedFeatures('access', 'package')} END
         AS features,
       ${since} AS "accessSince", count(*) OVER () AS total
     FROM property_access AS own
     JOIN property ON property.id = own.property_id
     JOIN permission_package AS package ON package.id = own.package_id
     LEFT JOIN property_access AS access
       ON access.property_id = own.property_id AND access.account_id = $2
     WHERE own.account_id = $1 ${narrowing} ${order}`,
);

const list = pagedList(
  page,
  {
    kinds: sharedPropertyFilters,
    columns: filterColumns,
    searched: ['property.name', 'address', 'city', 'works_no'],
  },
  { columns: sortColumns, otherwise: `${assignment}, property.name, property.id` },
);

/** The properties of an administrator, first those that the sub-administrator has. */
export function listSharedProperties(
  tx: Transaction,
  { ownerId, accountId }: { ownerId: number; accountId: number },
  query: OperationRequest<'subAdministrator.properties'>['query'],
): Promise<OperationResponse<'subAdministrator.properties'>> {
  return list(tx, [ownerId, accountId], query);
}

const strangers = statement(
  { id: 'bigint' },
  `SELECT wanted.id FROM unnest($2::bigint[]) AS wanted (id)
   WHERE NOT EXISTS (SELECT FROM property_access WHERE account_id = $1 AND property_id = wanted.id)
   ORDER BY wanted.id LIMIT 1`,
);

/** One of the ids that the administrator doesn't have. */
export async function findNotOwned(
  tx: Transaction,
  ownerId: number,
  ids: readonly number[],
): Promise<number | undefined> {
  const [row] = await tx.query(strangers, [ownerId, ids]);
  return row?.id;
}

/** What of an administrator's properties a sub-administrator gets. */
export interface Share {
  readonly ownerId: number;
  readonly accountId: number;
  readonly properties: readonly number[];
  readonly features: readonly Feature[];
  readonly accessSince: string | null;
}

const overlap = statement(
  { count: 'bigint' },
  `SELECT count(*) AS count FROM property_access AS own
   JOIN permission_package AS package ON package.id = own.package_id
   WHERE own.account_id = $1 AND own.property_id = ANY ($2::bigint[])
     AND package.features && $3::text[]`,
);

/** In how many of the properties the administrator has one of the features. */
export async function countUsable(tx: Transaction, share: Share): Promise<number> {
  const [row] = await tx.query(overlap, [share.ownerId, share.properties, share.features]);
  return row?.count ?? 0;
}

/** Answers how many properties were shared or have something else now; never more than the own. */
export function writeShares(
  tx: Transaction,
  { ownerId, accountId, properties, features, accessSince }: Share,
): Promise<number> {
  return tx.run(
    `INSERT INTO property_access AS known
       (account_id, property_id, package_id, features, access_since)
     SELECT $1, own.property_id, own.package_id, $4::text[], greatest(own.access_since, $5::date)
     FROM property_access AS own
     WHERE own.account_id = $2 AND own.property_id = ANY ($3::bigint[])
     ON CONFLICT (account_id, property_id) DO UPDATE
     SET package_id = EXCLUDED.package_id, features = EXCLUDED.features,
       access_since = EXCLUDED.access_since
     WHERE (known.package_id, known.features, known.access_since)
       IS DISTINCT FROM (EXCLUDED.package_id, EXCLUDED.features, EXCLUDED.access_since)`,
    [accountId, ownerId, properties, features, accessSince],
  );
}

const isOtherwise = `(known.package_id, known.features, known.access_since)
  IS DISTINCT FROM (own.package_id, $4::text[], greatest(own.access_since, $5::date))`;
const comparison = statement(
  { added: 'bigint', overwritten: 'bigint', unchanged: 'bigint', names: 'text' },
  `SELECT count(*) FILTER (WHERE known.account_id IS NULL) AS added,
     count(*) FILTER (WHERE known.account_id IS NOT NULL AND ${isOtherwise}) AS overwritten,
     count(*) FILTER (WHERE known.account_id IS NOT NULL AND NOT ${isOtherwise}) AS unchanged,
     coalesce(array_to_string((array_agg(concat_ws(' ', works_no, property.name) ORDER BY works_no)
       FILTER (WHERE known.account_id IS NOT NULL AND ${isOtherwise}))[1:10], ', '), '') AS names
   FROM property_access AS own
   JOIN property ON property.id = own.property_id
   LEFT JOIN property_access AS known
     ON known.account_id = $1 AND known.property_id = own.property_id
   WHERE own.account_id = $2 AND own.property_id = ANY ($3::bigint[])`,
);

/** What a share would change. */
export async function compareShares(
  tx: Transaction,
  { ownerId, accountId, properties, features, accessSince }: Share,
) {
  const given = [accountId, ownerId, properties, features, accessSince];
  const [row] = await tx.query(comparison, given);
  if (!row) throw new Error('An aggregate has always a row.');
  return row;
}
