import type { Transaction } from '../../../database/open.ts';
import { statement } from '../../../database/statement.ts';
import { readingsBetween } from '../../../metering/store/readingSql.ts';
import type { Sample } from '../reportPeriod.ts';
import type { ReportDevice } from '../reportSource.repository.ts';

const read = readingsBetween('to_timestamp($3::float8 / 1000)', 'to_timestamp($4::float8 / 1000)', {
  of: { property: 'wanted.property_id', device: 'wanted.device_id' },
  columns: ['at', 'value', 'duration_seconds'],
});

const fallen = statement(
  { deviceId: 'bigint' },
  `SELECT DISTINCT device_id AS "deviceId"
   FROM (SELECT device_id, value < lag(value) OVER (PARTITION BY device_id ORDER BY at) AS fell
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id),
       LATERAL ${read} AS reading
     WHERE duration_seconds IS NULL) AS read
   WHERE fell`,
);

/** Which devices' registers fell from one reading to the next, whyever; one query. */
export async function listFallen(
  tx: Transaction,
  devices: readonly Pick<ReportDevice, 'propertyId' | 'deviceId'>[],
  { from, until }: Pick<Sample, 'from' | 'until'>,
): Promise<Set<number>> {
  const rows = await tx.query(fallen, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
    ...[from, until],
  ]);
  return new Set(rows.map(({ deviceId }) => deviceId));
}
