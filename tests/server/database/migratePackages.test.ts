import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { migrateUpTo } from './support/migrateUpTo.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateUpTo(database, '0020_files_and_messages');
});
afterAll(() => database.close());

it('permission packages that were called the same are told apart by their numbers', async () => {
  const add = (country: string, name: string) =>
    database.pool.query(
      `INSERT INTO permission_package (country, name, features)
       VALUES ($1, $2, '{REPORT_JOB}')`,
      [country, name],
    );
  await add('PL', 'Basic');
  await add('PL', 'BASIC');
  await add('CZ', 'Basic');
  await add('PL', 'basic');
  await migrate(database);
  const { rows } = await database.pool.query<{ name: string; version: number }>(
    'SELECT name, version FROM permission_package ORDER BY id',
  );
  expect(rows.map(({ name, version }) => [name, version])).toEqual([
    ['Basic', 1],
    ['BASIC (2)', 1],
    ['Basic', 1],
    ['basic (4)', 1],
  ]);
  await expect(add('CZ', 'bASIC')).rejects.toThrow(/duplicate key/);
});
