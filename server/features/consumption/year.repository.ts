import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { type RowOf, statement } from '../../database/statement.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { maxLost, maxMounted } from './comparable.ts';

/** A month beside the same one of the year before: where their rollups are, and how long they are. */
export interface MonthPair {
  /** The first local days of the months, and of the years that they are packed in. */
  readonly day: string;
  readonly earlierDay: string;
  readonly year: string;
  readonly earlierYear: string;
  /** From 1 on, in both years. */
  readonly place: number;
  /** UTC ms. */
  readonly length: number;
  readonly earlierLength: number;
}

/** Null in a row that has none of it. */
const rare = [
  ...(['interpolated', 'estimated', 'missing'] as const),
  ...(['interpolated_time', 'unknown_time', 'absent_time'] as const),
];
const columns = ['volumes', 'measured', ...rare] as const;
const places = Array.from({ length: 12 }, (_, at) => at + 1);

/** A month of a packed row, by its place. */
const monthOf = (side: string) =>
  columns
    .map((column) => {
      const at = `${side}_${column}[place]`;
      return `${column === 'volumes' ? at : `coalesce(${at}, 0)`} AS ${side}_${column}`;
    })
    .join();

const gapsOf = (side: string) => `(${side}_estimated + ${side}_missing)`;
const devicesOf = (side: string) => `(${side}_measured + ${side}_interpolated + ${gapsOf(side)})`;
/** As `isWhole` has it. It is judged where the months are: thousands of properties have 24 each. */
const isWhole = (side: string) => `${side}_volumes IS NOT NULL AND ${side}_absent_time
  + least(${side}_unknown_time, ${gapsOf(side)} * ${side}_length)
    <= ${maxLost}::float8 * ${devicesOf(side)} * ${side}_length`;
/** As many as were there for the whole month. */
const thereIn = (side: string) =>
  `(${devicesOf(side)} - ${side}_absent_time / ${side}_length::float8)`;
const [now, past] = [thereIn('now'), thereIn('past')];
const areAlike = `abs(${now} - ${past}) <= ${maxMounted}::float8 * greatest(${now}, ${past})`;

const isSteadyYear = (side: string) => `${side}_measured[low] > 0
  AND ${side}_measured[low:high] = array_fill(${side}_measured[low], ARRAY[high - low + 1])
  AND ${rare
    .slice(0, -1)
    .map((column) => `${side}_${column} IS NULL`)
    .join(' AND ')}
  AND coalesce(${side}_absent_time[low:high] = array_fill(0::bigint, ARRAY[high - low + 1]), true)`;
/** Nothing is amiss in either year: most are so, and judging each month takes three times as long. */
const isSteady = `coalesce(since <= past_day, true) AND ${isSteadyYear('now')} AND ${isSteadyYear('past')}
  AND now_measured[low] = past_measured[low]`;

/** What the compared properties come to on one side: micro-units, devices, and their milliseconds. */
const sideColumns = <Side extends string>(side: Side) =>
  ({
    [`${side}Volume`]: 'bigint | null',
    [`${side}Measured`]: 'bigint',
    [`${side}Interpolated`]: 'bigint',
    [`${side}Unknown`]: 'bigint',
    [`${side}InterpolatedTime`]: 'bigint',
    [`${side}UnknownTime`]: 'bigint',
  }) as Readonly<
    Record<`${Side}Volume`, 'bigint | null'> &
      Record<
        `${Side}${'Measured' | 'Interpolated' | 'Unknown' | 'InterpolatedTime' | 'UnknownTime'}`,
        'bigint'
      >
  >;
const yearColumns = {
  at: 'bigint',
  known: 'bigint',
  compared: 'bigint',
  ...sideColumns('now'),
  ...sideColumns('past'),
} as const;
export type YearMonth = Readonly<RowOf<typeof yearColumns>>;

const steadySums = (side: string) =>
  `${side}_sums[place] AS "${side}Volume", measured AS "${side}Measured",
    ${['Interpolated', 'Unknown', 'InterpolatedTime', 'UnknownTime'].map((part) => `0::bigint AS "${side}${part}"`).join()}`;
const comparedSums = (side: string) =>
  [
    ...([`${side}_volumes`, `${side}_measured`, `${side}_interpolated`] as const),
    ...([gapsOf(side), `${side}_interpolated_time`, `${side}_unknown_time`] as const),
  ]
    .map((part) => `sum(${part}) FILTER (WHERE is_compared)`)
    .join();
