import { type SQL, sql } from 'drizzle-orm';
import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** Columns as several tables have them. */

export const microUnits = (name: string) => bigint(name, { mode: 'number' });
export const milliseconds = (name: string) => bigint(name, { mode: 'number' });
/** Null where nothing is known. As an `array()` of numbers the builder would read nulls as zeros. */
export const microUnitsWithGaps = customType<{ data: (number | null)[] }>({
  dataType: () => 'bigint[]',
});
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The column in which the portal's search looks: what a row is found by, in small letters without
 * accents (`meterhouse_folded`, migration 0032). PostgreSQL keeps it. Nothing is to be indexed: row-level
 * security lets no operator of patterns near an index, and reading all is quick once nothing is folded.
 */
export function foundBy(columns: SQL) {
  return text('found_by').notNull().generatedAlwaysAs(sql`meterhouse_folded(${columns})`);
}
