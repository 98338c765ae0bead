import { z } from 'zod';
import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import {
  type DeviceCategory,
  deviceCategories,
  deviceCategorySchema,
  deviceTraits,
  usualCategories,
} from '../../../schemas/entities/device.ts';
import type { Tenant } from '../../../schemas/entities/property.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, preparedStatement, statement } from '../../database/statement.ts';
import { chunksBetween, localDayOf } from '../../metering/buckets.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import { micro } from '../../metering/units.ts';
import { orderBy } from '../paging.ts';
import {
  matchesTenant,
  tenantClaim,
  tenantColumns,
  tenantSort,
} from '../tenant/tenant.repository.ts';
import { listEdgeShares } from './edgeGaps.repository.ts';
import type { Span } from './span.ts';

export const consumed = deviceCategories.filter((category) => deviceTraits[category].isConsumption);

export const categoryClaim = {
  category: narrow('text', deviceCategorySchema),
  deviceCount: 'bigint',
  hourly: 'boolean',
} as const;
const categoriesOf = preparedStatement(
  categoryClaim,
  `SELECT category, count(*) AS "deviceCount", bool_or(reading_interval = 'HOURLY') AS hourly
   FROM device WHERE property_id = $1 AND NOT is_main AND category = ANY ($3)
     AND ($2::bigint IS NULL OR tenant_id = $2)
   GROUP BY category`,
);

/** The categories of a property's or tenant's devices, the most usual first. */
export async function listCategories(tx: Transaction, propertyId: number, tenantId?: number) {
  return sortByUse(await tx.query(categoriesOf, [propertyId, tenantId ?? null, consumed]));
}

const withoutHours = statement(
  { devices: 'bigint' },
  `SELECT count(*) AS devices FROM device JOIN device_state USING (property_id)
   WHERE property_id = $1 AND device_id = device.id AND NOT is_main AND category = $3
     AND ($2::bigint IS NULL OR tenant_id = $2) AND reading_interval <> 'HOURLY'
     AND coalesce(first_at, last_at) < to_timestamp($5 / 1000.0) AND last_at > to_timestamp($4 / 1000.0)`,
);

/** How many devices have readings about a time, in UTC ms, but no hours: a view by hours lacks them. */
export async function countWithoutHours(
  tx: Transaction,
  {
    propertyId,
    tenantId,
    category,
  }: { propertyId: number; tenantId?: number | undefined; category: DeviceCategory },
  { from, until }: { readonly from: number; readonly until: number },
): Promise<number> {
  const [row] = await tx.query(withoutHours, [propertyId, tenantId ?? null, category, from, until]);
  return row?.devices ?? 0;
}

