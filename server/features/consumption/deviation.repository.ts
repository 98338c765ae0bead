import { and, eq } from 'drizzle-orm';
import {
  type DeviceCategory,
  deviceCategorySchema,
  deviceTraits,
} from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { device, tenant } from '../../database/tables.ts';

const claim = {
  id: 'bigint',
  name: 'text',
  number: 'text',
  category: narrow('text', deviceCategorySchema),
  /** Square metres of a tenant; null when nobody has said, and for devices. */
  area: 'float8 | null',
  /** First local day of who lives there now; of a device, of who lives where it is. */
  movedIn: 'date | null',
} as const;

/** Whose use is judged. */
export type Subject = Readonly<RowOf<typeof claim>>;

/** A tenant's devices that count something. The caller has made sure that it may be seen. */
export async function listDevices(
  tx: Transaction,
  propertyId: number,
  tenantId: number,
): Promise<Subject[]> {
  const { id, place, serialNumber: number, category } = device;
  const devices = await tx
    .select({ id, place, number, category, movedIn: tenant.movedIn })
    .from(device)
    .leftJoin(tenant, and(eq(tenant.propertyId, device.propertyId), eq(tenant.id, device.tenantId)))
    .where(
      and(
        eq(device.propertyId, propertyId),
        eq(device.tenantId, tenantId),
        eq(device.isMain, false),
      ),
    )
    .orderBy(id);
  return devices
    .filter((one) => deviceTraits[one.category].kind === 'register')
    .map(({ place, ...one }) => ({ ...one, name: place || one.number, area: null }));
}

const tenantAreas = statement(
  claim,
  `SELECT tenant.id, tenant_name AS name, tenant_no AS number, $2::text AS category,
     area_square_metres AS area, moved_in AS "movedIn"
   FROM tenant WHERE property_id = $1 AND EXISTS (
     SELECT FROM device WHERE device.property_id = $1 AND tenant_id = tenant.id
       AND category = $2 AND NOT is_main)
   ORDER BY tenant.id`,
);

/** A property's tenants with a device of the category. The same holds for the property. */
export async function listTenantAreas(
  tx: Transaction,
  propertyId: number,
  category: DeviceCategory | undefined,
): Promise<Subject[]> {
  if (!category || deviceTraits[category].kind === 'gauge') return [];
  return tx.query(tenantAreas, [propertyId, category]);
}
