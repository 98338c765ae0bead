import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import type { SubjectKind } from '../../metering/store/chunks.ts';

/** What a total counts too much of: the share of gaps that reach out of its period. */
export interface EdgeShare {
  readonly deviceId: number;
  readonly tenantId: number | null;
  readonly category: DeviceCategory;
  /** Micro-units. */
  readonly share: number;
}

interface Gap extends Omit<EdgeShare, 'share'> {
  readonly begin: number;
  readonly end: number;
  readonly moved: number;
  readonly factor: number;
}

/**
 * How much of the long gaps of the properties' meters is shared out into [from, until), though they reach
 * over one of its ends: how much of them was used inside nobody knows. Virtual meters have the gaps of
 * what they are made of.
 */
export async function listEdgeShares(
  tx: Transaction,
  propertyIds: readonly number[],
  from: number,
  until: number,
): Promise<EdgeShare[]> {
  const gaps = await tx.query<Gap>(
    `WITH gap AS (
       SELECT property_id, device_id, previous_at, at, moved FROM reading_question
       WHERE property_id = ANY ($1::bigint[]) AND question = 'GAP' AND moved <> 0
         AND ((previous_at < to_timestamp($2::float8 / 1000) AND at > to_timestamp($2::float8 / 1000))
           OR (previous_at < to_timestamp($3::float8 / 1000) AND at > to_timestamp($3::float8 / 1000)))
     ), counted AS (
       SELECT property_id, device_id, previous_at, at, moved, 1 AS factor FROM gap
       UNION ALL
       SELECT gap.property_id, part.device_id, previous_at, at, moved, part.factor
       FROM virtual_meter_part part
         JOIN gap ON gap.property_id = part.property_id AND gap.device_id = source_id
     )
     SELECT device_id AS "deviceId", tenant_id AS "tenantId", category, ${ms('previous_at')} AS begin, ${ms('at')} AS end, moved,
       factor
     FROM counted JOIN device ON device.property_id = counted.property_id AND device.id = device_id
     WHERE NOT is_main`,
    [propertyIds, from, until],
  );
  return gaps.map(({ begin, end, moved, factor, ...of }) => {
    const shareBefore = (at: number) => {
      const passed = Math.min(Math.max(at, begin), end) - begin;
      return Math.round((moved * passed) / (end - begin));
    };
    return { ...of, share: factor * (shareBefore(until) - shareBefore(from)) };
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
