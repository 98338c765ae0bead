import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { smokeQuietMilliseconds } from '../smoke.ts';
import type { WatchedDevice } from './watched.repository.ts';

const smokeErrors = statement(
  { deviceId: 'bigint', at: 'bigint' },
  `SELECT device_error.device_id AS "deviceId", ${ms('at')} AS at
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS wanted (property_id, device_id, since)
   JOIN device_error USING (property_id, device_id)
   WHERE at >= to_timestamp(since / 1000.0) AND (error ILIKE '%smoke%' OR upper(error) = 'ALARM')
   ORDER BY device_error.device_id, at`,
);

/** When detectors told of smoke by an event, UTC ms, by device. */
export async function readSmokeErrors(
  tx: Transaction,
  wanted: readonly { readonly device: WatchedDevice; readonly from: number }[],
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tx.query(smokeErrors, [
    wanted.map(({ device }) => device.propertyId),
    wanted.map(({ device }) => device.deviceId),
    wanted.map(({ from }) => from),
  ]);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map([...byDevice].map(([id, list]) => [id, list.map(({ at }) => at)]));
}

/** Has detectors looked at again whose warning may be over by now: nothing that comes says so. */
export async function markQuietDue(tx: Transaction, now: Date): Promise<void> {
  await tx.run(
    `INSERT INTO warning_due (property_id, device_id, since)
     SELECT property_id, device_id, last_occurrence FROM warning
     WHERE state = 'ACTIVE' AND alert = 'SMOKE' AND last_occurrence <= $1
     ON CONFLICT (property_id, device_id)
       DO UPDATE SET since = least(warning_due.since, excluded.since)`,
    [new Date(now.getTime() - smokeQuietMilliseconds)],
  );
}
