import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';
import { migrateUpTo } from './support/migrateUpTo.ts';

const refusal = 'is refused: the activity log only grows';
const forbidden = [
  `UPDATE activity_log SET actor = 'somebody else'`,
  'UPDATE activity_log SET at = now() WHERE false',
  'DELETE FROM activity_log',
  'TRUNCATE activity_log',
  'TRUNCATE activity_log, report CASCADE',
  `INSERT INTO activity_log (id, at, type, actor, affected) OVERRIDING SYSTEM VALUE
   VALUES (1, now(), 'SIGN_OUT', '', '') ON CONFLICT (id) DO UPDATE SET actor = 'somebody else'`,
];

describe('the activity log', () => {
  let database: Database;
  const entries = async () =>
    (await database.pool.query('SELECT id, at, type, actor FROM activity_log ORDER BY id')).rows;

  beforeAll(async () => {
    database = await createTestDatabase({ superuser: true });
    await database.pool.query(
      `INSERT INTO activity_log (at, type, actor, affected) VALUES (now(), 'SIGN_IN', 'one', 'one')`,
    );
  });
  afterAll(() => database.close());

  it.each(forbidden)('refuses its owner, who may add to it: %s', async (sql) => {
    const before = await entries();
    expect(before).toHaveLength(1);
    await expect(database.pool.query(sql)).rejects.toThrow(refusal);
    expect(await entries()).toEqual(before);
  });

  it('refuses a session that calls itself a replica, where ordinary triggers rest', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.run(`SET LOCAL session_replication_role = replica`);
        await tx.run('DELETE FROM activity_log');
      }),
    ).rejects.toThrow(refusal);
    expect(await entries()).toHaveLength(1);
  });

  it('lets go what the law demands as the manual says, and refuses again', async () => {
    const manual = readFileSync(path.resolve('docs/activity-log.md'), 'utf8');
    const [, sql = ''] = /```sql\n([\s\S]*?)```/.exec(manual) ?? [];
    expect(sql).toContain('affected_id = 1234');
    await database.pool.query(
      `INSERT INTO activity_log (at, type, actor, affected_id, affected) VALUES (now(), 'SIGN_IN', 'gone', 1234, 'gone')`,
    );
    await database.pool.query(sql);
    expect(await entries()).toMatchObject([{ actor: 'one' }]);
    await expect(database.pool.query('DELETE FROM activity_log')).rejects.toThrow(refusal);
  });

  it('refuses another role that was given all rights', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.run('GRANT ALL ON activity_log TO meterhouse_reader');
        await tx.run('SET LOCAL ROLE meterhouse_reader');
        await tx.run('DELETE FROM activity_log');
      }),
    ).rejects.toThrow(refusal);
    expect(await entries()).toHaveLength(1);
  });
});

it('entries of an earlier release get their market before nobody can change them', async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  await migrateUpTo(database, '0021_permission_packages');
  const ids = await addAccounts(database, [
    anAccount('polish'),
    anAccount('czech', { country: 'CZ' }),
  ]);
  const [polish, czech] = [ids.get('polish'), ids.get('czech')];
  await pool.query(
    `INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected) VALUES
       (now(), 'ACCOUNT_DISABLED', $1, 'polish', $2, 'czech'),
       (now(), 'ACCOUNT_CREATED', NULL, '', $1, 'polish'),
       (now(), 'SIGN_OUT', $2, 'czech', NULL, ''),
       (now(), 'SIGN_IN_FAILED', NULL, '', NULL, '')`,
    [polish, czech],
  );
  await migrate(database);
  const { rows } = await pool.query('SELECT type, country FROM activity_log ORDER BY id');
  expect(rows).toEqual([
    { type: 'ACCOUNT_DISABLED', country: 'CZ' },
    { type: 'ACCOUNT_CREATED', country: 'PL' },
    { type: 'SIGN_OUT', country: 'CZ' },
    { type: 'SIGN_IN_FAILED', country: null },
  ]);
  await expect(pool.query('DELETE FROM activity_log')).rejects.toThrow(refusal);
  await database.close();
});
