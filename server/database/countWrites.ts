import type pg from 'pg';

const writes = /\b(?:insert|update|delete|merge|truncate|copy|call|do|alter|create|drop)\b/i;
const begins = /^\s*begin\b/i;
const ends = /^\s*(?:commit|rollback)\b/i;

/**
 * How often connections of a pool may have written by now: what was read before the same count was
 * reached holds as far as this process knows. It rises when a statement that may write is done, and
 * when its transaction is. Too often is no harm: words of SQL are looked for, wherever they stand.
 */
export function countWrites(pool: pg.Pool): () => number {
  let count = 0;
  pool.on('connect', (client) => {
    let isWithin = false;
    let hasWritten = false;
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const noted = (...given: unknown[]) => {
      const [asked] = given as [string | { text?: string }];
      const sql = typeof asked === 'string' ? asked : (asked.text ?? '');
      if (begins.test(sql)) isWithin = true;
      if (ends.test(sql)) isWithin = false;
      hasWritten ||= writes.test(sql);
      return query(...given);
    };
    // A statement's own callers go on after this.
    client.on('drain', () => {
      if (!hasWritten) return;
      count += 1;
      hasWritten = isWithin;
    });
    Object.assign(client, { query: noted });
  });
  return () => count;
}
