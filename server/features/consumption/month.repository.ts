import type { OperationRequest } from '../../../schemas/api/operations.ts';
import {
  type DeviceCategory,
  deviceCategorySchema,
  usualCategories,
} from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/scope.repository.ts';
import type { EdgeShare } from './edgeGaps.repository.ts';

/** A month's first days, and the same of the year before: each lies in one packed month. */
export interface ComparedMonth {
  /** The first local day of each month. */
  readonly first: string;
  readonly earlierFirst: string;
  /** How many days of both count. */
  readonly days: number;
}

/** What sums count too much of, by month (`listEdgeShares`). */
export interface MonthEdges {
  readonly current: readonly EdgeShare[];
  readonly earlier: readonly EdgeShare[];
}

const visible = `(${visibleProperties('$1', '$2')}) AS visible`;
const daysOf = (rows: string) =>
  `${rows}.subject_kind = ${subjectKinds.property} AND ${rows}.timeframe = ${timeframeNumbers.DAILY}`;

const anyReading = `SELECT FROM ${visible} JOIN rollup ON rollup.property_id = visible.property_id
    AND subject_id = visible.property_id AND ${daysOf('rollup')} AND chunk = $3,
    LATERAL unnest(received[:$4]) WITH ORDINALITY AS day (count, place)
  WHERE count > 0 AND (access_since IS NULL OR access_since < $3::date + place::int) LIMIT 1`;

/** Whether any property of a scope has readings in the first days of a month. */
export async function hasReadings(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { first, days }: Pick<ComparedMonth, 'first' | 'days'>,
): Promise<boolean> {
  return (await tx.run(anyReading, [accountId, anyFeature, first, days])) > 0;
}

/**
 * Each property's months by category. Both are summed up to its last day with readings, so that a
 * property whose readings come late doesn't pass for one that saves. It is compared when the earlier
 * month is known from its begin and may be seen; a gap that reaches out of the end of what is summed
 * leaves open how much of it was used inside.
 */
const months = `WITH edge AS (
    SELECT property_id, category, is_now, sum(share) AS share
    FROM unnest($7::bigint[], $8::text[], $9::bool[], $10::bigint[])
      AS given (property_id, category, is_now, share)
    GROUP BY property_id, category, is_now
  ), summed AS (
    SELECT present.property_id, present.category, until, current, doubts, gaps,
      earlier.total - coalesce(edge_earlier.share, 0) AS earlier,
      coalesce(access_since <= $4, true) AND earlier.is_known AND earlier.total > 0
        AND (until = $5 OR (edge_now.share IS NULL AND edge_earlier.share IS NULL)) AS is_compared
    FROM ${visible} JOIN rollup present ON present.property_id = visible.property_id
        AND present.subject_id = visible.property_id AND ${daysOf('present')}
        AND present.chunk = $3 AND present.category = ANY ($6)
      LEFT JOIN edge edge_now ON edge_now.property_id = visible.property_id
        AND edge_now.category = present.category AND edge_now.is_now
      LEFT JOIN edge edge_earlier ON edge_earlier.property_id = visible.property_id
        AND edge_earlier.category = present.category AND NOT edge_earlier.is_now
      LEFT JOIN rollup past ON past.property_id = visible.property_id
        AND past.subject_id = visible.property_id AND ${daysOf('past')}
        AND past.chunk = $4 AND past.category = present.category,
      LATERAL (SELECT max(place)::int AS until
        FROM unnest(present.volumes[:$5]) WITH ORDINALITY AS day (volume, place)
        WHERE volume IS NOT NULL AND coalesce(access_since < $3::date + place::int, true)) AS read,
      LATERAL (SELECT sum(coalesce(volume, 0) + coalesce(bridge, 0)) - coalesce(edge_now.share, 0) AS current,
          sum(interpolated) AS doubts, sum(estimated + missing) AS gaps
        FROM unnest(present.volumes[:until], present.bridged[:until], present.interpolated[:until],
          present.estimated[:until], present.missing[:until])
          WITH ORDINALITY AS day (volume, bridge, interpolated, estimated, missing, place)
        WHERE coalesce(access_since < $3::date + place::int, true)) AS part,
      LATERAL (SELECT sum(coalesce(volume, 0) + coalesce(bridge, 0)) AS total,
          coalesce(bool_or(place = 1 AND volume IS NOT NULL), false) AS is_known
        FROM unnest(past.volumes[:until], past.bridged[:until])
          WITH ORDINALITY AS day (volume, bridge, place)) AS earlier
    WHERE until IS NOT NULL
  )`;

function parametersOf(
  { accountId, anyFeature }: Scope,
  { first, earlierFirst, days }: ComparedMonth,
  categories: readonly DeviceCategory[],
  { current, earlier }: MonthEdges,
): unknown[] {
  const edges = [...current, ...earlier];
  return [
    ...[accountId, anyFeature, first, earlierFirst, days, categories],
    edges.map(({ propertyId }) => propertyId),
    edges.map(({ category }) => category),
    edges.map((_, at) => at < current.length),
    edges.map(({ share }) => share),
  ];
}

const category = narrow('text', deviceCategorySchema);

/** Sums in micro-units. */
const categoryColumns = {
  category,
  current: 'bigint',
  comparedCurrent: 'bigint | null',
  earlier: 'bigint | null',
  doubts: 'bigint',
  gaps: 'bigint',
  propertyCount: 'bigint',
  comparedCount: 'bigint',
} as const;
export type CategoryMonth = Readonly<RowOf<typeof categoryColumns>>;

const categoryMonths = statement(
  categoryColumns,
  `${months} SELECT category, sum(current)::bigint AS current,
     sum(current) FILTER (WHERE is_compared)::bigint AS "comparedCurrent",
     sum(earlier) FILTER (WHERE is_compared)::bigint AS earlier,
     sum(doubts)::bigint AS doubts, sum(gaps)::bigint AS gaps, count(*) AS "propertyCount",
     count(*) FILTER (WHERE is_compared) AS "comparedCount"
   FROM summed GROUP BY category`,
);
/** All properties together, by category. */
export function sumMonths(
  tx: Transaction,
  scope: Scope,
  month: ComparedMonth,
  categories: readonly DeviceCategory[],
  edges: MonthEdges,
): Promise<CategoryMonth[]> {
  return tx.query(categoryMonths, parametersOf(scope, month, categories, edges));
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
  `${months}, compared AS (SELECT * FROM summed WHERE is_compared)
   SELECT property.id AS "worksId", works_no AS "worksNo", name, city, category,
     ($3::date + until - 1)::text AS "lastDay", current::bigint AS current, earlier::bigint AS earlier,
     count(*) OVER () AS total
   FROM compared JOIN property ON property.id = property_id
   WHERE category = (SELECT category FROM compared
     ORDER BY array_position($11::text[], category) LIMIT 1)
   ORDER BY abs(current - earlier) / earlier DESC, property.id LIMIT $12 OFFSET $13`,
);
/** A page of the properties that are compared, in the most usual of the categories. */
export function listChanges(
  tx: Transaction,
  scope: Scope,
  month: ComparedMonth,
  categories: readonly DeviceCategory[],
  edges: MonthEdges,
  { page, size }: Pick<OperationRequest<'consumption.changes'>['query'], 'page' | 'size'>,
): Promise<PropertyMonth[]> {
  const parameters = parametersOf(scope, month, categories, edges);
  return tx.query(changes, [...parameters, usualCategories, size, page * size]);
}
