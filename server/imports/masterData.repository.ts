import { and, eq } from 'drizzle-orm';
import {
  deviceCategories,
  deviceTraits,
  type ReadingInterval,
} from '../../schemas/entities/device.ts';
import type { billingAdministrator } from '../database/accessTables.ts';
import type { outdoorTemperature } from '../database/factTables.ts';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { type device, property, tenant } from '../database/tables.ts';

/**
 * Each write brings a row that is there up to date, so that a file can be imported again. What a
 * file leaves empty stays as it is known.
 */

export async function findPropertyIds(
  tx: Transaction,
  country: string,
  worksNumbers: readonly string[],
) {
  const rows = await tx
    .select({ id: property.id, worksNo: property.worksNo })
    .from(property)
    .where(and(eq(property.country, country), isAnyOf(property.worksNo, worksNumbers)));
  return new Map(rows.map(({ id, worksNo }) => [worksNo, id]));
}

/** By `propertyId/tenantNo`. */
export async function findTenantIds(tx: Transaction, propertyIds: readonly number[]) {
  const rows = await tx
    .select({ id: tenant.id, propertyId: tenant.propertyId, tenantNo: tenant.tenantNo })
    .from(tenant)
    .where(isAnyOf(tenant.propertyId, propertyIds));
  return new Map(rows.map(({ id, propertyId, tenantNo }) => [`${propertyId}/${tenantNo}`, id]));
}

/** False, and nothing is written, when the id is a property's of another country. */
export async function writeProperty(
  tx: Transaction,
  given: Omit<typeof property.$inferInsert, 'warningSeverity'>,
): Promise<boolean> {
  const { id, country, timeZone, ...facts } = given;
  const filled = Object.entries(facts).filter(([, value]) => value !== null);
  const { rowCount } = await tx
    .insert(property)
    .values(given)
    .onConflictDoUpdate({
      target: property.id,
      set: Object.fromEntries(filled),
      setWhere: eq(property.country, country),
    });
  return rowCount === 1;
}

// Files have a hundred thousand lines of the following, each its own statement. SQL, for building it
// anew would cost half as much again as running it.

export async function writeTenant(
  tx: Transaction,
  given: Required<Omit<typeof tenant.$inferInsert, 'id'>>,
): Promise<void> {
  // Somebody else's warnings count no more in the property's severity: it is looked at anew.
  await tx.run(
    `WITH former AS (
       SELECT moved_in FROM tenant WHERE property_id = $1 AND tenant_no = $3
     ), written AS (
       INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address,
         area_square_metres, moved_in)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (property_id, tenant_no) DO UPDATE SET
         installation_number = excluded.installation_number, tenant_name = excluded.tenant_name,
         address = excluded.address,
         area_square_metres = coalesce(excluded.area_square_metres, tenant.area_square_metres),
         moved_in = coalesce(excluded.moved_in, tenant.moved_in)
       RETURNING property_id, id, moved_in
     )
     INSERT INTO warning_due (property_id, device_id, since)
     SELECT device.property_id, device.id, now() FROM written
       JOIN device ON device.property_id = written.property_id AND tenant_id = written.id
       JOIN former ON former.moved_in IS DISTINCT FROM written.moved_in
     ON CONFLICT DO NOTHING`,
    [
      given.propertyId,
      given.installationNumber,
      given.tenantNo,
      given.tenantName,
      given.address,
      given.areaSquareMetres,
      given.movedIn,
    ],
  );
}

