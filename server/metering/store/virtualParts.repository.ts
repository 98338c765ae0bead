import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';

const columns = {
  propertyId: 'bigint',
  deviceId: 'bigint',
  tenantId: 'bigint | null',
  isMain: 'boolean',
  ownCategory: narrow('text', deviceCategorySchema),
  isHourly: 'boolean',
  sourceId: 'bigint',
  factor: 'smallint',
  category: narrow('text', deviceCategorySchema),
} as const;

/** A virtual meter (`deviceId`) beside one of its parts (`sourceId`, `factor`, `category`). */
export type StoredPart = Readonly<RowOf<typeof columns>>;

const findParts = statement(
  columns,
  `SELECT property_id AS "propertyId", device_id AS "deviceId", virtual.tenant_id AS "tenantId",
     virtual.is_main AS "isMain", virtual.category AS "ownCategory",
     virtual.reading_interval = 'HOURLY' AS "isHourly", source_id AS "sourceId", factor,
     source.category
   FROM (SELECT DISTINCT property_id, device_id FROM virtual_meter_part
     JOIN unnest($1::bigint[], $2::bigint[]) AS touched (property_id, id) USING (property_id)
     WHERE touched.id IN (source_id, device_id)) AS wanted
   JOIN virtual_meter_part USING (property_id, device_id)
   JOIN device virtual USING (property_id)
   JOIN device source USING (property_id)
   WHERE virtual.id = device_id AND source.id = source_id
   ORDER BY device_id, source_id`,
);

/** The parts of the virtual meters that any of the devices is a part of, or is itself; one query. */
export function listParts(
  tx: Transaction,
  devices: readonly { propertyId: number; deviceId: number }[],
): Promise<StoredPart[]> {
  return tx.query(findParts, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
  ]);
}
