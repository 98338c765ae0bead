import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { ensureDemo } from '../../../server/demo/ensureDemo.ts';
import { demoPassword, demoUsernames } from '../../../server/identity/demoAccounts.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database?.close());

const options = {
  log: () => undefined,
  now: () => new Date('2026-11-20T22:00:00Z'),
  password: demoPassword,
  size: { properties: 7, months: 1 },
};

async function count(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return (rows[0] as { n: number }).n;
}

test('loads once, resumes where it was stopped, and makes every account', {
  timeout: 120_000,
}, async () => {
  await (await ensureDemo(database, options)).stop();
  const { rows } = await database.pool.query<{ username: string }>('SELECT username FROM account');
  expect(rows.map(({ username }) => username).sort()).toEqual([...demoUsernames].sort());
  const before = await count('reading');
  expect(before).toBeGreaterThan(0);

  const resumed = await ensureDemo(database, options);
  resumed.continueInBackground();
  await resumed.done;
  const all = await count('reading');
  expect(all).toBeGreaterThan(before);
  expect(await count('(SELECT DISTINCT property_id FROM rollup) AS loaded')).toBe(7);

  const again = await ensureDemo(database, options);
  again.continueInBackground();
  await again.done;
  expect(await count('reading')).toBe(all);
  expect(await count('property')).toBe(7);
});
