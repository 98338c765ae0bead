import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { silentFilters } from '../../../schemas/api/warnings.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { urgencySchema } from '../../../schemas/entities/warning.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';
import { unreadDays, unreadParts } from '../property/unread.repository.ts';
import { expectAll } from './warnings.repository.ts';

/** From where on a device that isn't read is a warning, or critical; told in docs/warnings.md. */
const criticalDays = 14;
const criticalShare = 0.5;
const warningShare = 0.1;

const windowStart = `$3::timestamptz - interval '${unreadDays} days'`;

const silentPage = statement(
  {
    device: 'bigint',
    property: 'bigint',
    propertyName: 'text',
    timeZone: 'text',
    category: narrow('text', deviceCategorySchema),
    serialNumber: 'text',
    place: 'text',
    tenantNo: 'text | null',
    tenantName: 'text | null',
    lastAt: 'text | null',
    daysSilent: 'bigint | null',
    gaps: 'bigint',
    missingPercent: 'float8',
    urgency: narrow('smallint', urgencySchema),
    total: 'bigint',
  },
  (ofProperty, narrowing, order) =>
    `WITH ${unreadParts.seen}, silent AS (
       SELECT asked.property_id, asked.device_id, last_at FROM ${unreadParts.silent} ${ofProperty}
     ), gap AS (
       SELECT asked.property_id, asked.device_id, count(*) AS gaps,
         sum(at - greatest(previous_at, ${windowStart})) AS missing
       FROM ${unreadParts.gaps} ${ofProperty} GROUP BY asked.property_id, asked.device_id
     ), quiet AS (
       SELECT property_id, device_id, coalesce(gaps, 0) AS gaps,
         extract(day FROM $3::timestamptz - last_at)::bigint AS days_silent,
         (extract(epoch FROM coalesce(missing, interval '0') + coalesce($3::timestamptz
             - greatest(last_at, CASE WHEN last_at IS NOT NULL THEN ${windowStart} END), interval '0'))
           / ${unreadDays * 86_400})::float8 AS missing_share
       FROM silent FULL JOIN gap USING (property_id, device_id)
     ), rated AS (
       SELECT quiet.property_id, quiet.device_id, property.name AS property_name, time_zone, category,
         serial_number, place, tenant_no, tenant_name, device_state.last_at, days_silent, gaps,
         missing_share * 100 AS missing_percent,
         CASE WHEN days_silent >= ${criticalDays} OR missing_share >= ${criticalShare} THEN 10
           WHEN days_silent IS NOT NULL OR missing_share >= ${warningShare} THEN 5
           ELSE 0 END::smallint AS urgency
       FROM quiet JOIN property ON property.id = quiet.property_id
         JOIN device ON device.property_id = quiet.property_id AND device.id = quiet.device_id
         LEFT JOIN device_state ON device_state.property_id = quiet.property_id
           AND device_state.device_id = quiet.device_id
         LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = device.tenant_id
     ) SELECT device_id AS device, property_id AS property, property_name AS "propertyName",
       time_zone AS "timeZone", category, serial_number AS "serialNumber", place,
       tenant_no AS "tenantNo", tenant_name AS "tenantName", ${isoInstant('last_at')} AS "lastAt",
       days_silent AS "daysSilent", gaps, missing_percent AS "missingPercent", urgency,
       count(*) OVER () AS total
     FROM rated WHERE true ${narrowing} ${order} LIMIT $4 OFFSET $5`,
);

const filterColumns = {
  urgency: 'urgency',
  category: 'category',
  propertyName: 'property_name',
  serialNumber: 'serial_number',
  daysSilent: 'days_silent',
} as const satisfies Record<keyof typeof silentFilters, string>;

const sortColumns = {
  urgency: 'urgency',
  category: 'category',
  lastAt: 'last_at',
  daysSilent: 'days_silent',
  missingPercent: 'missing_percent',
  propertyName: 'property_name',
  serialNumber: 'serial_number',
} as const satisfies Record<SortField<'warning.silent'>, string>;

/** Devices that are silent or left gaps, the worst first. */
export async function listSilent(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  { property, page, size, search, filter, sort }: OperationRequest<'warning.silent'>['query'],
) {
  await expectAll(tx, { property });
  const parameters: unknown[] = [accountId, anyFeature, now, size, page * size];
  const own = property === undefined ? '' : `AND asked.property_id = $${parameters.push(property)}`;
  const text = `$${parameters.push(containing(search))}`;
  const narrowing = `AND (property_name ILIKE ${text} OR serial_number ILIKE ${text}
      OR place ILIKE ${text} OR coalesce(tenant_name, '') ILIKE ${text})
    ${filterWhere(filter, silentFilters, filterColumns, parameters)}`;
  const worst = `urgency DESC, missing_percent DESC, days_silent DESC NULLS LAST, device_id`;
  return tx.query(silentPage(own, narrowing, orderBy(sort, sortColumns, worst)), parameters);
}
