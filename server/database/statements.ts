import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { checkResult, type Statement } from './statement.ts';

type Builder = Pick<
  NodePgDatabase,
  '$count' | '$with' | 'delete' | 'insert' | 'select' | 'selectDistinct' | 'update' | 'with'
>;

/** What runs statements: Drizzle's builder, and SQL with $1 parameters (arrays as arrays). */
export interface Statements extends Builder {
  query<Row extends object>(
    statement: Statement<Row>,
    parameters?: readonly unknown[],
  ): Promise<Row[]>;
  /** SQL whose rows nobody reads; answers how many it changed or found. */
  run(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /**
   * From now on plans are kept by that name, apart from others: something else counts for planning in
   * this transaction.
   */
  keepPlansAs(kind: string): void;
  /** SQL of a library, which knows its own rows: so a transaction of ours is one to pg-boss, too. */
  executeSql(sql: string, parameters?: unknown[]): Promise<{ rows: object[] }>;
}

const dialect = new PgDialect();

/** Statements on a pool, each on its own, or on one connection. */
export function createStatements(
  client: Pool | PoolClient,
  { checksRows }: { checksRows: boolean },
): Statements {
  let kind = '';
  const builder = new NodePgDatabase(dialect, new Session(client, dialect, undefined), undefined);
  return Object.assign(builder, {
    async query<Row extends object>(
      statement: Statement<Row>,
      parameters: readonly unknown[] = [],
    ): Promise<Row[]> {
      const { name, sql: text } = statement;
      const values = parameters as unknown[];
      const result = await client.query({
        ...(name !== undefined && { name: name + kind }),
        text,
        values,
      });
      if (checksRows) checkResult(statement, result);
      return result.rows;
    },
    async run(sql: string, parameters: readonly unknown[] = []) {
      const { rowCount } = await client.query(sql, parameters as unknown[]);
      return rowCount ?? 0;
    },
    keepPlansAs(name: string) {
      kind = ` ${name}`;
    },
    executeSql: (sql: string, parameters?: unknown[]) => client.query(sql, parameters),
  });
}

/**
 * A failed query throws the driver's own error: Drizzle's wraps it into one whose message lists the
 * parameters, among them hashes of passwords, and messages are logged.
 */
class Session extends NodePgSession<Record<string, never>, Record<string, never>> {
  override prepareQuery(...given: Parameters<NodePgSession<never, never>['prepareQuery']>): never {
    const prepared = super.prepareQuery(...given);
    return Object.assign(prepared, {
      queryWithCache: <T>(_sql: string, _parameters: unknown[], query: () => Promise<T>) => query(),
    }) as never;
  }
}
