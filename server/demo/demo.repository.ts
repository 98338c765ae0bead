import { z } from 'zod';
import type { Feature } from '../../schemas/entities/access.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { marketFileSchema } from '../../schemas/manifest/files.ts';
import { permissionPackage } from '../database/accessTables.ts';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { Transaction } from '../database/open.ts';
import { setting } from '../database/portalTables.ts';
import { narrow, statement } from '../database/statement.ts';
import { device } from '../database/tables.ts';
import type { PlannedDevice, PlannedProperty } from './plan.ts';
import type { DemoTemperature } from './temperatures.ts';

const { country, language, timeZone, default: isDefault, demo } = marketFileSchema.shape;
const demoMarketSchema = z.object({
  country,
  language,
  timeZone,
  default: isDefault,
  places: demo.unwrap().unwrap(),
});

const demoStateSchema = z.object({
  size: z.object({
    properties: z.number(),
    months: z.number(),
    /** Demos of earlier releases have none. */
    monthsBefore: z.number().optional(),
    seed: z.number(),
    until: z.string(),
    /** With the buildings beside the small properties; demos of earlier releases have none. */
    buildings: z.boolean().optional(),
    /** With main meters that fit their flats; as above. */
    balanced: z.boolean().optional(),
    /** With what takes long behind the opening; as above. */
    opensQuickly: z.boolean().optional(),
    /** With what goes wrong in some houses; as above. */
    faults: z.boolean().optional(),
  }),
  /**
   * As the markets' files were at the first load, for the plan is made anew at each start; demos of
   * earlier releases lack it.
   */
  markets: z.array(demoMarketSchema).readonly().optional(),
  /** How many properties have their readings. */
  loaded: z.number(),
  /** Of how many those of the months before have come, too. */
  earlier: z.number().optional(),
  /** The day up to which those of all properties go, when it is later than that of the first load. */
  carriedTo: z.string().optional(),
  /** Whether people have done something about the warnings of what is looked at first. */
  areWarningsHandled: z.boolean().optional(),
  /** In how many markets files for everybody are put up. */
  staticFiles: z.number().optional(),
  /** How much of what people have had made before is asked for. */
  activity: z.number().optional(),
  /** Whether the real data set has come too. */
  hasRealData: z.boolean().optional(),
  /** Whether what was loaded batch by batch has been written densely. */
  isCompact: z.boolean().optional(),
  /** Up to which day there are documents, and of how many properties their files. */
  documents: z.object({ until: z.string(), filled: z.number() }).optional(),
});
export type DemoState = Readonly<z.infer<typeof demoStateSchema>>;

const key = 'demo';

const findState = statement(
  { value: narrow('jsonb', demoStateSchema) },
  'SELECT value FROM setting WHERE key = $1',
);

export async function findDemoState(tx: Transaction): Promise<DemoState | undefined> {
  const [row] = await tx.query(findState, [key]);
  return row?.value;
}

