import { dayMs } from '../../../schemas/time.ts';
import { bigintArray } from '../../database/binaryArray.ts';
import { epochMilliseconds } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, statement } from '../../database/statement.ts';
import type { Reading } from '../registers.ts';
import { instantsOf, leastInPack } from './readingSql.ts';

/**
 * Packs of readings: those of one device and one UTC month in one row, which takes a tenth of the room
 * and of the work of a row for each. A reading is in a pack or in a row of `reading`, never in both.
 * Packs only grow; what is to be replaced or deleted is taken out first (`unpackReadings`). Whoever
 * writes holds the property.
 */

/**
 * How long ago a month has ended that is packed. What comes on time each day is judged by the readings
 * since the begin of yesterday's month and of ten days before that (readings.repository.ts): no pack
 * reaches there, so that none is looked into.
 */
const settledAfter = 42 * dayMs;

export interface StoredReading extends Reading {
  readonly propertyId: number;
  readonly deviceId: number;
}

interface Pack {
  readonly propertyId: number;
  readonly deviceId: number;
  /** First day of the UTC month, YYYY-MM-DD. */
  readonly month: string;
  readonly readings: readonly StoredReading[];
}

/** The first day of a UTC month for each instant; most lie in the month of the one before. */
export function createMonthOf(): (at: number) => string {
  let [begin, end, month] = [0, 0, ''];
  return (at) => {
    if (at >= begin && at < end) return month;
    const date = new Date(at);
    begin = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    month = new Date(begin).toISOString().slice(0, 10);
    return month;
  };
}

/** Makes the partitions of some UTC months (their first days) for rows, and of years for packs and rollups. */
export async function makePartitions(
  tx: Transaction,
  months: readonly string[],
  years: readonly number[],
): Promise<void> {
  await tx.run(makeAll, [
    [...new Set(months)].sort(),
    [...new Set(years)].sort((a, b) => a - b).map((year) => `${year}-01-01`),
  ]);
}

const makeAll = commandOfKeys('SELECT meterhouse_make_partitions($1::date[], $2::date[])');

/** Which new readings are packed, and which get rows of their own. */
export function splitReadings(
  readings: readonly StoredReading[],
  now = Date.now(),
): { packs: Pack[]; rows: StoredReading[] } {
  const monthOf = createMonthOf();
  const settled = monthOf(now - settledAfter);
  const byKey = new Map<string, StoredReading[]>();
  let [list, device, month]: [StoredReading[] | undefined, number, string] = [undefined, -1, ''];
  for (const reading of readings) {
    const own = monthOf(reading.at);
    if (list === undefined || device !== reading.deviceId || month !== own) {
      [device, month] = [reading.deviceId, own];
      const key = `${device}/${month}`;
      list = byKey.get(key) ?? [];
      byKey.set(key, list);
    }
    list.push(reading);
  }
  const packs: Pack[] = [];
  const rows: StoredReading[] = [];
  for (const [key, own] of byKey) {
    const { propertyId, deviceId } = own[0] as StoredReading;
    const ownMonth = key.slice(key.indexOf('/') + 1);
    if (ownMonth >= settled || own.length < leastInPack) rows.push(...own);
    else packs.push({ propertyId, deviceId, month: ownMonth, readings: own });
  }
  return { packs, rows };
}

/** How two packs of a month become one; in no order, for whoever reads them sorts. */
const joined = (column: string, none: string) =>
  `CASE WHEN reading_pack.${column} IS NULL AND excluded.${column} IS NULL THEN NULL
    ELSE coalesce(reading_pack.${column},
        array_fill(${none}, ARRAY[cardinality(reading_pack.values)]))
      || coalesce(excluded.${column}, array_fill(${none}, ARRAY[cardinality(excluded.values)])) END`;
const goesOn = `reading_pack.spacing = excluded.spacing
  AND excluded.first_at = reading_pack.last_at + reading_pack.spacing * interval '1 millisecond'`;
const growPack = `ON CONFLICT (property_id, device_id, month) DO UPDATE SET
  first_at = least(reading_pack.first_at, excluded.first_at),
  last_at = greatest(reading_pack.last_at, excluded.last_at),
  instants = CASE WHEN ${goesOn} THEN NULL
    ELSE ${instantsOf('reading_pack')} || ${instantsOf('excluded')} END,
  spacing = CASE WHEN ${goesOn} THEN reading_pack.spacing END,
  values = reading_pack.values || excluded.values,
  qualities = ${joined('qualities', '0::smallint')},
  durations = ${joined('durations', 'NULL::integer')}`;

