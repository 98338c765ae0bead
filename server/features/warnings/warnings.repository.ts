import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { warningFilters } from '../../../schemas/api/warnings.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import {
  alertSchema,
  newWarningDays,
  urgencySchema,
  warningEventSchema,
  warningHandlingSchema,
  warningStateSchema,
  warningStatusSchema,
} from '../../../schemas/entities/warning.ts';
import { isoInstant } from '../../database/epoch.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, preparedStatement, type RowOf, statement } from '../../database/statement.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import { silentAfter } from '../../metering/store/states.repository.ts';
import type { Scope } from '../../session.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { isCounted, localDay } from '../../warnings/snoozed.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';
import { about, houses, known, seen, seenDays, seenInHouses } from './known.repository.ts';

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
  handling: narrow('text', warningHandlingSchema.nullable()),
  status: narrow('text', warningStatusSchema),
  resolvedBy: 'text | null',
  resolvedDate: 'text | null',
  note: 'text',
  notifyByEmail: 'boolean',
  notifyByMobile: 'boolean',
} as const;
export type WarningRow = Readonly<RowOf<typeof claim>>;

const isUnseen = `${seenSince.instantOf('acknowledged_at')} IS NULL
  AND ${seenSince.firstOccurrence} >= $3::timestamptz - interval '${newWarningDays} days'`;
/** `$3` is now, here and below. */
const handling = `CASE WHEN state = 'ACTIVE' THEN
    CASE WHEN snoozed_until >= ${localDay('$3')} THEN 'SNOOZED' WHEN ${isUnseen} THEN 'NEW' ELSE 'OPEN' END END`;

const status = `CASE WHEN state = 'ACTIVE' AND snoozed_until >= ${localDay('$3')} THEN 'SNOOZED' ELSE state END`;

const sinceThen = (column: string) =>
  `CASE WHEN ${column} IS NOT NULL THEN greatest(${column}, since) END`;
/** Of what began before, only what was noted since: the notes of one are those of its history. */
const note = `CASE WHEN since IS NULL OR first_occurrence >= since THEN note
  ELSE coalesce((SELECT string_agg(detail, E'\\n' ORDER BY told.id) FROM warning_event told
    WHERE told.property_id = page.property_id AND warning_id = page.id AND at >= since
      AND event IN ('ACKNOWLEDGED', 'RESOLVED') AND detail <> ''), '') END`;

/** Of a page of them. */
const columns = `page.id, page.alert, state, urgency,
  ${isoInstant(seenSince.firstOccurrence)} AS "firstOccurrence",
  ${isoInstant('last_occurrence')} AS "lastOccurrence",
  ${seenSince.figure} AS figure, ${seenSince.limit('page.alert')} AS "limit",
  (${seenSince.firstOccurrence} AT TIME ZONE time_zone)::date AS "firstDay",
  ((last_occurrence - interval '1 millisecond') AT TIME ZONE time_zone)::date AS "lastDay",
  page.property_id AS property, property_name AS "propertyName", time_zone AS "timeZone",
  page.device_id AS device, page.category AS "meterType", page.serial_number AS "serialNumber",
  page.place, tenant_name AS "tenantName", visible_since AS "visibleSince",
  state = 'ACTIVE' AND coalesce(last_at < $3::timestamptz - ${silentAfter}, true) AS "isStale",
  acknowledged_by AS "acknowledgedBy", ${isoInstant(sinceThen('acknowledged_at'))} AS "acknowledgedAt",
  CASE WHEN snoozed_until >= ${localDay('$3')} THEN snoozed_until END AS "snoozedUntil",
  ${handling} AS handling, ${status} AS status,
  resolved_by AS "resolvedBy", ${isoInstant(sinceThen('resolved_at'))} AS "resolvedDate", ${note} AS note,
  coalesce(by_email, false) AS "notifyByEmail", coalesce(by_mobile, false) AS "notifyByMobile"`;
/** By their keys, whatever the planner expects of all of them. */
const beside = `LEFT JOIN LATERAL (SELECT last_at FROM device_state
    WHERE property_id = page.property_id AND device_id = page.device_id OFFSET 0) AS heard ON true
  LEFT JOIN LATERAL (SELECT by_email, by_mobile FROM warning_notice
    WHERE property_id = page.property_id AND alert = page.alert AND account_id = $1 OFFSET 0) AS notice ON true`;

