import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../server/database/open.ts';
import type { Statement } from '../../../server/database/statement.ts';
import { makePartitions } from '../../../server/metering/store/packs.repository.ts';
import { readChunks } from '../../../server/metering/store/rollups.repository.ts';
import { createTestDatabase } from '../../support/database.ts';

/** No other test sees how rows are found: the answer is the same, and only the time grows. */

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('rollup rows are looked up by their keys, also in a year that nobody has analysed', async () => {
  await database.transaction(async (tx) => {
    await makePartitions(tx, [], [2024, 2025]);
    await tx.run(
      `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
         measured, received)
       SELECT 1, 0, device, 'COLD_WATER_METER', 0, '2024-01-01'::date + day, '{1}', '{1}', '{1}'
       FROM generate_series(1, 20) AS device, generate_series(0, 730) AS day`,
    );
    const plans: string[] = [];
    const explaining = new Proxy(tx, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name).bind(target);
        return async (query: Statement<object>, parameters: unknown[]) => {
          const { rows } = await target.executeSql(`EXPLAIN ${query.sql}`, parameters);
          plans.push(JSON.stringify(rows));
          return target.query(query, parameters);
        };
      },
    }) as Transaction;
    const keys = Array.from({ length: 1000 }, (_, day) => ({
      propertyId: 1,
      subjectKind: 0,
      subjectId: 7,
      category: 'COLD_WATER_METER' as const,
      timeframe: 0,
      chunk: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
    }));
    const found = await readChunks(explaining, keys);
    expect(found).toHaveLength(731);
    expect(plans.join()).toMatch(/Index Scan using rollup_2024_pkey/);
    expect(plans.join()).not.toMatch(/Hash Join|Merge Join|Seq Scan on rollup|Bitmap/);
  });
});
