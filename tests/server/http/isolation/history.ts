import { features } from '../../../../schemas/entities/access.ts';
import { measuredKinds, measuredTypes } from '../../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../../server/database/open.ts';
import { overwriteReadings } from '../../../../server/metering/store/ingest.ts';
import { evaluateDue } from '../../../../server/warnings/evaluate.ts';
import {
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';
import {
  another,
  dayLength,
  first,
  firstDay,
  firstDaysAgo,
  hour,
  localDay,
  type Meter,
  meters,
  mirror,
  readingsOf,
} from './pasts.ts';
import type { Names } from './world.ts';

/** A building with a year of readings, and another past for it. */

export interface History {
  readonly names: Names;
  readonly account: number;
  readonly username: string;
  /** What was before the first day becomes another past. */
  change(): Promise<void>;
  /** There is no first day, and there is again. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Whose account it is since when: of the account, or of who lives in the flat. */
export type Since = 'access' | 'moving in';

export async function addHistory(database: Database, since: Since): Promise<History> {
  const { pool } = database;
  const username = `since-${since.replace(' ', '-')}`;
  const property = since === 'access' ? 9201 : 9301;
  const name = `House of ${since}`;
  await addProperty(database, { id: property, name, city: 'Kraków', worksNo: `W-${property}` });
  const tenant = await addTenant(database, property, { tenantNo: '1', tenantName: 'Anna Kowal' });
  const neighbour = await addTenant(database, property, { tenantNo: '2' });
  const ids = await addAccounts(database, [
    anAccount(username, { country: 'PL', roles: ['portal_user', 'portal_admin'], name: username }),
  ]);
  const account = ids.get(username) as number;
  await pool.query(
    `UPDATE account SET alert_timing = 'ALL', quiet_from = 0, quiet_until = 0 WHERE id = $1`,
    [account],
  );
  const all = await addPackage(database, features);
  await grantAccess(database, account, all, [property]);
  const look = () =>
    database.transaction((tx) =>
      tx.run(
        `INSERT INTO warning_due SELECT property_id, id, to_timestamp(0) FROM device
         WHERE property_id = $1 ON CONFLICT DO NOTHING`,
        [property],
      ),
    );
  const begin = async (day: string | null) => {
    const [table, column] =
      since === 'access' ? ['property_access', 'access_since'] : ['tenant', 'moved_in'];
    await pool.query(`UPDATE ${table} SET ${column} = $2 WHERE property_id = $1`, [property, day]);
    // As the import of tenants has it done.
    await look();
    await evaluateDue(database, () => new Date());
  };
  for (const alert of measuredTypes) {
    await pool.query(
      `INSERT INTO warning_limit (property_id, alert, is_on, limits, urgency, changed_by, changed_at)
       VALUES ($1, $2, true, $3, NULL, 'someone', now())`,
      [property, alert, measuredKinds[alert].defaults],
    );
    await pool.query('INSERT INTO warning_notice VALUES ($1, $2, $3, true, true)', [
      ...[account, property, alert],
    ]);
  }
  const flats = meters.filter(({ place }) => place === 'flat');
  const own = since === 'access' ? meters : [...meters, ...flats.map(mirror)];
  const lodgers: Partial<Record<Meter['place'], number>> = {
    flat: tenant,
    'other flat': neighbour,
  };
  const devices: number[] = [];
  for (const meter of own) {
    const { category, interval, place } = meter;
    const device = await addDevice(database, {
      propertyId: property,
      category,
      interval,
      isMain: place === 'main',
      tenantId: lodgers[place] ?? null,
      serialNumber: `${property}-${devices.length}`,
    });
    devices.push(device);
    await addReadings(
      database,
      { propertyId: property, deviceId: device },
      readingsOf(meter, meter.course),
    );
  }
  const smoke = await addDevice(database, {
    propertyId: property,
    tenantId: tenant,
    category: 'SMOKE_DETECTOR',
    serialNumber: `${property}-smoke`,
  });
  const tellError = (device: number, at: number, error: string) =>
    pool.query(`INSERT INTO device_error VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4)`, [
      property,
      device,
      at,
      error,
    ]);
  await tellError(devices[0] as number, first + hour, 'LEAKAGE');
  await tellError(smoke, first - 2 * hour, 'SMOKE');
  await tellError(smoke, first + 2 * hour, 'SMOKE');
  const addDocument = (begin: number, title: string) =>
    pool.query(
      `INSERT INTO document (property_id, tenant_id, document_type, billing_type, status,
         period_begin, period_end, created_at, owner_name, added_by, file_name, stored_name, bytes,
         content_type, checksum)
       VALUES ($1, NULL, 'CONTROL_HEAT', 'HEAT', 'final', $2, $3, '2026-01-01T00:00:00Z', 'Anna',
         'someone', $4, $4, 3, 'application/pdf', md5($4) || md5($4)) RETURNING id`,
      [property, localDay(begin), localDay(1), `${property}-${title}.pdf`],
    );
  const { rows } = await addDocument(10, 'since');
  const publish = (year: number, source: string) =>
    pool.query(
      `INSERT INTO supply_fact (property_id, year, fact, item, value, unit, source)
       VALUES ($1, $2, 'EMISSIONS', '', 0.2, 'kg/kWh', $3), ($1, $2, 'TAX', $3, 20, '%', $3)`,
      [property, year, source],
    );
  const firstYear = Number(firstDay.slice(0, 4));
  await publish(firstYear, 'Of the year');
  await look();
  await evaluateDue(database, () => new Date());
  // Somebody looked after the leak when it began, and wrote what they saw.
  const note = async (text: string) => {
    await pool.query(
      `UPDATE warning SET acknowledged_by = 'someone', note = $2,
         acknowledged_at = to_timestamp($3::float8 / 1000)
       WHERE property_id = $1 AND alert = 'LEAKAGE'
         AND last_occurrence > to_timestamp($4::float8 / 1000)`,
      [property, text, first - text.length * hour, first],
    );
    await pool.query(
      `INSERT INTO warning_event (property_id, warning_id, at, event, by_user, detail)
       SELECT property_id, id, acknowledged_at, 'ACKNOWLEDGED', 'someone', note FROM warning
       WHERE property_id = $1 AND acknowledged_at IS NOT NULL`,
      [property],
    );
  };
  await note('wet');
  const warnings = await pool.query<{ id: number; alert: string }>(
    `SELECT id::float8 AS id, alert FROM warning WHERE property_id = $1
       AND first_occurrence < to_timestamp($2::float8 / 1000)
       AND last_occurrence > to_timestamp($2::float8 / 1000) ORDER BY alert = 'LEAKAGE' DESC, id`,
    [property, first],
  );
  await begin(firstDay);
  const names = {
    property,
    tenant,
    device: devices[0] as number,
    number: `W-${property}`,
    warning: warnings.rows[0]?.id ?? 0,
    document: Number(rows[0].id),
    q: `${property}-`,
    straddling: warnings.rows
      .map(({ alert }) => alert)
      .sort()
      .join(),
  };
  return {
    names,
    account,
    username,
    open: () => begin(null),
    close: () => begin(firstDay),
    async change() {
      for (const [at, meter] of own.entries()) {
        if (since === 'moving in' && !meter.place.endsWith('flat')) continue;
        const deviceId = devices[at] as number;
        const was = new Map(readingsOf(meter, meter.course).map((one) => [one.at, one.value]));
        const becomes = readingsOf(meter, another(meter));
        const changed = becomes.filter((one) => one.at < first && was.get(one.at) !== one.value);
        await database.transaction((tx) =>
          overwriteReadings(
            tx,
            changed.map(({ at: instant, value }) => ({
              propertyId: property,
              deviceId,
              at: instant,
              quality: 0 as const,
              value: Math.round(value * 1e6),
            })),
          ),
        );
      }
      await tellError(devices[1] as number, first - hour, 'BATTERY');
      await tellError(smoke, first - 5 * hour, 'SMOKE');
      await tellError(smoke, first - 9 * dayLength, 'SMOKE');
      await addDocument(firstDaysAgo + 5, 'before');
      await publish(firstYear - 1, 'Of the year before');
      await look();
      await evaluateDue(database, () => new Date());
      await note('under water');
    },
  };
}
