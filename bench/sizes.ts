import type { Database } from '../server/database/open.ts';
import { round } from './store.ts';

/** Bytes with indexes and TOAST, for each row. */
export async function measureSizes(database: Database) {
  const sizeOf = async (tables: readonly string[], counted: string) => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits
         WHERE inhparent = ANY ($1::text[]::regclass[])) AS bytes, count(*) AS rows FROM ${counted}`,
      [tables],
    );
    return rows[0] as { bytes: number; rows: number };
  };
  const reading = await sizeOf(['reading', 'reading_pack'], 'stored_reading');
  const rollup = await sizeOf(['rollup'], 'rollup');
  return {
    bytesPerReading: round(reading.bytes / reading.rows, 1),
    rollupRows: rollup.rows,
    bytesPerRollup: round(rollup.bytes / rollup.rows, 1),
    rollupBytesPerReading: round(rollup.bytes / reading.rows, 1),
  };
}
