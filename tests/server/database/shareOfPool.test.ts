import type { Pool } from 'pg';
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
  const { pool } = database;
  let asked = 0;
  let most = 0;
  const counting = Object.create(pool, {
    query: {
      value: async (sql: string, parameters: unknown[]) => {
        asked += 1;
        most = Math.max(most, asked);
        return pool.query(sql, parameters).finally(() => {
          asked -= 1;
        });
      },
    },
  }) as Pool;
  const share = shareOfPool(counting);
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const storm = await Promise.all(
    numbers.map(async (index) => {
      const { rows } = await share.query<{ value: number }>('SELECT $1::int AS value', [index]);
      return rows[0]?.value;
    }),
  );
  expect(storm).toEqual(numbers);
  expect(most).toBe(Math.max(1, Math.floor(pool.options.max / 2)));
});
