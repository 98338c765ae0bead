import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { migrateUpTo } from './support/migrateUpTo.ts';

/** The last step before stations belonged to markets. */
const lastBefore = '0010_right_figures';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateUpTo(database, lastBefore);
});
afterAll(() => database.close());

it('temperatures of stations go to each market that reads them, and to all while none does', async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO property (id, works_no, country, name, address, city, zip_code, time_zone, weather_station)
     VALUES
       (1, '1', 'PL', 'By station', 'A', 'Warszawa', '00-001', 'Europe/Warsaw', 'Okęcie'),
       (2, '2', 'CZ', 'By city', 'A', 'Ostrava', '700 00', 'Europe/Prague', NULL),
       (3, '3', 'PL', 'Near the border', 'A', 'Cieszyn', '43-400', 'Europe/Warsaw', 'Ostrava'),
       (4, '4', 'DK', 'Not by its city', 'A', 'Okęcie', '1000', 'Europe/Copenhagen', 'Kastrup')`,
  );
  await pool.query(
    `INSERT INTO outdoor_temperature (station, day, celsius) VALUES
       ('Okęcie', '2026-01-01', -3.5), ('Okęcie', '2026-01-02', 0),
       ('Ostrava', '2026-01-01', -7.25), ('Kastrup', '2026-01-01', 4),
       ('Warszawa', '2026-01-01', 1)`,
  );

  await migrate(database);

  const { rows } = await pool.query<Record<'row', string>>(
    `SELECT concat_ws(' ', station, country, day, celsius) AS row FROM outdoor_temperature
     ORDER BY station COLLATE "C", country, day`,
  );
  expect(rows.map(({ row }) => row)).toEqual([
    'Kastrup DK 2026-01-01 4',
    'Okęcie PL 2026-01-01 -3.5',
    'Okęcie PL 2026-01-02 0',
    'Ostrava CZ 2026-01-01 -7.25',
    'Ostrava PL 2026-01-01 -7.25',
    // A city whose property names another station: nobody reads it.
    'Warszawa CZ 2026-01-01 1',
    'Warszawa DK 2026-01-01 1',
    'Warszawa PL 2026-01-01 1',
  ]);
  // A station is a market's own now: one day of it once in each.
  await expect(
    pool.query(
      `INSERT INTO outdoor_temperature (country, station, day, celsius)
       VALUES ('PL', 'Okęcie', '2026-01-01', 9)`,
    ),
  ).rejects.toThrow(/duplicate key/);
  await pool.query(
    `INSERT INTO outdoor_temperature (country, station, day, celsius)
     VALUES ('CZ', 'Okęcie', '2026-01-01', 9)`,
  );
});
