import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * SQL of whether a column holds one of the values, for the builder. They are one parameter, however
 * many: Drizzle's `inArray` makes one of each, and PostgreSQL takes no more than 65,535.
 */
export function isAnyOf<Column extends PgColumn>(
  column: Column,
  values: readonly Column['_']['data'][],
): SQL {
  return sql`${column} = ANY (${sql.param(values)})`;
}
