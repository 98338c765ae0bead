import { gzipSync } from 'node:zlib';
import type { Database } from '../server/database/open.ts';
import { listLocations } from '../server/features/property/property.repository.ts';
import type { Options } from './options.ts';
import { print, round, summarize, time, withStore } from './store.ts';

const accountId = 1;

/**
 * The index of an account with 5,000 properties, under row-level security, beside the bare rows of
 * the same properties read by their owner.
 */
export async function runProperties({ size }: Options): Promise<void> {
  const properties = size === 'tiny' ? 50 : 5000;
  await withStore(async (database) => {
    await createProperties(database, properties);
    const scope = { accountId, anyFeature: ['CONSUMPTION_BASIC' as const] };
    const list = () => database.asAccount(scope, (tx) => listLocations(tx, scope));
    const content = await list();
    if (content.length !== properties) throw new Error(`It lists ${content.length} properties.`);
    const body = JSON.stringify({ content });
    const times: number[] = [];
    const raw: number[] = [];
    for (let index = 0; index < 100; index++) {
      raw.push(await time(() => database.pool.query(rawIndex, [accountId])));
      times.push(await time(list));
    }
    const [index, yardstick] = [summarize(times), summarize(raw)];
    print({
      benchmark: 'index of properties',
      engine: database.engine,
      properties,
      medianMs: index.median,
      p95Ms: index.p95,
      rawMedianMs: yardstick.median,
      rawP95Ms: yardstick.p95,
      ratio: round(index.median / yardstick.median, 2),
      bytes: Buffer.byteLength(body),
      gzippedBytes: gzipSync(body).length,
    });
  });
}

/** Twice as many as the account has: what it may not see must not slow it down. */
async function createProperties(database: Database, properties: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone,
       latitude, longitude, warning_severity)
     SELECT id, 'PL', lpad(id::text, 8, '0'), 'Osiedle Słoneczne ' || id, 'ulica Długa ' || id,
       'Warszawa', '00-001', 'Europe/Warsaw', 49 + random() * 5, 15 + random() * 8,
       CASE WHEN id % 7 = 0 THEN 5 END
     FROM generate_series(1, $1::int) AS id`,
    [2 * properties],
  );
  await database.pool.query(
    `INSERT INTO permission_package (id, country, name, features) OVERRIDING SYSTEM VALUE
     VALUES (1, 'PL', 'All', '{CONSUMPTION_BASIC}')`,
  );
  await database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id)
     SELECT 1 + id % 2, id, 1 FROM generate_series(1, $1::int) AS id`,
    [2 * properties],
  );
  await database.pool.query('VACUUM ANALYZE property, property_access, permission_package');
}

const rawIndex = `SELECT property.id, works_no, name, address, city, warning_severity, latitude, longitude
  FROM property_access JOIN property ON property.id = property_id WHERE account_id = $1`;
