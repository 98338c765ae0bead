import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';

/** Whose use is judged. */
export interface Subject {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly category: DeviceCategory;
  /** Square metres of a tenant; null when nobody has said, and for devices. */
  readonly area: number | null;
  /** First local day of who lives there now; of a device, of who lives where it is. */
  readonly movedIn: string | null;
}

/** A tenant's devices that count something. The caller has made sure that it may be seen. */
export async function listDevices(
  tx: Transaction,
  propertyId: number,
  tenantId: number,
): Promise<Subject[]> {
  const devices = await tx.query<Subject>(
    `SELECT id, CASE WHEN place = '' THEN serial_number ELSE place END AS name,
       serial_number AS number, category, NULL AS area,
       (SELECT moved_in FROM tenant WHERE property_id = $1 AND tenant.id = $2) AS "movedIn"
     FROM device WHERE property_id = $1 AND tenant_id = $2 AND NOT is_main ORDER BY id`,
    [propertyId, tenantId],
  );
  return devices.filter(({ category }) => deviceTraits[category].kind === 'register');
}

/** A property's tenants with a device of the category. The same holds for the property. */
export async function listTenantAreas(
  tx: Transaction,
  propertyId: number,
  category: DeviceCategory | undefined,
): Promise<Subject[]> {
  if (!category || deviceTraits[category].kind === 'gauge') return [];
  return tx.query<Subject>(
    `SELECT tenant.id, tenant_name AS name, tenant_no AS number, $2::text AS category,
       area_square_metres AS area, moved_in AS "movedIn"
     FROM tenant WHERE property_id = $1 AND EXISTS (
       SELECT FROM device WHERE device.property_id = $1 AND tenant_id = tenant.id
         AND category = $2 AND NOT is_main)
     ORDER BY tenant.id`,
    [propertyId, category],
  );
}
