import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { type warnedPropertyFilters, warningFilters } from '../../../schemas/api/warnings.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import {
  alertSchema,
  urgencySchema,
  warningEventSchema,
  warningStateSchema,
} from '../../../schemas/entities/warning.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { silentAfter } from '../../metering/store/states.repository.ts';
import type { Scope } from '../../session.ts';
import { alertFacts } from '../../warnings/alertFacts.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';
import { visibleProperties } from '../property/scope.repository.ts';

const claim = {
  id: 'bigint',
  alert: narrow('text', alertSchema),
  state: narrow('text', warningStateSchema),
  urgency: narrow('smallint', urgencySchema),
  firstOccurrence: 'text',
  lastOccurrence: 'text',
  figure: 'float8 | null',
  limit: 'float8 | null',
  firstDay: 'date',
  lastDay: 'date',
  property: 'bigint',
  propertyName: 'text',
  timeZone: 'text',
  device: 'bigint',
  meterType: narrow('text', deviceCategorySchema),
  serialNumber: 'text',
  place: 'text',
  tenantName: 'text | null',
  /** First local day whose readings may be seen: of the access, and of the tenant. */
  visibleSince: 'date | null',
  isStale: 'boolean',
  acknowledgedBy: 'text | null',
  acknowledgedAt: 'text | null',
  snoozedUntil: 'date | null',
  resolvedBy: 'text | null',
  resolvedDate: 'text | null',
  note: 'text',
  notifyByEmail: 'boolean',
  notifyByMobile: 'boolean',
} as const;
export type WarningRow = Readonly<RowOf<typeof claim>>;

const features = Object.entries(alertFacts).map(
  ([alert, { feature }]) => `WHEN '${alert}' THEN '${feature}'`,
);

/**
 * SQL for the warnings that an account may see: `$1` is the account, `$2` the licensing features. A
 * property's package has to hold the feature of the warning's type; what was over before the account
 * may see anything, or before the tenant moved in, is nobody's business.
 */
const seen = `(${visibleProperties('$1', '$2')}) AS visible
  JOIN property ON property.id = visible.property_id
  JOIN warning ON warning.property_id = visible.property_id
    AND CASE warning.alert ${features.join(' ')} END = ANY (visible.features)
  JOIN device ON device.property_id = warning.property_id AND device.id = warning.device_id
  LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = device.tenant_id`;
const isSeen = `withdrawn_at IS NULL
  AND (access_since IS NULL OR last_occurrence >= access_since::timestamp AT TIME ZONE time_zone)
  AND (moved_in IS NULL OR last_occurrence >= moved_in::timestamp AT TIME ZONE time_zone)`;
const today = (now: string) => `(${now}::timestamptz AT TIME ZONE time_zone)::date`;

/** `$3` is now. */
const columns = `warning.id, warning.alert, state, urgency,
  ${isoInstant('first_occurrence')} AS "firstOccurrence",
  ${isoInstant('last_occurrence')} AS "lastOccurrence", figure, limit_value AS "limit",
  (first_occurrence AT TIME ZONE time_zone)::date AS "firstDay",
  ((last_occurrence - interval '1 millisecond') AT TIME ZONE time_zone)::date AS "lastDay",
  property.id AS property, property.name AS "propertyName", time_zone AS "timeZone",
  device.id AS device, category AS "meterType", serial_number AS "serialNumber", place,
  tenant_name AS "tenantName", greatest(access_since, moved_in) AS "visibleSince",
  state = 'ACTIVE' AND coalesce(last_at < $3::timestamptz - ${silentAfter}, true) AS "isStale",
  acknowledged_by AS "acknowledgedBy", ${isoInstant('acknowledged_at')} AS "acknowledgedAt",
  CASE WHEN snoozed_until >= ${today('$3')} THEN snoozed_until END AS "snoozedUntil",
  resolved_by AS "resolvedBy", ${isoInstant('resolved_at')} AS "resolvedDate", note,
  coalesce(by_email, false) AS "notifyByEmail", coalesce(by_mobile, false) AS "notifyByMobile"`;
const beside = `LEFT JOIN device_state ON device_state.property_id = device.property_id
    AND device_state.device_id = device.id
  LEFT JOIN warning_notice notice ON notice.property_id = warning.property_id
    AND notice.alert = warning.alert AND notice.account_id = $1`;

const filterColumns = {
  alert: 'warning.alert',
  state: 'state',
  urgency: 'urgency',
  propertyName: 'property.name',
  serialNumber: 'serial_number',
  firstOccurrence: '(first_occurrence AT TIME ZONE time_zone)',
  lastOccurrence: '(last_occurrence AT TIME ZONE time_zone)',
} as const satisfies Record<keyof typeof warningFilters, string>;

const sortColumns = {
  firstOccurrence: 'first_occurrence',
  lastOccurrence: 'last_occurrence',
  urgency: 'urgency',
  propertyName: 'property.name',
} as const satisfies Record<SortField<'warning.list'>, string>;

type Query = OperationRequest<'warning.list'>['query'];
type Narrowing = Pick<Query, 'property' | 'search' | 'filter'>;

/** What is left of the warnings, as `AND …`; its values go to `parameters`. */
function matches({ property, search, filter }: Narrowing, parameters: unknown[]): string {
  const own = property === undefined ? '' : `AND property.id = $${parameters.push(property)}`;
  const text = `$${parameters.push(containing(search))}`;
  return `${own} AND (property.name ILIKE ${text} OR serial_number ILIKE ${text}
      OR place ILIKE ${text} OR coalesce(tenant_name, '') ILIKE ${text})
    ${filterWhere(filter, warningFilters, filterColumns, parameters)}`;
}

