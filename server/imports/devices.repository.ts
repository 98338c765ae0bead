import { deviceCategorySchema } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { narrow, statement } from '../database/statement.ts';
import type { KnownDevice } from './knownDevices.ts';

const findDevices = statement(
  {
    propertyId: 'bigint',
    deviceId: 'bigint',
    serial: 'text',
    worksNo: 'text',
    category: narrow('text', deviceCategorySchema),
    timeZone: 'text',
    isHourly: 'boolean',
    isVirtual: 'boolean',
    isVolumes: 'boolean',
    isRead: 'boolean',
  },
  `SELECT property.id AS "propertyId", device.id AS "deviceId", serial_number AS serial,
     works_no AS "worksNo", category, time_zone AS "timeZone",
     reading_interval = 'HOURLY' AS "isHourly",
     EXISTS (SELECT FROM virtual_meter_part part
       WHERE part.property_id = property.id AND part.device_id = device.id) AS "isVirtual",
     coalesce(is_volumes, false) AS "isVolumes",
     is_volumes IS NOT NULL AND NOT is_volumes AS "isRead"
   FROM device JOIN property ON property.id = device.property_id
     LEFT JOIN device_state state ON state.property_id = device.property_id
       AND state.device_id = device.id
   WHERE serial_number = ANY ($1) AND country = $2`,
);

/** The devices of a country with these serial numbers; one query for a batch. */
export function findDevicesBySerial(
  tx: Transaction,
  country: string,
  serials: readonly string[],
): Promise<KnownDevice[]> {
  return tx.query(findDevices, [serials, country]);
}
