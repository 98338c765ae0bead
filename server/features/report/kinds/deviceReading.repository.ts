import type { ReadingInterval } from '../../../../schemas/entities/device.ts';
import { dayMs } from '../../../../schemas/time.ts';
import type { Transaction } from '../../../database/open.ts';
import { type RowOf, statement } from '../../../database/statement.ts';
import { readingsBetween } from '../../../metering/store/readingSql.ts';
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

const readAt = `to_char(at AT TIME ZONE $3, 'YYYY-MM-DD"T"HH24:MI') AS "readAt"`;
/** As constants of the plan they leave partitions out of it. */
const [from, until] = ['to_timestamp($4::float8 / 1000)', 'to_timestamp($5::float8 / 1000)'];
const place = {
  of: { property: 'wanted.property_id', device: 'wanted.device_id' },
  columns: ['at', 'value', 'quality', 'duration_seconds'],
  within: [from, until],
} as const;
/** What is delivered as volumes has no register. */
const isRegister = 'duration_seconds IS NULL';

const lookedUp = statement(
  claim,
  `SELECT device_id AS "deviceId", place, ${readAt}, value, quality
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     CROSS JOIN unnest($6::float8[], $7::float8[]) WITH ORDINALITY AS sample (begin, until, place),
     LATERAL (SELECT at, value, quality
       FROM ${readingsBetween('to_timestamp(begin / 1000)', 'to_timestamp(until / 1000)', place)} AS read
       WHERE at < to_timestamp(until / 1000) AND ${isRegister}
       ORDER BY at DESC LIMIT 1) AS last`,
);

const readThrough = statement(
  claim,
  `SELECT DISTINCT ON ("deviceId", place) "deviceId", place, ${readAt}, value, quality
   FROM (SELECT device_id AS "deviceId", at, value, quality,
       width_bucket(at, ARRAY(SELECT to_timestamp(begin / 1000) FROM unnest($6::float8[]) AS begin))
         ::bigint AS place
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id),
       LATERAL ${readingsBetween(from, until, place)} AS read
     WHERE at < ${until} AND ${isRegister}) AS found
   ORDER BY "deviceId", place, at DESC`,
);

const readingsInDay: Readonly<Record<ReadingInterval, number>> = {
  HOURLY: 24,
  DAILY: 1,
  MONTHLY: 1 / 31,
  YEARLY: 1 / 366,
};
/** From so many readings in a sample on, looking its last one up is less work than reading all. */
const manyInSample = 8;

/** The last reading of each device in each sample that has one; a query for those read often, one for the others. */
export async function listLastReadings(
  tx: Transaction,
  devices: readonly Pick<ReportDevice, 'propertyId' | 'deviceId' | 'interval'>[],
  samples: readonly Pick<Sample, 'from' | 'until'>[],
  timeZone: string,
): Promise<LastReading[]> {
  const [from, until] = [samples[0]?.from ?? 0, samples.at(-1)?.until ?? 0];
  const daysInSample = (until - from) / dayMs / Math.max(1, samples.length);
  const isReadOften = ({ interval }: Pick<ReportDevice, 'interval'>) =>
    readingsInDay[interval] * daysInSample >= manyInSample;
  const begins = samples.map((sample) => sample.from);
  const ends = samples.map((sample) => sample.until);
  const list = (query: typeof lookedUp, of: typeof devices, ...spans: number[][]) => {
    if (of.length === 0) return [];
    const properties = of.map(({ propertyId }) => propertyId);
    const ids = of.map(({ deviceId }) => deviceId);
    return tx.query(query, [properties, ids, timeZone, from, until, ...spans]);
  };
  const often = await list(lookedUp, devices.filter(isReadOften), begins, ends);
  const seldom = devices.filter((one) => !isReadOften(one));
  return [...often, ...(await list(readThrough, seldom, begins))];
}
