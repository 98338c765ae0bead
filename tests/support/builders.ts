import type { Feature } from '../../schemas/entities/access.ts';
import type { DeviceCategory, ReadingInterval } from '../../schemas/entities/device.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { Database } from '../../server/database/open.ts';
import { ingestReadings } from '../../server/metering/store/ingest.ts';

/** Rows for tests: each says what matters to the test, the rest is plausible. */

export interface GivenProperty {
  readonly id: number;
  readonly name?: string;
  readonly address?: string;
  readonly city?: string;
  readonly worksNo?: string;
  readonly country?: Country;
  readonly timeZone?: string;
  readonly warningSeverity?: 0 | 5 | 10 | null;
  readonly place?: readonly [latitude: number, longitude: number] | null;
}

export async function addProperty(database: Database, given: GivenProperty): Promise<number> {
  const [latitude, longitude] = given.place === null ? [null, null] : (given.place ?? [52.2, 21]);
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone,
       latitude, longitude, area_square_metres, warning_severity)
     VALUES ($1, $2, $3, $4, $5, $6, '00-001', $7, $8, $9, 420, $10)`,
    [
      given.id,
      given.country ?? 'PL',
      given.worksNo ?? `W-${given.id}`,
      given.name ?? `Property ${given.id}`,
      given.address ?? `Lipowa ${given.id}`,
      given.city ?? 'Warszawa',
      given.timeZone ?? 'Europe/Warsaw',
      latitude,
      longitude,
      given.warningSeverity ?? null,
    ],
  );
  return given.id;
}

export async function addTenant(
  database: Database,
  propertyId: number,
  given: { tenantNo: string; tenantName?: string },
): Promise<number> {
  return insertId(
    database,
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address, area_square_metres)
     VALUES ($1, $2, $3, $4, $5, 50) RETURNING id`,
    [
      propertyId,
      `I-${propertyId}-${given.tenantNo}`,
      given.tenantNo,
      given.tenantName ?? `Tenant ${given.tenantNo}`,
      `Lipowa ${propertyId}/${given.tenantNo}`,
    ],
  );
}

export interface GivenDevice {
  readonly propertyId: number;
  readonly tenantId?: number | null;
  readonly category?: DeviceCategory;
  readonly interval?: ReadingInterval;
  readonly isMain?: boolean;
  readonly serialNumber?: string;
}

/** As many digits for all, for lists are sorted by them, and files share the process. */
let serial = 100_000;

export async function addDevice(database: Database, given: GivenDevice): Promise<number> {
  return insertId(
    database,
    `INSERT INTO device (property_id, tenant_id, serial_number, category, reading_interval, is_main)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      given.propertyId,
      given.tenantId ?? null,
      given.serialNumber ?? `S-${++serial}`,
      given.category ?? 'COLD_WATER_METER',
      given.interval ?? 'DAILY',
      given.isMain ?? false,
    ],
  );
}

/** Through the same ingest as real ones. Values are in the device's unit, instants in UTC ms. */
export async function addReadings(
  database: Database,
  { propertyId, deviceId }: { propertyId: number; deviceId: number },
  readings: readonly { at: number; value: number; quality?: 0 | 1 | 2 }[],
): Promise<void> {
  await database.transaction((tx) =>
    ingestReadings(
      tx,
      readings.map(({ at, value, quality }) => ({
        propertyId,
        deviceId,
        at,
        value: Math.round(value * 1_000_000),
        quality: quality ?? 0,
      })),
    ),
  );
}

export async function addAccount(
  database: Database,
  username: string,
  country: Country = 'PL',
): Promise<number> {
  return insertId(
    database,
    `INSERT INTO account (subject, username, email, name, roles, country, language)
     VALUES ($1, $1, $1 || '@meterhouse.example', $1, '{portal_user,portal_admin}', $2, 'en')
     RETURNING id`,
    [username, country],
  );
}

export async function addPackage(
  database: Database,
  features: readonly Feature[],
): Promise<number> {
  return insertId(
    database,
    `INSERT INTO permission_package (country, name, features) VALUES ('PL', gen_random_uuid()::text, $1)
     RETURNING id`,
    [features],
  );
}

export async function grantAccess(
  database: Database,
  accountId: number,
  packageId: number,
  propertyIds: readonly number[],
  accessSince: string | null = null,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id, access_since)
     SELECT $1, id, $2, $4 FROM unnest($3::bigint[]) AS id`,
    [accountId, packageId, propertyIds, accessSince],
  );
}

async function insertId(
  database: Database,
  sql: string,
  parameters: readonly unknown[],
): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(sql, parameters as unknown[]);
  return (rows[0] as { id: number }).id;
}
