import type { BalanceSuspicion } from '../../../schemas/entities/waterBalance.ts';
import { type BalancedMeter, watchedTime } from './balance.ts';

/** Sub-meters that may be behind a difference (docs/water-balance.md, «Likely causes»). */

export interface Culprit {
  readonly id: number;
  readonly suspicion: BalanceSuspicion;
  /** Micro-units of the difference that it could be. */
  readonly explains: number;
}

const most = 20;
/** A month with so many times its usual month is a leap. */
const leap = 3;
const fewestMonths = 3;

/**
 * The likeliest first. A main meter that counted more is explained by sub-meters that counted too
 * little; one that counted less by those that leapt.
 */
export function rankCulprits(
  subs: readonly BalancedMeter[],
  edges: readonly number[],
  difference: number | null,
): Culprit[] {
  const rates = new Map(subs.map((meter) => [meter.id, rateOf(meter, edges)]));
  const usual = new Map(
    [...Map.groupBy(subs, ({ category }) => category)].map(([category, list]) => [
      category,
      median(list.flatMap(({ id }) => rates.get(id) || [])),
    ]),
  );
  const suspect = difference !== null && difference < 0 ? suspectExcess : suspectLoss;
  return subs
    .flatMap((meter) => {
      const rate = rates.get(meter.id) || usual.get(meter.category) || 0;
      const [worst] = suspect(meter, edges, rate).toSorted((a, b) => b.explains - a.explains);
      return worst && worst.explains > 0 ? [{ id: meter.id, ...worst }] : [];
    })
    .toSorted((a, b) => b.explains - a.explains || a.id - b.id)
    .slice(0, most);
}

type Suspect = Omit<Culprit, 'id'>;

/** `rate` is its own usual use, or where it has none that of the others; micro-units per ms. */
function suspectLoss(meter: BalancedMeter, edges: readonly number[], rate: number): Suspect[] {
  const { buckets, edge } = meter;
  const times = buckets.map((_, month) => watchedTime(meter, edges, month));
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  const unread = sum(times.map(({ absent }) => absent)) * rate + Math.max(0, edge);
  const still = buckets.map(({ volume }, month) => {
    const { expected, absent } = times[month] as (typeof times)[number];
    return volume === 0 && absent === 0 ? expected * rate : 0;
  });
  // Mounted the wrong way round it takes away what it should add.
  const backwards = buckets.map(({ volume }) => (volume !== null && volume < 0 ? -2 * volume : 0));
  return [
    { suspicion: 'NO_READINGS', explains: Math.round(unread) },
    { suspicion: 'STOPPED', explains: Math.round(sum(still)) },
    { suspicion: 'BACKWARDS', explains: sum(backwards) },
  ];
}

function suspectExcess({ buckets }: BalancedMeter): Suspect[] {
  const known = buckets.flatMap(({ volume }) => volume ?? []);
  const usual = median(known);
  if (known.length < fewestMonths || usual <= 0) return [];
  const leaps = known.filter((volume) => volume > leap * usual);
  return [{ suspicion: 'ROSE', explains: leaps.reduce((sum, volume) => sum + volume - usual, 0) }];
}

/** What it counts in a millisecond of the months that it counted in; 0: in none. */
function rateOf(meter: BalancedMeter, edges: readonly number[]): number {
  let [volume, time] = [0, 0];
  for (const [month, bucket] of meter.buckets.entries()) {
    if (bucket.volume === null || bucket.volume <= 0) continue;
    const { expected, absent } = watchedTime(meter, edges, month);
    volume += bucket.volume;
    time += expected - absent;
  }
  return time > 0 ? volume / time : 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
