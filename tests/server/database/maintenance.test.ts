import { afterAll, beforeAll, expect, it } from 'vitest';
import { compact, maintain, startMaintenance } from '../../../server/database/maintenance.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const stations = async () => {
  const { rows } = await database.pool.query(
    `SELECT reltuples FROM pg_class WHERE relname = 'outdoor_temperature'`,
  );
  return rows[0].reltuples;
};
const fill = (until: number) =>
  database.pool.query(
    `INSERT INTO outdoor_temperature (country, station, day, celsius)
     SELECT 'PL', 'S', date '2000-01-01' + day, 1
     FROM generate_series(1, $1::int) AS day ON CONFLICT DO NOTHING`,
    [until],
  );

it('gathers statistics of what is new, again once enough has changed, and else leaves it', async () => {
  await fill(1000);
  await maintain(database);
  expect(await stations()).toBe(1000);
  await fill(1050);
  await maintain(database);
  expect(await stations()).toBe(1000);
  await fill(2000);
  await maintain(database);
  expect(await stations()).toBe(2000);
  expect(await maintain(database)).toBe(0);
});

// On a server the session that gathers them is any of the pool's.
it.skipIf(process.env.TEST_DATABASE_URL)('gathers few of them, for others wait', async () => {
  const { rows } = await database.pool.query(
    `SELECT cardinality(histogram_bounds::text::text[]) AS bounds FROM pg_stats
     WHERE tablename = 'outdoor_temperature' AND attname = 'day'`,
  );
  expect(rows[0].bounds).toBe(21);
});

it('reclaims the space of what was deleted', async () => {
  await database.pool.query("DELETE FROM outdoor_temperature WHERE day > '2000-06-01'");
  await maintain(database);
  await database.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await database.pool.query(
    `SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'outdoor_temperature'`,
  );
  expect(rows[0].n_dead_tup).toBe(0);
});

it.skipIf(process.env.TEST_DATABASE_URL)('writes partitions anew without gaps', async () => {
  const size = async () => {
    const { rows } = await database.pool.query(
      "SELECT sum(pg_relation_size(relid))::integer AS bytes FROM pg_partition_tree('gappy')",
    );
    return rows[0].bytes;
  };
  await database.pool.query('CREATE TABLE gappy (at integer NOT NULL) PARTITION BY RANGE (at)');
  for (const from of [0, 1000])
    await database.pool.query(
      `CREATE TABLE gappy_${from} PARTITION OF gappy FOR VALUES FROM (${from}) TO (${from + 1000})`,
    );
  await database.pool.query('INSERT INTO gappy SELECT generate_series(0, 1999)');
  await database.pool.query('DELETE FROM gappy WHERE at % 100 > 0');
  const before = await size();
  await compact(database, 'gappy', () => true);
  expect(await size()).toBe(before);
  await compact(database, 'gappy');
  const pageBytes = 8192;
  expect(await size()).toBe(2 * pageBytes);
});

it('looks at once, and stops when it is told to', async () => {
  await database.pool.query("DELETE FROM outdoor_temperature WHERE day < '2000-01-01'");
  const faults: unknown[] = [];
  const maintenance = startMaintenance(database, (error) => faults.push(error));
  await maintenance.stop();
  expect(faults).toEqual([]);
});
