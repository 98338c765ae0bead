import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { shareOfPool } from '../../../server/database/shareOfPool.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('leaves half of the connections to others, whatever waits', async () => {
  const share = shareOfPool(database.pool);
  let done = 0;
  const storm = Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { rows } = await share.query<{ value: number }>('SELECT $1::int AS value', [index]);
      done += 1;
      return rows[0]?.value;
    }),
  );
  await database.pool.query('SELECT 1');
  expect(done).toBeLessThan(20);
  expect(await storm).toEqual(Array.from({ length: 200 }, (_, index) => index));
});
