import type { RollupTimeframe } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, preparedStatement, statement } from '../../database/statement.ts';
import type { SubjectKind } from '../../metering/store/chunks.ts';

/** What a total counts too much of: the share of gaps that reach out of its period. */
export interface EdgeShare {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly tenantId: number | null;
  readonly category: DeviceCategory;
  /** End of the sum, UTC ms. */
  readonly until: number;
  /** Micro-units. */
  readonly share: number;
}

/** A property, from when on it counts in a sum, and until when if not until that of all; UTC ms. */
export interface SummedProperty {
  readonly id: number;
  readonly from: number;
  readonly until?: number;
}

const gapColumns = {
  propertyId: 'bigint',
  deviceId: 'bigint',
  tenantId: 'bigint | null',
  category: narrow('text', deviceCategorySchema),
  begin: 'bigint',
  end: 'bigint',
  moved: 'bigint',
  factor: 'integer',
  from: 'bigint',
  until: 'bigint',
  movedInAt: 'bigint | null',
} as const;
const selectGaps = `WITH summed AS (
     SELECT property_id, to_timestamp(begin / 1000) AS begin, to_timestamp(until / 1000) AS until
     FROM unnest($1::bigint[], $2::float8[], $3::float8[]) AS given (property_id, begin, until)
   ), gap AS (
     SELECT property_id, device_id, previous_at, at, moved, begin, until
     FROM reading_question JOIN summed USING (property_id)
     WHERE question = 'GAP' AND moved <> 0 AND at > to_timestamp($4::float8 / 1000)
       AND at > begin AND (previous_at < begin
         OR (previous_at < until AND at > until))
   ), counted AS (
     SELECT property_id, device_id, previous_at, at, moved, begin, until, 1 AS factor FROM gap
     UNION ALL
     SELECT gap.property_id, part.device_id, previous_at, at, moved, begin, until,
       part.factor
     FROM virtual_meter_part part
       JOIN gap ON gap.property_id = part.property_id AND gap.device_id = source_id
   )
   SELECT counted.property_id AS "propertyId", device_id AS "deviceId", tenant_id AS "tenantId", category,
     ${ms('previous_at')} AS begin, ${ms('at')} AS end, moved, factor,
     ${ms('counted.begin')} AS from, ${ms('counted.until')} AS until,
     ${ms('moved_in::timestamp AT TIME ZONE time_zone')} AS "movedInAt"
   FROM counted JOIN device ON device.property_id = counted.property_id AND device.id = device_id
     JOIN property ON property.id = counted.property_id
     LEFT JOIN tenant ON tenant.property_id = counted.property_id AND tenant.id = tenant_id
   WHERE ($5 OR NOT is_main) AND (NOT $6 OR device.reading_interval = 'HOURLY')`;
const gapsOverEnds = statement(gapColumns, selectGaps);
/** The same, asked of one. */
const gapsOverEndsOfOne = preparedStatement(gapColumns, selectGaps);

/**
 * How much of the long gaps of the properties' meters is shared out into the time until `until` that
 * counts of them, though they reach over one of its ends: how much of them was used inside nobody
 * knows. Virtual meters have the gaps of what they are made of. Main meters are no part of sums:
 * theirs come when they are asked for.
 */
export async function listEdgeShares(
  tx: Transaction,
  properties: readonly SummedProperty[],
  until: number,
  {
    ofMainMeters = false,
    timeframe,
    tenantStarts,
  }: {
    readonly ofMainMeters?: boolean;
    /** Of the summed buckets: hours hold only what is read by the hour. */
    readonly timeframe?: RollupTimeframe;
    /** Each tenant's sum begins with the first of these after they moved in. */
    readonly tenantStarts?: readonly number[];
  } = {},
): Promise<EdgeShare[]> {
  const ids = properties.map(({ id }) => id);
  const begins = properties.map(({ from }) => from);
  const gaps = await tx.query(ids.length === 1 ? gapsOverEndsOfOne : gapsOverEnds, [
    ids,
    begins,
    properties.map((one) => one.until ?? until),
    Math.min(...begins),
    ofMainMeters,
    timeframe === 'HOURLY',
  ]);
  return gaps.map(({ begin, end, moved, factor, from: whole, movedInAt, ...of }) => {
    const own = tenantStarts?.find((start) => start >= (movedInAt ?? whole)) ?? of.until;
    const from = tenantStarts ? Math.min(Math.max(whole, own), of.until) : whole;
    const shareBefore = (at: number) => {
      const passed = Math.min(Math.max(at, begin), end) - begin;
      return Math.round((moved * passed) / (end - begin));
    };
    return { ...of, share: factor * (shareBefore(of.until) - shareBefore(from)) };
  });
}

/** The shares of one device, tenant or property in a category, added up. */
export function shareOf(
  shares: readonly EdgeShare[],
  kind: SubjectKind,
  subjectId: number,
  category: DeviceCategory,
): number {
  return shares.reduce((sum, one) => {
    const isPart =
      kind === 'property' || (kind === 'device' ? one.deviceId : one.tenantId) === subjectId;
    return isPart && one.category === category ? sum + one.share : sum;
  }, 0);
}
