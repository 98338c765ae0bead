import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { containing, orderBy } from '../paging.ts';

type Tenant = OperationResponse<'tenant.list'>['content'][number];
type Detail = OperationResponse<'tenant.get'>;

export const tenantColumns = `tenant.id, installation_number AS "installationNumber",
  tenant_no AS "tenantNo", tenant_name AS "tenantName", tenant.address,
  tenant.property_id AS "propertyId"`;

export const tenantSort = {
  tenantNo: 'tenant_no',
  tenantName: 'tenant_name',
  address: 'tenant.address',
};

export const tenantSearch = (parameter: string) =>
  `(tenant_no ILIKE ${parameter} OR tenant_name ILIKE ${parameter}
    OR installation_number ILIKE ${parameter} OR tenant.address ILIKE ${parameter})`;

/** The caller has made sure that the property may be seen. */
export function listTenants(
  tx: Transaction,
  query: OperationRequest<'tenant.list'>['query'],
): Promise<(Tenant & { total: number })[]> {
  return tx.query(
    `SELECT ${tenantColumns}, count(*) OVER () AS total FROM tenant
     WHERE property_id = $1 AND ${tenantSearch('$2')}
     ${orderBy(query.sort, tenantSort, 'tenant_no, tenant.id')} LIMIT $3 OFFSET $4`,
    [query.property, containing(query.search), query.size, query.page * query.size],
  );
}

/** How many tenants a search finds. The caller has made sure that the property may be seen. */
export async function countTenants(
  tx: Transaction,
  query: { property: number; search?: string | undefined },
): Promise<number> {
  const [found] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM tenant WHERE property_id = $1 AND ${tenantSearch('$2')}`,
    [query.property, containing(query.search)],
  );
  return found?.total ?? 0;
}

/** The caller has made sure that the property may be seen. */
export async function getTenant(tx: Transaction, propertyId: number, id: number): Promise<Detail> {
  const [found] = await tx.query<Detail>(
    `SELECT ${tenantColumns}, area_square_metres AS "areaSquareMetres",
       (SELECT count(*) FROM device WHERE device.property_id = $1 AND tenant_id = $2) AS "deviceCount"
     FROM tenant WHERE property_id = $1 AND id = $2`,
    [propertyId, id],
  );
  if (!found) {
    throw new AppError('TENANT_NOT_FOUND', `Property ${propertyId} has no tenant ${id}.`);
  }
  return found;
}
