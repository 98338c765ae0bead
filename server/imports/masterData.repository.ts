import type { Transaction } from '../database/open.ts';

/**
 * Each write brings a row that is there up to date, so that a file can be imported again. What a
 * file leaves empty stays as it is known.
 */

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

/** False, and nothing is written, when the id is a property's of another country. */
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
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO property (id, country, works_no, works_old_number, name, address, city, zip_code,
       latitude, longitude, time_zone, area_square_metres, weather_station)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (id) DO UPDATE SET works_no = excluded.works_no,
       works_old_number = coalesce(excluded.works_old_number, property.works_old_number), name = excluded.name,
       address = excluded.address, city = excluded.city, zip_code = excluded.zip_code,
       latitude = coalesce(excluded.latitude, property.latitude),
       longitude = coalesce(excluded.longitude, property.longitude),
       area_square_metres = coalesce(excluded.area_square_metres, property.area_square_metres),
       weather_station = coalesce(excluded.weather_station, property.weather_station)
     WHERE property.country = excluded.country RETURNING id`,
    Object.values(property),
  );
  return rows.length === 1;
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
    movedIn: string | null;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address,
       area_square_metres, moved_in)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (property_id, tenant_no) DO UPDATE SET
       installation_number = excluded.installation_number, tenant_name = excluded.tenant_name,
       address = excluded.address, area_square_metres = coalesce(excluded.area_square_metres, tenant.area_square_metres),
       moved_in = coalesce(excluded.moved_in, tenant.moved_in)`,
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

/** Of a tenant, or of the property when `tenantId` is null. */
export async function writeArea(
  tx: Transaction,
  {
    propertyId,
    tenantId,
    area,
  }: { propertyId: number; tenantId: number | null; area: number | null },
): Promise<void> {
  if (tenantId === null) {
    await tx.query('UPDATE property SET area_square_metres = $2 WHERE id = $1', [propertyId, area]);
    return;
  }
  await tx.query('UPDATE tenant SET area_square_metres = $3 WHERE property_id = $1 AND id = $2', [
    propertyId,
    tenantId,
    area,
  ]);
}

export async function writeTemperature(
  tx: Transaction,
  {
    country,
    station,
    day,
    celsius,
  }: { country: string; station: string; day: string; celsius: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO outdoor_temperature (country, station, day, celsius) VALUES ($1, $2, $3, $4)
     ON CONFLICT (country, station, day) DO UPDATE SET celsius = excluded.celsius`,
    [country, station, day, celsius],
  );
}
