import type { Transaction } from '../../../database/open.ts';
import { statement } from '../../../database/statement.ts';
import type { Sample } from '../reportPeriod.ts';
import type { ReportDevice } from '../reportSource.repository.ts';

const facts = statement(
  {
    deviceId: 'bigint',
    isDoubted: 'boolean',
    readAt: 'text | null',
    value: 'bigint | null',
  },
  `SELECT wanted.device_id AS "deviceId",
     EXISTS (SELECT FROM reading_question asked WHERE asked.property_id = wanted.property_id
       AND asked.device_id = wanted.device_id AND question IN ('DROP', 'RISE')
       AND at > to_timestamp($3::float8 / 1000) AND previous_at < to_timestamp($4::float8 / 1000))
       AS "isDoubted",
     to_char(last_at AT TIME ZONE $5, 'YYYY-MM-DD"T"HH24:MI') AS "readAt",
     CASE WHEN NOT is_volumes THEN last_value END AS value
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     LEFT JOIN device_state state ON state.property_id = wanted.property_id
       AND state.device_id = wanted.device_id AND last_at >= to_timestamp($3::float8 / 1000)`,
);

/** Of each device its newest reading, and whether a fall or a rise in the time is unexplained. */
export function listLowFacts(
  tx: Transaction,
  devices: readonly Pick<ReportDevice, 'propertyId' | 'deviceId'>[],
  { from, until }: Pick<Sample, 'from' | 'until'>,
  timeZone: string,
) {
  return tx.query(facts, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
    ...[from, until, timeZone],
  ]);
}