const deviceWritten = statement(
  { deviceId: 'bigint', isChanged: 'boolean' },
  `WITH known AS (
     SELECT reading_interval, set_date FROM device WHERE property_id = $1 AND serial_number = $3
   )
   INSERT INTO device (property_id, tenant_id, serial_number, category, place, is_main,
     reading_interval, set_date)
   VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, 'DAILY'), $8)
   ON CONFLICT (property_id, serial_number) DO UPDATE SET place = excluded.place,
     reading_interval = coalesce($7, device.reading_interval),
     set_date = coalesce(excluded.set_date, device.set_date)
   WHERE $7::text IS NULL OR $7 = device.reading_interval OR device.reading_interval <> 'HOURLY'
   RETURNING id AS "deviceId",
     EXISTS (SELECT FROM known WHERE known.reading_interval <> device.reading_interval
       OR known.set_date IS DISTINCT FROM device.set_date) AS "isChanged"`,
);

/**
 * Undefined, and nothing is written, when the interval of a device that is read hourly would change:
 * its hours stay. What its readings were summed into stays, too: category and tenant aren't changed.
 */
export async function writeDevice(
  tx: Transaction,
  given: Omit<Required<Omit<typeof device.$inferInsert, 'id'>>, 'readingInterval'> & {
    readingInterval: ReadingInterval | null;
  },
): Promise<{ deviceId: number; isChanged: boolean } | undefined> {
  const [written] = await tx.query(deviceWritten, [
    given.propertyId,
    given.tenantId,
    given.serialNumber,
    given.category,
    given.place,
    given.isMain,
    given.readingInterval,
    given.setDate,
  ]);
  return written;
}

const otherSetDate = statement(
  { isOther: 'boolean' },
  `SELECT set_date IS DISTINCT FROM $2 AS "isOther" FROM property WHERE id = $1`,
);

/** Whether a property that is known has another set date, or none of its own. */
export async function isOtherSetDate(
  tx: Transaction,
  propertyId: number,
  setDate: string,
): Promise<boolean> {
  const [found] = await tx.query(otherSetDate, [propertyId, setDate]);
  return found?.isOther ?? false;
}

const resetting = statement(
  { propertyId: 'bigint', deviceId: 'bigint' },
  `SELECT property_id AS "propertyId", id AS "deviceId" FROM device
   WHERE property_id = ANY ($1) AND category = ANY ($2) AND set_date IS NULL`,
);

/** The devices of properties that begin anew at the property's set date. */
export async function listResetting(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<{ propertyId: number; deviceId: number }[]> {
  if (propertyIds.length === 0) return [];
  const categories = deviceCategories.filter((one) => deviceTraits[one].resetsYearly);
  return tx.query(resetting, [propertyIds, categories]);
}

export async function writeTemperature(
  tx: Transaction,
  { country, station, day, celsius }: typeof outdoorTemperature.$inferInsert,
): Promise<void> {
  await tx.run(
    `INSERT INTO outdoor_temperature (country, station, day, celsius) VALUES ($1, $2, $3, $4)
     ON CONFLICT (country, station, day) DO UPDATE SET celsius = excluded.celsius`,
    [country, station, day, celsius],
  );
}

export async function writeBillingAdministrator(
  tx: Transaction,
  { country, sapNumber, name }: typeof billingAdministrator.$inferInsert,
): Promise<void> {
  await tx.run(
    `INSERT INTO billing_administrator (country, sap_number, name) VALUES ($1, $2, $3)
     ON CONFLICT (country, sap_number) DO UPDATE SET name = excluded.name`,
    [country, sapNumber, name],
  );
}

/** Of a tenant, or of the property when `tenantId` is null. */
export async function writeArea(
  tx: Transaction,
  {
    propertyId,
    tenantId,
    areaSquareMetres,
  }: { propertyId: number; tenantId: number | null; areaSquareMetres: number | null },
): Promise<void> {
  if (tenantId === null) {
    await tx.run('UPDATE property SET area_square_metres = $2 WHERE id = $1', [
      propertyId,
      areaSquareMetres,
    ]);
    return;
  }
  await tx.run('UPDATE tenant SET area_square_metres = $3 WHERE property_id = $1 AND id = $2', [
    propertyId,
    tenantId,
    areaSquareMetres,
  ]);
}
