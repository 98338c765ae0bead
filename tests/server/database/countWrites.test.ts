import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('CREATE TABLE note (id int)');
});
afterAll(() => database.close());

/** By how much the count rises. */
async function rise(work: () => Promise<unknown>): Promise<number> {
  const before = database.countWrites();
  await work();
  return database.countWrites() - before;
}

it('counts what may write, in a statement of its own, in one that reads on, and in a transaction', async () => {
  const { pool } = database;
  expect(await rise(() => pool.query('SELECT 1'))).toBe(0);
  expect(await rise(() => database.read((tx) => tx.run('SELECT FROM note')))).toBe(0);
  expect(await rise(() => pool.query('INSERT INTO note VALUES ($1)', [1]))).toBe(1);
  expect(await rise(() => pool.query({ text: 'UPDATE note SET id = 2' }))).toBe(1);
  const writing = 'WITH gone AS (DELETE FROM note RETURNING id) SELECT id FROM gone';
  expect(await rise(() => pool.query(writing))).toBe(1);
  expect(await rise(() => pool.query('SELECT 1'))).toBe(0);
});

it('counts once more when a transaction is over, for until then nobody saw what it wrote', async () => {
  let within = 0;
  const whole = await rise(() =>
    database.transaction(async (tx) => {
      await tx.run('SELECT FROM note');
      within = await rise(() => tx.run('INSERT INTO note VALUES (3)'));
    }),
  );
  expect(within).toBe(1);
  expect(whole).toBeGreaterThan(within);
  expect(await rise(() => database.read((tx) => tx.run('SELECT FROM note')))).toBe(0);
});
