import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { listSettledMonths, packMonths } from './packs.repository.ts';
import { lockProperties } from './readings.repository.ts';

const propertiesAtOnce = 100;

const nextProperties = statement(
  { id: 'bigint' },
  'SELECT id FROM property WHERE id > $1 ORDER BY id LIMIT $2',
);

/**
 * Packs readings that came one by one, once their month is over, a property in a transaction. After
 * each it rests for as long as that took, so that others have the database half the time: the first
 * time there may be years to pack. Returns of how many devices and months.
 */
export async function packReadings(
  database: Pick<Database, 'read' | 'transaction'>,
  signal: AbortSignal,
  now = Date.now(),
): Promise<number> {
  let [packed, after] = [0, 0];
  while (!signal.aborted) {
    const { ids, waiting } = await database.read(async (tx) => {
      const rows = await tx.query(nextProperties, [after, propertiesAtOnce]);
      const found = rows.map(({ id }) => id);
      const months = await listSettledMonths(tx, found, now);
      return { ids: found, waiting: new Set(months.map(({ propertyId }) => propertyId)) };
    });
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    for (const propertyId of waiting) {
      if (signal.aborted) break;
      const started = performance.now();
      packed += await database.transaction(async (tx) => {
        await lockProperties(tx, [propertyId]);
        const months = await listSettledMonths(tx, [propertyId], now);
        await packMonths(tx, months);
        return months.length;
      });
      await sleep(performance.now() - started, undefined, { signal }).catch(() => undefined);
    }
  }
  return packed;
}
