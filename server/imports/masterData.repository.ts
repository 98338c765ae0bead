import type { Transaction } from '../database/open.ts';

/** Each write brings a row that is there up to date, so that a file can be imported again. */

export async function findPropertyIds(
  tx: Transaction,
  country: string,
  worksNumbers: readonly string[],
) {
  const rows = await tx.query<{ id: number; worksNo: string }>(
    'SELECT id, works_no AS "worksNo" FROM property WHERE country = $1 AND works_no = ANY ($2)',
    [country, worksNumbers],
  );
  return new Map(rows.map(({ id, worksNo }) => [worksNo, id]));
}

/** By `propertyId/tenantNo`. */
export async function findTenantIds(tx: Transaction, propertyIds: readonly number[]) {
  const rows = await tx.query<{ id: number; key: string }>(
    `SELECT id, property_id || '/' || tenant_no AS key FROM tenant WHERE property_id = ANY ($1)`,
    [propertyIds],
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export async function writeProperty(
  tx: Transaction,
  property: {
    id: number;
    country: string;
    worksNo: string;
    worksOldNumber: string | null;
    name: string;
    address: string;
    city: string;
    zipCode: string;
    latitude: number | null;
    longitude: number | null;
    timeZone: string;
    area: number | null;
    weatherStation: string | null;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO property (id, country, works_no, works_old_number, name, address, city, zip_code,
       latitude, longitude, time_zone, area_square_metres, weather_station)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (id) DO UPDATE SET works_no = excluded.works_no,
       works_old_number = excluded.works_old_number, name = excluded.name,
       address = excluded.address, city = excluded.city, zip_code = excluded.zip_code,
       latitude = excluded.latitude, longitude = excluded.longitude,
       area_square_metres = excluded.area_square_metres,
       weather_station = excluded.weather_station
     WHERE property.country = excluded.country`,
    Object.values(property),
  );
}

export async function writeTenant(
  tx: Transaction,
  tenant: {
    propertyId: number;
    installationNumber: string;
    tenantNo: string;
    tenantName: string;
    address: string;
    area: number | null;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address, area_square_metres)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (property_id, tenant_no) DO UPDATE SET
       installation_number = excluded.installation_number, tenant_name = excluded.tenant_name,
       address = excluded.address, area_square_metres = excluded.area_square_metres`,
    Object.values(tenant),
  );
}

export async function writeDevice(
  tx: Transaction,
  device: {
    propertyId: number;
    tenantId: number | null;
    serial: string;
    category: string;
    place: string;
    isMain: boolean;
    interval: string;
  },
): Promise<void> {
  // What its readings were summed into must stay: category, tenant and interval are not changed.
  await tx.query(
    `INSERT INTO device (property_id, tenant_id, serial_number, category, place, is_main, reading_interval)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (property_id, serial_number) DO UPDATE SET place = excluded.place`,
    Object.values(device),
  );
}

export async function writeInstallation(
  tx: Transaction,
  one: {
    propertyId: number;
    deviceId: number;
    from: number;
    until: number | null;
    startIndex: number | null;
    endIndex: number | null;
    factor: number;
    modulus: number | null;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index,
       end_index, factor, modulus)
     VALUES ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($4::bigint / 1000.0), $5, $6, $7, $8)
     ON CONFLICT (property_id, device_id, installed_from) DO UPDATE SET
       installed_until = excluded.installed_until, start_index = excluded.start_index,
       end_index = excluded.end_index, factor = excluded.factor, modulus = excluded.modulus`,
    Object.values(one),
  );
}

export async function writeTemperature(
  tx: Transaction,
  { station, day, celsius }: { station: string; day: string; celsius: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO outdoor_temperature (station, day, celsius) VALUES ($1, $2, $3)
     ON CONFLICT (station, day) DO UPDATE SET celsius = excluded.celsius`,
    [station, day, celsius],
  );
}
