import { z } from 'zod';
import {
  type DeviceCategory,
  deviceCategorySchema,
  readingIntervalSchema,
} from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from '../property/visible.repository.ts';

/** What reports are about, page by page in an order that stays. */

/** SQL for a text in which 2 comes before 10, and capitals don't matter. */
const naturally = (column: string) =>
  `regexp_replace(regexp_replace(lower(${column}), '(\\d+)', '00000000000000000000\\1', 'g'),
     '\\d*(\\d{20})', '\\1', 'g') COLLATE "C"`;

const joinTenant = `LEFT JOIN tenant ON tenant.property_id = device.property_id
  AND tenant.id = device.tenant_id`;

const propertyClaim = {
  id: 'bigint',
  worksNo: 'text',
  name: 'text',
  address: 'text',
  city: 'text',
  timeZone: 'text',
  area: 'float8 | null',
  accessSince: 'date | null',
  /** What of it may have rows: devices, flats, and flats by category. */
  devices: 'bigint',
  flats: 'bigint',
  flatCategories: 'bigint',
} as const;
export type ReportProperty = Readonly<RowOf<typeof propertyClaim>>;

const properties = statement(
  propertyClaim,
  `SELECT property.id, works_no AS "worksNo", name, address, city, time_zone AS "timeZone",
     area_square_metres AS area, access_since AS "accessSince", counted.*
   FROM (${visibleProperties('$1', '$2')}) AS visible JOIN property ON property.id = property_id,
     LATERAL (SELECT count(*) AS devices,
         count(DISTINCT tenant_id) FILTER (WHERE NOT is_main) AS flats,
         count(DISTINCT (tenant_id, category)) FILTER (WHERE tenant_id IS NOT NULL AND NOT is_main)
           AS "flatCategories"
       FROM device ${joinTenant}
       WHERE device.property_id = property.id AND category = ANY ($4)
         AND ($5::text IS NULL OR tenant_name ILIKE $5)) AS counted
   WHERE $3::bigint[] IS NULL OR property.id = ANY ($3)
   ORDER BY ${naturally('works_no')}, property.id`,
);

/** Of which devices a report tells. */
export interface ReportNarrowing {
  readonly categories: readonly DeviceCategory[];
  /** A LIKE pattern of tenants' names; null: all, and the building's own devices. */
  readonly consumer: string | null;
}

/** The properties of a scope by their numbers, of those asked for. */
export function listReportProperties(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  ids: readonly number[] | undefined,
  { categories, consumer }: ReportNarrowing,
): Promise<ReportProperty[]> {
  return tx.query(properties, [accountId, anyFeature, ids ?? null, categories, consumer]);
}

const flatColumns = `tenant_no AS "tenantNo", tenant_name AS "tenantName",
  tenant.address AS "tenantAddress", moved_in AS "movedIn"`;

const deviceClaim = {
  propertyId: 'bigint',
  deviceId: 'bigint',
  tenantId: 'bigint | null',
  tenantNo: 'text | null',
  tenantName: 'text | null',
  tenantAddress: 'text | null',
  movedIn: 'date | null',
  serialNumber: 'text',
  category: narrow('text', deviceCategorySchema),
  place: 'text',
  interval: narrow('text', readingIntervalSchema),
  isMain: 'boolean',
  isVirtual: 'boolean',
  key: narrow('json', z.tuple([z.int(), z.string(), z.int(), z.int(), z.string(), z.int()])),
} as const;
export type ReportDevice = Readonly<RowOf<typeof deviceClaim>>;

/** SQL that narrows devices further; what it needs to know is in `extra`. */
export interface DeviceCondition {
  readonly sql: (parameter: (at: number) => string) => string;
  readonly extra: readonly unknown[];
}

const deviceKey = `"propertyPlace", "tenantKey", "tenantPlace", rank, "serialKey", "deviceId"`;