/** The most usual categories first. */
export function sortByUse<Row extends { category: DeviceCategory }>(rows: readonly Row[]): Row[] {
  const rank = ({ category }: Row) => usualCategories.indexOf(category);
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

/** Days with readings in the packed months at one end: `''`, the first, or `DESC`, the last. */
const packedDays = (ofCategory: string, direction: '' | 'DESC') => `(
  SELECT chunk + place::int - 1 AS day
  FROM (
    SELECT chunk, received FROM rollup WHERE property_id = $1 AND subject_kind = $2
      AND subject_id = $3 AND timeframe = $4 ${ofCategory} ORDER BY chunk ${direction} LIMIT 20
  ) AS packed, unnest(received) WITH ORDINALITY AS days (count, place)
  WHERE count > 0
)`;
const findEnds = (ofCategory: string) =>
  `SELECT min(day) AS first, max(day) AS last
   FROM (${packedDays(ofCategory, '')} UNION ALL ${packedDays(ofCategory, 'DESC')}) AS days`;
const ends = { first: 'date | null', last: 'date | null' } as const;
const endsOfAll = preparedStatement(ends, findEnds(''));
const endsOfOne = preparedStatement(ends, findEnds('AND category = $5'));

const findLast = (ofCategory: string) =>
  `SELECT max(day) AS last FROM ${packedDays(ofCategory, 'DESC')} AS days`;
const last = { last: 'date | null' } as const;
const lastOfAll = preparedStatement(last, findLast(''));
const lastOfOne = preparedStatement(last, findLast('AND category = $5'));

const subjectOf = (propertyId: number, tenantId: number | undefined) => [
  propertyId,
  tenantId === undefined ? subjectKinds.property : subjectKinds.tenant,
  tenantId ?? propertyId,
  timeframeNumbers.DAILY,
];

/**
 * First and last day with readings, of one category or of all, from the packed days: readings
 * themselves are not touched.
 */
export async function findDataChunks(
  tx: Transaction,
  propertyId: number,
  tenantId?: number,
  category?: DeviceCategory,
) {
  const subject = subjectOf(propertyId, tenantId);
  const [found] = category
    ? await tx.query(endsOfOne, [...subject, category])
    : await tx.query(endsOfAll, subject);
  return found?.first && found.last ? { first: found.first, last: found.last } : undefined;
}

/** The last of these days alone, for half of the work. */
export async function findLastDay(
  tx: Transaction,
  propertyId: number,
  tenantId?: number,
  category?: DeviceCategory,
): Promise<string | undefined> {
  const subject = subjectOf(propertyId, tenantId);
  const [found] = category
    ? await tx.query(lastOfOne, [...subject, category])
    : await tx.query(lastOfAll, subject);
  return found?.last ?? undefined;
}

/** In the category's unit, how it came about, and what it is known by. */
const tenantTotalSchema = z.object({
  value: z.number().nullable(),
  doubts: z.number(),
  gaps: z.number(),
  known: z.number(),
  // A `WatchedTime`.
  expectedTime: z.number(),
  interpolatedTime: z.number(),
  unknownTime: z.number(),
  absentTime: z.number(),
});
const totalsSchema = z.partialRecord(deviceCategorySchema, tenantTotalSchema);

export interface TenantTotals {
  readonly tenant: Tenant;
  readonly total: number;
  readonly totals: z.infer<typeof totalsSchema>;
}

const sortColumns = {
  ...tenantSort,
  ...(Object.fromEntries(
    deviceCategories.map((category) => [
      category,
      `(totals -> '${category}' ->> 'value')::double precision`,
    ]),
  ) as Record<DeviceCategory, string>),
} satisfies Record<SortField<'consumption.tenants'>, string>;

const tenantTotals = statement(
  { ...tenantClaim, totals: narrow('json', totalsSchema), total: 'bigint' },
  (narrowing, order) =>
    `WITH edges AS (
       SELECT * FROM unnest($10::bigint[], $11::text[], $12::bigint[]) AS given (tenant, category, share)
     ), sums AS (
       SELECT subject_id, category,
         CASE WHEN category = ANY ($8) THEN sum(volume)::double precision / nullif(sum(count), 0) / ${micro}
           WHEN count(volume) > 0 OR sum(devices * length - coalesce(lost, 0) - coalesce(absent, 0)) > 0
             THEN (sum(coalesce(volume, 0) + coalesce(bridge, 0))
               - coalesce((SELECT sum(share) FROM edges WHERE tenant = subject_id
                   AND edges.category = rollup.category), 0))::double precision / ${micro} END AS value,
         coalesce(sum(doubt), 0) AS doubts, coalesce(sum(gap), 0) AS gaps, count(volume) AS known,
         sum(devices * length) AS expected, coalesce(sum(filled), 0) AS filled,
         coalesce(sum(lost), 0) AS lost, coalesce(sum(absent), 0) AS absent
       FROM rollup JOIN unnest($3::date[], $4::int[], $5::int[], $9::text[], $13::text[])
           AS slice (chunk, first, last, lengths, days) USING (chunk)
         JOIN tenant lodger ON lodger.property_id = rollup.property_id AND lodger.id = subject_id,
         LATERAL unnest(volumes[first:last], received[first:last], interpolated[first:last],
           (SELECT array_agg(coalesce(e, 0) + coalesce(m, 0))
             FROM unnest(estimated[first:last], missing[first:last]) AS x (e, m)),
           (SELECT array_agg(a + coalesce(b, 0) + coalesce(c, 0) + coalesce(d, 0))
             FROM unnest(measured[first:last], interpolated[first:last], estimated[first:last],
               missing[first:last]) AS x (a, b, c, d)),
           lengths::bigint[], bridged[first:last], interpolated_time[first:last], unknown_time[first:last],
           absent_time[first:last], days::date[])
           AS bucket (volume, count, doubt, gap, devices, length, bridge, filled, lost, absent, day)
       WHERE rollup.property_id = $1 AND subject_kind = ${subjectKinds.tenant} AND timeframe = $2
         AND first > 0 AND coalesce(day >= moved_in, true)
       GROUP BY subject_id, category
     ), totals AS (
       SELECT subject_id, json_object_agg(category,
         json_build_object('value', value, 'doubts', doubts, 'gaps', gaps, 'known', known,
           'expectedTime', expected, 'interpolatedTime', filled, 'unknownTime', lost,
           'absentTime', absent)) AS totals
       FROM sums GROUP BY subject_id
     )
     SELECT ${tenantColumns}, coalesce(totals, '{}') AS totals, count(*) OVER () AS total
     FROM tenant LEFT JOIN totals ON subject_id = tenant.id
     WHERE tenant.property_id = $1 ${narrowing} ${order}
     LIMIT $6 OFFSET $7`,
);

/**
 * A page of tenants with their totals in the visible part of a span, from the day on which they moved
 * in: one query, sorted as a whole.
 */
export async function listTenantTotals(
  tx: Transaction,
  query: OperationRequest<'consumption.tenants'>['query'],
  span: Span,
  from: number,
): Promise<TenantTotals[]> {
  const chunks = chunksBetween(span.timeZone, span.stored, from, Math.max(from, span.until - 1));
  // Which elements of each chunk's arrays lie in the span, as SQL slices count: from 1.
  const slices = chunks.map(({ day, edges }) => {
    const inside = edges.slice(0, -1).map((start) => start >= from && start < span.until);
    const [first, last] = [inside.indexOf(true) + 1, inside.lastIndexOf(true) + 1];
    const lengths = edges
      .slice(first, last + 1)
      .map((end, at) => end - (edges[first - 1 + at] as number));
    const days = edges.slice(first - 1, last).map((start) => localDayOf(span.timeZone, start));
    return { day, first, last, lengths, days };
  });
  const { property: id } = query;
  const shares = await listEdgeShares(tx, [{ id, from }], span.until, {
    timeframe: span.stored,
    tenantStarts: span.starts,
  });
  const parameters: unknown[] = [
    query.property,
    timeframeNumbers[span.stored],
    slices.map(({ day }) => day),
    slices.map(({ first }) => first),
    slices.map(({ last }) => last),
    query.size,
    query.page * query.size,
    consumed.filter((category) => deviceTraits[category].kind === 'gauge'),
    slices.map(({ lengths }) => `{${lengths.join()}}`),
    shares.map(({ tenantId }) => tenantId),
    shares.map(({ category }) => category),
    shares.map(({ share }) => share),
    slices.map(({ days }) => `{${days.join()}}`),
  ];
  const narrowing = matchesTenant(query, parameters);
  const order = orderBy(query.sort, sortColumns, 'tenant_no, tenant.id');
  const rows = await tx.query(tenantTotals(narrowing, order), parameters);
  return rows.map(({ total, totals, ...tenant }) => ({ tenant, total, totals }));
}
