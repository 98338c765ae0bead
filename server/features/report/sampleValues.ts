import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../../metering/consumption.ts';
import type { SubjectKind } from '../../metering/store/chunks.ts';
import { readManyRollups } from '../../metering/store/manyRollups.repository.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import { listEdgeShares, shareOf } from '../consumption/edgeGaps.repository.ts';
import { bucketCoverage, foldBuckets, statusOf, sumOf, toValue } from '../consumption/values.ts';
import type { Sample } from './reportPeriod.ts';

export interface Subject {
  readonly propertyId: number;
  readonly subjectId: number;
}

export const deviceSubjects = (
  devices: readonly { readonly propertyId: number; readonly deviceId: number }[],
): Subject[] => devices.map(({ propertyId, deviceId }) => ({ propertyId, subjectId: deviceId }));

export const flatSubjects = (
  flats: readonly { readonly propertyId: number; readonly tenantId: number }[],
): Subject[] => flats.map(({ propertyId, tenantId }) => ({ propertyId, subjectId: tenantId }));

interface Reading {
  readonly kind: SubjectKind;
  readonly subjects: readonly Subject[];
  readonly categories: readonly DeviceCategory[];
  readonly timeZone: string;
}

/** What is known of a subject in a category, sample by sample. */
export type SampleValues = (subjectId: number, category: DeviceCategory) => readonly RollupBucket[];

const keyOf = (subjectId: number, category: DeviceCategory) => `${subjectId} ${category}`;

/**
 * Consumption in samples: whole buckets as they are stored, parts of one as the sum of their days
 * without the shares of gaps that reach out of them, as a billing period is (docs/metering.md).
 */
export async function readSamples(
  tx: Transaction,
  reading: Reading,
  samples: readonly Sample[],
): Promise<SampleValues> {
  const found = new Map<string, RollupBucket[]>();
  const put = (subjectId: number, category: DeviceCategory, at: number, bucket: RollupBucket) => {
    const key = keyOf(subjectId, category);
    const own = found.get(key) ?? [];
    if (own.length === 0) found.set(key, own);
    own[at] = bucket;
  };
  const whole = samples.flatMap((sample, at) => (sample.bucket ? [{ ...sample, at }] : []));
  const [{ bucket: timeframe, from = 0 } = {}] = whole;
  if (timeframe) {
    const placeOf = new Map(whole.map((sample) => [sample.from, sample.at]));
    const until = whole.at(-1)?.until ?? from;
    for (const series of await readManyRollups(tx, queryOf(reading, { timeframe, from, until }))) {
      for (const bucket of series.buckets) {
        put(series.subjectId, series.category, placeOf.get(bucket.start) as number, bucket);
      }
    }
  }
  for (const [at, sample] of samples.entries()) {
    if (sample.bucket) continue;
    for (const { subjectId, category, total, days } of await readTotals(tx, reading, sample)) {
      put(subjectId, category, at, { ...total, ...watchedOver(days, sample) });
    }
  }
  const nothing = samples.map(({ from: start }) => ({ ...emptyBucket, start, expectedTime: 0 }));
  return (subjectId, category) => {
    const own = found.get(keyOf(subjectId, category));
    return own ? nothing.map((empty, at) => own[at] ?? empty) : nothing;
  };
}

export interface Total {
  readonly subjectId: number;
  readonly category: DeviceCategory;
  readonly total: RollupBucket;
  /** The days that it is made of. */
  readonly days: readonly RollupBucket[];
}

/** The registers' difference over a sample (docs/metering.md, «Totals»). */
export async function readTotals(
  tx: Transaction,
  reading: Reading,
  { from, until }: Pick<Sample, 'from' | 'until'>,
): Promise<Total[]> {
  const { kind, subjects } = reading;
  const series = await readManyRollups(tx, queryOf(reading, { timeframe: 'DAILY', from, until }));
  if (series.length === 0) return [];
  const ids = [...new Set(subjects.map(({ propertyId }) => propertyId))];
  const summed = ids.map((id) => ({ id, from }));
  const ofMainMeters = kind === 'device';
  const shares = await listEdgeShares(tx, summed, until, { ofMainMeters });
  const subjectOf = { device: 'deviceId', tenant: 'tenantId', property: 'propertyId' } as const;
  const sharesOf = Map.groupBy(shares, (share) => share[subjectOf[kind]]);
  return series.map(({ subjectId, category, buckets }) => {
    const edge = shareOf(sharesOf.get(subjectId) ?? [], kind, subjectId, category);
    const total = { ...sumOf(buckets, edge), start: from };
    return { subjectId, category, total, days: buckets };
  });
}

/** Of a sample as of a whole bucket: days without the devices, before or after them, are absent. */
function watchedOver(days: readonly RollupBucket[], { from, until }: Sample) {
  const [folded] = foldBuckets(days, { starts: [from], ends: [until] }, from);
  return folded && { expectedTime: folded.expectedTime, absentTime: folded.absentTime };
}

function queryOf(
  { kind, subjects, categories, timeZone }: Reading,
  span: { timeframe: NonNullable<Sample['bucket']>; from: number; until: number },
) {
  return { subjectKind: kind, subjects, categories, timeZone, ...span };
}

/** What a row says of a value: how much, how it came about, and what share of the time is known. */
export function cellsOf(
  category: DeviceCategory,
  bucket: RollupBucket,
  { until }: Pick<Sample, 'until'>,
  { now, label }: { now: Date; label: (enumeration: string, value: string) => string },
) {
  const coverage = bucketCoverage(bucket, until, now.getTime());
  return {
    consumption: toValue(category, bucket),
    status: label('intervalStatus', statusOf(bucket)),
    knownPercent: coverage && (coverage.measured + coverage.interpolated) * 100,
  };
}
