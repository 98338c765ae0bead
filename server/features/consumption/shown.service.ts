import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Timeframe } from '../../../schemas/entities/consumption.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { listBillingPeriods } from '../period/period.repository.ts';
import { type Asked, findUsualEnd, openSpan } from './asked.ts';
import { countWithoutHours, listCategories } from './consumption.repository.ts';
import { isHourly } from './inside.ts';
import { billingsIn, readSpan, visibleFrom } from './span.ts';

/**
 * The period that shows, why it isn't all that was asked for, and the timeframes that there are. One
 * that isn't there is as if nobody had asked for it: screens then show months.
 */
export async function readShown(
  asked: Asked,
  query: OperationRequest<'consumption.shown'>['query'],
): Promise<OperationResponse<'consumption.shown'>> {
  const { tx, property, now } = asked;
  const { timeZone } = property;
  const of = { propertyId: property.id, tenantId: query.tenant };
  const today = localDayOf(timeZone, now.getTime());
  const categories = await listCategories(tx, property.id, query.tenant);
  const category = query.category ?? categories[0]?.category;
  const billings = await listBillingPeriods(tx, property.id, category);
  const isThere: Readonly<Record<Timeframe, boolean>> = {
    BILLING: billingsIn(billings, query, today).length > 0,
    MONTHLY: true,
    WEEKLY: true,
    DAILY: true,
    HOURLY: isHourly(categories, category),
  };
  const timeframe = isThere[query.timeframe] ? query.timeframe : 'MONTHLY';
  const span = await openSpan(asked, { ...query, timeframe }, category);
  const { period, limit, until } = span;
  const from = visibleFrom(span, property.accessSince);
  const isUsual = query.periodBegin === undefined && query.periodEnd === undefined;
  const canEnd = isUsual && timeframe !== 'BILLING';
  const recent = timeframe === 'BILLING' ? 'MONTHLY' : timeframe;
  return {
    ...period,
    timeframe,
    limit: limit ?? null,
    endedOn: (canEnd && (await findUsualEnd(asked, { ...query, timeframe }))) || null,
    notHourly:
      timeframe === 'HOURLY' && category
        ? await countWithoutHours(tx, { ...of, category }, { from, until })
        : 0,
    recentBegin: readSpan({ timeframe: recent }, timeZone, now).period.periodBegin,
    recentEnd: today,
    content: (Object.keys(isThere) as Timeframe[])
      .filter((one) => isThere[one])
      .map((one) => ({ timeframe: one })),
  };
}
