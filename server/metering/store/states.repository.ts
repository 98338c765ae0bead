import type { Transaction } from '../../database/open.ts';
import type { Reading } from '../registers.ts';

/**
 * SQL for how long a device may be quiet, from its `reading_interval`. From then on support is asked
 * about gaps, too (`gapDefaults`).
 */
export const silentAfter = `CASE reading_interval WHEN 'HOURLY' THEN interval '2 days'
  ELSE interval '7 days' END`;

/** Keeps each device's newest reading; without one it has none any more. */
export async function writeStates(
  tx: Transaction,
  newest: readonly {
    device: { propertyId: number; deviceId: number };
    reading: Reading | undefined;
  }[],
): Promise<void> {
  const known = newest.flatMap(({ device, reading }) => (reading ? [{ device, reading }] : []));
  const gone = newest.filter(({ reading }) => !reading);
  if (known.length > 0) {
    await tx.query(
      `INSERT INTO device_state (property_id, device_id, last_at, last_value)
       SELECT property_id, device_id, to_timestamp(at / 1000.0), value
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
         AS given (property_id, device_id, at, value)
       ON CONFLICT (property_id, device_id)
         DO UPDATE SET last_at = excluded.last_at, last_value = excluded.last_value`,
      [
        known.map(({ device }) => device.propertyId),
        known.map(({ device }) => device.deviceId),
        known.map(({ reading }) => reading.at),
        known.map(({ reading }) => reading.value),
      ],
    );
  }
  if (gone.length === 0) return;
  await tx.query(
    `DELETE FROM device_state USING unnest($1::bigint[], $2::bigint[]) AS given (property_id, device_id)
     WHERE device_state.property_id = given.property_id AND device_state.device_id = given.device_id`,
    [gone.map(({ device }) => device.propertyId), gone.map(({ device }) => device.deviceId)],
  );
}
