import type { BalancedWater } from '../../../schemas/entities/waterBalance.ts';
import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../../metering/consumption.ts';
import { type RollupBucket, readRollups } from '../../metering/store/rollups.repository.ts';
import { listEdgeShares } from '../consumption/edgeGaps.repository.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import type { BalancedMeter, BalancedMeters } from './balance.ts';
import {
  balanced,
  chooseMeters,
  isBalancedMain,
  listWaters,
  virtualWater,
} from './balancedMeters.ts';
import { type BalanceRange, isKnownAt } from './balanceRange.ts';
import {
  listFuelled,
  listWaterMeters,
  readMonthEnds,
  type WaterMeter,
} from './waterBalance.repository.ts';

export interface RangeMeters extends BalancedMeters {
  /** All main meters of the water, those too that hang there at another time. */
  readonly registered: readonly WaterMeter[];
  /** Sub-meters of the range whose water passes none of its main meters. */
  readonly notLinked: readonly WaterMeter[];
  readonly byId: ReadonlyMap<number, WaterMeter>;
  /** What was asked for, or fits the property. */
  readonly water: BalancedWater;
}

/** Nobody is named who has moved in since. */
const beforeAnybody = '0001-01-01';

/** What may be balanced of a property by its meters, what fits it best first; a statement at most. */
async function listWatersOf(
  tx: Transaction,
  propertyId: number,
  meters: readonly WaterMeter[],
): Promise<readonly [BalancedWater, ...BalancedWater[]]> {
  const mounted = meters.filter(({ dismountedAt }) => dismountedAt === null);
  const isAsked = mounted.some((one) => one.isMain && isBalancedMain('HOT', one.category));
  return listWaters(mounted, isAsked && (await listFuelled(tx, [propertyId])).has(propertyId));
}

/** The same of a property that the caller may see. */
export async function readWaters(tx: Transaction, propertyId: number): Promise<BalancedWater[]> {
  const meters = await listWaterMeters(tx, propertyId, beforeAnybody);
  return [...(await listWatersOf(tx, propertyId, meters))];
}

/** What the balance of a range needs of a property's meters; five statements at most, however many. */
export async function readMeters(
  tx: Transaction,
  property: VisibleProperty,
  asked: BalancedWater | undefined,
  range: BalanceRange,
): Promise<RangeMeters> {
  const { days, before, instants, front, end } = range;
  const edges = instants.slice(front, end + 1);
  const [from, until] = [instants[front] as number, instants[end] as number];
  const all = front < end ? await listWaterMeters(tx, property.id, days[front] as string) : [];
  const water = asked ?? (await listWatersOf(tx, property.id, all))[0];
  const { registered, mains, linked, notLinked } = chooseMeters(all, water, from, until);
  const read = [...mains, ...linked];
  const ids = read.map(({ id }) => id);
  const ends = await readMonthEnds(tx, property.id, ids, {
    from: before[front] as string,
    until: days[end] as string,
  });
  const series = await readRollups(tx, {
    propertyId: property.id,
    subjectKind: 'device',
    subjectIds: ids,
    categories: [...balanced, virtualWater],
    timeframe: 'MONTHLY',
    timeZone: property.timeZone,
    from,
    until,
  });
  const buckets = new Map(series.map((one) => [one.subjectId, one.buckets]));
  const shares = new Map<number, number>();
  const summed = [{ id: property.id, from }];
  for (const one of await listEdgeShares(tx, summed, until, { ofMainMeters: true })) {
    shares.set(one.deviceId, (shares.get(one.deviceId) ?? 0) + one.share);
  }
  const toMeter = (one: WaterMeter): BalancedMeter => {
    const byStart = new Map(buckets.get(one.id)?.map((bucket) => [bucket.start, bucket]));
    return {
      id: one.id,
      category: one.category,
      mountedAt: one.mountedAt,
      dismountedAt: one.dismountedAt,
      buckets: edges
        .slice(0, -1)
        .map(
          (start): RollupBucket => byStart.get(start) ?? { ...emptyBucket, start, expectedTime: 0 },
        ),
      knownAt: edges.map((_, at) => isKnownAt(range, front + at, ends.get(one.id))),
      edge: shares.get(one.id) ?? 0,
    };
  };
  return {
    mains: mains.map(toMeter),
    subs: linked.map(toMeter),
    edges,
    water,
    registered,
    notLinked,
    byId: new Map(all.map((one) => [one.id, one])),
  };
}