const devices = statement(
  deviceClaim,
  (narrowing) =>
    `SELECT "propertyId", "deviceId", "tenantId", "tenantNo", "tenantName", "tenantAddress",
       "movedIn", "serialNumber", category, place, interval, "isMain", "isVirtual",
       json_build_array(${deviceKey}) AS key
     FROM (SELECT device.property_id AS "propertyId", device.id AS "deviceId",
         device.tenant_id AS "tenantId", ${flatColumns}, serial_number AS "serialNumber", category,
         place, reading_interval AS interval, is_main AS "isMain", is_virtual AS "isVirtual",
         array_position($1::bigint[], device.property_id) AS "propertyPlace",
         ${naturally("coalesce(tenant_no, '')")} AS "tenantKey",
         coalesce(device.tenant_id, 0) AS "tenantPlace",
         array_position($3::text[], category) AS rank,
         ${naturally('serial_number')} AS "serialKey"
       FROM device ${joinTenant}
         CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM virtual_meter_part part
           WHERE part.property_id = device.property_id AND part.device_id = device.id) AS is_virtual)
           AS made
       WHERE device.property_id = ANY ($1) AND category = ANY ($3)
         AND ($4::text IS NULL OR tenant_name ILIKE $4) ${narrowing}) AS listed
     WHERE $5::int IS NULL OR (${deviceKey}) > ($5::int, $6::text, $7::bigint, $8::int, $9::text, $10::bigint)
     ORDER BY ${deviceKey} LIMIT $2`,
);

/**
 * A page of the devices of some properties, behind another page's last: in the order of the
 * properties given, then those of the building, then flats by number; in each by category as given,
 * then by serial number.
 */
export function listReportDevices(
  tx: Transaction,
  propertyIds: readonly number[],
  { categories, consumer }: ReportNarrowing,
  page: { after: ReportDevice['key'] | undefined; size: number; condition: DeviceCondition },
): Promise<ReportDevice[]> {
  const after = page.after ?? new Array<null>(6).fill(null);
  const { sql, extra } = page.condition;
  const narrowing = sql((at) => `$${11 + at}`);
  return tx.query(devices(narrowing), [
    ...[propertyIds, page.size, categories, consumer, ...after],
    ...extra,
  ]);
}

const flatClaim = {
  propertyId: 'bigint',
  tenantId: 'bigint',
  tenantNo: 'text',
  tenantName: 'text',
  tenantAddress: 'text',
  movedIn: 'date | null',
  area: 'float8 | null',
  categories: narrow('text[]', z.array(deviceCategorySchema)),
  key: narrow('json', z.tuple([z.int(), z.string(), z.int()])),
} as const;
export type ReportFlat = Readonly<RowOf<typeof flatClaim>>;

const flatKey = `"propertyPlace", "tenantKey", "tenantId"`;

const flats = statement(
  flatClaim,
  `SELECT "propertyId", "tenantId", "tenantNo", "tenantName", "tenantAddress", "movedIn", area,
     categories, json_build_array(${flatKey}) AS key
   FROM (SELECT tenant.property_id AS "propertyId", tenant.id AS "tenantId", ${flatColumns},
       area_square_metres AS area, categories,
       array_position($1::bigint[], tenant.property_id) AS "propertyPlace",
       ${naturally('tenant_no')} AS "tenantKey"
     FROM tenant CROSS JOIN LATERAL (
         SELECT array_agg(DISTINCT category) AS categories FROM device
         WHERE device.property_id = tenant.property_id AND tenant_id = tenant.id AND NOT is_main
           AND category = ANY ($3)) AS metered
     WHERE tenant.property_id = ANY ($1) AND categories IS NOT NULL
       AND ($4::text IS NULL OR tenant_name ILIKE $4)) AS listed
   WHERE $5::int IS NULL OR (${flatKey}) > ($5::int, $6::text, $7::bigint)
   ORDER BY ${flatKey} LIMIT $2`,
);

/** A page of the flats with devices of some properties, in their order and by their numbers. */
export function listReportFlats(
  tx: Transaction,
  propertyIds: readonly number[],
  { categories, consumer }: ReportNarrowing,
  page: { after: ReportFlat['key'] | undefined; size: number },
): Promise<ReportFlat[]> {
  const after = page.after ?? [null, null, null];
  return tx.query(flats, [propertyIds, page.size, categories, consumer, ...after]);
}

const metered = statement(
  { category: narrow('text', deviceCategorySchema) },
  `SELECT DISTINCT category FROM device
   WHERE property_id = ANY ($1) AND NOT is_main AND tenant_id IS NOT NULL AND category = ANY ($2)`,
);

/** Which of the categories flats of the properties have devices of. */
export async function listMeteredCategories(
  tx: Transaction,
  propertyIds: readonly number[],
  categories: readonly DeviceCategory[],
): Promise<DeviceCategory[]> {
  const rows = await tx.query(metered, [propertyIds, categories]);
  return rows.map(({ category }) => category);
}
