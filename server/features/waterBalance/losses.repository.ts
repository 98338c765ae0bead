import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { balanced, virtualWater } from './balancedMeters.ts';
import { factsOf, isWaterMeter } from './waterBalance.repository.ts';

/** A month by its own first day, and those of the months around it. */
export interface MonthAmongOthers {
  readonly before: string;
  readonly first: string;
  readonly next: string;
}

const withMainMeters = statement(
  { id: 'bigint', timeZone: 'text' },
  `SELECT property.id, time_zone AS "timeZone"
   FROM (${visibleProperties('$1', '$3')}) AS visible JOIN property ON property.id = property_id
   WHERE property.id = ANY ($4::bigint[]) AND (access_since IS NULL OR access_since <= $5::date)
     AND EXISTS (SELECT FROM device
       WHERE device.property_id = property.id AND is_main AND ${isWaterMeter})`,
);

/** Those of the properties whose water the account may balance since a local day, and that have a main meter. */
export function listWithMainMeters(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  propertyIds: readonly number[],
  since: string,
) {
  return tx.query(withMainMeters, [accountId, balanced, anyFeature, propertyIds, since]);
}

/** What days say that may not be stored at all. */
const factsIn = (chunk: string, place: string) =>
  `coalesce(max(CASE WHEN chunk = ${chunk} THEN ${factsOf(place)} END), 0)`;

const monthMeters = statement(
  {
    propertyId: 'bigint',
    id: 'bigint',
    category: narrow('text', deviceCategorySchema),
    isMain: 'boolean',
    mountedAt: 'bigint | null',
    dismountedAt: 'bigint | null',
    moved: 'bigint | null',
    dayBefore: 'integer | null',
    firstDay: 'integer | null',
    lastDay: 'integer | null',
    dayAfter: 'integer | null',
  },
  `SELECT device.property_id AS "propertyId", device.id, category, is_main AS "isMain",
     ${ms('mounted_at')} AS "mountedAt", ${ms('dismounted_at')} AS "dismountedAt",
     moved, "dayBefore", "firstDay", "lastDay", "dayAfter"
   FROM device
     LEFT JOIN (SELECT property_id, device_id, min(installed_from) AS mounted_at,
         CASE WHEN bool_and(installed_until IS NOT NULL) THEN max(installed_until) END AS dismounted_at
       FROM installation WHERE property_id = ANY ($1::bigint[])
       GROUP BY property_id, device_id) AS life
       ON life.property_id = device.property_id AND life.device_id = device.id
     LEFT JOIN (SELECT property_id, subject_id,
         sum(CASE WHEN chunk = $4 THEN (SELECT sum(volume) FROM unnest(volumes) AS volume)
           + coalesce((SELECT sum(share) FROM unnest(bridged) AS share), 0) END)::bigint AS moved,
         ${factsIn('$3', 'cardinality(volumes)')} AS "dayBefore", ${factsIn('$4', '1')} AS "firstDay",
         ${factsIn('$4', 'cardinality(volumes)')} AS "lastDay", ${factsIn('$5', '1')} AS "dayAfter"
       FROM rollup WHERE property_id = ANY ($1) AND subject_kind = ${subjectKinds.device}
         AND timeframe = ${timeframeNumbers.DAILY} AND chunk IN ($3::date, $4::date, $5::date)
         AND category = ANY ($6)
       GROUP BY property_id, subject_id) AS stored
       ON stored.property_id = device.property_id AND stored.subject_id = device.id
   WHERE device.property_id = ANY ($1) AND ${isWaterMeter}`,
);

/**
 * The water meters of properties that may be seen, with what their registers moved in a month, in
 * micro-units (null: nothing is known), and the `dayFacts` of the days around its two edges.
 */
export function listMonthMeters(
  tx: Transaction,
  propertyIds: readonly number[],
  { before, first, next }: MonthAmongOthers,
) {
  const categories = [...balanced, virtualWater];
  return tx.query(monthMeters, [propertyIds, balanced, before, first, next, categories]);
}
