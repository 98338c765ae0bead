import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';

export interface KnownDevice {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly serial: string;
  readonly worksNo: string;
  readonly category: DeviceCategory;
  readonly timeZone: string;
}

/** The devices of a country with these serial numbers; one query for a batch. */
export function findDevicesBySerial(
  tx: Transaction,
  country: string,
  serials: readonly string[],
): Promise<KnownDevice[]> {
  return tx.query(
    `SELECT property.id AS "propertyId", device.id AS "deviceId", serial_number AS serial,
       works_no AS "worksNo", category, time_zone AS "timeZone"
     FROM device JOIN property ON property.id = property_id
     WHERE serial_number = ANY ($1) AND country = $2`,
    [serials, country],
  );
}