const filterColumns = {
  alert: 'alert',
  state: 'state',
  urgency: 'urgency',
  handling,
  status,
  propertyName: 'property_name',
  serialNumber: 'serial_number',
  firstOccurrence: `(${seenSince.firstOccurrence} AT TIME ZONE time_zone)`,
  lastOccurrence: '(last_occurrence AT TIME ZONE time_zone)',
} as const satisfies Record<keyof typeof warningFilters, string>;

const sortColumns = {
  firstOccurrence: seenSince.firstOccurrence,
  lastOccurrence: 'last_occurrence',
  urgency: 'urgency',
  propertyName: 'property_name',
} as const satisfies Record<SortField<'warning.list'>, string>;

type Query = OperationRequest<'warning.list'>['query'];
type Narrowing = Pick<Query, 'property' | 'day' | 'search' | 'filter'>;

/** Of all properties; of one, an index leads to the few rows there are. */
export async function expectAll(tx: Transaction, { property }: { property?: number | undefined }) {
  if (property === undefined) await expectThousands(tx);
}

/** What is left of the devices, as `WHERE …`, and of their warnings, as `AND …`; values go to `parameters`. */
function matches(
  { property, day, search, filter }: Narrowing,
  parameters: unknown[],
): [string, string] {
  const own = property === undefined ? '' : `WHERE property.id = $${parameters.push(property)}`;
  const at = day === undefined ? undefined : `$${parameters.push(day)}::date`;
  const thatDay = at ? `AND ${at} BETWEEN ${seenDays.first} AND ${seenDays.last}` : '';
  const text = search === undefined ? undefined : `$${parameters.push(containing(search))}`;
  const found =
    text === undefined
      ? ''
      : `AND (property_name ILIKE ${text}
      OR serial_number ILIKE ${text} OR place ILIKE ${text} OR coalesce(tenant_name, '') ILIKE ${text})`;
  return [
    own,
    `${thatDay} ${found} ${filterWhere(filter, warningFilters, filterColumns, parameters)}`,
  ];
}

/** What of its devices' is asked for: then they are gathered with their warnings. */
const asksForDevices = ({ property, search, filter = [] }: Narrowing) =>
  property !== undefined ||
  search !== undefined ||
  filter.some((one) => one.startsWith('serialNumber:'));

const byDevices = (ofProperty: string) => [known(ofProperty), seen()] as const;
const byHouses = [houses, seenInHouses] as const;

/** Thousands are counted and sorted by their keys alone, and those of the page looked up. */
const pageOf = ([head, rows]: readonly [string, string], narrowing: string, order: string) =>
  `${head}, found AS MATERIALIZED (
    SELECT property_id, warning.id, access_since, count(*) OVER () AS total
    FROM ${rows} ${narrowing} ${order} LIMIT $4 OFFSET $5
  ), page AS (
    SELECT one.*, total FROM found, LATERAL (
      SELECT warning.*, ${about}
      FROM warning JOIN property ON property.id = warning.property_id
        JOIN device ON device.property_id = warning.property_id AND device.id = device_id
        LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = tenant_id
      WHERE warning.property_id = found.property_id AND warning.id = found.id OFFSET 0) AS one
  ) SELECT ${columns}, total FROM page ${beside} ${order}`;
const row = { ...claim, total: 'bigint' } as const;
const pageOfOne = statement(
  row,
  (ofProperty, narrowing, order) =>
    `${known(ofProperty)}, page AS (
       SELECT *, count(*) OVER () AS total FROM ${seen()} ${narrowing} ${order} LIMIT $4 OFFSET $5
     ) SELECT ${columns}, total FROM page ${beside} ${order}`,
);
const pageByDevices = statement(row, (narrowing, order) => pageOf(byDevices(''), narrowing, order));
const pageByHouses = statement(row, (narrowing, order) => pageOf(byHouses, narrowing, order));

export async function listWarnings(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  query: Query,
): Promise<(WarningRow & { total: number })[]> {
  await expectAll(tx, query);
  const { size, page } = query;
  const parameters: unknown[] = [accountId, anyFeature, now, size, page * size];
  const [ofProperty, narrowing] = matches(query, parameters);
  const newest = `state = 'ACTIVE' DESC, urgency DESC, last_occurrence DESC, id DESC`;
  const order = orderBy(query.sort, sortColumns, newest);
  if (query.property !== undefined) {
    return tx.query(pageOfOne(ofProperty, narrowing, order), parameters);
  }
  const list = asksForDevices(query) ? pageByDevices : pageByHouses;
  return tx.query(list(narrowing, order), parameters);
}

