import type {
  Coverage,
  GraphSeries,
  IntervalStatus,
} from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits, measureOf } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import type { BucketValue } from '../../metering/consumption.ts';
import { emptyBucket } from '../../metering/consumption.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import { micro } from '../../metering/units.ts';
import type { VisibleSeries } from './asked.ts';
import { isNowhere, type Span } from './span.ts';

/** From stored integers to what people read. */

/** A register's consumption or a gauge's mean, in the category's unit; null when unknown. */
export function toValue(category: DeviceCategory, bucket: BucketValue): number | null {
  if (bucket.volume === null) return null;
  if (deviceTraits[category].kind === 'register') return bucket.volume / micro;
  return bucket.received === 0 ? null : bucket.volume / bucket.received / micro;
}

/** The status of a sum over devices: MISSING when nothing is known, else that of its parts. */
export function statusOf({
  volume,
  interpolated,
  estimated,
  missing,
}: BucketValue): IntervalStatus {
  if (volume === null) return 'MISSING';
  return statusOfKnown({ doubts: interpolated, gaps: estimated + missing });
}

/** ESTIMATED as soon as one part is estimated or missing, INTERPOLATED as soon as one is. */
export function statusOfKnown({
  doubts,
  gaps,
}: {
  readonly doubts: number;
  readonly gaps: number;
}): IntervalStatus {
  if (gaps > 0) return 'ESTIMATED';
  return doubts > 0 ? 'INTERPOLATED' : 'MEASURED';
}

/** What a part of a period's time is known by; its devices' milliseconds. */
export interface WatchedTime {
  readonly expectedTime: number;
  readonly interpolatedTime: number;
  readonly unknownTime: number;
  readonly absentTime: number;
}

type Timed = BucketValue & WatchedTime;

/**
 * All buckets as one: the registers' difference over them, bridges included, which is the same
 * whatever the buckets' length (docs/metering.md, «Totals»). `edge` is the share of gaps that reach
 * out of them, in micro-units, which is no part of it. Null when no device was watched for a moment.
 * Its ranges are left out, for a total has none.
 */
export function sumOf(buckets: readonly Timed[], edge = 0): Timed {
  const sum = (pick: (bucket: Timed) => number) =>
    buckets.reduce((total, bucket) => total + pick(bucket), 0);
  const times = {
    expectedTime: sum((bucket) => bucket.expectedTime),
    interpolatedTime: sum((bucket) => bucket.interpolatedTime),
    unknownTime: sum((bucket) => bucket.unknownTime),
    absentTime: sum((bucket) => bucket.absentTime),
  };
  const moved = sum((bucket) => (bucket.volume ?? 0) + bucket.bridged) - edge;
  const watched = times.expectedTime - times.unknownTime - times.absentTime;
  const isKnown = watched > 0 || buckets.some(({ volume }) => volume !== null);
  return {
    ...emptyBucket,
    ...times,
    received: sum((bucket) => bucket.received),
    volume: isKnown ? moved : null,
    bridged: isKnown ? 0 : moved,
    measured: sum((bucket) => bucket.measured),
    interpolated: sum((bucket) => bucket.interpolated),
    estimated: sum((bucket) => bucket.estimated),
    missing: sum((bucket) => bucket.missing),
  };
}

const places = 10_000;

/** Shares of `expected`, in whichever measure the three are; null when it is none. */
export function toCoverage(
  expected: number,
  interpolated: number,
  unknown: number,
): Coverage | null {
  if (expected <= 0) return null;
  const [filled, lost] = [interpolated, unknown].map((time) =>
    Math.round((Math.min(time, expected) / expected) * places),
  ) as [number, number];
  const measured = Math.max(0, places - filled - lost);
  return {
    measured: measured / places,
    interpolated: filled / places,
    unknown: lost / places,
  };
}

/** Of parts that are equally long; null without any. */
export function meanCoverage(parts: readonly Coverage[]): Coverage | null {
  const sum = (pick: keyof Coverage) => parts.reduce((total, part) => total + part[pick], 0);
  return toCoverage(parts.length, sum('interpolated'), sum('unknown'));
}

/** Of a total: what lies before a device's first and behind its last reading is no part of it. */
export function coverageOf({
  expectedTime,
  absentTime,
  interpolatedTime,
  unknownTime,
}: WatchedTime): Coverage | null {
  return toCoverage(expectedTime - absentTime, interpolatedTime, unknownTime);
}

