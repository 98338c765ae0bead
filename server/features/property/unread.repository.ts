import type { OperationRequest } from '../../../schemas/api/operations.ts';
import { isoInstant, epochMilliseconds as ms } from '../../database/epoch.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { type RowOf, statement } from '../../database/statement.ts';
import { isExplained } from '../../metering/store/questions.repository.ts';
import { isSilent } from '../../metering/store/states.repository.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from './visible.repository.ts';

/** Instants in UTC ms. */
const columns = {
  worksId: 'bigint',
  worksNo: 'text',
  name: 'text',
  city: 'text',
  timeZone: 'text',
  silentDevices: 'bigint',
  deviceCount: 'bigint',
  silentSince: 'bigint | null',
  gaps: 'bigint',
  newestGap: 'bigint | null',
  total: 'bigint',
} as const;
export type UnreadRow = Readonly<RowOf<typeof columns>>;

/** Gaps that ended longer ago are of no more interest. */
export const unreadDays = 31;

/**
 * SQL for the devices that are silent, and for the gaps that readings left lately, as far as the
 * account may see their readings; what support has explained is no matter any more. Each is what
 * follows `SELECT … FROM` and `WITH seen`, with `asked` the device's state or the gap. `$1` is the
 * account, `$2` the licensing features, `$3` now.
 */
export const unreadParts = {
  // Kept for two readers, it would be looked through as a whole for each device.
  seen: `seen AS NOT MATERIALIZED (
     SELECT property_id, access_since::timestamp AT TIME ZONE time_zone AS since
     FROM (${visibleProperties('$1', '$2')}) AS visible JOIN property ON property.id = property_id
   )`,
  silent: `device_state asked JOIN seen USING (property_id)
       JOIN device ON device.property_id = asked.property_id AND device.id = asked.device_id
     WHERE ${isSilent('asked', '$3')} AND (seen.since IS NULL OR last_at >= seen.since)
       AND NOT ${isExplained('asked', "'SILENT'", 'last_at')}`,
  gaps: `reading_question asked JOIN seen USING (property_id)
     WHERE question = 'GAP' AND at > $3::timestamptz - interval '${unreadDays} days'
       AND (since IS NULL OR previous_at >= since) AND NOT ${isExplained('asked', "'GAP'", 'at')}`,
} as const;

const unread = statement(
  columns,
  `WITH ${unreadParts.seen}, silent AS (
     SELECT asked.property_id, count(*) AS devices, min(last_at) AS since
     FROM ${unreadParts.silent} GROUP BY asked.property_id
   ), gap AS (
     SELECT asked.property_id, count(*) AS gaps, max(at) AS newest
     FROM ${unreadParts.gaps} GROUP BY asked.property_id
   )
   SELECT property.id AS "worksId", works_no AS "worksNo", name, city, time_zone AS "timeZone",
     coalesce(devices, 0) AS "silentDevices", ${ms('since')} AS "silentSince",
     (SELECT count(*) FROM device WHERE device.property_id = property.id) AS "deviceCount",
     coalesce(gaps, 0) AS gaps, ${ms('newest')} AS "newestGap", count(*) OVER () AS total
   FROM silent FULL JOIN gap USING (property_id) JOIN property ON property.id = property_id
   ORDER BY devices DESC NULLS LAST, gaps DESC NULLS LAST, name, property.id
   LIMIT $4 OFFSET $5`,
);
/**
 * A page of the properties with silent devices or new gaps, as far as the account may see their
 * readings; what support has explained is no matter any more.
 */
export async function listUnread(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  { page, size }: OperationRequest<'property.unread'>['query'],
): Promise<UnreadRow[]> {
  // Else all properties are looked through once more for each that is silent.
  await expectThousands(tx);
  return tx.query(unread, [accountId, anyFeature, now, size, page * size]);
}

const silentCount = statement(
  { devices: 'bigint', newest: 'text | null' },
  `WITH ${unreadParts.seen}
   SELECT count(*) AS devices, ${isoInstant('max(last_at)')} AS newest FROM ${unreadParts.silent}`,
);

/** How many devices are silent, and when the last of them was heard of. */
export async function countSilent(tx: Transaction, { accountId, anyFeature }: Scope, now: Date) {
  await expectThousands(tx);
  const [found] = await tx.query(silentCount, [accountId, anyFeature, now]);
  return found;
}

// By property first: the days that may be seen are looked up once for each, not for its devices.
const lastReading = statement(
  { at: 'text | null' },
  `WITH heard AS MATERIALIZED (
     SELECT property_id, max(last_at) AS newest FROM device_state GROUP BY property_id
   ), ${unreadParts.seen} SELECT ${isoInstant('max(newest)')} AS at
   FROM heard JOIN seen USING (property_id) WHERE since IS NULL OR newest >= since`,
);

/** The newest reading that the account may see; null without any. */
export async function findLastReading(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
): Promise<string | null> {
  const [found] = await tx.query(lastReading, [accountId, anyFeature]);
  return found?.at ?? null;
}