/** From the \`from\`-th of a list to the \`until\`-th. */
const slice = (list: string) => `(${list}::bigint[])[given.from:given.until]`;

/** Writes packs whose instants the caller has seen to be free. */
export async function insertPacks(tx: Transaction, packs: readonly Pack[]): Promise<void> {
  if (packs.length === 0) return;
  const column = (pick: (pack: Pack) => number | string) => `{${packs.map(pick).join()}}`;
  const list = (values: readonly number[]) => `"{${values.join()}}"`;
  const ends = packs.map(() => 0);
  let count = 0;
  for (const [index, { readings }] of packs.entries()) {
    count += readings.length;
    ends[index] = count;
  }
  const all = packs.flatMap(({ readings }) => readings);
  const spacings = packs.map(({ readings }) => spacingOf(readings));
  const isSteady = spacings.every((spacing) => spacing !== null);
  await tx.run(
    `INSERT INTO reading_pack (property_id, device_id, month, first_at, last_at, spacing, instants,
       values, qualities, durations)
     SELECT property_id, device_id, month, to_timestamp(first / 1000.0), to_timestamp(last / 1000.0),
       spacing, CASE WHEN spacing IS NULL THEN ${slice('$11')} END, ${slice('$12')},
       qualities::smallint[], durations::integer[]
     FROM unnest($1::bigint[], $2::bigint[], $3::date[], $4::bigint[], $5::bigint[], $6::bigint[],
         $7::integer[], $8::integer[], $9::text[], $10::text[])
       AS given (property_id, device_id, month, first, last, spacing, "from", until, qualities, durations)
     ${growPack}`,
    [
      column(({ propertyId }) => propertyId),
      column(({ deviceId }) => deviceId),
      column(({ month }) => month),
      column(({ readings }) => readings.reduce((first, { at }) => Math.min(first, at), Infinity)),
      column(({ readings }) => readings.reduce((last, { at }) => Math.max(last, at), -Infinity)),
      spacings,
      ends.map((end, index) => end - (packs[index] as Pack).readings.length + 1),
      ends,
      column(({ readings }) =>
        readings.every(({ quality }) => quality === 0)
          ? 'NULL'
          : list(readings.map(({ quality }) => quality)),
      ),
      column(({ readings }) =>
        readings.every(({ begin }) => begin === undefined)
          ? 'NULL'
          : list(readings.map(({ at, begin }) => (at - (begin ?? at)) / 1000)),
      ),
      bigintArray(isSteady ? [] : all.map(({ at }) => at)),
      bigintArray(all.map(({ value }) => value)),
    ],
  );
}

/** Milliseconds from each reading to the next, where that is the same and forward throughout. */
function spacingOf(readings: readonly StoredReading[]): number | null {
  const [first, second] = readings as [StoredReading, StoredReading?];
  const spacing = second ? second.at - first.at : 0;
  const isSteady =
    spacing > 0 && readings.every(({ at }, index) => at === first.at + index * spacing);
  return isSteady ? spacing : null;
}

/** Gives the readings of the packs in which some instants lie rows of their own again. */
export async function unpackReadings(
  tx: Transaction,
  instants: readonly Pick<StoredReading, 'propertyId' | 'deviceId' | 'at'>[],
): Promise<void> {
  if (instants.length === 0) return;
  const monthOf = createMonthOf();
  const keys = new Map(
    instants.map(({ propertyId, deviceId, at }) => {
      const month = monthOf(at);
      return [`${deviceId}/${month}`, { propertyId, deviceId, month }];
    }),
  );
  const found = await tx.query(packsOf, keyColumns([...keys.values()]));
  if (found.length === 0) return;
  await makePartitions(
    tx,
    found.map(({ month }) => month),
    [],
  );
  const columns = keyColumns(found);
  await tx.run(
    `INSERT INTO reading (property_id, device_id, at, value, quality, duration_seconds)
     SELECT pack.property_id, pack.device_id, to_timestamp(ms / 1000::float8), value,
       coalesce(quality, 0), duration
     FROM reading_pack AS pack, unnest(${instantsOf('pack')}, values, qualities, durations)
       AS packed (ms, value, quality, duration)
     WHERE (pack.property_id, pack.device_id, pack.month) IN (${given})`,
    columns,
  );
  await tx.run(
    `DELETE FROM reading_pack WHERE (property_id, device_id, month) IN (${given})`,
    columns,
  );
}

