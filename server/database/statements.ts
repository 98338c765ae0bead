import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { type Command, checkResult, type Statement } from './statement.ts';

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
  run(command: string | Command, parameters?: readonly unknown[]): Promise<number>;
  /**
   * From now on plans are kept by that name, apart from others: something else counts for planning in
   * this transaction.
   */
  keepPlansAs(kind: string): void;
  /** From now on plans of statements over lists of keys are kept, too. */
  keepPlansOfFew(): void;
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
  let isOfFew = false;
  const builder = new NodePgDatabase(dialect, new Session(client, dialect, undefined), undefined);
  const configOf = (
    { name, sql: text, isForFew = false }: Command,
    values: readonly unknown[],
  ) => ({
    ...(name !== undefined && (isOfFew || !isForFew) && { name: name + kind }),
    text,
    values: values as unknown[],
  });
  return Object.assign(builder, {
    async query<Row extends object>(
      statement: Statement<Row>,
      parameters: readonly unknown[] = [],
    ): Promise<Row[]> {
      const result = await client.query(configOf(statement, parameters));
      if (checksRows) checkResult(statement, result);
      return result.rows;
    },
    async run(command: string | Command, parameters: readonly unknown[] = []) {
      const given = typeof command === 'string' ? { sql: command } : command;
      const { rowCount } = await client.query(configOf(given, parameters));
      return rowCount ?? 0;
    },
    keepPlansAs(name: string) {
      kind = ` ${name}`;
    },
    keepPlansOfFew() {
      isOfFew = true;
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
