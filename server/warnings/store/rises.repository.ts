import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { type RowOf, statement } from '../../database/statement.ts';
import { isExplained } from '../../metering/store/questions.repository.ts';
import { nearestReadings } from '../../metering/store/readingSql.ts';
import type { DoubtedRise } from '../doubted.ts';
import type { WatchedDevice } from './watched.repository.ts';

const rise = { deviceId: 'bigint', previousAt: 'bigint', at: 'bigint', moved: 'bigint' } as const;

/** Behind a reading that was too high itself the register falls back: that isn't a rise. */
const doubtedRises = statement(
  rise,
  `SELECT asked.device_id AS "deviceId", ${ms('asked.previous_at')} AS "previousAt",
     ${ms('asked.at')} AS at,
     round((asked.value - previous_value) * coalesce(mounted.factor, 1))::bigint AS moved
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS wanted (property_id, device_id, since)
   JOIN reading_question asked USING (property_id, device_id)
   LEFT JOIN LATERAL ${nearestReadings('after', 'asked.at', 1, {
     of: { property: 'asked.property_id', device: 'asked.device_id' },
     columns: ['at', 'value'],
   })} AS next ON true
   LEFT JOIN LATERAL (SELECT factor FROM installation
     WHERE installation.property_id = asked.property_id
       AND installation.device_id = asked.device_id AND installed_from <= asked.previous_at
     ORDER BY installed_from DESC LIMIT 1) AS mounted ON true
   WHERE asked.question = 'RISE' AND asked.at > to_timestamp(since / 1000.0)
     AND coalesce(next.value >= asked.value, true)
     AND NOT ${isExplained('asked', 'asked.question', 'at')}`,
);

/** The rises of some devices, from an instant of each on, that nobody has explained yet. */
export async function readRises(
  tx: Transaction,
  wanted: readonly { readonly device: WatchedDevice; readonly from: number }[],
): Promise<Map<number, DoubtedRise[]>> {
  if (wanted.length === 0) return new Map();
  const rows: RowOf<typeof rise>[] = await tx.query(doubtedRises, [
    wanted.map(({ device }) => device.propertyId),
    wanted.map(({ device }) => device.deviceId),
    wanted.map(({ from }) => Math.floor(from)),
  ]);
  return Map.groupBy(rows, ({ deviceId }) => deviceId);
}
