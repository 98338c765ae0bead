import { type Limits, type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';
import type { Transaction } from '../database/open.ts';
import type { DueDevice } from '../metering/store/due.repository.ts';
import { contextOf, detect, lookback, timeframeOf } from './detect.ts';
import { asSeenFor } from './doubted.ts';
import { readRises } from './store/rises.repository.ts';
import { findWatched, keyOf, readBuckets } from './store/watched.repository.ts';

/** A device whose warnings are counted. */
interface CountedDevice extends DueDevice {
  /** Nothing from before this instant counts, not even for what is usual; UTC ms. */
  readonly seenFrom: number;
}

/** How many warnings devices would have with some limits, of what went on after their `since`. */
export async function countEpisodes<Type extends MeasuredType>(
  tx: Transaction,
  type: Type,
  limits: Limits<Type>,
  due: readonly CountedDevice[],
): Promise<number> {
  const devices = await findWatched(tx, due);
  const seenFrom = new Map(due.map((one) => [one.deviceId, one.seenFrom]));
  const timeframe = timeframeOf(type);
  const wanted = devices.map((device) => {
    const earliest = seenFrom.get(device.deviceId) ?? device.since;
    const detectFrom = Math.max(device.since - lookback(type, limits), earliest);
    const from = Math.max(detectFrom - contextOf(type), earliest);
    return { device, timeframe, detectFrom, from };
  });
  const buckets = await readBuckets(tx, wanted);
  const rises = await readRises(tx, measuredKinds[type].believesDoubted ? wanted : []);
  let count = 0;
  for (const { device, detectFrom } of wanted) {
    const list = buckets.get(keyOf(device.deviceId, timeframe)) ?? [];
    const earliest = seenFrom.get(device.deviceId) ?? device.since;
    const rose = rises.get(device.deviceId)?.filter(({ previousAt }) => previousAt >= earliest);
    const seen = asSeenFor(type, device, list, rose);
    const begin = { active: null, notBefore: null, from: detectFrom };
    count += detect(type, limits, seen, begin).filter(({ last }) => last > device.since).length;
  }
  return count;
}
