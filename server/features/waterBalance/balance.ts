import type { Coverage } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type {
  BalanceTrend,
  BalanceVerdict,
  MissingSide,
} from '../../../schemas/entities/waterBalance.ts';
import type { BucketValue } from '../../metering/consumption.ts';
import { sumOf, toCoverage, type WatchedTime } from '../consumption/values.ts';

/** The arithmetic of docs/water-balance.md, on what the rollups hold; volumes are micro-units. */

/** Up to so many per cent, either way, are usual in Polish practice. */
export const normalPercent = 10;
/** With fewer of the sub-meters known, a difference outside of the band says nothing yet. */
const leastKnownShare = 0.98;
/** So many percentage points of change are no trend. */
const steadyPoints = 3;
const trendMonths = 3;

/** When a meter hangs there; UTC ms, null: nobody has said. */
export interface MeterLife {
  readonly mountedAt: number | null;
  readonly dismountedAt: number | null;
}

/** A meter over a range of months. */
export interface BalancedMeter extends MeterLife {
  readonly id: number;
  readonly category: DeviceCategory;
  /** One for each month of the range. */
  readonly buckets: readonly (BucketValue & WatchedTime)[];
  /** Whether its register is known at each month's begin, and as one more at the last one's end. */
  readonly knownAt: readonly boolean[];
  /** Of its total: the share of gaps that reach out of the range. */
  readonly edge: number;
}

export interface Balance {
  readonly main: number | null;
  readonly sub: number | null;
  readonly difference: number | null;
  /** Of the main meters' consumption; null whenever one of their edges is missing. */
  readonly percent: number | null;
  readonly missingSide: MissingSide | null;
  readonly missingMeters: number;
  readonly verdict: BalanceVerdict;
  readonly mainCoverage: Coverage | null;
  readonly coverage: Coverage | null;
}

export interface BalancedMeters {
  readonly mains: readonly BalancedMeter[];
  readonly subs: readonly BalancedMeter[];
  /** Begins of the months, and as one more the last one's end; UTC ms. */
  readonly edges: readonly number[];
}

/** Whether it hangs there all around an instant, so that there must be readings before and behind. */
export function isMountedAround({ mountedAt, dismountedAt }: MeterLife, at: number): boolean {
  return (mountedAt === null || mountedAt < at) && (dismountedAt === null || dismountedAt > at);
}

/** Whether it hangs there at some time of a range. */
export function isMountedIn(
  { mountedAt, dismountedAt }: MeterLife,
  from: number,
  until: number,
): boolean {
  return (
    (mountedAt === null || mountedAt < until) && (dismountedAt === null || dismountedAt > from)
  );
}

/**
 * Whether what the main meters show at an instant is unknown: of each category one has to hang there,
 * and all that do must be known. So an old main meter may tell the begin, and the new one the end.
 */
export function lacksMain<Meter extends MeterLife & { readonly category: DeviceCategory }>(
  mains: readonly Meter[],
  at: number,
  isKnown: (meter: Meter) => boolean,
): boolean {
  const byCategory = Map.groupBy(mains, ({ category }) => category);
  return [...byCategory.values()].some((list) => {
    const there = list.filter(
      ({ mountedAt, dismountedAt }) =>
        (mountedAt === null || mountedAt <= at) && (dismountedAt === null || dismountedAt > at),
    );
    return there.length === 0 || !there.every(isKnown);
  });
}

export function sideOf(front: boolean, end: boolean): MissingSide | null {
  if (front && end) return 'BOTH';
  if (front) return 'FRONT';
  return end ? 'END' : null;
}

/** The edges of the range that are missing because of this main meter. */
export function missingSideOfMain(
  meter: BalancedMeter,
  { mains, edges }: Pick<BalancedMeters, 'mains' | 'edges'>,
): MissingSide | null {
  const alike = mains.filter(({ category }) => category === meter.category);
  const lacks = (edge: number) =>
    !meter.knownAt[edge] &&
    lacksMain(alike, edges[edge] as number, ({ knownAt }) => knownAt[edge] ?? false);
  return sideOf(lacks(0), lacks(edges.length - 1));
}

/** The edges of months `first` to `last` that a sub-meter lacks, while it hangs there. */
export function missingSideOf(
  meter: BalancedMeter,
  edges: readonly number[],
  first: number,
  last: number,
): MissingSide | null {
  const lacks = (edge: number) =>
    isMountedAround(meter, edges[edge] as number) && !meter.knownAt[edge];
  return sideOf(lacks(first), lacks(last + 1));
}

/** One month of the range: R(end) − R(begin) of each meter, at the same two instants. */
export function balanceMonth(meters: BalancedMeters, month: number): Balance {
  const valueIn = ({ buckets }: BalancedMeter) => buckets[month]?.volume ?? null;
  return balanceOf(meters, { first: month, last: month, valueIn });
}

