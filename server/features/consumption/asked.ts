import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import {
  type RollupQuery,
  type RollupSeries,
  readRollups,
} from '../../metering/store/rollups.repository.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { listCategories } from './consumption.repository.ts';
import { type Span, visibleFrom } from './span.ts';

/** A question about a property that the caller may see. */
export interface Asked {
  readonly tx: Transaction;
  readonly property: VisibleProperty;
  readonly now: Date;
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

/** The property's rollups in the part of a span that the account may see. */
export function readVisible(
  { tx, property }: Asked,
  subject: Pick<RollupQuery, 'subjectKind' | 'subjectIds' | 'categories'>,
  span: Span,
): Promise<RollupSeries[]> {
  const { timeframe, timeZone, until } = span;
  const from = visibleFrom(span, property.accessSince);
  return readRollups(tx, { propertyId: property.id, ...subject, timeframe, timeZone, from, until });
}