/** Of a bucket up to now: what wasn't read yet, or isn't any more, is unknown. */
export function bucketCoverage(
  bucket: WatchedTime & { readonly start: number },
  end: number,
  now: number,
): Coverage | null {
  const { start, expectedTime, absentTime, interpolatedTime, unknownTime } = bucket;
  const future = Math.max(0, end - Math.max(start, now)) * (expectedTime / (end - start));
  const unread = Math.max(0, absentTime - future);
  return toCoverage(expectedTime - future, interpolatedTime, unknownTime + unread);
}

/**
 * Days as the longer buckets of a span. A bucket that begins before what may be seen is left out, for
 * a part of it would pass for the whole. Days on which its devices aren't there yet, or no more, are absent
 * in it, those to come, too.
 */
export function foldBuckets(
  days: readonly RollupBucket[],
  { starts, ends }: Pick<Span, 'starts' | 'ends'>,
  visible: number,
): RollupBucket[] {
  return starts.flatMap((start, at) => {
    if (start < visible) return [];
    const end = ends[at] as number;
    const inside = days.filter((day) => day.start >= start && day.start < end);
    const sum = sumOf(inside);
    const absent = Math.max(0, usualDevices(inside) * (end - start) - sum.expectedTime);
    const lows = inside.flatMap(({ minimum }) => minimum ?? []);
    const highs = inside.flatMap(({ maximum }) => maximum ?? []);
    return {
      ...sum,
      start,
      expectedTime: sum.expectedTime + absent,
      absentTime: sum.absentTime + absent,
      minimum: lows.length === 0 ? null : Math.min(...lows),
      maximum: highs.length === 0 ? null : Math.max(...highs),
    };
  });
}

/**
 * The most devices that a twentieth of the days with devices have: days without them are absence. Where
 * one takes another's place, both are there on its day alone.
 */
function usualDevices(days: readonly RollupBucket[]): number {
  const counts = days
    .map(
      ({ measured, interpolated, estimated, missing }) =>
        measured + interpolated + estimated + missing,
    )
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
  return counts[Math.floor(counts.length * 0.95)] ?? 0;
}

/** A place for each start, so that two lists can be laid over each other. */
export function alignTo<Bucket extends BucketValue & { readonly start: number }>(
  starts: readonly number[],
  buckets: readonly Bucket[],
): (Bucket | BucketValue)[] {
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  return starts.map((start) => byStart.get(start) ?? emptyBucket);
}

/** What a graph is of: a category in its unit, and the days of a span. */
export function headOf(category: DeviceCategory, { timeframe, timeZone, period }: Span) {
  return {
    category,
    group: deviceTraits[category].group,
    ...measureOf(category),
    timeframe,
    timeZone,
    ...period,
  };
}

/** A series with a place for each start; buckets that are not there are missing. */
export function toSeries(
  role: GraphSeries['role'],
  category: DeviceCategory,
  span: Span,
  { buckets, edge }: Pick<VisibleSeries, 'buckets' | 'edge'>,
  now: Date,
): GraphSeries {
  const { starts, ends, timeframe, timeZone } = span;
  const isThere = (at: number) => !isNowhere(span, at);
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const aligned = starts.map(
    (start): RollupBucket => byStart.get(start) ?? { ...emptyBucket, start, expectedTime: 0 },
  );
  const total = sumOf(buckets, edge);
  const isGauge = deviceTraits[category].kind === 'gauge';
  const scale = (value: number | null) => (value === null ? null : value / micro);
  return {
    role,
    starts: starts.map((start, at) => (isThere(at) ? new Date(start).toISOString() : null)),
    ...(timeframe === 'BILLING' && {
      lastDays: ends.map((end, at) => (isThere(at) ? localDayOf(timeZone, end - 1) : null)),
    }),
    values: aligned.map((bucket) => toValue(category, bucket)),
    statuses: aligned.map(statusOf),
    ...(isGauge && {
      minimum: aligned.map(({ minimum }) => scale(minimum)),
      maximum: aligned.map(({ maximum }) => scale(maximum)),
    }),
    coverage: aligned.map((bucket, at) =>
      isThere(at) ? bucketCoverage(bucket, ends[at] as number, now.getTime()) : null,
    ),
    total: toValue(category, total),
    totalCoverage: coverageOf(total),
  };
}

/** (current − previous) / previous in per cent; null when either is unknown or nothing was used. */
export function changePercent(current: number | null, previous: number | null): number | null {
  if (current === null || previous === null || previous === 0) return null;
  return ((current - previous) / previous) * 100;
}
