import type { Limits, MeasuredType } from '../../schemas/entities/warningLimits.ts';
import type { Transaction } from '../database/open.ts';
import type { DueDevice } from '../metering/store/due.repository.ts';
import { contextOf, detect, lookback, timeframeOf } from './detect.ts';
import { asSeenFor } from './doubted.ts';
import { readRises } from './store/rises.repository.ts';
import { findWatched, keyOf, readBuckets } from './store/watched.repository.ts';

/** How many warnings devices would have with some limits, of what went on at or after their `since`. */
export async function countEpisodes<Type extends MeasuredType>(
  tx: Transaction,
  type: Type,
  limits: Limits<Type>,
  due: readonly DueDevice[],
): Promise<number> {
  const devices = await findWatched(tx, due);
  const timeframe = timeframeOf(type);
  const wanted = devices.map((device) => {
    const detectFrom = device.since - lookback(type, limits);
    return { device, timeframe, detectFrom, from: detectFrom - contextOf(type) };
  });
  const buckets = await readBuckets(tx, wanted);
  const rises = await readRises(tx, type === 'WATER_SPILL' ? wanted : []);
  let count = 0;
  for (const { device, detectFrom } of wanted) {
    const list = buckets.get(keyOf(device.deviceId, timeframe)) ?? [];
    const seen = asSeenFor(type, device, list, rises.get(device.deviceId));
    const begin = { active: null, notBefore: null, from: detectFrom };
    count += detect(type, limits, seen, begin).filter(({ last }) => last >= device.since).length;
  }
  return count;
}