/** The whole range: the registers' difference, gaps inside included, as totals have it. */
export function balanceRange(meters: BalancedMeters): Balance {
  const valueIn = ({ buckets, edge }: BalancedMeter) => sumOf(buckets, edge).volume;
  return balanceOf(meters, { first: 0, last: meters.edges.length - 2, valueIn });
}

interface Slice {
  readonly first: number;
  readonly last: number;
  /** Null: unknown. */
  readonly valueIn: (meter: BalancedMeter) => number | null;
}

function balanceOf({ mains, subs, edges }: BalancedMeters, slice: Slice): Balance {
  const { first, last, valueIn } = slice;
  const lacksAt = (edge: number) =>
    lacksMain(mains, edges[edge] as number, ({ knownAt }) => knownAt[edge] ?? false);
  const missingSide = sideOf(lacksAt(first), lacksAt(last + 1));
  const [main, sub] = [sumKnown(mains.map(valueIn)), sumKnown(subs.map(valueIn))];
  const isKnown = missingSide === null && main !== null && sub !== null;
  const difference = isKnown ? main - sub : null;
  const percent = difference === null || !main || main < 0 ? null : (difference / main) * 100;
  const missingMeters = subs.filter((meter) => isMissing(meter, edges, slice)).length;
  return {
    main,
    sub,
    difference,
    percent,
    missingSide,
    missingMeters,
    verdict: judge(percent, missingMeters, subs.length),
    mainCoverage: coverageOf(mains, edges, slice),
    coverage: coverageOf(subs, edges, slice),
  };
}

function isMissing(meter: BalancedMeter, edges: readonly number[], slice: Slice): boolean {
  const { first, last, valueIn } = slice;
  if (!isMountedIn(meter, edges[first] as number, edges[last + 1] as number)) return false;
  return missingSideOf(meter, edges, first, last) !== null || valueIn(meter) === null;
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function judge(percent: number | null, missing: number, all: number): BalanceVerdict {
  if (percent === null) return 'UNKNOWN';
  if (Math.abs(percent) <= normalPercent) return 'NORMAL';
  if (all - missing < all * leastKnownShare) return 'INCOMPLETE';
  return percent > 0 ? 'LOSS' : 'EXCESS';
}

function isThere({ measured, interpolated, estimated, missing }: BucketValue): boolean {
  return measured + interpolated + estimated + missing > 0;
}

/** How long a meter should have been watched in a month, and how it was; milliseconds. */
export function watchedTime(meter: BalancedMeter, edges: readonly number[], month: number) {
  const [begin, end] = [edges[month] as number, edges[month + 1] as number];
  const from = Math.max(begin, meter.mountedAt ?? begin);
  const until = Math.min(end, meter.dismountedAt ?? end);
  const expected = Math.max(0, until - from);
  const bucket = meter.buckets[month];
  if (!bucket || !isThere(bucket)) return { expected, interpolated: 0, gaps: 0, absent: expected };
  // What it lacks before it was mounted and after that isn't waited for.
  const absent = Math.max(0, bucket.absentTime - (end - begin - expected));
  return { expected, interpolated: bucket.interpolatedTime, gaps: bucket.unknownTime, absent };
}

function coverageOf(
  meters: readonly BalancedMeter[],
  edges: readonly number[],
  { first, last }: Slice,
): Coverage | null {
  let [expected, interpolated, unknown] = [0, 0, 0];
  for (const meter of meters) {
    for (let month = first; month <= last; month++) {
      const time = watchedTime(meter, edges, month);
      expected += time.expected;
      interpolated += time.interpolated;
      unknown += time.gaps + time.absent;
    }
  }
  return toCoverage(expected, interpolated, unknown);
}

/**
 * The difference of the last three months in per cent less that of the three before, in percentage
 * points. Each side needs two months that are known.
 */
export function trendOf(months: readonly Pick<Balance, 'main' | 'difference'>[]): {
  readonly trend: BalanceTrend;
  readonly points: number | null;
} {
  const now = shareOf(months.slice(-trendMonths));
  const before = shareOf(months.slice(-2 * trendMonths, -trendMonths));
  if (now === null || before === null) return { trend: 'UNKNOWN', points: null };
  const points = now - before;
  if (Math.abs(points) <= steadyPoints) return { trend: 'STEADY', points };
  return { trend: points > 0 ? 'RISING' : 'FALLING', points };
}

function shareOf(months: readonly Pick<Balance, 'main' | 'difference'>[]): number | null {
  const known = months.filter(({ difference }) => difference !== null);
  const main = known.reduce((sum, one) => sum + (one.main ?? 0), 0);
  if (known.length < trendMonths - 1 || main <= 0) return null;
  return (known.reduce((sum, { difference }) => sum + (difference ?? 0), 0) / main) * 100;
}
