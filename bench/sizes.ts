import type { Database } from '../server/database/open.ts';
import { round } from './store.ts';

/** Bytes with indexes and TOAST, for each row. */
export async function measureSizes(database: Database) {
  const sizeOf = async (table: 'reading' | 'rollup') => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits
         WHERE inhparent = '${table}'::regclass) AS bytes, count(*) AS rows FROM ${table}`,
    );
    return rows[0] as { bytes: number; rows: number };
  };
  const [reading, rollup] = [await sizeOf('reading'), await sizeOf('rollup')];
  return {
    bytesPerReading: round(reading.bytes / reading.rows, 1),
    rollupRows: rollup.rows,
    bytesPerRollup: round(rollup.bytes / rollup.rows, 1),
    rollupBytesPerReading: round(rollup.bytes / reading.rows, 1),
  };
}
