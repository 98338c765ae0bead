import { type DeviceCategory, deviceCategorySchema } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { chunksBetween, localDayOf } from '../../metering/buckets.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import { expectedTimeOf, type RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { categoryClaim, consumed, sortByUse } from './consumption.repository.ts';
import { listEdgeShares, shareOf } from './edgeGaps.repository.ts';
import { type Span, visibleFrom } from './span.ts';

/** All properties that an account may see at once: each query asks for all of them together. */

const visible = `(${visibleProperties('$1', '$2')}) AS visible`;

const allCategories = statement(
  categoryClaim,
  `SELECT category, count(*) AS "deviceCount", bool_or(reading_interval = 'HOURLY') AS hourly
   FROM ${visible} JOIN device USING (property_id)
   WHERE NOT is_main AND category = ANY ($3) GROUP BY category`,
);

/** The categories of the properties' devices, the most usual first. */
export async function listAllCategories(tx: Transaction, { accountId, anyFeature }: Scope) {
  return sortByUse(await tx.query(allCategories, [accountId, anyFeature, consumed]));
}

const ownDays = `property_id = visible.property_id AND subject_kind = ${subjectKinds.property}
  AND subject_id = visible.property_id AND timeframe = $3
  AND ($4::text[] IS NULL OR category = ANY ($4::text[]))`;
const allData = statement(
  { first: 'date | null', last: 'date | null' },
  `SELECT min(greatest(first, access_since)) AS first, max(last) AS last
   FROM ${visible}, LATERAL (
     SELECT min(chunk + place::int - 1) AS first, max(chunk + place::int - 1) AS last
     FROM (
       (SELECT chunk, received FROM rollup WHERE ${ownDays} ORDER BY chunk LIMIT 20)
       UNION ALL
       (SELECT chunk, received FROM rollup WHERE ${ownDays} ORDER BY chunk DESC LIMIT 20)
     ) AS ends, unnest(received) WITH ORDINALITY AS days (count, place)
     WHERE count > 0
   ) AS data
   WHERE access_since IS NULL OR access_since <= last`,
);

/**
 * First and last local day that has readings, of some categories or of any, and may be seen. Each
 * property's first and last packed days are looked at, however much is stored between.
 */
export async function findAllData(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  categories?: readonly DeviceCategory[],
) {
  const days = timeframeNumbers.DAILY;
  const [found] = await tx.query(allData, [accountId, anyFeature, days, categories ?? null]);
  return found?.first && found.last ? { first: found.first, last: found.last } : undefined;
}

export interface PortfolioBucket extends RollupBucket {
  /** How many properties are known in it. */
  readonly known: number;
}

const allRollups = statement(
  {
    category: narrow('text', deviceCategorySchema),
    at: 'bigint',
    volume: 'bigint | null',
    known: 'bigint',
    measured: 'bigint',
    interpolated: 'bigint',
    estimated: 'bigint',
    missing: 'bigint',
    received: 'bigint',
    bridged: 'bigint',
    interpolatedTime: 'bigint',
    unknownTime: 'bigint',
    absentTime: 'bigint',
    minimum: 'bigint | null',
    maximum: 'bigint | null',
  },
  `SELECT category, bucket.at, sum(volumes[place])::bigint AS volume, count(volumes[place]) AS known,
     sum(measured[place]) AS measured, coalesce(sum(interpolated[place]), 0)::bigint AS interpolated,
     coalesce(sum(estimated[place]), 0)::bigint AS estimated,
     coalesce(sum(missing[place]), 0)::bigint AS missing,
     sum(received[place]) AS received, coalesce(sum(bridged[place]), 0)::bigint AS bridged,
     coalesce(sum(interpolated_time[place]), 0)::bigint AS "interpolatedTime",
     coalesce(sum(unknown_time[place]), 0)::bigint AS "unknownTime",
     coalesce(sum(absent_time[place]), 0)::bigint AS "absentTime",
     min(minimum[place]) AS minimum, max(maximum[place]) AS maximum
   FROM ${visible} JOIN rollup USING (property_id)
     JOIN unnest($4::date[], $5::int[], $6::date[]) WITH ORDINALITY AS bucket (chunk, place, day, at)
       USING (chunk)
   WHERE subject_kind = ${subjectKinds.property} AND subject_id = property_id AND timeframe = $3
     AND chunk = ANY ($4::date[]) AND (access_since IS NULL OR access_since <= bucket.day)
     AND category = ANY ($7)
   GROUP BY category, bucket.at ORDER BY bucket.at`,
);

/**
 * The properties' rollups of a span added up by category. A day, week or month is each property's
 * own; hours meet by their place in the local day, whatever a property's time zone. What lies before
 * a property's access-since day is left out. One query, whose cost follows what is shown.
 */
export async function readAllRollups(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { stored, timeZone, from, until }: Span,
  categories?: readonly DeviceCategory[],
): Promise<ReadonlyMap<DeviceCategory, PortfolioBucket[]>> {
  const places = chunksBetween(timeZone, stored, from, until - 1).flatMap(({ day, edges }) =>
    edges
      .slice(0, -1)
      .map((start, at) => {
        const length = (edges[at + 1] as number) - start;
        return { chunk: day, place: at + 1, start, length };
      })
      .filter(({ start }) => start >= from && start < until),
  );
  const rows = await tx.query(allRollups, [
    accountId,
    anyFeature,
    timeframeNumbers[stored],
    places.map(({ chunk }) => chunk),
    places.map(({ place }) => place),
    places.map(({ start }) => localDayOf(timeZone, start)),
    categories ?? consumed,
  ]);
  return Map.groupBy(
    rows.map(({ at, ...row }) => {
      const { start = from, length = 0 } = places[at - 1] ?? {};
      return { ...row, start, expectedTime: expectedTimeOf(row, length) };
    }),
    ({ category }) => category,
  );
}

const allVisible = statement(
  { id: 'bigint', accessSince: 'date | null' },
  `SELECT property_id AS id, access_since AS "accessSince" FROM ${visible}`,
);

/** All properties of a scope, with the first local day that may be seen of each. */
export function listVisible(tx: Transaction, { accountId, anyFeature }: Scope) {
  return tx.query(allVisible, [accountId, anyFeature]);
}

/**
 * By how much sums over properties count gaps that reach out of what is visible of a span up to one
 * of its ends, of which each is asked about at once; micro-units. Up to no end it is none.
 */
export async function readAllEdges(
  tx: Transaction,
  properties: Awaited<ReturnType<typeof listVisible>>,
  span: Span,
  ends: ReadonlySet<number>,
): Promise<(category: DeviceCategory, until: number | undefined) => number> {
  if (ends.size === 0) return () => 0;
  const summed = properties.map(({ id, accessSince }) => ({
    id,
    from: visibleFrom(span, accessSince),
  }));
  const upTo = [...ends].flatMap((until) =>
    summed.filter(({ from }) => from < until).map((one) => ({ ...one, until })),
  );
  const shares = await listEdgeShares(tx, upTo, span.until, { timeframe: span.stored });
  const byEnd = Map.groupBy(shares, ({ until }) => until);
  return (category, until = Number.NaN) => shareOf(byEnd.get(until) ?? [], 'property', 0, category);
}