/** Rows of the months and devices that `$1` to `$3` name. */
const given =
  'SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::date[]) AS given (property_id, device_id, month)';

const packsOf = statement(
  { propertyId: 'bigint', deviceId: 'bigint', month: 'date' },
  `SELECT property_id AS "propertyId", device_id AS "deviceId", month FROM reading_pack
   WHERE (property_id, device_id, month) IN (${given})`,
);

function keyColumns(
  keys: readonly { propertyId: number; deviceId: number; month: string }[],
): unknown[] {
  return [
    keys.map(({ propertyId }) => propertyId),
    keys.map(({ deviceId }) => deviceId),
    keys.map(({ month }) => month),
  ];
}

const monthOfRow = `date_trunc('month', at AT TIME ZONE 'UTC')::date`;

const settledMonths = statement(
  { propertyId: 'bigint', deviceId: 'bigint', month: 'date' },
  `SELECT property_id AS "propertyId", device_id AS "deviceId", month
   FROM (
     SELECT property_id, device_id, ${monthOfRow} AS month, count(*) AS count
     FROM reading WHERE property_id = ANY ($1) AND at < to_timestamp($2::float8 / 1000)
     GROUP BY 1, 2, 3
   ) AS found
   WHERE count >= ${leastInPack} OR EXISTS (SELECT FROM reading_pack pack
     WHERE pack.property_id = found.property_id AND pack.device_id = found.device_id
       AND pack.month = found.month)`,
);

/** Where readings in rows of their own are worth a pack, of months that are over for good. */
export function listSettledMonths(
  tx: Transaction,
  propertyIds: readonly number[],
  now: number,
): Promise<{ propertyId: number; deviceId: number; month: string }[]> {
  const date = new Date(now - settledAfter);
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return tx.query(settledMonths, [propertyIds, end]);
}

/** Moves the readings of some devices and months from their rows into packs. */
export async function packMonths(
  tx: Transaction,
  keys: readonly { propertyId: number; deviceId: number; month: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  const months = keys.map(({ month }) => month).sort();
  await makePartitions(
    tx,
    [],
    months.map((month) => Number(month.slice(0, 4))),
  );
  const parameters = [...keyColumns(keys), months[0], months.at(-1)];
  // As constants of the plan the bounds leave partitions out of it.
  const isGiven = `(property_id, device_id, ${monthOfRow}) IN (${given})
    AND at >= $4::date::timestamp AT TIME ZONE 'UTC'
    AND at < ($5::date + interval '1 month') AT TIME ZONE 'UTC'`;
  const steps = `lag(at) OVER (PARTITION BY property_id, device_id, ${monthOfRow} ORDER BY at)`;
  await tx.run(
    `INSERT INTO reading_pack (property_id, device_id, month, first_at, last_at, spacing, instants,
       values, qualities, durations)
     SELECT property_id, device_id, month, min(at), max(at),
       CASE WHEN min(step) = max(step) THEN min(step) END,
       CASE WHEN min(step) = max(step) THEN NULL ELSE array_agg(ms ORDER BY at) END,
       array_agg(value ORDER BY at),
       CASE WHEN bool_or(quality <> 0) THEN array_agg(quality ORDER BY at) END,
       CASE WHEN bool_or(duration_seconds IS NOT NULL) THEN array_agg(duration_seconds ORDER BY at) END
     FROM (
       SELECT property_id, device_id, ${monthOfRow} AS month, at, ${epochMilliseconds('at')} AS ms,
         (date_part('epoch', at - ${steps}) * 1000)::bigint AS step,
         value, quality, duration_seconds
       FROM reading WHERE ${isGiven}
     ) AS settled GROUP BY 1, 2, 3
     ${growPack}`,
    parameters,
  );
  await tx.run(`DELETE FROM reading WHERE ${isGiven}`, parameters);
}
