import { and, eq } from 'drizzle-orm';
import { billingPeriod, virtualMeterPart } from '../database/factTables.ts';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';

export interface Installation {
  readonly propertyId: number;
  readonly deviceId: number;
  /** UTC ms. */
  readonly from: number;
  readonly until: number | null;
  /** Micro-units. */
  readonly startIndex: number | null;
  readonly endIndex: number | null;
  readonly factor: number;
  readonly modulus: number | null;
}

/** Writes installations, over those that begin at the same time. */
export async function writeInstallations(
  tx: Transaction,
  list: readonly Installation[],
): Promise<void> {
  if (list.length === 0) return;
  await tx.run(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index,
       end_index, factor, modulus)
     SELECT property_id, device_id, to_timestamp(a / 1000.0), to_timestamp(b / 1000.0), start_index,
       end_index, factor, modulus
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::double precision[], $8::bigint[])
       AS given (property_id, device_id, a, b, start_index, end_index, factor, modulus)
     ON CONFLICT (property_id, device_id, installed_from) DO UPDATE SET
       installed_until = excluded.installed_until, start_index = excluded.start_index,
       end_index = excluded.end_index, factor = excluded.factor, modulus = excluded.modulus`,
    [
      list.map((one) => one.propertyId),
      list.map((one) => one.deviceId),
      list.map((one) => one.from),
      list.map((one) => one.until),
      list.map((one) => one.startIndex),
      list.map((one) => one.endIndex),
      list.map((one) => one.factor),
      list.map((one) => one.modulus),
    ],
  );
}

export type BillingPeriod = Readonly<typeof billingPeriod.$inferSelect>;

export async function listBillingPeriods(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<BillingPeriod[]> {
  return tx.select().from(billingPeriod).where(isAnyOf(billingPeriod.propertyId, propertyIds));
}

export async function writeBillingPeriods(
  tx: Transaction,
  periods: readonly BillingPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  await tx.run(
    `INSERT INTO billing_period (property_id, product, period_begin, period_end)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::date[], $4::date[])
     ON CONFLICT (property_id, product, period_begin) DO UPDATE SET period_end = excluded.period_end`,
    [
      periods.map((one) => one.propertyId),
      periods.map((one) => one.product),
      periods.map((one) => one.periodBegin),
      periods.map((one) => one.periodEnd),
    ],
  );
}

const findVirtualLinks = statement(
  { id: 'bigint', isSource: 'boolean', isRead: 'boolean' },
  `SELECT device.id,
     EXISTS (SELECT FROM virtual_meter_part part
       WHERE part.property_id = device.property_id AND source_id = device.id) AS "isSource",
     EXISTS (SELECT FROM device_state state
       WHERE state.property_id = device.property_id AND state.device_id = device.id) AS "isRead"
   FROM device JOIN property ON property.id = property_id
   WHERE serial_number = ANY ($1) AND country = $2`,
);

/** Of these serial numbers, which are parts of virtual meters, and which have been read. */
export async function listVirtualLinks(
  tx: Transaction,
  serials: readonly string[],
  country: string,
): Promise<{ sources: Set<number>; read: Set<number> }> {
  const rows = await tx.query(findVirtualLinks, [serials, country]);
  return {
    sources: new Set(rows.filter(({ isSource }) => isSource).map(({ id }) => id)),
    read: new Set(rows.filter(({ isRead }) => isRead).map(({ id }) => id)),
  };
}

/** A factor of 0 takes a part away. */
export async function writeVirtualParts(
  tx: Transaction,
  parts: readonly { propertyId: number; deviceId: number; sourceId: number; factor: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  await tx.run(
    `INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[])
     ON CONFLICT (property_id, device_id, source_id) DO UPDATE SET factor = excluded.factor`,
    [
      parts.map((one) => one.propertyId),
      parts.map((one) => one.deviceId),
      parts.map((one) => one.sourceId),
      parts.map((one) => one.factor),
    ],
  );
  const propertyIds = parts.map((one) => one.propertyId);
  await tx
    .delete(virtualMeterPart)
    .where(and(eq(virtualMeterPart.factor, 0), isAnyOf(virtualMeterPart.propertyId, propertyIds)));
}

/** How many of them were not known yet. */
export async function insertDeviceErrors(
  tx: Transaction,
  errors: readonly { propertyId: number; deviceId: number; at: number; error: string }[],
): Promise<number> {
  if (errors.length === 0) return 0;
  return tx.run(
    `INSERT INTO device_error (property_id, device_id, at, error)
     SELECT property_id, device_id, to_timestamp(at / 1000.0), error
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
       AS given (property_id, device_id, at, error)
     ON CONFLICT DO NOTHING`,
    [
      errors.map((one) => one.propertyId),
      errors.map((one) => one.deviceId),
      errors.map((one) => one.at),
      errors.map((one) => one.error),
    ],
  );
}