const total = { total: 'bigint' } as const;
const countOf = ([head, rows]: readonly [string, string], narrowing: string) =>
  `${head} SELECT count(*) AS total FROM ${rows} AND $3::timestamptz IS NOT NULL ${narrowing}`;
const countByDevices = statement(total, (of, narrowing) => countOf(byDevices(of), narrowing));
const countByHouses = statement(total, (_, narrowing) => countOf(byHouses, narrowing));

export async function countWarnings(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  narrowing: Narrowing,
): Promise<number> {
  await expectAll(tx, narrowing);
  const parameters: unknown[] = [accountId, anyFeature, now];
  const count = asksForDevices(narrowing) ? countByDevices : countByHouses;
  const [found] = await tx.query(count(...matches(narrowing, parameters)), parameters);
  return found?.total ?? 0;
}

const statusCount = { value: narrow('text', warningStatusSchema), count: 'bigint' } as const;
const statusesOf = ([head, rows]: readonly [string, string], narrowing: string) =>
  `${head} SELECT ${status} AS value, count(*) AS count
   FROM ${rows} AND $3::timestamptz IS NOT NULL ${narrowing} GROUP BY 1`;
const statusesByDevices = statement(statusCount, (of, narrowing) =>
  statusesOf(byDevices(of), narrowing),
);
const statusesByHouses = statement(statusCount, (_, narrowing) => statusesOf(byHouses, narrowing));

/** How many there are of each status that any has. */
export async function countStatuses(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  narrowing: Narrowing,
) {
  await expectAll(tx, narrowing);
  const parameters: unknown[] = [accountId, anyFeature, now];
  const count = asksForDevices(narrowing) ? statusesByDevices : statusesByHouses;
  return tx.query(count(...matches(narrowing, parameters)), parameters);
}

/** Asked for often, and few go on. */
const ongoing = (figures: string) => `${known('', 'NOT MATERIALIZED')}, active AS MATERIALIZED (
     SELECT * FROM warning WHERE state = 'ACTIVE'
   ) SELECT ${figures}
   FROM ${seen('active')} AND ${isCounted('$3')}`;

const activeCount = preparedStatement(
  { active: 'bigint', critical: 'bigint' },
  ongoing('count(*) AS active, count(*) FILTER (WHERE urgency = 10) AS critical'),
);

export async function countActive(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
): Promise<{ active: number; critical: number }> {
  await expectThousands(tx);
  const [found] = await tx.query(activeCount, [accountId, anyFeature, now]);
  return found ?? { active: 0, critical: 0 };
}

const isCritical = 'urgency = 10';
const isNew = `urgency < 10 AND ${isUnseen}`;
const newestOf = (which: string) =>
  isoInstant(`max(${seenSince.firstOccurrence}) FILTER (WHERE ${which})`);

const pressing = preparedStatement(
  {
    critical: 'bigint',
    newestCritical: 'text | null',
    fresh: 'bigint',
    newestFresh: 'text | null',
  },
  ongoing(`count(*) FILTER (WHERE ${isCritical}) AS critical,
     ${newestOf(isCritical)} AS "newestCritical",
     count(*) FILTER (WHERE ${isNew}) AS fresh, ${newestOf(isNew)} AS "newestFresh"`),
);

/** Of the active warnings that aren't snoozed, the critical ones, and others that are new. */
export async function countPressing(tx: Transaction, { accountId, anyFeature }: Scope, now: Date) {
  await expectThousands(tx);
  const [found] = await tx.query(pressing, [accountId, anyFeature, now]);
  return found;
}

const oneWarning = statement(
  claim,
  `${known('WHERE property.id = (SELECT property_id FROM warning WHERE id = $4)')}, page AS (
     SELECT * FROM ${seen()} AND warning.id = $4
   ) SELECT ${columns} FROM page ${beside}`,
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
  `${known('WHERE property.id IN (SELECT property_id FROM warning WHERE id = ANY ($3::bigint[]))')}
   SELECT warning.id, property_id AS "propertyId" FROM ${seen()} AND warning.id = ANY ($3::bigint[])`,
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
     AND ($5::timestamptz IS NULL OR at >= $5)
   ORDER BY id DESC LIMIT $3 OFFSET $4`,
);

/** What has happened to a warning since the day from which on it may be seen. */
export function listHistory(
  tx: Transaction,
  { property, id, timeZone, visibleSince }: WarningRow,
  { page, size }: { page: number; size: number },
) {
  const since = visibleSince === null ? null : new Date(startOfLocalDay(timeZone, visibleSince));
  return tx.query(history, [property, id, size, page * size, since]);
}
