import { dayMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, statementOfKeys } from '../../database/statement.ts';
import type { Reading } from '../registers.ts';
import type { MeteredDevice } from './devices.repository.ts';
import {
  createMonthOf,
  makePartitions,
  type StoredReading,
  unpackReadings,
} from './packs.repository.ts';
import { nearestReadings, readingsBetween } from './readingSql.ts';

/** A span of one device's time, UTC ms, both ends included. */
export interface DeviceSpan {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly first: number;
  readonly last: number;
}

/** One writer at a time for each property; in ascending order, so that two can't wait for each other. */
export async function lockProperties(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run(lock, [ids]);
}

const lock = commandOfKeys(
  'SELECT pg_advisory_xact_lock(id) FROM (SELECT unnest($1::bigint[]) AS id ORDER BY 1) AS ids',
);

const spanRows = `SELECT property_id, device_id, to_timestamp(a / 1000.0) AS first,
  to_timestamp(b / 1000.0) AS last
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS u (property_id, device_id, a, b)`;

/** `$5` and `$6`, in ms; as constants of the plan they leave partitions out of it. */
const bounds = ['to_timestamp($5::float8 / 1000.0)', 'to_timestamp($6::float8 / 1000.0)'] as const;

/**
 * Beyond this from the spans asked for, readings are looked for only if there must be some: a few of
 * devices that are read each day lie within ten days, and one that is read each month within forty.
 */
const nearbyOf = (devices: readonly Pick<MeteredDevice, 'interval'>[]) =>
  (devices.every(({ interval }) => interval === 'HOURLY' || interval === 'DAILY') ? 10 : 40) *
  dayMs;

/** What one statement looks for. */
interface Look {
  readonly spans: readonly DeviceSpan[];
  /** UTC ms: nothing is looked for outside of them. */
  readonly edges: readonly [number, number];
  /** No pack of any device of the call lies there. */
  readonly isUnpacked: boolean;
}

/**
 * Around some spans: apart for those that lie behind all packs, which are nearly all that come on
 * time. A statement that looks into packs as well takes twice as long, to be planned and to be run.
 */
function looksAround(
  devices: readonly Pick<MeteredDevice, 'interval' | 'packedUntil'>[],
  spans: readonly DeviceSpan[],
): Look[] {
  const nearby = nearbyOf(devices);
  const packedUntil = devices.reduce(
    (last, device) => Math.max(last, device.packedUntil ?? last),
    Number.NEGATIVE_INFINITY,
  );
  return [true, false].flatMap((isUnpacked) => {
    const own = spans.filter(({ first }) => first - nearby >= packedUntil === isUnpacked);
    return own.length === 0 ? [] : [{ spans: own, edges: boundsOf(own, nearby), isUnpacked }];
  });
}

/** As far as there are readings at all. */
function looksAnywhere(spans: readonly DeviceSpan[]): Look[] {
  return spans.length === 0 ? [] : [{ spans, edges: everything, isUnpacked: false }];
}

const ofSpan = { property: 's.property_id', device: 's.device_id' };

/** All that the database calls a date. */
const everything = [-8_640_000_000_000, 8_640_000_000_000] as const;

function boundsOf(spans: readonly DeviceSpan[], slack: number): [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const span of spans) {
    first = Math.min(first, span.first);
    last = Math.max(last, span.last);
  }
  return [first - slack, last + slack];
}

/** How many readings beside a span are read with it: what is judged there looks so far. */
const besides = 5;

/** All readings in the spans, and the nearest few before and after each, in order of time. */
export async function readSpans(
  tx: Transaction,
  devices: readonly (Pick<
    MeteredDevice,
    'deviceId' | 'interval' | 'firstAt' | 'lastAt' | 'packedUntil'
  > &
    Partial<Pick<MeteredDevice, 'isVolumes'>>)[],
  spans: readonly DeviceSpan[],
): Promise<Map<number, Reading[]>> {
  if (spans.length === 0) return new Map();
  const querySpans = devices.some(({ isVolumes }) => isVolumes) ? queryVolumes : queryRegisters;
  const byDevice = new Map(devices.map((device) => [device.deviceId, device]));
  const found = new Map<number, Reading[]>();
  const add = async (look: Look) => {
    for (const [deviceId, readings] of await querySpans(tx, look)) found.set(deviceId, readings);
  };
  for (const look of looksAround(devices, spans)) await add(look);
  const distant = spans.filter(({ deviceId, first, last }) => {
    const { firstAt, lastAt } = byDevice.get(deviceId) ?? {};
    const own = found.get(deviceId) ?? [];
    const count = (isBeside: (at: number) => boolean) =>
      own.reduce((sum, { at }) => sum + Number(isBeside(at)), 0);
    const isShort = (isBeside: (at: number) => boolean, end: number | null | undefined) =>
      end != null &&
      isBeside(end) &&
      count(isBeside) < besides &&
      !own.some(({ at }) => at === end);
    return isShort((at) => at < first, firstAt) || isShort((at) => at > last, lastAt);
  });
  for (const look of looksAnywhere(distant)) await add(look);
  return found;
}

