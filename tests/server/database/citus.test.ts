import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../../schemas/entities/access.ts';
import {
  distributedTables,
  distributeTables,
  hasCitus,
  referenceTables,
} from '../../../server/database/citus.ts';
import { migrate } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { property, tenant } from '../../../server/database/tables.ts';
import { warningNotice } from '../../../server/database/warningTables.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase({ superuser: true });
});
afterAll(() => database.close());

async function names(sql: string, parameters: unknown[] = []): Promise<string[]> {
  const { rows } = await database.pool.query(sql, parameters);
  return rows.map(({ name }) => name);
}

/** Citus's functions as far as we call them, writing down what they are asked for. */
const standIns = `
  CREATE TABLE pg_dist_partition (logicalrelid regclass);
  CREATE TABLE asked (id int GENERATED ALWAYS AS IDENTITY, name text);
  CREATE FUNCTION create_distributed_function(regprocedure) RETURNS void LANGUAGE sql AS ''; 
  CREATE FUNCTION create_reference_table(one regclass) RETURNS void LANGUAGE sql AS $$
    INSERT INTO pg_dist_partition VALUES (one);
    INSERT INTO asked (name) VALUES (one || ' whole') $$;
  CREATE FUNCTION create_distributed_table(one regclass, by text, colocate_with text)
  RETURNS void LANGUAGE sql AS $$
    INSERT INTO pg_dist_partition VALUES (one);
    INSERT INTO asked (name) VALUES (one || ' by ' || by || ' with ' || colocate_with) $$;`;

describe('tables for Citus', () => {
  it('are left alone without the extension', async () => {
    expect(await hasCitus(database.pool)).toBe(false);
    // It would fail at the first of Citus's functions.
    await expect(migrate(database)).resolves.toBeUndefined();
    expect(
      await names(`SELECT proname AS name FROM pg_proc WHERE proname = 'meterhouse_properties'`),
    ).toEqual([]);
  });

  it('include every table with a property_id', async () => {
    const withProperty = await names(
      `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE attname = 'property_id' AND relkind IN ('r', 'p') AND NOT relispartition
         AND relnamespace = 'public'::regnamespace`,
    );
    expect(withProperty).not.toEqual([]);
    expect([...distributedTables, ...referenceTables]).toEqual(
      expect.arrayContaining(withProperty),
    );
  });

  it('have property_id in each unique index, as Citus demands, and no foreign keys', async () => {
    const faulty = await names(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = ANY ($1::regclass[]) AND indisunique AND NOT (SELECT attnum FROM pg_attribute
         WHERE attrelid = indrelid AND attname = 'property_id') = ANY (indkey)`,
      [distributedTables],
    );
    expect(faulty).toEqual([]);
    expect(
      await names(
        // The queue's own tables aren't distributed.
        `SELECT conname AS name FROM pg_constraint
         WHERE contype = 'f' AND connamespace <> 'pgboss'::regnamespace`,
      ),
    ).toEqual([]);
  });

  it('count their identities in bigints: Citus takes no smaller ones', async () => {
    const smaller = await names(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = ANY ($1::regclass[]) AND attidentity <> '' AND atttypid <> 'bigint'::regtype`,
      [[...distributedTables, ...referenceTables]],
    );
    expect(smaller).toEqual([]);
  });
});

describe('distributing the tables', () => {
  beforeAll(async () => {
    await database.pool.query(standIns);
    await distributeTables(database.pool);
  });

  it('asks for each table once, reference tables first, the others beside each other', async () => {
    const expected = [
      ...referenceTables.map((name) => `${name} whole`),
      ...distributedTables.map(
        (name) => `${name} by property_id with ${name === 'device' ? 'none' : 'device'}`,
      ),
    ];
    expect(await names('SELECT name FROM asked ORDER BY id')).toEqual(expected);
    await distributeTables(database.pool);
    expect(await names('SELECT name FROM asked ORDER BY id')).toEqual(expected);
  });

  it('leaves no policy with a subquery, which Citus refuses', async () => {
    const policies = await names('SELECT pg_get_expr(polqual, polrelid) AS name FROM pg_policy');
    const portals = await names(`SELECT polrelid AS name FROM pg_policy WHERE polname = 'portal'`);
    expect(policies).toHaveLength(distributedTables.length + 2 + portals.length);
    expect(policies.filter((text) => /select/i.test(text))).toEqual([]);
  });

  it('still shows an account only its own properties', async () => {
    await database.pool.query(
      `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
       SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw' FROM generate_series(1, 3) AS id`,
    );
    await database.pool.query(
      `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address)
       VALUES (1, 1, 1, 1, 1), (2, 2, 2, 2, 2)`,
    );
    const { rows } = await database.pool.query(
      `INSERT INTO permission_package (country, name, features)
       VALUES ('PL', 'one', '{CONSUMPTION_BASIC}') RETURNING id`,
    );
    await database.pool.query(
      'INSERT INTO property_access VALUES (7, 2, $1, NULL), (8, 1, $1, NULL)',
      [rows[0].id],
    );
    const see = (anyFeature: Feature[]) =>
      database.asAccount({ accountId: 7, anyFeature }, async (tx) => [
        await tx.select({ id: property.id }).from(property),
        await tx.select({ of: tenant.propertyId }).from(tenant),
      ]);
    expect(await see([])).toEqual([[{ id: 2 }], [{ of: 2 }]]);
    expect(await see(['CONSUMPTION_BASIC'])).toEqual([[{ id: 2 }], [{ of: 2 }]]);
    expect(await see(['WARNING_CO2'])).toEqual([[], []]);
    // Who else of a building is told of its warnings is nobody's business.
    await database.pool.query(
      `INSERT INTO warning_notice (account_id, property_id, alert, by_email, by_mobile)
       VALUES (7, 2, 'CO2', true, false), (9, 2, 'CO2', true, false)`,
    );
    expect(
      await database.asAccount({ accountId: 7, anyFeature: [] }, (tx) =>
        tx.select({ of: warningNotice.accountId }).from(warningNotice),
      ),
    ).toEqual([{ of: 7 }]);
  });
});
