import { and, eq } from 'drizzle-orm';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { Transaction } from '../database/open.ts';
import { device, outdoorTemperature, property, tenant } from '../database/tables.ts';

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
  const { rowCount } = await tx
    .insert(property)
    .values(given)
    .onConflictDoUpdate({
      target: property.id,
      set: withoutNulls(facts),
      setWhere: eq(property.country, country),
    });
  return rowCount === 1;
}

export async function writeTenant(
  tx: Transaction,
  given: Omit<typeof tenant.$inferInsert, 'id'>,
): Promise<void> {
  const { propertyId, tenantNo, ...facts } = given;
  await tx
    .insert(tenant)
    .values(given)
    .onConflictDoUpdate({
      target: [tenant.propertyId, tenant.tenantNo],
      set: withoutNulls(facts),
    });
}

/** So that a row keeps what it has there. */
function withoutNulls<Values extends object>(values: Values): Partial<Values> {
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(filled) as Partial<Values>;
}

export async function writeDevice(
  tx: Transaction,
  given: Required<Omit<typeof device.$inferInsert, 'id'>>,
): Promise<void> {
  // What its readings were summed into must stay: category, tenant and interval are not changed.
  await tx
    .insert(device)
    .values(given)
    .onConflictDoUpdate({
      target: [device.propertyId, device.serialNumber],
      set: { place: given.place },
    });
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
    await tx.update(property).set({ areaSquareMetres }).where(eq(property.id, propertyId));
    return;
  }
  await tx
    .update(tenant)
    .set({ areaSquareMetres })
    .where(and(eq(tenant.propertyId, propertyId), eq(tenant.id, tenantId)));
}

export async function writeTemperature(
  tx: Transaction,
  given: typeof outdoorTemperature.$inferInsert,
): Promise<void> {
  const { country, station, day } = outdoorTemperature;
  await tx
    .insert(outdoorTemperature)
    .values(given)
    .onConflictDoUpdate({ target: [country, station, day], set: { celsius: given.celsius } });
}
