import type { OperationRequest } from '../../../schemas/api/operations.ts';
import {
  type DeviceCategory,
  deviceCategorySchema,
  usualCategories,
} from '../../../schemas/entities/device.ts';
import { dayMs } from '../../../schemas/time.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, preparedStatement, type RowOf, statement } from '../../database/statement.ts';
import { type SubjectKind, subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { maxLost } from './comparable.ts';
import type { EdgeShare } from './edgeGaps.repository.ts';

/** A month's first days, and the same of the year before: each lies in one packed month. */
export interface ComparedMonth {
  /** The first local day of each month. */
  readonly first: string;
  readonly earlierFirst: string;
  /** How many days of both count. */
  readonly days: number;
}

const visible = `(${visibleProperties('$1', '$2')}) AS visible`;
const daysOf = (rows: string, kind: SubjectKind = 'property') =>
  `${rows}.subject_kind = ${subjectKinds[kind]} AND ${rows}.timeframe = ${timeframeNumbers.DAILY}`;

const anyFigure = `SELECT FROM ${visible} JOIN rollup ON rollup.property_id = visible.property_id
    AND subject_id = visible.property_id AND ${daysOf('rollup')} AND chunk = $3
    AND category = ANY ($5),
    LATERAL unnest(measured[:$4], interpolated[:$4], estimated[:$4], absent_time[:$4])
      WITH ORDINALITY AS day (metered, filled, guessed, absent, place)
  WHERE metered + coalesce(filled, 0) + coalesce(guessed, 0) > 2 * coalesce(absent, 0) / ${dayMs}.0
    AND (access_since IS NULL OR access_since < $3::date + place::int) LIMIT 1`;

/** Whether of any property of a scope half a day at least is known in the first days of a month. */
export async function hasFigures(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { first, days }: Pick<ComparedMonth, 'first' | 'days'>,
  categories: readonly DeviceCategory[],
): Promise<boolean> {
  return (await tx.run(anyFigure, [accountId, anyFeature, first, days, categories])) > 0;
}

/**
 * What share of its devices must be known for a property to be compared, as `isWhole` has it. It is
 * judged where the days are: thousands of properties would have to be fetched for it.
 */
const nearlyAll = 1 - maxLost;
/** With room for what is lost in a sum of parts of days. */
const isMost = (some: string, all: string) => `${some} >= ${nearlyAll} * ${all} - 1e-6`;

/** Null in a row where no device's day is so. */
const rare = ['interpolated', 'estimated', 'missing'] as const;
const stored = ['volumes', 'bridged', 'measured', ...rare, 'absent_time'] as const;
const slices = (rollup: string) => stored.map((column) => `${rollup}.${column}[:$5]`).join();
const named = (year: string) => stored.map((column) => `${year}_${column}`).join();
/** As many devices as are there for a whole day, as many of them as are known at its ends, and their use. */
const figures = (year: string) => {
  const [interpolated, ...unknown] = rare.map((count) => `coalesce(${year}_${count}, 0)`);
  const known = `${year}_measured + ${interpolated} - coalesce(${year}_absent_time, 0) / ${dayMs}::float8`;
  return `${known} AS ${year}_known, ${known} + ${unknown.join(' + ')} AS ${year}_devices,
    coalesce(${year}_volumes, 0) + coalesce(${year}_bridged, 0) AS ${year}_used`;
};
const bothYears = `(SELECT *, ${figures('now')}, ${figures('past')},
    coalesce(since < $3::date + place::int, true) AS is_visible
  FROM unnest(${slices('present')}, ${slices('past')}) WITH ORDINALITY
    AS day (${named('now')}, ${named('past')}, place)) AS day`;

/** Whose months they are: rows with a property, a subject in it, and the first day that may be seen. */
interface Subjects {
  readonly kind: Extract<SubjectKind, 'property' | 'tenant'>;
  /** SQL for `(property_id, subject_id, since)`, of `$1`, the account, and `$2`, its features. */
  readonly rows: string;
  /** An `AND …` that leaves of stored rows those of the subjects; left out: all. */
  readonly within?: string;
}

/** All properties that the account may see. */
export const ofProperties: Subjects = {
  kind: 'property',
  rows: `(SELECT property_id, property_id AS subject_id, access_since AS since FROM ${visible})`,
};

/**
 * Each year's rows are gathered at once: row-level security compares each of them with all properties
 * of the account, and looking a property up by itself would sort those every time.
 */
const storedMonth = (kind: SubjectKind, chunk: string, within: string) => `(
  SELECT property_id, subject_id, category, chunk, ${stored.join()} FROM rollup
  WHERE ${daysOf('rollup', kind)} AND chunk = ${chunk} AND category = ANY ($6) ${within})`;

const isSteadyYear = (year: string) =>
  `${[...rare, 'bridged'].map((column) => `${year}.${column} IS NULL`).join(' AND ')}
    AND coalesce(${year}.absent_time[:$5] = array_fill(0::bigint, ARRAY[$5::int]), true)
    AND ${year}.measured[1] > 0 AND ${year}.measured[:$5] = array_fill(${year}.measured[1], ARRAY[$5::int])`;
/**
 * Whether nothing is amiss in both years: the same devices each day, all of them measured all day long.
 * Most buildings are so, and needn't be judged day by day, which takes ten times as long.
 */
const isSteady = `coalesce(since <= $3, true) AND past.chunk IS NOT NULL
  AND ${isSteadyYear('present')} AND ${isSteadyYear('past')}`;

/**
 * Each property's or flat's months by category, and whether and up to which day they are compared. On the first
 * and the last of those days nearly all devices must be known from midnight to midnight in both years,
 * so that no gap reaches out, and as many must have been there between: what is mounted, dismounted
 * or read late would pass for a change. Whole is what is known on the first and the last day of the
 * month, whatever the other year was. Their parameters are those of `monthParameters`.
 */
export const monthsOf = ({
  kind,
  rows,
  within = '',
}: Subjects) => `WITH subject AS MATERIALIZED ${rows},
  present AS MATERIALIZED ${storedMonth(kind, '$3', within)},
  past AS MATERIALIZED ${storedMonth(kind, '$4', within)},
  edge AS (
    SELECT subject_id, category, sum(share) AS share
    FROM unnest($7::bigint[], $8::text[], $9::bigint[]) AS given (subject_id, category, share)
    GROUP BY subject_id, category
  ), summed AS (
    SELECT present.property_id, present.subject_id, present.category,
      used - coalesce(share, 0) AS current, measures, doubts, gaps,
      until, compared AS "comparedCurrent", earlier,
      coalesce(since <= $3, true) AND is_whole AS is_whole,
      coalesce(since <= $4, true) AND begins_known AND earlier > 0
        AND ${isMost('least(devices, past_devices)', 'greatest(devices, past_devices)')} AS is_compared
    FROM subject JOIN present ON present.property_id = subject.property_id
        AND present.subject_id = subject.subject_id
      LEFT JOIN edge ON edge.subject_id = subject.subject_id AND edge.category = present.category
      LEFT JOIN past ON past.property_id = subject.property_id
        AND past.subject_id = subject.subject_id AND past.category = present.category,
      LATERAL (SELECT ${isSteady} AS is_steady OFFSET 0) AS judgement,
      LATERAL (
        SELECT $5::int AS until, $5::int AS last, true AS begins_known, true AS is_whole,
          used, present.measured[1] * $5::bigint AS measures, 0::bigint AS doubts, 0::bigint AS gaps,
          used AS compared, (SELECT sum(volume) FROM unnest(past.volumes[:$5]) AS volume) AS earlier,
          present.measured[1] * $5::float8 AS devices, past.measured[1] * $5::float8 AS past_devices
        FROM (SELECT sum(volume) AS used FROM unnest(present.volumes[:$5]) AS volume) AS steady
        WHERE is_steady
        UNION ALL
        SELECT max(until)::int AS until, max(last) AS last,
          bool_or(is_known AND place = 1) AS begins_known,
          bool_or(is_known_now AND place = 1) AND bool_or(is_known_now AND place = $5) AS is_whole,
          sum(now_used) FILTER (WHERE is_visible) AS used,
          sum(now_measured) FILTER (WHERE is_visible AND place <= last) AS measures,
          sum(coalesce(now_interpolated, 0)) FILTER (WHERE is_visible AND place <= last) AS doubts,
          sum(coalesce(now_estimated, 0) + coalesce(now_missing, 0))
            FILTER (WHERE is_visible AND place <= last) AS gaps,
          sum(now_used) FILTER (WHERE place <= until) AS compared,
          sum(past_used) FILTER (WHERE place <= until) AS earlier,
          sum(now_devices) FILTER (WHERE place <= until) AS devices,
          sum(past_devices) FILTER (WHERE place <= until) AS past_devices
        FROM (SELECT *, max(place) FILTER (WHERE is_known) OVER month AS until
          FROM (SELECT *, ${isMost('now_known', 'max(now_devices) OVER month')}
                AND ${isMost('past_known', 'max(past_devices) OVER month')} AS is_known,
              ${isMost('now_known', 'max(now_devices) OVER month')} AS is_known_now,
              max(place) FILTER (WHERE is_visible AND now_volumes IS NOT NULL) OVER month AS last
            FROM ${bothYears} WHERE NOT is_steady WINDOW month AS ()) AS judged WINDOW month AS ()) AS day
      ) AS month
    WHERE last IS NOT NULL
  )`;
const months = monthsOf(ofProperties);

/** `$1` to `$9` of `monthsOf`; each share counts in the subject that `shareIn` names. */
export function monthParameters(
  { accountId, anyFeature }: Scope,
  { first, earlierFirst, days }: ComparedMonth,
  categories: readonly DeviceCategory[],
  edges: readonly EdgeShare[] = [],
  shareIn: (share: EdgeShare) => number | null = ({ propertyId }) => propertyId,
): unknown[] {
  return [
    ...[accountId, anyFeature, first, earlierFirst, days, categories],
    edges.map(shareIn),
    edges.map(({ category }) => category),
    edges.map(({ share }) => share),
  ];
}

const category = narrow('text', deviceCategorySchema);

/** Sums in micro-units; what they are known by in devices' days. */
const categoryColumns = {
  category,
  current: 'bigint',
  comparedCurrent: 'bigint | null',
  earlier: 'bigint | null',
  comparedUntil: 'text | null',
  measures: 'bigint',
  doubts: 'bigint',
  gaps: 'bigint',
  propertyCount: 'bigint',
  comparedCount: 'bigint',
} as const;
export type CategoryMonth = Readonly<RowOf<typeof categoryColumns>>;

const categoryMonths = preparedStatement(
  categoryColumns,
  `${months} SELECT category, sum(current)::bigint AS current,
     sum("comparedCurrent") FILTER (WHERE is_compared)::bigint AS "comparedCurrent",
     sum(earlier) FILTER (WHERE is_compared)::bigint AS earlier,
     ($3::date + max(until) FILTER (WHERE is_compared) - 1)::text AS "comparedUntil",
     sum(measures)::bigint AS measures,
     sum(doubts)::bigint AS doubts, sum(gaps)::bigint AS gaps, count(*) AS "propertyCount",
     count(*) FILTER (WHERE is_compared) AS "comparedCount"
   FROM summed GROUP BY category`,
);
/** All properties together, by category; the shares of gaps that reach out count in none. */
export async function sumMonths(
  tx: Transaction,
  scope: Scope,
  month: ComparedMonth,
  categories: readonly DeviceCategory[],
  edges: readonly EdgeShare[],
): Promise<CategoryMonth[]> {
  await expectThousands(tx);
  return tx.query(categoryMonths, monthParameters(scope, month, categories, edges));
}

/** Sums in micro-units. */
const changeColumns = {
  worksId: 'bigint',
  worksNo: 'text',
  name: 'text',
  city: 'text',
  category,
  lastDay: 'text',
  current: 'bigint',
  earlier: 'bigint',
  total: 'bigint',
} as const;
export type PropertyMonth = Readonly<RowOf<typeof changeColumns>>;

const changes = statement(
  changeColumns,
  `${months}, compared AS (SELECT * FROM summed WHERE is_compared), page AS (
     -- Before the join: nobody knows how many are compared, and a loop would look through all for each.
     SELECT *, count(*) OVER () AS total, abs("comparedCurrent" - earlier) / earlier AS change
     FROM compared
     WHERE category = (SELECT category FROM compared
       ORDER BY array_position($10::text[], category) LIMIT 1)
     ORDER BY change DESC, property_id LIMIT $11 OFFSET $12
   )
   SELECT property.id AS "worksId", works_no AS "worksNo", name, city, category,
     ($3::date + until - 1)::text AS "lastDay", "comparedCurrent"::bigint AS current, earlier::bigint AS earlier,
     total
   FROM page JOIN property ON property.id = property_id ORDER BY change DESC, property.id`,
);
/** A page of the properties that are compared, in the most usual of the categories. */
export async function listChanges(
  tx: Transaction,
  scope: Scope,
  month: ComparedMonth,
  categories: readonly DeviceCategory[],
  { page, size }: Pick<OperationRequest<'consumption.changes'>['query'], 'page' | 'size'>,
): Promise<PropertyMonth[]> {
  const parameters = monthParameters(scope, month, categories);
  await expectThousands(tx);
  return tx.query(changes, [...parameters, usualCategories, size, page * size]);
}
