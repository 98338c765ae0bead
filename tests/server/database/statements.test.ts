import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as accessTables from '../../../server/database/accessTables.ts';
import * as activityTables from '../../../server/database/activityTables.ts';
import * as documentTables from '../../../server/database/documentTables.ts';
import * as factTables from '../../../server/database/factTables.ts';
import * as moduleTables from '../../../server/database/moduleTables.ts';
import type { Database } from '../../../server/database/open.ts';
import * as portalTables from '../../../server/database/portalTables.ts';
import {
  type Columns,
  compareFields,
  createStatement,
  listStatements,
  narrow,
} from '../../../server/database/statement.ts';
import { createStatements } from '../../../server/database/statements.ts';
import * as tables from '../../../server/database/tables.ts';
import * as warningTables from '../../../server/database/warningTables.ts';
import { createTestDatabase } from '../../support/database.ts';
import { describeStatement } from './support/describeStatement.ts';

// own process: the statements of all modules that were loaded are counted.
const server = path.resolve(import.meta.dirname, '../../../server');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== path.join('database', 'statement.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(server, file), 'utf8') }));
const maker = /\b(?:s|preparedS)tatement(?:OfKeys)?\(/;
const makers = sources.filter(({ text }) => maker.test(text));

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('statements', () => {
  it('have the columns and types that they claim, each of them', async () => {
    for (const { file } of makers) await import(pathToFileURL(path.join(server, file)).href);
    const written = makers.flatMap(({ text }) => text.match(new RegExp(maker, 'g')) ?? []);
    const statements = listStatements();
    expect(statements).toHaveLength(written.length);
    const faults: string[] = [];
    for (const { columns, sql } of statements) {
      const differences = await describeStatement(database.pool, sql).then(
        (fields) => compareFields(columns, fields),
        (error: Error) => [error.message],
      );
      if (differences.length > 0) faults.push(`${differences.join('\n')}\n  in ${sql}`);
    }
    expect(faults).toEqual([]);
  });

  it('are made once, where their module is loaded', () => {
    for (const { file, text } of makers) {
      expect
        .soft(text.match(/^.*\b(?:s|preparedS)tatement\(/gm), file)
        .toEqual(text.match(/^(export )?const \w+ = (?:s|preparedS)tatement\(/gm));
    }
  });

  it('are the only way to claim a row’s type', () => {
    const byHand = /\.(query|execute)<|\bsql<|\bas (SQL|Statement)<|\bcreateStatement\(/g;
    // Rows of pg's own are of any type; what opens and migrates reads none of them.
    const untyped = /\b(pool|client)\.query\(/g;
    const claims = sources.flatMap(({ file, text }) => {
      const isBelow = path.dirname(file) === 'database';
      const found = [...text.matchAll(byHand), ...(isBelow ? [] : text.matchAll(untyped))];
      return found.map(([claim]) => `${file}: ${claim}`);
    });
    expect(claims).toEqual([]);
  });
});

describe('a statement’s result', () => {
  const columns = { id: 'bigint', name: 'text | null' } as const;
  const run = (columns: Columns, sql: string, parameters?: unknown[]) =>
    database.statements.query(createStatement(columns, sql), parameters);

  it('is handed on as it is claimed', async () => {
    const sql = `SELECT 1::bigint AS id, NULL AS name`;
    expect(await run(columns, sql)).toEqual([{ id: 1, name: null }]);
  });

  const mistakes: [string, Columns, string, string][] = [
    ['a column is missing', columns, 'SELECT 1::bigint AS id', 'there is no column «name»'],
    ['one comes besides', { id: 'integer' }, 'SELECT 1 AS id, 2 AS more', '«more» is not claimed'],
    ['one comes twice', { id: 'integer' }, 'SELECT 1 AS id, 2 AS id', '«id» comes twice'],
    ['the type differs', { id: 'bigint' }, 'SELECT 1 AS id', '«id» is not bigint but integer'],
    [
      'a value is null',
      { id: 'integer' },
      'SELECT NULL::int AS id',
      '«id» holds what is not integer',
    ],
    [
      'a list holds null',
      { ids: 'bigint[]' },
      `SELECT '{1,NULL}'::bigint[] AS ids`,
      '«ids» holds what is not bigint[]',
    ],
    [
      'a value is none of the schema',
      { kind: narrow('text', z.enum(['A', 'B'])) },
      `SELECT 'C' AS kind`,
      '«kind» holds what is not text of its schema',
    ],
  ];
  it.each(mistakes)('is refused when %s', async (_, claimed, sql, words) => {
    const error: Error = await run(claimed, sql).catch((thrown) => thrown);
    expect(error.message).toContain(words);
    expect(error.message).toContain(sql);
  });

  it('is not looked at in production', async () => {
    const trusting = createStatements(database.pool, { checksRows: false });
    const wrong = createStatement({ id: 'text' }, 'SELECT 1 AS id');
    expect(await trusting.query(wrong)).toEqual([{ id: 1 }]);
  });
});

describe('the builder', () => {
  it('knows the tables as they are', async () => {
    const { rows } = await database.pool.query(
      `SELECT relname || '.' || attname || ' ' || format_type(atttypid, -1)
         || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS column
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0
         AND NOT relispartition AND NOT attisdropped`,
    );
    const all = {
      ...tables,
      ...factTables,
      ...portalTables,
      ...warningTables,
      ...accessTables,
      ...documentTables,
      ...activityTables,
      ...moduleTables,
    };
    const described = Object.values(all)
      .filter((one) => is(one, PgTable))
      .flatMap((table) =>
        getTableConfig(table).columns.map(
          (column) =>
            `${getTableConfig(table).name}.${column.name} ${column.getSQLType()}${column.notNull ? ' NOT NULL' : ''}`,
        ),
      );
    expect(described.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
  });

  it('reads bigints as numbers, days as text, instants as dates to the millisecond', async () => {
    const { installation, reading, tenant, property } = tables;
    const rows = await database.transaction(async (tx) => {
      await tx.run(`SELECT meterhouse_ensure_partitions('2026-03-29', '2026-03-29')`);
      const at = new Date('2026-03-29T01:02:03.045Z');
      await tx.insert(reading).values({ propertyId: 1, deviceId: 2, at, value: 2 ** 53 - 1 });
      await tx.insert(installation).values({ propertyId: 1, deviceId: 2, installedFrom: at });
      await tx.insert(tenant).values({
        propertyId: 1,
        installationNumber: '1',
        tenantNo: '1',
        tenantName: 'T',
        address: 'A',
        movedIn: '2026-03-29',
      });
      return tx
        .select({
          at: reading.at,
          value: reading.value,
          from: installation.installedFrom,
          movedIn: tenant.movedIn,
          property: property.id,
        })
        .from(reading)
        .innerJoin(installation, eq(installation.deviceId, reading.deviceId))
        .innerJoin(tenant, eq(tenant.propertyId, reading.propertyId))
        .leftJoin(property, eq(property.id, reading.propertyId));
    });
    const at = new Date('2026-03-29T01:02:03.045Z');
    expect(rows).toEqual([
      { at, value: 2 ** 53 - 1, from: at, movedIn: '2026-03-29', property: null },
    ]);
  });

  it('reads what is missing as null', async () => {
    const { rollup } = tables;
    const key = { propertyId: 1, subjectKind: 0, subjectId: 2, timeframe: 1, chunk: '2026-03-01' };
    const counts = { measured: [1, 0], interpolated: [0, 0], estimated: [0, 0], missing: [0, 1] };
    const rows = await database.transaction(async (tx) => {
      await tx.run(`SELECT meterhouse_ensure_partitions('2026-03-01', '2026-03-01')`);
      await tx.insert(rollup).values({
        ...key,
        ...counts,
        category: 'COLD_WATER_METER',
        volumes: [5, null],
        received: [1, 0],
      });
      return tx.select({ volumes: rollup.volumes, minimum: rollup.minimum }).from(rollup);
    });
    expect(rows).toEqual([{ volumes: [5, null], minimum: null }]);
  });

  it('fails with the database’s own error, which tells no parameter', async () => {
    const { account } = tables;
    const secret = 'only-the-hash-of-a-password';
    const error: Error = await database.statements
      .update(account)
      .set({ level: 99_999, passwordHash: secret })
      .then(
        () => expect.unreachable(),
        (thrown: Error) => thrown,
      );
    expect(error.message).toMatch(/smallint/);
    expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain(secret);
  });
});
