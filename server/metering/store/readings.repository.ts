import type { DeviceCategory, ReadingInterval } from '../../../schemas/entities/device.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import type { Installation, Reading } from '../registers.ts';

export interface MeteredDevice {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly tenantId: number | null;
  readonly category: DeviceCategory;
  readonly isMain: boolean;
  readonly interval: ReadingInterval;
  readonly timeZone: string;
  readonly installations: Installation[];
  /** See `RegisterTraits.reverseAt`. */
  readonly reverseAt: ReadonlySet<number>;
}

/** A span of one device's time, UTC ms, both ends included. */
export interface DeviceSpan {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly first: number;
  readonly last: number;
}

/** One writer at a time for each property; in ascending order, so that two can't wait for each other. */
export async function lockProperties(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(id) FROM (SELECT unnest($1::bigint[]) AS id ORDER BY 1) AS ids`,
    [[...ids].sort((a, b) => a - b)],
  );
}

export async function findDevices(
  tx: Transaction,
  keys: readonly { propertyId: number; deviceId: number }[],
): Promise<MeteredDevice[]> {
  const ids = [keys.map((key) => key.propertyId), keys.map((key) => key.deviceId)];
  const devices = await tx.query<Omit<MeteredDevice, 'installations' | 'reverseAt'>>(
    `SELECT property_id AS "propertyId", device.id AS "deviceId", tenant_id AS "tenantId", category,
       is_main AS "isMain", reading_interval AS interval, time_zone AS "timeZone"
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, id)
     JOIN device USING (property_id, id) JOIN property ON property.id = property_id`,
    ids,
  );
  const installations = await tx.query<Installation & { deviceId: number }>(
    `SELECT device_id AS "deviceId", ${ms('installed_from')} AS from,
       ${ms('installed_until')} AS until, start_index AS "startIndex", end_index AS "endIndex",
       factor, modulus
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     JOIN installation USING (property_id, device_id)`,
    ids,
  );
  const byDevice = Map.groupBy(installations, ({ deviceId }) => deviceId);
  const reverse = await tx.query<{ deviceId: number; at: number }>(
    `SELECT device_id AS "deviceId", ${ms('at')} AS at
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
     JOIN reading_explanation USING (property_id, device_id) WHERE explanation = 'REVERSE'`,
    ids,
  );
  const reverseOf = Map.groupBy(reverse, ({ deviceId }) => deviceId);
  return devices.map((device) => ({
    ...device,
    installations: byDevice.get(device.deviceId) ?? [],
    reverseAt: new Set(reverseOf.get(device.deviceId)?.map(({ at }) => at)),
  }));
}

/** For each span the nearest readings outside of it; devices that have none at all are left out. */
export async function findNeighbours(
  tx: Transaction,
  spans: readonly DeviceSpan[],
): Promise<(DeviceSpan & { before: number | null; after: number | null })[]> {
  return tx.query(
    `SELECT property_id AS "propertyId", device_id AS "deviceId",
       ${ms('first')} AS first, ${ms('last')} AS last, ${ms('before')} AS before, ${ms('after')} AS after
     FROM (
       SELECT property_id, device_id, first, last,
         (SELECT at FROM reading r WHERE r.property_id = s.property_id AND r.device_id = s.device_id
            AND at < first ORDER BY at DESC LIMIT 1) AS before,
         (SELECT at FROM reading r WHERE r.property_id = s.property_id AND r.device_id = s.device_id
            AND at > last ORDER BY at LIMIT 1) AS after,
         EXISTS (SELECT FROM reading r WHERE r.property_id = s.property_id
            AND r.device_id = s.device_id AND at BETWEEN first AND last) AS inside
       FROM (${spanRows}) AS s
     ) AS found
     WHERE before IS NOT NULL OR after IS NOT NULL OR inside`,
    spanColumns(spans),
  );
}

/** All readings in the spans, and for each the nearest one before and after it. */
export async function readSpans(
  tx: Transaction,
  spans: readonly DeviceSpan[],
): Promise<Map<number, Reading[]>> {
  if (spans.length === 0) return new Map();
  const rows = await tx.query<Reading & { deviceId: number }>(
    `SELECT s.device_id AS "deviceId", ${ms('at')} AS at, value, quality
     FROM (${spanRows}) AS s, LATERAL (
       (SELECT at, value, quality FROM reading r WHERE r.property_id = s.property_id
          AND r.device_id = s.device_id AND at < first ORDER BY at DESC LIMIT 1)
       UNION ALL
       SELECT at, value, quality FROM reading r WHERE r.property_id = s.property_id
          AND r.device_id = s.device_id AND at BETWEEN first AND last
       UNION ALL
       (SELECT at, value, quality FROM reading r WHERE r.property_id = s.property_id
          AND r.device_id = s.device_id AND at > last ORDER BY at LIMIT 1)
     ) AS found`,
    spanColumns(spans),
  );
  return Map.groupBy(rows, ({ deviceId }) => deviceId);
}

export interface StoredReading extends Reading {
  readonly propertyId: number;
  readonly deviceId: number;
}

export async function ensurePartitions(tx: Transaction, readings: readonly StoredReading[]) {
  if (readings.length === 0) return;
  const first = readings.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = readings.reduce((most, { at }) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  await tx.query(
    'SELECT meterhouse_ensure_partitions($1::timestamptz::date, $2::timestamptz::date)',
    [new Date(first), new Date(last)],
  );
}

const insert = `INSERT INTO reading (property_id, device_id, at, value, quality)
  SELECT property_id, device_id, to_timestamp(at / 1000.0), value, quality
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[])
    AS given (property_id, device_id, at, value, quality)`;

/**
 * Writes readings whose instants the caller has seen to be free, under the lock of their
 * properties: looking for conflicts would take half as long again.
 */
export async function insertReadings(tx: Transaction, readings: readonly StoredReading[]) {
  if (readings.length > 0) await tx.query(insert, readingColumns(readings));
}

/** Writes readings over those of the same instants. */
export async function replaceReadings(tx: Transaction, readings: readonly StoredReading[]) {
  if (readings.length === 0) return;
  await tx.query(
    `${insert} ON CONFLICT (property_id, device_id, at)
       DO UPDATE SET value = excluded.value, quality = excluded.quality`,
    readingColumns(readings),
  );
}

export async function deleteReadings(
  tx: Transaction,
  readings: readonly { propertyId: number; deviceId: number; at: number }[],
): Promise<void> {
  if (readings.length === 0) return;
  await tx.query(
    `DELETE FROM reading USING unnest($1::bigint[], $2::bigint[], $3::bigint[])
       AS given (property_id, device_id, at)
     WHERE reading.property_id = given.property_id AND reading.device_id = given.device_id
       AND reading.at = to_timestamp(given.at / 1000.0)`,
    [
      readings.map((one) => one.propertyId),
      readings.map((one) => one.deviceId),
      readings.map((one) => one.at),
    ],
  );
}

/** As literals: the driver would look for something to escape in each of the numbers. */
function readingColumns(readings: readonly StoredReading[]) {
  const literal = (pick: (one: StoredReading) => number) => `{${readings.map(pick).join()}}`;
  return [
    literal((one) => one.propertyId),
    literal((one) => one.deviceId),
    literal((one) => one.at),
    literal((one) => one.value),
    literal((one) => one.quality),
  ];
}

const spanRows = `SELECT property_id, device_id, to_timestamp(a / 1000.0) AS first,
  to_timestamp(b / 1000.0) AS last
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS u (property_id, device_id, a, b)`;

function spanColumns(spans: readonly DeviceSpan[]) {
  return [
    spans.map((span) => span.propertyId),
    spans.map((span) => span.deviceId),
    spans.map((span) => span.first),
    spans.map((span) => span.last),
  ];
}
