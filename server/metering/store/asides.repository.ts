import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import type { StoredReading } from './readings.repository.ts';

export interface DeviceKey {
  readonly propertyId: number;
  readonly deviceId: number;
}

/** The readings of devices that are kept aside, in order of time. */
export function listAsides(
  tx: Transaction,
  devices: readonly DeviceKey[],
): Promise<StoredReading[]> {
  return tx.query(
    `SELECT property_id AS "propertyId", device_id AS "deviceId", ${ms('at')} AS at, value, quality
     FROM reading_aside JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
       USING (property_id, device_id)
     ORDER BY device_id, at`,
    [devices.map(({ propertyId }) => propertyId), devices.map(({ deviceId }) => deviceId)],
  );
}

/** The oldest stored readings of a device, in order of time; how many at most. */
export function listOldest(
  tx: Transaction,
  { propertyId, deviceId }: DeviceKey,
  limit: number,
): Promise<StoredReading[]> {
  return tx.query(
    `SELECT property_id AS "propertyId", device_id AS "deviceId", ${ms('at')} AS at, value, quality
     FROM reading WHERE property_id = $1 AND device_id = $2 ORDER BY reading.at LIMIT $3`,
    [propertyId, deviceId, limit],
  );
}

/** Replaces all that is kept aside of a device, and the question about it. */
export async function replaceAsides(
  tx: Transaction,
  { propertyId, deviceId }: DeviceKey,
  readings: readonly StoredReading[],
): Promise<void> {
  const key = [propertyId, deviceId];
  await tx.query('DELETE FROM reading_aside WHERE property_id = $1 AND device_id = $2', key);
  await tx.query(
    `DELETE FROM reading_question
     WHERE property_id = $1 AND device_id = $2 AND question = 'DATE'`,
    key,
  );
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return;
  await tx.query(
    `INSERT INTO reading_aside (property_id, device_id, at, value, quality)
     SELECT $1, $2, to_timestamp(at / 1000.0), value, quality
     FROM unnest($3::bigint[], $4::bigint[], $5::smallint[]) AS given (at, value, quality)`,
    [
      ...key,
      readings.map(({ at }) => at),
      readings.map(({ value }) => value),
      readings.map(({ quality }) => quality),
    ],
  );
  await tx.query(
    `INSERT INTO reading_question (property_id, device_id, question, at, previous_at, previous_value, value)
     VALUES ($1, $2, 'DATE', to_timestamp($3::float8 / 1000.0), to_timestamp($4::float8 / 1000.0), $5, $6)`,
    [...key, last.at, first.at, first.value, last.value],
  );
}
