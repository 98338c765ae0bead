import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createStatement, preparedStatement } from '../../../server/database/statement.ts';
import { property, tenant } from '../../../server/database/tables.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the database', () => {
  it('reads bigints and their arrays as numbers, days as text', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740991::bigint AS big, '{1,NULL}'::bigint[] AS list, DATE '2026-03-29' AS day`,
    );
    expect(rows).toEqual([{ big: 9007199254740991, list: [1, null], day: '2026-03-29' }]);
  });

  it('stays healthy after a failed query', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      await expect(database.pool.query('SELECT 1 / 0 WHERE $1::int = 1', [1])).rejects.toThrow();
    }
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('keeps transactions of several connections apart', async () => {
    await database.pool.query('CREATE TABLE counter (id int PRIMARY KEY, value int)');
    await database.pool.query('INSERT INTO counter VALUES (1, 0)');
    const work = Array.from({ length: 12 }, (_, index) =>
      database
        .transaction(async (tx) => {
          await tx.run('SELECT value FROM counter WHERE id = $1 FOR UPDATE', [1]);
          await tx.run('UPDATE counter SET value = value + $1 WHERE id = 1', [1]);
          if (index % 3 === 0) throw new Error('taken back');
        })
        .catch(() => undefined),
    );
    await Promise.all(work);
    expect((await database.pool.query('SELECT value FROM counter')).rows).toEqual([{ value: 8 }]);
  });

  it('keeps the plan of a prepared statement, whichever connection asks', async () => {
    const given = preparedStatement({ given: 'integer' }, 'SELECT $1::int AS given');
    const divided = preparedStatement({ share: 'integer' }, 'SELECT 12 / $1::int AS share');
    const askAtOnce = () =>
      Promise.all([1, 2, 3].map((number) => database.read((tx) => tx.query(given, [number]))));
    const expected = [1, 2, 3].map((number) => [{ given: number }]);
    expect(await askAtOnce()).toEqual(expected);
    expect(await askAtOnce()).toEqual(expected);
    const plans = createStatement(
      { count: 'bigint' },
      'SELECT generic_plans + custom_plans AS count FROM pg_prepared_statements WHERE name = $1',
    );
    // A transaction stays on its connection.
    await database.read(async (tx) => {
      await tx.query(given, [4]);
      const [before] = await tx.query(plans, [given.name]);
      const after = [{ count: (before?.count ?? 0) + 1 }];
      await tx.query(given, [5]);
      expect(await tx.query(plans, [given.name])).toEqual(after);
      tx.keepPlansAs('other');
      await tx.query(given, [6]);
      expect(await tx.query(plans, [given.name])).toEqual(after);
      expect(await tx.query(plans, [`${given.name} other`])).toEqual([{ count: 1 }]);
    });
    // What fails stays as good as it was, within a transaction and after it.
    await expect(database.read((tx) => tx.query(divided, [0]))).rejects.toThrow('zero');
    await database.read(async (tx) => {
      await expect(tx.query(divided, ['x'])).rejects.toThrow('integer');
      await expect(tx.query(divided, [2])).rejects.toThrow('aborted');
    });
    expect(await database.statements.query(divided, [4])).toEqual([{ share: 3 }]);
  });

  it('takes a transaction back whose connection dies', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('CREATE TABLE half_done (id int)');
    client.release(true);
    const { rows } = await database.pool.query(`SELECT to_regclass('half_done') AS found`);
    expect(rows).toEqual([{ found: null }]);
  });

  it('takes a transaction back that lies idle, and goes on without it', async () => {
    const hasty = await createTestDatabase({ idleTransactionMilliseconds: 200 });
    try {
      await hasty.pool.query('CREATE TABLE idle (id int)');
      const lost = hasty.transaction(async (tx) => {
        await tx.run('INSERT INTO idle VALUES (1)');
        // On a machine with other work, what takes it back may come late, too.
        for (let wait = 400; ; wait *= 2) {
          await sleep(wait);
          await tx.run('INSERT INTO idle VALUES (2)');
        }
      });
      await expect(lost).rejects.toThrow();
      expect((await hasty.pool.query('SELECT id FROM idle')).rows).toEqual([]);
    } finally {
      await hasty.close();
    }
  });

  it('creates partitions beside a transaction that is writing', async () => {
    await database.pool.query(`SELECT meterhouse_ensure_partitions('2024-06-01', '2024-06-02')`);
    const insert = `INSERT INTO reading VALUES ($1, 1, '2024-06-01', 1)`;
    const ensure = 'SELECT meterhouse_ensure_partitions($1, $1)';
    // Whoever has written before asking for partitions must neither wait for the other nor deadlock.
    await Promise.all(
      [1, 2].map((property) =>
        database.transaction(async (tx) => {
          await tx.run(insert, [property]);
          if (database.engine === 'postgres') await sleep(100);
          await tx.run(ensure, [`${2020 + property}-06-01`]);
        }),
      ),
    );
    const { rows } = await database.pool.query('SELECT count(*) AS count FROM reading');
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('makes a month that another session makes at the same time', async ({ skip }) => {
    // The embedded engine has one session, so that nothing is ever at the same time.
    if (database.engine !== 'postgres') return skip();
    const ensure = `SELECT meterhouse_make_partitions('{1998-04-01}', '{1998-01-01}')`;
    await Promise.all(
      [1, 2].map((property) =>
        database.transaction(async (tx) => {
          await tx.run(ensure);
          await tx.run(`INSERT INTO reading VALUES ($1, 1, '1998-04-02', 1)`, [property]);
          await sleep(300);
        }),
      ),
    );
    const { rows } = await database.pool.query(
      `SELECT count(*) AS count FROM reading WHERE at < '2000-01-01'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    await database.pool.query('DELETE FROM reading');
  });

  it('reads what an account asks for by index, its properties found once', async () => {
    const plan = await database.asAccount({ accountId: 7, anyFeature: [] }, (tx) =>
      tx.query(
        createStatement(
          { 'QUERY PLAN': 'text' },
          `EXPLAIN SELECT value FROM reading WHERE property_id = 2 AND device_id = 3 AND at < '2024-07-01'`,
        ),
      ),
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/InitPlan/);
    expect(lines).toMatch(/Index (Only )?(Scan|Cond)/);
  });

  it('creates partitions for days once, across a year’s end', async () => {
    const days = ['2025-12-30', '2026-01-02'];
    for (let round = 0; round < 2; round++) {
      await database.pool.query('SELECT meterhouse_ensure_partitions($1, $2)', days);
    }
    const { rows } = await database.pool.query(
      `SELECT to_regclass('reading_2025_12')::text AS month, to_regclass('rollup_2026')::text AS year`,
    );
    expect(rows).toEqual([{ month: 'reading_2025_12', year: 'rollup_2026' }]);
  });

  it('shows an account only its properties, even to a query that forgot to ask', async () => {
    await database.pool.query(
      `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
       SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw' FROM generate_series(1, 3) AS id`,
    );
    await database.pool.query('INSERT INTO property_access VALUES (7, 2, 1, NULL)');
    await database.pool.query(
      'INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address) VALUES (1,1,1,1,1), (2,2,2,2,2)',
    );
    const seen = await database.asAccount({ accountId: 7, anyFeature: [] }, async (tx) => [
      ...(await tx.select({ id: property.id }).from(property)),
      ...(await tx.select({ of: tenant.propertyId }).from(tenant)),
    ]);
    expect(seen).toEqual([{ id: 2 }, { of: 2 }]);
    expect(
      await database.asAccount({ accountId: 8, anyFeature: [] }, (tx) => tx.$count(property)),
    ).toBe(0);
  });

  it('refuses writes and secrets to a reading account', async () => {
    await expect(
      database.asAccount({ accountId: 7, anyFeature: [] }, (tx) => tx.run('DELETE FROM property')),
    ).rejects.toThrow(/read-only|permission denied/);
    await expect(
      database.asAccount({ accountId: 7, anyFeature: [] }, (tx) => tx.run('SELECT * FROM account')),
    ).rejects.toThrow('permission denied');
  });

  it('leaves no rights behind on a connection', async () => {
    await database.asAccount({ accountId: 7, anyFeature: [] }, (tx) => tx.run('SELECT 1'));
    const { rows } = await database.pool.query('SELECT current_user AS name');
    expect(rows[0].name).not.toBe('meterhouse_reader');
  });

  it.runIf(!process.env.TEST_DATABASE_URL)('keeps the event loop free while it works', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    // What is counted is the processor's work: times say nothing on a machine with other work.
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    await database.pool.query('SELECT sum(i) FROM generate_series(1, 4000000) AS i');
    const [{ user: ofAll }, { user: ofLoop }] = [
      process.cpuUsage(all),
      process.threadCpuUsage(own),
    ];
    clearInterval(timer);
    expect(ofLoop).toBeLessThan(ofAll / 2);
    // Nor did it stand still meanwhile.
    expect(turns).toBeGreaterThan(3);
  });
});
