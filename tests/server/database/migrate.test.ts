import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('says what PostgreSQL says when a step fails, and tries again at the next start', async () => {
  // Whatever the last step does: the first one makes tables, which are there.
  await database.pool.query('DELETE FROM drizzle.__drizzle_migrations');
  const attempt = () => migrate(database).catch((error: Error) => error.message);
  const expected = /^The database can’t be brought up to date: .*relation ".+" already exists/;
  expect(await attempt()).toMatch(expected);
  expect(await attempt()).toMatch(expected);
});