export async function writeDemoState(tx: Transaction, value: DemoState): Promise<void> {
  await tx
    .insert(setting)
    .values({ key, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}

export async function isEmpty(tx: Transaction): Promise<boolean> {
  return (await tx.run('SELECT FROM property UNION ALL SELECT FROM account LIMIT 1')) === 0;
}

/** Writes properties with their tenants and devices; one statement for each table. */
export async function writeProperties(
  tx: Transaction,
  plan: readonly PlannedProperty[],
): Promise<void> {
  await tx.run(
    `INSERT INTO property (id, country, works_no, works_old_number, name, address, city, zip_code,
       latitude, longitude, time_zone, area_square_metres)
     SELECT * FROM jsonb_to_recordset($1) AS given (id bigint, country text, works_no text, works_old_number text,
       name text, address text, city text, zip_code text, latitude double precision, longitude double precision,
       time_zone text, area_square_metres double precision)`,
    [
      JSON.stringify(
        plan.map((one) => ({
          id: one.id,
          country: one.market.country,
          works_no: one.worksNo,
          works_old_number: one.worksOldNumber ?? null,
          name: one.name,
          address: one.address,
          city: one.city,
          zip_code: one.zipCode,
          latitude: one.latitude,
          longitude: one.longitude,
          time_zone: one.market.timeZone,
          area_square_metres: one.tenants.reduce(
            (sum, { areaSquareMetres }) => sum + areaSquareMetres,
            0,
          ),
        })),
      ),
    ],
  );
  const tenants = plan.flatMap((one) =>
    one.tenants.map((tenant) => ({
      property_id: one.id,
      installation_number: `${one.id}${tenant.tenantNo}`,
      tenant_no: tenant.tenantNo,
      tenant_name: tenant.tenantName,
      address: `${one.address}/${Number(tenant.tenantNo)}`,
      area_square_metres: tenant.areaSquareMetres,
    })),
  );
  await tx.run(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address, area_square_metres)
     SELECT * FROM jsonb_to_recordset($1) AS given (property_id bigint, installation_number text,
       tenant_no text, tenant_name text, address text, area_square_metres double precision)`,
    [JSON.stringify(tenants)],
  );
  const devices = plan.flatMap((one) => [
    ...one.mainMeters.map((device) => deviceRow(one.id, null, device)),
    ...one.tenants.flatMap(({ tenantNo, devices: list }) =>
      list.map((device) => deviceRow(one.id, tenantNo, device)),
    ),
  ]);
  await tx.run(
    `INSERT INTO device (property_id, tenant_id, serial_number, category, place, is_main, reading_interval)
     SELECT given.property_id, tenant.id, serial_number, category, place, is_main, reading_interval
     FROM jsonb_to_recordset($1) AS given (property_id bigint, tenant_no text, serial_number text,
       category text, place text, is_main boolean, reading_interval text)
     LEFT JOIN tenant USING (property_id, tenant_no)`,
    [JSON.stringify(devices)],
  );
}

function deviceRow(propertyId: number, tenantNo: string | null, device: PlannedDevice) {
  return {
    property_id: propertyId,
    tenant_no: tenantNo,
    serial_number: device.serialNumber,
    category: device.category,
    place: device.place,
    is_main: device.isMain,
    reading_interval: device.interval,
  };
}

/** Device ids of some properties by serial number. */
export async function findDeviceIds(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: device.id, serial: device.serialNumber })
    .from(device)
    .where(isAnyOf(device.propertyId, propertyIds));
  return new Map(rows.map(({ id, serial }) => [serial, id]));
}

export async function setMovedIn(
  tx: Transaction,
  tenants: readonly { propertyId: number; tenantNo: string; movedIn: string }[],
): Promise<void> {
  await tx.run(
    `UPDATE tenant SET moved_in = "movedIn" FROM jsonb_to_recordset($1)
       AS given ("propertyId" bigint, "tenantNo" text, "movedIn" date)
     WHERE tenant.property_id = "propertyId" AND tenant.tenant_no = "tenantNo"`,
    [JSON.stringify(tenants)],
  );
}

/** Each is the sum of its sources. */
export async function addVirtualMeters(
  tx: Transaction,
  meters: readonly {
    propertyId: number;
    tenantNo: string;
    serialNumber: string;
    interval: string;
    sourceIds: readonly number[];
  }[],
): Promise<void> {
  await tx.run(
    `WITH given AS (
       SELECT * FROM jsonb_to_recordset($1) AS given ("propertyId" bigint, "tenantNo" text,
         "serialNumber" text, interval text, "sourceIds" jsonb)
     ), meter AS (
       INSERT INTO device (property_id, tenant_id, serial_number, category, place, reading_interval)
       SELECT "propertyId", tenant.id, "serialNumber", 'COLD_HOT_WATER_VIRTUAL', '', interval
       FROM given JOIN tenant ON tenant.property_id = "propertyId" AND tenant.tenant_no = "tenantNo"
       RETURNING property_id, id, serial_number
     )
     INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor)
     SELECT property_id, id, source::bigint, 1
     FROM meter JOIN given ON "serialNumber" = serial_number,
       jsonb_array_elements_text("sourceIds") AS source`,
    [JSON.stringify(meters)],
  );
}

/** Gives the owner of the real data set that property, with all of consumption. */
export async function grantRealData(
  tx: Transaction,
  { country, username }: { country: Country; username: string },
  propertyId: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO property_access (account_id, property_id, package_id)
     SELECT account.id, $1, package.id FROM account, permission_package package
     WHERE username = $2 AND package.country = $3 AND package.name = 'consumption'
     ON CONFLICT DO NOTHING`,
    [propertyId, username, country],
  );
}

export interface NewInstallation {
  readonly deviceId: number;
  readonly installedFrom: number;
  readonly installedUntil: number | null;
  readonly startIndex: number | null;
  readonly endIndex: number | null;
  readonly modulus: number | null;
}

/** Those that are there already stay. */
export async function writeInstallations(
  tx: Transaction,
  propertyId: number,
  installations: readonly NewInstallation[],
): Promise<void> {
  await tx.run(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index, end_index, modulus)
     SELECT $1, "deviceId", to_timestamp("installedFrom" / 1000.0), to_timestamp("installedUntil" / 1000.0),
       "startIndex", "endIndex", modulus
     FROM jsonb_to_recordset($2) AS given ("deviceId" bigint, "installedFrom" bigint,
       "installedUntil" bigint, "startIndex" bigint, "endIndex" bigint, modulus bigint)
     ON CONFLICT DO NOTHING`,
    [propertyId, JSON.stringify(installations)],
  );
}

export async function writePackage(
  tx: Transaction,
  country: Country,
  name: string,
  features: readonly Feature[],
): Promise<number> {
  const [row] = await tx
    .insert(permissionPackage)
    .values({ country, name, features: [...features] })
    .returning({ id: permissionPackage.id });
  return (row as { id: number }).id;
}

export async function grant(
  tx: Transaction,
  accountId: number,
  { packageId, features = null }: { packageId: number; features?: readonly Feature[] | null },
  propertyIds: readonly number[],
): Promise<void> {
  await tx.run(
    `INSERT INTO property_access (account_id, property_id, package_id, features)
     SELECT $1, property_id, $2, $4::text[] FROM unnest($3::bigint[]) AS property_id`,
    [accountId, packageId, propertyIds, features],
  );
}

/** Temperatures that are there stay: an operator may have imported real ones. */
export async function writeTemperatures(
  tx: Transaction,
  temperatures: readonly DemoTemperature[],
): Promise<void> {
  await tx.run(
    `INSERT INTO outdoor_temperature (country, station, day, celsius)
     SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::double precision[])
     ON CONFLICT DO NOTHING`,
    [
      temperatures.map(({ country }) => country),
      temperatures.map(({ station }) => station),
      temperatures.map(({ day }) => day),
      temperatures.map(({ celsius }) => celsius),
    ],
  );
}
