import { epochMilliseconds } from '../../database/epoch.ts';

/**
 * Where statements find readings: each in a row of `reading`, or packed with those of its device and
 * month (packs.repository.ts). All of them name the months, so that no other pack is opened.
 */

/** The columns of a statement that say which device is meant. */
export interface DeviceColumns {
  readonly property: string;
  readonly device: string;
}

/** What a statement may ask of a reading: where it finds that in a row, and in a pack. */
const columns = {
  at: ['raw.at', 'to_timestamp(packed.ms / 1000::float8) AS at'],
  /** The same in UTC ms, which a pack has at hand. */
  ms: [`${epochMilliseconds('raw.at')} AS ms`, 'packed.ms'],
  value: ['raw.value', 'packed.value'],
  quality: ['raw.quality', 'coalesce(packed.quality, 0::smallint) AS quality'],
  duration_seconds: ['raw.duration_seconds', 'packed.duration_seconds'],
} as const;
type ReadingColumn = keyof typeof columns;

const monthOf = (instant: string) => `date_trunc('month', ${instant} AT TIME ZONE 'UTC')::date`;
/** Not by `extract`, whose numeric would be computed for each element. */
const inMs = (instant: string) => `(date_part('epoch', ${instant}) * 1000)::bigint`;

/** UTC ms of a pack's readings: told one by one, or by the step from the first to the last. */
export function instantsOf(pack: string): string {
  const steps = `generate_series(${inMs(`${pack}.first_at`)}, ${inMs(`${pack}.last_at`)}, ${pack}.spacing)`;
  return `coalesce(${pack}.instants, ARRAY(SELECT ${steps}))`;
}

const elements = `unnest(${instantsOf('pack')}, values, qualities, durations)
  AS packed (ms, value, quality, duration_seconds)`;

/** An instant that lies before all readings, for `nearestReadings`. */
export const beforeAll = `'0001-01-01 00:00+00'::timestamptz`;

/** A pack holds so many readings at least. */
export const leastInPack = 8;

interface Place {
  readonly of: DeviceColumns;
  /** With `at` or `ms` among them. */
  readonly columns: readonly ReadingColumn[];
  /** No pack is looked into: the caller knows that none reaches into `within`. */
  readonly isUnpacked?: boolean;
  /** Instants that bound the search, beside what else is said: as constants they rule partitions out. */
  readonly within?: readonly [string, string];
}

function partsOf({ of, columns: wanted, within }: Place) {
  const device = (table: string) =>
    `${table}.property_id = ${of.property} AND ${table}.device_id = ${of.device}`;
  const [first, last] = within ?? [];
  return {
    fromRow: wanted.map((name) => columns[name][0]).join(', '),
    fromPack: wanted.map((name) => columns[name][1]).join(', '),
    time: wanted.includes('ms') ? 'ms' : 'at',
    row: device('raw') + (within ? ` AND raw.at BETWEEN ${first} AND ${last}` : ''),
    pack:
      device('pack') +
      (within
        ? ` AND pack.month BETWEEN ${monthOf(first as string)} AND ${monthOf(last as string)}`
        : ''),
  };
}

/** A device's readings from an instant to another, both included; to be a table of FROM, LATERAL. */
export function readingsBetween(from: string, until: string, place: Place): string {
  const { fromRow, fromPack, row, pack } = partsOf(place);
  const rows = `SELECT ${fromRow} FROM reading AS raw
      WHERE ${row} AND raw.at BETWEEN ${from} AND ${until}`;
  if (place.isUnpacked) return `(${rows})`;
  return `(${rows}
    UNION ALL
    SELECT ${fromPack} FROM reading_pack AS pack, ${elements}
      WHERE ${pack} AND pack.month BETWEEN ${monthOf(from)} AND ${monthOf(until)}
        AND pack.last_at >= ${from} AND pack.first_at <= ${until}
        AND packed.ms BETWEEN ${inMs(from)} AND ${inMs(until)})`;
}

/** The nearest readings before an instant or after it, nearest first; fewer where there are fewer. */
export function nearestReadings(
  side: 'before' | 'after',
  instant: string,
  count: number,
  place: Place,
): string {
  const { fromRow, fromPack, time, row, pack } = partsOf(place);
  const [compare, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  const [monthCompare, near, far] =
    side === 'before' ? ['<=', 'first_at', 'last_at'] : ['>=', 'last_at', 'first_at'];
  const rows = `(SELECT ${fromRow} FROM reading AS raw WHERE ${row} AND raw.at ${compare} ${instant}
        ORDER BY raw.at ${order} LIMIT ${count})`;
  if (place.isUnpacked) return rows;
  // No pack is opened that holds nothing nearer than the rows that are there.
  const isNearer = `coalesce(pack.${far} ${side === 'before' ? '>' : '<'} (
    SELECT raw.at FROM reading AS raw WHERE ${row} AND raw.at ${compare} ${instant}
    ORDER BY raw.at ${order} OFFSET ${count - 1} LIMIT 1), true)`;
  return `(SELECT * FROM (
      ${rows}
      UNION ALL
      SELECT ${fromPack} FROM (
          SELECT first_at, last_at, spacing, instants, values, qualities, durations FROM reading_pack AS pack
          WHERE ${pack} AND pack.month ${monthCompare} ${monthOf(instant)}
            AND pack.${near} ${compare} ${instant} AND ${isNearer}
          ORDER BY pack.month ${order} LIMIT ${Math.ceil((count - 1) / leastInPack) + 1}) AS pack, ${elements}
        WHERE packed.ms ${compare} ${inMs(instant)}
    ) AS nearest ORDER BY ${time} ${order} LIMIT ${count})`;
}
