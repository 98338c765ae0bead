import { and, eq } from 'drizzle-orm';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import { readingAside } from '../../database/factTables.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { readingQuestion } from '../../database/tables.ts';
import { dateDefaults } from '../farDates.ts';
import type { StoredReading } from './packs.repository.ts';
import { beforeAll, nearestReadings } from './readingSql.ts';

export interface DeviceKey {
  readonly propertyId: number;
  readonly deviceId: number;
}

const findAsides = statement(
  {
    propertyId: 'bigint',
    deviceId: 'bigint',
    at: 'bigint',
    value: 'bigint',
    quality: 'smallint',
  },
  `SELECT property_id AS "propertyId", device_id AS "deviceId", ${ms('at')} AS at, value, quality
   FROM reading_aside JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     USING (property_id, device_id)
   ORDER BY device_id, at`,
);

/** The readings of devices that are kept aside, in order of time. */
export async function listQuarantine(
  tx: Transaction,
  devices: readonly DeviceKey[],
): Promise<StoredReading[]> {
  if (devices.length === 0) return [];
  return tx.query(findAsides, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
  ]);
}

/** One more than can be far, and the one behind it. */
const oldest = nearestReadings('after', beforeAll, dateDefaults.most + 2, {
  of: { property: '$1', device: '$2' },
  columns: ['ms', 'value', 'quality'],
});
const findOldest = statement(
  { at: 'bigint', value: 'bigint', quality: 'smallint' },
  `SELECT ms AS at, value, quality FROM ${oldest} AS oldest`,
);

/** As many of a device's oldest stored readings as tell which are far, in order of time. */
export async function listOldest(
  tx: Transaction,
  { propertyId, deviceId }: DeviceKey,
): Promise<StoredReading[]> {
  const rows = await tx.query(findOldest, [propertyId, deviceId]);
  return rows.map((row) => ({ propertyId, deviceId, ...row }));
}

/** Replaces all that is kept aside of a device, and the question about it. */
export async function replaceQuarantine(
  tx: Transaction,
  { propertyId, deviceId }: DeviceKey,
  readings: readonly StoredReading[],
): Promise<void> {
  await tx
    .delete(readingAside)
    .where(and(eq(readingAside.propertyId, propertyId), eq(readingAside.deviceId, deviceId)));
  await tx
    .delete(readingQuestion)
    .where(
      and(
        eq(readingQuestion.propertyId, propertyId),
        eq(readingQuestion.deviceId, deviceId),
        eq(readingQuestion.question, 'DATE'),
      ),
    );
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return;
  await tx.run(
    `INSERT INTO reading_aside (property_id, device_id, at, value, quality)
     SELECT $1, $2, to_timestamp(at / 1000.0), value, quality
     FROM unnest($3::bigint[], $4::bigint[], $5::smallint[]) AS given (at, value, quality)`,
    [
      propertyId,
      deviceId,
      readings.map(({ at }) => at),
      readings.map(({ value }) => value),
      readings.map(({ quality }) => quality),
    ],
  );
  await tx.insert(readingQuestion).values({
    propertyId,
    deviceId,
    question: 'DATE',
    at: new Date(last.at),
    value: last.value,
    previousAt: new Date(first.at),
    previousValue: first.value,
  });
}
