import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';

export interface Occupancy {
  readonly propertyName: string;
  readonly tenantName: string;
  readonly tenantNo: string;
  readonly address: string;
  readonly movedIn: string | null;
  /** How many tenants of the property have devices of a category. */
  readonly tenants: ReadonlyMap<DeviceCategory, number>;
}

/** Who a tenant is, among how many. The caller has made sure that the property has the tenant. */
export async function readOccupancy(
  tx: Transaction,
  propertyId: number,
  tenantId: number,
): Promise<Occupancy> {
  const [found] = await tx.query<Omit<Occupancy, 'tenants'>>(
    `SELECT property.name AS "propertyName", tenant_name AS "tenantName", tenant_no AS "tenantNo",
       tenant.address, moved_in AS "movedIn"
     FROM tenant JOIN property ON property.id = property_id
     WHERE property_id = $1 AND tenant.id = $2`,
    [propertyId, tenantId],
  );
  const rows = await tx.query<{ category: DeviceCategory; tenants: number }>(
    `SELECT category, count(DISTINCT tenant_id) AS tenants FROM device
     WHERE property_id = $1 AND tenant_id IS NOT NULL AND NOT is_main GROUP BY category`,
    [propertyId],
  );
  const tenants = new Map(rows.map((row) => [row.category, row.tenants]));
  return { ...(found as Omit<Occupancy, 'tenants'>), tenants };
}
