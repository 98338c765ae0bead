import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Scope } from '../../session.ts';
import { containing, orderBy } from '../paging.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { balanced, dayFacts, fuels, virtualWater } from './balancedMeters.ts';

const meterClaim = {
  id: 'bigint',
  serialNumber: 'text',
  category: narrow('text', deviceCategorySchema),
  place: 'text',
  isMain: 'boolean',
  tenantNo: 'text | null',
  tenantName: 'text | null',
  /** UTC ms; null: nobody has said. */
  mountedAt: 'bigint | null',
  dismountedAt: 'bigint | null',
  lastAt: 'bigint | null',
} as const;
export type WaterMeter = Readonly<RowOf<typeof meterClaim>>;

/**
 * Of the two categories a virtual meter is only taken for a main one: beside the meters that it is made
 * of it would count twice. Those of a virtual main meter are a part of it.
 */
export const isWaterMeter = `(category = ANY ($2) OR (category = '${virtualWater}' AND is_main))
  AND (is_main OR NOT EXISTS (SELECT FROM virtual_meter_part part
    WHERE part.property_id = device.property_id AND part.device_id = device.id))
  AND NOT EXISTS (SELECT FROM virtual_meter_part part JOIN device made
    ON made.property_id = part.property_id AND made.id = part.device_id
    WHERE part.property_id = device.property_id AND source_id = device.id AND made.is_main)`;

const waterMeters = statement(
  meterClaim,
  `SELECT device.id, serial_number AS "serialNumber", category, place, is_main AS "isMain",
     tenant_no AS "tenantNo", CASE WHEN coalesce(moved_in <= $3, true) THEN tenant_name END AS "tenantName", ${ms('mounted_at')} AS "mountedAt",
     ${ms('dismounted_at')} AS "dismountedAt", ${ms('last_at')} AS "lastAt"
   FROM device
     LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = tenant_id
     LEFT JOIN device_state state ON state.property_id = device.property_id
       AND state.device_id = device.id
     CROSS JOIN LATERAL (SELECT min(installed_from) AS mounted_at,
         CASE WHEN bool_and(installed_until IS NOT NULL) THEN max(installed_until) END AS dismounted_at
       FROM installation mounted WHERE mounted.property_id = device.property_id
         AND mounted.device_id = device.id) AS life
   WHERE device.property_id = $1 AND ${isWaterMeter}
   ORDER BY is_main DESC, tenant_no NULLS FIRST, serial_number, device.id`,
);

/**
 * The meters of a property that a balance since a local day may count. Who has moved in later isn't
 * named: others lived there. The caller has made sure that the property may be seen.
 */
export function listWaterMeters(
  tx: Transaction,
  propertyId: number,
  since: string,
): Promise<WaterMeter[]> {
  return tx.query(waterMeters, [propertyId, balanced, since]);
}

const buildingsFuel = statement(
  { id: 'bigint' },
  `SELECT DISTINCT property_id AS id FROM device
   WHERE property_id = ANY ($1::bigint[]) AND tenant_id IS NULL AND category = ANY ($2)`,
);

/** Those of the properties of which the building itself, and not a flat of it, has a meter of what it burns. */
export async function listFuelled(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await tx.query(buildingsFuel, [propertyIds, fuels])).map(({ id }) => id));
}

/** What a bucket says of its edges, as `dayFacts` numbers. */
export const factsOf = (at: string) =>
  `CASE WHEN measured[${at}] + coalesce(interpolated[${at}], 0) + coalesce(estimated[${at}], 0)
       + coalesce(missing[${at}], 0) > 0
     THEN ${dayFacts.isThere} ELSE 0 END
   + CASE WHEN volumes[${at}] IS NOT NULL AND coalesce(unknown_time[${at}], 0) = 0
     THEN ${dayFacts.isKnown} ELSE 0 END
   + CASE WHEN coalesce(absent_time[${at}], 0) = 0 THEN ${dayFacts.isWhole} ELSE 0 END`;

const monthEnds = statement(
  { id: 'bigint', months: 'text[]', first: 'integer[]', last: 'integer[]' },
  `SELECT subject_id AS id, array_agg(chunk::text) AS months,
     array_agg(${factsOf('1')}) AS first,
     array_agg(${factsOf('cardinality(volumes)')}) AS last
   FROM rollup WHERE property_id = $1 AND subject_kind = ${subjectKinds.device}
     AND timeframe = ${timeframeNumbers.DAILY} AND subject_id = ANY ($2::bigint[])
     AND chunk BETWEEN $3 AND $4 AND category = ANY ($5)
   GROUP BY subject_id`,
);

/** What the first and the last day of a month say of its edges, by the month's first day. */
export type MonthEnds = ReadonlyMap<string, { readonly first: number; readonly last: number }>;

/** By meter, of the months from one to another: two days of each, however often it is read. */
export async function readMonthEnds(
  tx: Transaction,
  propertyId: number,
  meters: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<Map<number, MonthEnds>> {
  const categories = [...balanced, virtualWater];
  const rows = await tx.query(monthEnds, [propertyId, meters, from, until, categories]);
  return new Map(
    rows.map(({ id, months, first, last }) => [
      id,
      new Map(
        months.map((month, at) => [month, { first: first[at] ?? 0, last: last[at] ?? 0 }] as const),
      ),
    ]),
  );
}

const propertyClaim = {
  worksId: 'bigint',
  worksNo: 'text',
  name: 'text',
  address: 'text',
  city: 'text',
  mainMeters: 'bigint',
  subMeters: 'bigint',
} as const;

const sortColumns = {
  name: 'name',
  city: 'city',
  worksNo: 'works_no',
} as const satisfies Record<SortField<'waterBalance.properties'>, string>;

/** `$1` is the account, `$2` the categories, `$3` the licensing features. */
const visible = `(${visibleProperties('$1', '$3')}) AS visible JOIN property ON property.id = property_id`;

/** Of those that are listed alone, as `listed`. */
const withMeters = `id AS "worksId", works_no AS "worksNo", name, address, city, "mainMeters", "subMeters"`;
const countMeters = `CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE is_main) AS "mainMeters",
    count(*) FILTER (WHERE NOT is_main) AS "subMeters"
  FROM device WHERE device.property_id = listed.id AND ${isWaterMeter}) AS counted`;

const propertyPage = statement(
  { ...propertyClaim, total: 'bigint' },
  (order) =>
    `SELECT ${withMeters}, total
     FROM (SELECT property.id, works_no, name, address, city, count(*) OVER () AS total
       FROM ${visible}
       WHERE name ILIKE $4 OR address ILIKE $4 OR city ILIKE $4 OR works_no ILIKE $4
       ${order} LIMIT $5 OFFSET $6) AS listed ${countMeters} ${order}`,
);

type PropertyQuery = OperationRequest<'waterBalance.properties'>['query'];

/** A page of the properties in the scope. */
export function listBalancedProperties(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { search, sort, page, size }: PropertyQuery,
) {
  const parameters = [accountId, balanced, anyFeature, containing(search), size, page * size];
  return tx.query(propertyPage(orderBy(sort, sortColumns, 'name, id')), parameters);
}

const oneProperty = statement(
  propertyClaim,
  `SELECT ${withMeters}
   FROM (SELECT property.id, works_no, name, address, city FROM ${visible}
     WHERE property.id = $4) AS listed ${countMeters}`,
);

/** One of the properties in the scope; undefined for any other. */
export async function findBalancedProperty(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  id: number,
) {
  return (await tx.query(oneProperty, [accountId, balanced, anyFeature, id]))[0];
}
