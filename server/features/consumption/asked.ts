import type { DegreeDayMethod, Timeframe } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import {
  type RollupQuery,
  type RollupSeries,
  readRollups,
} from '../../metering/store/rollups.repository.ts';
import { listBillingPeriods } from '../period/period.repository.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { listCategories } from './consumption.repository.ts';
import type { CountryAverages } from './countryAverages.ts';
import { billingSpan, readSpan, type Span, visibleFrom } from './span.ts';
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
export async function needCategory(
  { tx, property }: Asked,
  query: { category?: DeviceCategory | undefined; tenant?: number | undefined },
): Promise<DeviceCategory> {
  const category =
    query.category ?? (await listCategories(tx, property.id, query.tenant))[0]?.category;
  if (category) return category;
  throw new AppError('PERIOD_NOT_FOUND', 'Nothing is metered here yet.');
}

/**
 * The asked period in whole buckets. Billing periods are those of the category, else those that the
 * property has for all. Throws as `readSpan` and `billingSpan` do.
 */
export async function openSpan(
  { tx, property, now }: Asked,
  query: {
    timeframe: Timeframe;
    periodBegin?: string | undefined;
    periodEnd?: string | undefined;
  },
  category?: DeviceCategory,
): Promise<Span> {
  const { timeframe } = query;
  if (timeframe !== 'BILLING') return readSpan({ ...query, timeframe }, property.timeZone, now);
  const periods = await listBillingPeriods(tx, property.id, category);
  return billingSpan(periods, query, property.timeZone, now);
}

/** The property's rollups in the part of a span that the account may see. */
export async function readVisible(
  { tx, property }: Asked,
  subject: Pick<RollupQuery, 'subjectKind' | 'subjectIds' | 'categories'>,
  span: Span,
): Promise<RollupSeries[]> {
  const { stored: timeframe, timeZone, until } = span;
  const from = visibleFrom(span, property.accessSince);
  const query = { propertyId: property.id, ...subject, timeframe, timeZone, from, until };
  const series = await readRollups(tx, query);
  if (timeframe === span.timeframe) return series;
  return series.map((one) => ({ ...one, buckets: foldBuckets(one.buckets, span, from) }));
}