const around = (
  columns: readonly ['ms', 'value', 'quality', 'duration_seconds'?],
  isUnpacked: boolean,
) => {
  const wanted = columns.flatMap((name) => name ?? []);
  const place = { of: ofSpan, columns: wanted, within: bounds, isUnpacked };
  return `SELECT s.device_id AS "deviceId", ms AS at, value, quality${
    columns[3] ? ', duration_seconds AS duration' : ''
  }
   FROM (${spanRows}) AS s, LATERAL (
     SELECT * FROM ${nearestReadings('before', 's.first', besides, place)} AS earlier
     UNION ALL SELECT * FROM ${readingsBetween('s.first', 's.last', place)} AS inside
     UNION ALL SELECT * FROM ${nearestReadings('after', 's.last', besides, place)} AS later
   ) AS found`;
};

const claim = { deviceId: 'bigint', at: 'bigint', value: 'bigint', quality: 'smallint' } as const;
const volumeClaim = { ...claim, duration: 'integer | null' } as const;
// An import of registers comes here most often of all, and has no use for a column more.
const ofRegisters = ['ms', 'value', 'quality'] as const;
const ofVolumes = [...ofRegisters, 'duration_seconds'] as const;
const registersInRows = statementOfKeys(claim, around(ofRegisters, true));
const registersAnywhere = statementOfKeys(claim, around(ofRegisters, false));
const volumesInRows = statementOfKeys(volumeClaim, around(ofVolumes, true));
const volumesAnywhere = statementOfKeys(volumeClaim, around(ofVolumes, false));

type QuerySpans = (tx: Transaction, look: Look) => Promise<Map<number, Reading[]>>;

const queryRegisters: QuerySpans = async (tx, look) => {
  const query = look.isUnpacked ? registersInRows : registersAnywhere;
  return byDeviceAndTime(await tx.query(query, lookColumns(look)));
};

const queryVolumes: QuerySpans = async (tx, look) => {
  const query = look.isUnpacked ? volumesInRows : volumesAnywhere;
  const rows = await tx.query(query, lookColumns(look));
  return byDeviceAndTime(
    rows.map(({ duration, ...one }) =>
      duration === null ? one : { ...one, begin: one.at - duration * 1000 },
    ),
  );
};

function byDeviceAndTime<Row extends Reading & { readonly deviceId: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  for (const readings of byDevice.values()) readings.sort((a, b) => a.at - b.at);
  return byDevice;
}

/** Makes the partitions that rows of these instants need, and packs and rollups of these years. */
export async function ensurePartitions(
  tx: Transaction,
  instants: readonly number[],
  years: readonly number[],
): Promise<void> {
  if (instants.length === 0 && years.length === 0) return;
  await makePartitions(tx, instants.map(createMonthOf()), years);
}

const insertSql = `INSERT INTO reading (property_id, device_id, at, value, quality)
  SELECT property_id, device_id, to_timestamp(at / 1000.0), value, quality
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[])
    AS given (property_id, device_id, at, value, quality)`;
const insert = commandOfKeys(insertSql);

const insertVolumes = `INSERT INTO reading (property_id, device_id, at, value, quality, duration_seconds)
  SELECT property_id, device_id, to_timestamp(at / 1000.0), value, quality, duration
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::integer[])
    AS given (property_id, device_id, at, value, quality, duration)`;

/**
 * Writes rows of readings whose instants the caller has seen to be free, under the lock of their
 * properties: looking for conflicts would take half as long again.
 */
export async function insertRows(tx: Transaction, readings: readonly StoredReading[]) {
  if (readings.length === 0) return;
  if (readings[0]?.begin === undefined) await tx.run(insert, readingColumns(readings));
  else await tx.run(insertVolumes, [...readingColumns(readings), durations(readings)]);
}

/** Volumes come by themselves, never among readings of registers. */
function durations(readings: readonly StoredReading[]): string {
  return `{${readings.map(({ begin, at }) => (at - (begin ?? at)) / 1000).join()}}`;
}

/** Writes readings over those of the same instants; a volume's interval stays what it was. */
export async function replaceReadings(tx: Transaction, readings: readonly StoredReading[]) {
  if (readings.length === 0) return;
  await unpackReadings(tx, readings);
  await tx.run(
    `${insertSql} ON CONFLICT (property_id, device_id, at)
       DO UPDATE SET value = excluded.value, quality = excluded.quality`,
    readingColumns(readings),
  );
}

export async function deleteReadings(
  tx: Transaction,
  readings: readonly { propertyId: number; deviceId: number; at: number }[],
): Promise<void> {
  if (readings.length === 0) return;
  await unpackReadings(tx, readings);
  await tx.run(
    `DELETE FROM reading USING unnest($1::bigint[], $2::bigint[], $3::bigint[])
       AS given (property_id, device_id, at)
     WHERE reading.property_id = given.property_id AND reading.device_id = given.device_id
       AND reading.at = to_timestamp(given.at / 1000.0)
       AND reading.at BETWEEN to_timestamp($4::float8 / 1000.0) AND to_timestamp($5::float8 / 1000.0)`,
    [
      readings.map((one) => one.propertyId),
      readings.map((one) => one.deviceId),
      readings.map((one) => one.at),
      Math.min(...readings.map((one) => one.at)),
      Math.max(...readings.map((one) => one.at)),
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

function lookColumns({ spans, edges }: Look) {
  return [
    spans.map((span) => span.propertyId),
    spans.map((span) => span.deviceId),
    spans.map((span) => span.first),
    spans.map((span) => span.last),
    ...edges,
  ];
}
