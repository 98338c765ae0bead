import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { tenantFilters } from '../../../schemas/api/property.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';

type Tenant = OperationResponse<'tenant.list'>['content'][number];
type Detail = OperationResponse<'tenant.get'>;

/** The columns that a tenant is listed with, as claim and as SQL. */
export const tenantClaim = {
  id: 'bigint',
  installationNumber: 'text',
  tenantNo: 'text',
  tenantName: 'text',
  address: 'text',
  propertyId: 'bigint',
} as const;
export const tenantColumns = `tenant.id, installation_number AS "installationNumber",
  tenant_no AS "tenantNo", tenant_name AS "tenantName", tenant.address,
  tenant.property_id AS "propertyId"`;

export const tenantSort = {
  tenantNo: 'tenant_no',
  tenantName: 'tenant_name',
  address: 'tenant.address',
} as const satisfies Record<SortField<'tenant.list'>, string>;

const filterColumns = {
  tenantNo: 'tenant_no',
  tenantName: 'tenant_name',
  address: 'tenant.address',
} as const satisfies Record<keyof typeof tenantFilters, string>;

interface Narrowing {
  readonly search?: string | undefined;
  readonly filter?: readonly string[] | undefined;
}

/** What a search and filters leave of tenants, as `AND …`; its values go to `parameters`. */
export function matchesTenant({ search, filter }: Narrowing, parameters: unknown[]): string {
  const text = `$${parameters.push(containing(search))}`;
  return `AND (tenant_no ILIKE ${text} OR tenant_name ILIKE ${text}
    OR installation_number ILIKE ${text} OR tenant.address ILIKE ${text})
    ${filterWhere(filter, tenantFilters, filterColumns, parameters)}`;
}

const tenantPage = statement(
  { ...tenantClaim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${tenantColumns}, count(*) OVER () AS total FROM tenant
     WHERE property_id = $1 ${narrowing} ${order} LIMIT $2 OFFSET $3`,
);

/** The caller has made sure that the property may be seen. */
export function listTenants(
  tx: Transaction,
  query: OperationRequest<'tenant.list'>['query'],
): Promise<(Tenant & { total: number })[]> {
  const parameters: unknown[] = [query.property, query.size, query.page * query.size];
  const narrowing = matchesTenant(query, parameters);
  const order = orderBy(query.sort, tenantSort, 'tenant_no, tenant.id');
  return tx.query(tenantPage(narrowing, order), parameters);
}

const tenantCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total FROM tenant WHERE property_id = $1 ${narrowing}`,
);

/** How many tenants a search finds. The caller has made sure that the property may be seen. */
export async function countTenants(
  tx: Transaction,
  query: Narrowing & { property: number },
): Promise<number> {
  const parameters: unknown[] = [query.property];
  const [found] = await tx.query(tenantCount(matchesTenant(query, parameters)), parameters);
  return found?.total ?? 0;
}

const tenantDetail = statement(
  {
    ...tenantClaim,
    areaSquareMetres: 'float8 | null',
    deviceCount: 'bigint',
    previousTenant: 'bigint | null',
    nextTenant: 'bigint | null',
  },
  `SELECT ${tenantColumns}, area_square_metres AS "areaSquareMetres",
     (SELECT count(*) FROM device WHERE device.property_id = $1 AND tenant_id = $2) AS "deviceCount",
     (SELECT other.id FROM tenant other WHERE other.property_id = $1
        AND (other.tenant_no, other.id) < (tenant.tenant_no, tenant.id)
      ORDER BY other.tenant_no DESC, other.id DESC LIMIT 1) AS "previousTenant",
     (SELECT other.id FROM tenant other WHERE other.property_id = $1
        AND (other.tenant_no, other.id) > (tenant.tenant_no, tenant.id)
      ORDER BY other.tenant_no, other.id LIMIT 1) AS "nextTenant"
   FROM tenant WHERE property_id = $1 AND id = $2`,
);

/** The caller has made sure that the property may be seen. */
export async function getTenant(tx: Transaction, propertyId: number, id: number): Promise<Detail> {
  const [found] = await tx.query(tenantDetail, [propertyId, id]);
  if (!found) {
    throw new AppError('TENANT_NOT_FOUND', `Property ${propertyId} has no tenant ${id}.`);
  }
  return found;
}

const tenantByNumber = statement(
  tenantClaim,
  `SELECT ${tenantColumns} FROM tenant WHERE property_id = $1
     AND (tenant_no = $2 OR installation_number = $2 OR ltrim(tenant_no, '0') = ltrim($2, '0'))
   ORDER BY tenant_no = $2 DESC, installation_number = $2 DESC, tenant_no LIMIT 1`,
);

/** By tenant or installation number. The caller has made sure that the property may be seen. */
export function findTenantByNumber(
  tx: Transaction,
  propertyId: number,
  number: string,
): Promise<Tenant[]> {
  return tx.query(tenantByNumber, [propertyId, number]);
}
