import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns as several tables have them. */

export const microUnits = (name: string) => bigint(name, { mode: 'number' });
export const milliseconds = (name: string) => bigint(name, { mode: 'number' });
/** Null where nothing is known. As an `array()` of numbers the builder would read nulls as zeros. */
export const microUnitsWithGaps = customType<{ data: (number | null)[] }>({
  dataType: () => 'bigint[]',
});
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
