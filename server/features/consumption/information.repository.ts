import { and, eq } from 'drizzle-orm';
import { type DeviceCategory, deviceCategorySchema } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { property, tenant } from '../../database/tables.ts';

export interface Occupancy {
  readonly propertyName: string;
  readonly tenantName: string;
  readonly tenantNo: string;
  readonly address: string;
  readonly movedIn: string | null;
  /** How many tenants of the property have devices of a category. */
  readonly tenants: ReadonlyMap<DeviceCategory, number>;
}

const tenantsByCategory = statement(
  { category: narrow('text', deviceCategorySchema), tenants: 'bigint' },
  `SELECT category, count(DISTINCT tenant_id) AS tenants FROM device
   WHERE property_id = $1 AND tenant_id IS NOT NULL AND NOT is_main GROUP BY category`,
);

/** Who a tenant is, among how many. The caller has made sure that the property has the tenant. */
export async function readOccupancy(
  tx: Transaction,
  propertyId: number,
  tenantId: number,
): Promise<Occupancy> {
  const { tenantName, tenantNo, address, movedIn } = tenant;
  const [found] = await tx
    .select({ propertyName: property.name, tenantName, tenantNo, address, movedIn })
    .from(tenant)
    .innerJoin(property, eq(property.id, tenant.propertyId))
    .where(and(eq(tenant.propertyId, propertyId), eq(tenant.id, tenantId)));
  if (!found) throw new Error(`Property ${propertyId} has lost its tenant ${tenantId}.`);
  const rows = await tx.query(tenantsByCategory, [propertyId]);
  return { ...found, tenants: new Map(rows.map((row) => [row.category, row.tenants])) };
}