const warningPage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM ${seen} ${beside}
     WHERE ${isSeen} ${narrowing} ${order} LIMIT $4 OFFSET $5`,
);

export function listWarnings(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  query: Query,
): Promise<(WarningRow & { total: number })[]> {
  const { size, page } = query;
  const parameters: unknown[] = [accountId, anyFeature, now, size, page * size];
  const narrowing = matches(query, parameters);
  const order = orderBy(
    query.sort,
    sortColumns,
    `state = 'ACTIVE' DESC, urgency DESC, last_occurrence DESC, warning.id DESC`,
  );
  return tx.query(warningPage(narrowing, order), parameters);
}

const warningCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total FROM ${seen} WHERE ${isSeen} ${narrowing}`,
);

export async function countWarnings(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  narrowing: Narrowing,
): Promise<number> {
  const parameters: unknown[] = [accountId, anyFeature];
  const [found] = await tx.query(warningCount(matches(narrowing, parameters)), parameters);
  return found?.total ?? 0;
}

const activeCount = statement(
  { active: 'bigint', critical: 'bigint' },
  `SELECT count(*) AS active, count(*) FILTER (WHERE urgency = 10) AS critical FROM ${seen}
   WHERE ${isSeen} AND state = 'ACTIVE'
     AND (snoozed_until IS NULL OR snoozed_until < ${today('$3')})`,
);

export async function countActive(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
): Promise<{ active: number; critical: number }> {
  const [found] = await tx.query(activeCount, [accountId, anyFeature, now]);
  return found ?? { active: 0, critical: 0 };
}

const oneWarning = statement(
  claim,
  `SELECT ${columns} FROM ${seen} ${beside} WHERE ${isSeen} AND warning.id = $4`,
);

/** Undefined for one that the account may not see as for none at all. */
export async function findWarning(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  id: number,
): Promise<WarningRow | undefined> {
  const [found] = await tx.query(oneWarning, [accountId, anyFeature, now, id]);
  return found;
}

const visibleAmong = statement(
  { id: 'bigint', propertyId: 'bigint' },
  `SELECT warning.id, warning.property_id AS "propertyId" FROM ${seen}
   WHERE ${isSeen} AND warning.id = ANY ($3::bigint[])`,
);

/** Those of the warnings that the account may see. */
export function findVisible(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  ids: readonly number[],
): Promise<{ id: number; propertyId: number }[]> {
  return tx.query(visibleAmong, [accountId, anyFeature, ids]);
}

const history = statement(
  {
    id: 'bigint',
    at: 'text',
    event: narrow('text', warningEventSchema),
    by: 'text | null',
    detail: 'text',
    total: 'bigint',
  },
  `SELECT id, ${isoInstant('at')} AS at, event, by_user AS by, detail, count(*) OVER () AS total
   FROM warning_event WHERE property_id = $1 AND warning_id = $2
   ORDER BY id DESC LIMIT $3 OFFSET $4`,
);

export function listHistory(
  tx: Transaction,
  warning: { readonly property: number; readonly id: number },
  { page, size }: { page: number; size: number },
) {
  return tx.query(history, [warning.property, warning.id, size, page * size]);
}

const warnedFilterColumns = {
  name: 'name',
  city: 'city',
  urgency: 'urgency',
} as const satisfies Record<keyof typeof warnedPropertyFilters, string>;

const warnedSortColumns = {
  ...{ name: 'name', city: 'city', worksNo: 'works_no', urgency: 'urgency', active: 'active' },
  lastOccurrence: 'newest',
} as const satisfies Record<SortField<'warning.properties'>, string>;

const warnedPage = statement(
  {
    property: 'bigint',
    worksNo: 'text',
    name: 'text',
    address: 'text',
    city: 'text',
    urgency: narrow('smallint', urgencySchema.nullable()),
    active: 'bigint',
    recent: 'bigint',
    lastOccurrence: 'text | null',
    timeZone: 'text',
    total: 'bigint',
  },
  (narrowing, order) =>
    `SELECT id AS property, works_no AS "worksNo", name, address, city, urgency, active, recent,
       ${isoInstant('newest')} AS "lastOccurrence",
       time_zone AS "timeZone", count(*) OVER () AS total
     FROM (
       SELECT own.id, own.works_no, own.name, own.address, own.city, own.time_zone,
         max(urgency) FILTER (WHERE state = 'ACTIVE') AS urgency,
         count(*) FILTER (WHERE state = 'ACTIVE') AS active,
         count(*) FILTER (WHERE state = 'RECENT') AS recent, max(last_occurrence) AS newest
       FROM (${visibleProperties('$1', '$2')}) AS mine JOIN property own ON own.id = mine.property_id
       LEFT JOIN (SELECT warning.property_id, state, urgency, last_occurrence FROM ${seen}
         WHERE ${isSeen} AND state <> 'RESOLVED') AS open ON open.property_id = own.id
       GROUP BY own.id, own.works_no, own.name, own.address, own.city, own.time_zone
     ) AS warned WHERE true ${narrowing} ${order} LIMIT $3 OFFSET $4`,
);

type PropertyQuery = OperationRequest<'warning.properties'>['query'];

export function listWarned(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  query: PropertyQuery,
  filters: typeof warnedPropertyFilters,
) {
  const parameters: unknown[] = [accountId, anyFeature, query.size, query.page * query.size];
  const text = `$${parameters.push(containing(query.search))}`;
  const narrowing = `AND (name ILIKE ${text} OR address ILIKE ${text} OR works_no ILIKE ${text})
    ${filterWhere(query.filter, filters, warnedFilterColumns, parameters)}`;
  const order = orderBy(
    query.sort,
    warnedSortColumns,
    'urgency DESC NULLS LAST, active DESC, name, id',
  );
  return tx.query(warnedPage(narrowing, order), parameters);
}
