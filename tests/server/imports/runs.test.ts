import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { beginRun } from '../../../server/imports/runs.repository.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.close());
beforeEach(() => database.pool.query('DELETE FROM import_run'));

const begin = async (fileName: string) => {
  const file = { kind: 'readings', fileName, fingerprint: 'alike', country: 'PL', by: 'support' };
  const begun = { ...file, ignored: [] };
  return (await database.transaction((tx) => beginRun(tx, begun))).id;
};

it('a file that was broken off goes on in its run', async () => {
  const run = await begin('a.csv');
  expect(await begin('a.csv')).toBe(run);
  // Under another name, too, while nothing else begins like it.
  expect(await begin('copy of a.csv')).toBe(run);
});

it('of files that begin alike each goes on in its own', async () => {
  const first = await begin('a.csv');
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO import_run (kind, file_name, fingerprint, country, imported_by, status, started_at)
     SELECT kind, 'b.csv', fingerprint, country, imported_by, status, started_at
     FROM import_run RETURNING id`,
  );
  expect(await begin('a.csv')).toBe(first);
  expect(await begin('b.csv')).toBe(rows[0]?.id);
});

it('nobody comes back for one after a week, and it stands in no other file’s way', async () => {
  const run = await begin('a.csv');
  const setAge = (age: string) =>
    database.pool.query('UPDATE import_run SET started_at = now() - $1::interval', [age]);
  await setAge('167 hours');
  expect(await begin('a.csv')).toBe(run);
  await setAge('169 hours');
  expect(await begin('a.csv')).not.toBe(run);
});
