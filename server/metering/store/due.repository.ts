import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, statement } from '../../database/statement.ts';

export interface DeviceKey {
  readonly propertyId: number;
  readonly deviceId: number;
}

/** A device about which something else is known from an instant on; UTC ms. */
export interface DueDevice extends DeviceKey {
  readonly since: number;
}

const mark = commandOfKeys(
  `INSERT INTO warning_due (property_id, device_id, since)
   SELECT property_id, device_id, to_timestamp(min(ms) / 1000.0)
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given (property_id, device_id, ms)
   GROUP BY property_id, device_id ORDER BY property_id, device_id
   ON CONFLICT (property_id, device_id)
     DO UPDATE SET since = excluded.since WHERE excluded.since < warning_due.since`,
);

/** Has devices looked at for warnings, in the transaction that changes what is known of them. */
export async function markDue(tx: Transaction, due: readonly DueDevice[]): Promise<void> {
  if (due.length === 0) return;
  await tx.run(mark, [
    due.map(({ propertyId }) => propertyId),
    due.map(({ deviceId }) => deviceId),
    due.map(({ since }) => since),
  ]);
}

const nextDue = statement(
  { propertyId: 'bigint', deviceId: 'bigint' },
  `SELECT property_id AS "propertyId", device_id AS "deviceId" FROM warning_due
   WHERE (property_id, device_id) > ($1::bigint, $2::bigint)
   ORDER BY property_id, device_id LIMIT $3`,
);

/** The next of them behind a key, in order. */
export function listDue(tx: Transaction, after: DeviceKey, most: number): Promise<DeviceKey[]> {
  return tx.query(nextDue, [after.propertyId, after.deviceId, most]);
}

const takenDue = statement(
  { propertyId: 'bigint', deviceId: 'bigint', since: 'bigint' },
  `DELETE FROM warning_due USING unnest($1::bigint[], $2::bigint[]) AS wanted (property, device)
   WHERE property_id = wanted.property AND device_id = wanted.device
   RETURNING property_id AS "propertyId", device_id AS "deviceId", ${ms('since')} AS since`,
);

/**
 * Takes some of them, which are due no more once the transaction is committed: what is marked
 * meanwhile stays. One that another process has taken isn't among those that it answers.
 */
export function takeDue(tx: Transaction, keys: readonly DeviceKey[]): Promise<DueDevice[]> {
  return tx.query(takenDue, [
    keys.map(({ propertyId }) => propertyId),
    keys.map(({ deviceId }) => deviceId),
  ]);
}

/** All devices of some properties that measure one of the categories. */
export async function markPropertiesDue(
  tx: Transaction,
  properties: readonly number[],
  categories: readonly string[],
  since: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO warning_due (property_id, device_id, since)
     SELECT property_id, id, to_timestamp($3 / 1000.0) FROM device
     WHERE property_id = ANY ($1::bigint[]) AND category = ANY ($2::text[]) AND NOT is_main
     ON CONFLICT (property_id, device_id)
       DO UPDATE SET since = least(warning_due.since, excluded.since)`,
    [properties, categories, since],
  );
}
