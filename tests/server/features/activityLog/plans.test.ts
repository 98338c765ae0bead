import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../../server/database/open.ts';
import type { Statement } from '../../../../server/database/statement.ts';
import {
  type EntryFilter,
  listEntriesBefore,
  newest,
  pageOfEntries,
} from '../../../../server/features/activityLog/activityLog.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';

/** What lists cost follows what they show: none reads the whole log. */

const market = { country: 'PL', timeZone: 'Europe/Warsaw' } as EntryFilter;
const query = { page: 0, size: 25 } as const;
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country)
     SELECT '2026-11-01T00:00:00Z'::timestamptz - n * interval '1 minute',
       CASE WHEN n % 1000 = 0 THEN 'ROLES_CHANGED' ELSE 'SIGN_IN' END,
       n % 500, '', n * 7 % 500, '', (ARRAY['PL', 'PL', 'CZ', 'DK'])[1 + n % 4]
     FROM generate_series(1, 40000) AS n`,
  );
  await database.pool.query('VACUUM ANALYZE activity_log');
});
afterAll(() => database.close());

/** How the database goes about what `work` asks it. */
async function plansOf(work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explain = async ({ sql }: Statement<object>, parameters: unknown[]) => {
    const { rows } = await database.pool.query(`EXPLAIN ${sql}`, parameters);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return [];
  };
  await work({ query: explain } as unknown as Transaction);
  return plans;
}

it.each<[string, string, Partial<EntryFilter>]>([
  ['of the market', 'country', {}],
  ['of one user', 'affected', { accountIds: [77] }],
  ['of one user', 'actor', { accountIds: [77] }],
  ['of a rare kind', 'type', { actionType: 'PERMISSION' }],
  ['of a period', 'country', { periodBegin: '2026-10-01', periodEnd: '2026-10-31' }],
])('a page %s and its count use an index (%s)', async (_, index, narrowing) => {
  const plans = await plansOf((tx) => pageOfEntries(tx, { ...market, ...narrowing }, query));
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain(`activity_log_${index}_index`);
    expect(plan).not.toContain('Seq Scan');
  }
});

it('each slice of a file begins where the last one ended', async () => {
  const [plan] = await plansOf((tx) =>
    listEntriesBefore(tx, market, { ...newest, instant: '2026-10-20T00:00:00Z' }),
  );
  expect(plan).toMatch(/Index Scan Backward using activity_log_country_index/);
  expect(plan).toMatch(/Index Cond: .*ROW\(at, id\) </);
  expect(plan).not.toContain('Sort');
});

it('no list counts beyond its end', async () => {
  const { content, total } = await database.read((tx) => pageOfEntries(tx, market, query));
  expect({ shown: content.length, total }).toEqual({ shown: 25, total: 10_000 });
  const last = await database.read((tx) => pageOfEntries(tx, market, { page: 399, size: 25 }));
  expect(last.content).toHaveLength(25);
  const beyond = await database.read((tx) => pageOfEntries(tx, market, { page: 400, size: 25 }));
  expect(beyond.content).toEqual([]);
});