const allSums = (side: 'now' | 'past') =>
  Object.entries(sideColumns(side))
    .map(([name, type]) => {
      const sum = `sum("${name}")`;
      return `${type === 'bigint' ? `coalesce(${sum}, 0)` : sum}::bigint AS "${name}"`;
    })
    .join();

const sumsOf = (side: string) =>
  `ARRAY[${places.map((place) => `sum(${side}_volumes[${place}])`).join()}]`;

const year = statement(
  yearColumns,
  `WITH subject AS MATERIALIZED (
     SELECT property_id, access_since AS since FROM (${visibleProperties('$1', '$2')}) AS visible
   ), bucket AS MATERIALIZED (
     SELECT *, min(place) OVER packed AS low, max(place) OVER packed AS high,
       min(past_day) OVER packed AS first_day
     FROM unnest($4::date[], $5::date[], $6::int[], $7::date[], $8::date[], $9::bigint[], $10::bigint[])
       WITH ORDINALITY AS bucket (chunk, past_chunk, place, day, past_day, now_length, past_length, at)
     WINDOW packed AS (PARTITION BY chunk)
   ), stored AS MATERIALIZED (
     -- A property's years by their order, for nobody knows how many there are, and a join would loop.
     SELECT property_id, chunk, lag(chunk) OVER years AS past_chunk,
       ${columns.map((column) => `${column} AS now_${column}, lag(${column}) OVER years AS past_${column}`).join()}
     FROM rollup WHERE subject_kind = ${subjectKinds.property}
       AND timeframe = ${timeframeNumbers.MONTHLY} AND category = $3 AND chunk = ANY ($4 || $5)
     WINDOW years AS (PARTITION BY property_id ORDER BY chunk)
   ), pair AS MATERIALIZED (
     SELECT stored.*, since, range.past_chunk IS NOT DISTINCT FROM stored.past_chunk AS is_pair,
       range.past_chunk IS NOT DISTINCT FROM stored.past_chunk AND ${isSteady} AS is_steady
     FROM subject JOIN stored USING (property_id)
       JOIN (SELECT DISTINCT chunk, past_chunk, low, high, first_day AS past_day FROM bucket) AS range
         USING (chunk)
   ), steady AS (
     SELECT chunk, count(*) AS known, sum(now_measured[low]) AS measured,
       ${sumsOf('now')} AS now_sums, ${sumsOf('past')} AS past_sums
     FROM pair JOIN (SELECT DISTINCT chunk, low FROM bucket) AS range USING (chunk)
     WHERE is_steady GROUP BY chunk
   ), month AS (
     SELECT at, is_pair AND coalesce(since <= past_day, true) AS is_pair,
       coalesce(since <= day, true) AS is_visible, now_length, past_length,
       ${monthOf('now')}, ${monthOf('past')}
     FROM pair JOIN bucket USING (chunk) WHERE NOT is_steady OFFSET 0
   ), judged AS (
     SELECT *, is_pair AND ${isWhole('now')} AND ${isWhole('past')} AND ${areAlike} AS is_compared
     FROM month OFFSET 0
   ), shown AS (
     SELECT at, known, known AS compared, ${steadySums('now')}, ${steadySums('past')}
     FROM steady JOIN bucket USING (chunk)
     UNION ALL
     SELECT at, count(*) FILTER (WHERE is_visible AND now_volumes IS NOT NULL),
       count(*) FILTER (WHERE is_compared), ${comparedSums('now')}, ${comparedSums('past')}
     FROM judged GROUP BY at
   )
   SELECT at, sum(known)::bigint AS known, sum(compared)::bigint AS compared,
     ${allSums('now')}, ${allSums('past')}
   FROM shown GROUP BY at ORDER BY at`,
);

/** Of each month how many properties are known, and what those use that are compared with a year before. */
export function sumYear(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  category: DeviceCategory,
  months: readonly MonthPair[],
): Promise<YearMonth[]> {
  return tx.query(year, [
    ...[accountId, anyFeature, category],
    ...(
      ['year', 'earlierYear', 'place', 'day', 'earlierDay', 'length', 'earlierLength'] as const
    ).map((key) => months.map((month) => month[key])),
  ]);
}
