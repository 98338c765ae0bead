import { deviceCategories, deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { registerDefaults } from '../../metering/registers.ts';

const resetting = deviceCategories.filter((one) => deviceTraits[one].resetsYearly);

export interface SetDates {
  readonly propertyId: number;
  /** MM-DD, of the device that is asked for or of the property. */
  readonly setDate: string;
  /** The one that is asked for, or all that follow the property. */
  readonly devices: readonly number[];
  readonly isOfDevice: boolean;
}

const found = statement(
  { propertyId: 'bigint', setDate: 'text', devices: 'bigint[]' },
  `SELECT property.id AS "propertyId",
     coalesce(CASE WHEN $3::text IS NOT NULL THEN min(device.set_date) END, property.set_date,
       '${registerDefaults.setDate}') AS "setDate",
     coalesce(array_agg(device.id) FILTER (WHERE device.id IS NOT NULL), '{}') AS devices
   FROM property LEFT JOIN device ON device.property_id = property.id AND category = ANY ($4)
     AND CASE WHEN $3::text IS NULL THEN device.set_date IS NULL
       ELSE serial_number = $3::text END
   WHERE country = $1 AND works_no = $2
   GROUP BY property.id`,
);

/** Undefined when the country has no property of this number. */
export async function findSetDates(
  tx: Transaction,
  country: string,
  worksNo: string,
  serialNumber: string | null,
): Promise<SetDates | undefined> {
  const [row] = await tx.query(found, [country, worksNo, serialNumber, resetting]);
  return row && { ...row, isOfDevice: serialNumber !== null };
}

/** Answers whose figures follow from it. */
export async function writeSetDate(
  tx: Transaction,
  { propertyId, devices, isOfDevice }: SetDates,
  setDate: string,
): Promise<{ propertyId: number; deviceId: number }[]> {
  if (isOfDevice) {
    await tx.run('UPDATE device SET set_date = $3 WHERE property_id = $1 AND id = ANY ($2)', [
      propertyId,
      devices,
      setDate,
    ]);
  } else await tx.run('UPDATE property SET set_date = $2 WHERE id = $1', [propertyId, setDate]);
  return devices.map((deviceId) => ({ propertyId, deviceId }));
}
