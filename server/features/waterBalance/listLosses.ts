import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../database/open.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import { emptyBucket } from '../../metering/consumption.ts';
import { micro } from '../../metering/units.ts';
import type { Scope } from '../../session.ts';
import { listEdgeShares } from '../consumption/edgeGaps.repository.ts';
import { type BalancedMeter, balanceRange } from './balance.ts';
import { chooseMeters, listWaters } from './balancedMeters.ts';
import { isEdgeKnown } from './balanceRange.ts';
import { listMonthMeters, listWithMainMeters } from './losses.repository.ts';
import { listFuelled } from './waterBalance.repository.ts';

/** What the main meters counted more than the meters behind them; below zero: less. */
export interface WaterLoss {
  /** In m³. */
  readonly waterLoss: number;
  /** Of what the main meters counted. */
  readonly waterLossPercent: number;
}

/**
 * The difference of a month's water balance by property, as its own page has it. Left out are those
 * that the scope doesn't have for the whole month, that have no main meter or none known at both ends,
 * and those of which too many sub-meters are unknown. Four statements at most, however many there are.
 */
export async function listLosses(
  tx: Transaction,
  scope: Scope,
  propertyIds: readonly number[],
  first: string,
): Promise<ReadonlyMap<number, WaterLoss>> {
  const properties = await listWithMainMeters(tx, scope, propertyIds, first);
  if (properties.length === 0) return new Map();
  const month = Temporal.PlainDate.from(first);
  const next = month.add({ months: 1 }).toString();
  const before = month.subtract({ months: 1 }).toString();
  const ids = properties.map(({ id }) => id);
  const rows = await listMonthMeters(tx, ids, { before, first, next });
  const meters = Map.groupBy(rows, ({ propertyId }) => propertyId);
  const fuelled = await listFuelled(tx, ids);
  const summed = properties.map(({ id, timeZone }) => ({
    id,
    from: startOfLocalDay(timeZone, first),
    until: startOfLocalDay(timeZone, next),
  }));
  const ends = summed.map(({ until }) => until);
  const options = { ofMainMeters: true };
  const shares = await listEdgeShares(tx, summed, Math.max(...ends), options);
  const sharesOf = Map.groupBy(shares, ({ propertyId }) => propertyId);
  return new Map(
    summed.flatMap(({ id, from, until }) => {
      const edge = (device: number) =>
        (sharesOf.get(id) ?? [])
          .filter(({ deviceId }) => deviceId === device)
          .reduce((sum, { share }) => sum + share, 0);
      const loss = lossOf(meters.get(id) ?? [], fuelled.has(id), [from, until], edge);
      return loss ? [[id, loss] as const] : [];
    }),
  );
}

type MonthMeter = Awaited<ReturnType<typeof listMonthMeters>>[number];

function lossOf(
  all: readonly MonthMeter[],
  hasFuel: boolean,
  edges: readonly [number, number],
  edgeOf: (device: number) => number,
): WaterLoss | undefined {
  const mounted = all.filter(({ dismountedAt }) => dismountedAt === null);
  const [water] = listWaters(mounted, hasFuel);
  const { mains, linked } = chooseMeters(all, water, ...edges);
  const toMeter = (meter: MonthMeter): BalancedMeter => ({
    ...meter,
    buckets: [{ ...emptyBucket, volume: meter.moved, expectedTime: 0 }],
    knownAt: [
      isEdgeKnown(meter.dayBefore ?? 0, meter.firstDay ?? 0),
      isEdgeKnown(meter.lastDay ?? 0, meter.dayAfter ?? 0),
    ],
    edge: edgeOf(meter.id),
  });
  const balance = { mains: mains.map(toMeter), subs: linked.map(toMeter), edges };
  const { difference, percent, verdict } = balanceRange(balance);
  if (difference === null || percent === null || verdict === 'INCOMPLETE') return undefined;
  return { waterLoss: difference / micro, waterLossPercent: percent };
}
