import type { DegreeDayMethod, Timeframe } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { localDayOf } from '../../metering/buckets.ts';
import {
  type RollupBucket,
  type RollupQuery,
  type RollupSeries,
  readRollups,
} from '../../metering/store/rollups.repository.ts';
import { listBillingPeriods } from '../period/period.repository.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { findLastDay, listCategories } from './consumption.repository.ts';
import type { CountryAverages } from './countryAverages.ts';
import { listEdgeShares, shareOf } from './edgeGaps.repository.ts';
import { billingSpan, readSpan, type Span, usualEnd, visibleFrom } from './span.ts';
import { foldBuckets } from './values.ts';

/** A question about a property that the caller may see. */
export interface Asked {
  readonly tx: Transaction;
  readonly property: VisibleProperty;
  readonly degreeDayMethod: DegreeDayMethod;
  readonly now: Date;
  readonly averages: CountryAverages;
}

/** The category asked for, else the most usual one. Throws PERIOD_NOT_FOUND without any. */
export async function requireCategory(
  { tx, property }: Asked,
  query: { category?: DeviceCategory | undefined; tenant?: number | undefined },
): Promise<DeviceCategory> {
  const category =
    query.category ?? (await listCategories(tx, property.id, query.tenant))[0]?.category;
  if (category) return category;
  throw new AppError('PERIOD_NOT_FOUND', 'Nothing is metered here yet.');
}

/**
 * Where a period ends by itself; undefined: today. What has ended opens where it ended, as far as the
 * account may see it: the category that was asked for by its own readings, all together by any.
 */
export async function findUsualEnd(
  { tx, property, now }: Asked,
  query: {
    timeframe: Timeframe;
    tenant?: number | undefined;
    category?: DeviceCategory | undefined;
    periodBegin?: string | undefined;
  },
): Promise<string | undefined> {
  if (query.periodBegin !== undefined) return undefined;
  const last = await findLastDay(tx, property.id, query.tenant, query.category);
  if (!last || (property.accessSince !== null && last < property.accessSince)) return undefined;
  const today = localDayOf(property.timeZone, now.getTime());
  const end = usualEnd(query.timeframe, today, last);
  return end === today ? undefined : end;
}

/**
 * The asked period in whole buckets. Billing periods are those of the category, else those that the
 * property has for all. Throws as `readSpan` and `billingSpan` do.
 */
export async function openSpan(
  asked: Asked,
  query: {
    timeframe: Timeframe;
    tenant?: number | undefined;
    category?: DeviceCategory | undefined;
    periodBegin?: string | undefined;
    periodEnd?: string | undefined;
  },
  category?: DeviceCategory,
): Promise<Span> {
  const { tx, property, now } = asked;
  const { timeframe } = query;
  if (timeframe !== 'BILLING') {
    const periodEnd = query.periodEnd ?? (await findUsualEnd(asked, query));
    return readSpan({ ...query, timeframe, periodEnd }, property.timeZone, now);
  }
  const periods = await listBillingPeriods(tx, property.id, category);
  return billingSpan(periods, query, property.timeZone, now);
}

export interface VisibleSeries extends RollupSeries {
  /** What `sumOf` takes off the total: shares of gaps that reach out of the visible span. */
  readonly edge: number;
}

/** The property's rollups in the part of a span that the account may see. */
export async function readVisible(
  { tx, property }: Asked,
  subject: Pick<RollupQuery, 'subjectKind' | 'subjectIds' | 'categories'>,
  span: Span,
): Promise<VisibleSeries[]> {
  const { stored: timeframe, timeZone, until } = span;
  const from = visibleFrom(span, property.accessSince);
  const query = { propertyId: property.id, ...subject, timeframe, timeZone, from, until };
  const { subjectKind: kind } = subject;
  const shares = await listEdgeShares(tx, [{ id: property.id, from }], until, { timeframe });
  const series = (await readRollups(tx, query)).map((one) => ({
    ...one,
    edge: shareOf(shares, kind, one.subjectId, one.category),
  }));
  if (timeframe === span.timeframe) return series;
  const folded = series.map((one) => ({ ...one, buckets: foldBuckets(one.buckets, span, from) }));
  for (const [at, start] of span.starts.entries()) {
    const summed = [{ id: property.id, from: start }];
    const own = await listEdgeShares(tx, summed, span.ends[at] as number);
    for (const one of own.length > 0 ? folded : []) {
      const share = shareOf(own, kind, one.subjectId, one.category);
      one.buckets = one.buckets.map((bucket) =>
        bucket.start === start ? withoutShare(bucket, share) : bucket,
      );
    }
  }
  return folded;
}

function withoutShare(bucket: RollupBucket, share: number): RollupBucket {
  const { volume, bridged } = bucket;
  return volume === null ? bucket : { ...bucket, volume: volume - share, bridged: bridged + share };
}
