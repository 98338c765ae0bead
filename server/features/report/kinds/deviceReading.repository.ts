import type { Transaction } from '../../../database/open.ts';
import { type RowOf, statement } from '../../../database/statement.ts';
import type { Sample } from '../reportPeriod.ts';
import type { ReportDevice } from '../reportSource.repository.ts';

const claim = {
  deviceId: 'bigint',
  /** Which sample, from 1. */
  place: 'bigint',
  /** Local, YYYY-MM-DDTHH:MM. */
  readAt: 'text',
  value: 'bigint',
  quality: 'smallint',
} as const;
export type LastReading = Readonly<RowOf<typeof claim>>;

const lastReadings = statement(
  claim,
  `SELECT device_id AS "deviceId", place,
     to_char(at AT TIME ZONE $5, 'YYYY-MM-DD"T"HH24:MI') AS "readAt", value, quality
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     CROSS JOIN unnest($3::float8[], $4::float8[]) WITH ORDINALITY AS sample (begin, until, place),
     LATERAL (SELECT at, value, quality FROM reading
       WHERE reading.property_id = wanted.property_id AND reading.device_id = wanted.device_id
         AND at >= to_timestamp(begin / 1000) AND at < to_timestamp(until / 1000)
         AND at >= to_timestamp($6::float8 / 1000) AND at < to_timestamp($7::float8 / 1000)
       ORDER BY at DESC LIMIT 1) AS last`,
);

/** The last reading of each device in each sample that has one; one query. */
export function listLastReadings(
  tx: Transaction,
  devices: readonly Pick<ReportDevice, 'propertyId' | 'deviceId'>[],
  samples: readonly Pick<Sample, 'from' | 'until'>[],
  timeZone: string,
): Promise<LastReading[]> {
  return tx.query(lastReadings, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
    samples.map(({ from }) => from),
    samples.map(({ until }) => until),
    timeZone,
    // As constants of the plan they leave partitions out of it.
    samples[0]?.from,
    samples.at(-1)?.until,
  ]);
}
