import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Timeframe } from '../../../schemas/entities/consumption.ts';
import { deviceTraits, measureOf } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Scope } from '../../session.ts';
import { clampPeriod } from './clampPeriod.ts';
import { compareCategory } from './compareCategory.ts';
import { findInside } from './inside.ts';
import {
  findAllData,
  listAllCategories,
  listVisible,
  type PortfolioBucket,
  readAllEdges,
  readAllRollups,
} from './portfolio.repository.ts';
import { comparedSpan, monthsUpTo, readSpan, type Span } from './span.ts';
import { alignTo, toSeries } from './values.ts';

/** A question about all properties that an account may see, in the time zone of its market. */
export interface PortfolioAsked {
  readonly tx: Transaction;
  readonly scope: Scope;
  readonly timeZone: string;
  readonly now: Date;
}

type Query<Id extends `consumption.${'overview' | 'graph'}`> = OperationRequest<Id>['query'];

/** One category of all properties together over time. The weather, which is each place's own, stays. */
export async function readPortfolioGraph(
  asked: PortfolioAsked,
  query: Query<'consumption.graph'>,
): Promise<OperationResponse<'consumption.graph'>> {
  const { tx, scope, timeZone } = asked;
  const category = query.category ?? (await listAllCategories(tx, scope))[0]?.category;
  if (!category) throw new AppError('PERIOD_NOT_FOUND', 'Nothing is metered here yet.');
  const span = openSpan(asked, query);
  const compared = comparedSpan(span, query.compare);
  const properties = await listVisible(tx, scope);
  const read = async (role: 'CURRENT' | 'COMPARE', part: Span) => {
    const buckets = (await readAllRollups(tx, scope, part, [category])).get(category) ?? [];
    const edge = (await readAllEdges(tx, properties, part, part.until))(category);
    return toSeries(role, category, part, { buckets, edge }, asked.now);
  };
  const { group, weatherShare } = deviceTraits[category];
  const inside = await findInside(span.timeframe, category, () => listAllCategories(tx, scope));
  return {
    category,
    group,
    ...measureOf(category),
    timeframe: span.timeframe,
    timeZone,
    ...span.period,
    ...(inside && { inside }),
    ...(query.compare === 'LAST_YEAR_CORRECTED' && weatherShare !== null && { climate: null }),
    series: [await read('CURRENT', span), ...(compared ? [await read('COMPARE', compared)] : [])],
  };
}

/** Totals of all properties per category beside those of the period before. */
export async function readPortfolioOverview(
  asked: PortfolioAsked,
  query: Query<'consumption.overview'>,
): Promise<OperationResponse<'consumption.overview'>> {
  const { tx, scope, now } = asked;
  const span = openSpan(asked, query);
  const before = comparedSpan(span, 'PREVIOUS_PERIOD') as Span;
  const categories = await listAllCategories(tx, scope);
  const current = await readAllRollups(tx, scope, span);
  const previous = await readAllRollups(tx, scope, before);
  const months = monthsUpTo(span, now);
  const monthly = await readAllRollups(tx, scope, months);
  const closed = span.ends.filter((end) => end <= now.getTime()).length;
  const properties = await listVisible(tx, scope);
  const edges = {
    total: await readAllEdges(tx, properties, span, span.until),
    known: await readAllEdges(tx, properties, span, span.ends[closed - 1]),
    earlier: await readAllEdges(tx, properties, before, before.ends[closed - 1]),
  };
  const content = categories.map((counted) => {
    const { category } = counted;
    const shown = current.get(category) ?? [];
    const earlier = previous.get(category) ?? [];
    const isComparable = wereAllKnown(earlier, before, shown);
    return compareCategory(
      counted,
      { span, before, now },
      {
        ...{ shown, earlier, isComparable },
        months: alignTo(months.starts, alikeMonths(monthly.get(category))),
        edges: {
          total: edges.total(category),
          known: edges.known(category),
          earlier: edges.earlier(category),
        },
      },
    );
  });
  return { period: span.period, content };
}

export async function readPortfolioPeriod({
  tx,
  scope,
  timeZone,
  now,
}: PortfolioAsked): Promise<OperationResponse<'consumption.period'>> {
  return clampPeriod(await findAllData(tx, scope), null, timeZone, now);
}

/** A property that came later would pass for a rise of the others. */
function wereAllKnown(
  earlier: readonly PortfolioBucket[],
  before: Span,
  shown: readonly PortfolioBucket[],
): boolean {
  const first = earlier.find(({ start }) => start === before.starts[0])?.known ?? 0;
  return first > 0 && shown.every(({ known }) => known <= first);
}

/** A month of fewer properties than the others would pass for a fall of all: it is unknown. */
function alikeMonths(months: readonly PortfolioBucket[] = []): readonly PortfolioBucket[] {
  const most = Math.max(...months.map(({ known }) => known));
  return months.filter(({ known }) => known === most);
}

function openSpan(
  { timeZone, now }: PortfolioAsked,
  query: {
    timeframe: Timeframe;
    periodBegin?: string | undefined;
    periodEnd?: string | undefined;
  },
): Span {
  const { timeframe } = query;
  if (timeframe !== 'BILLING') return readSpan({ ...query, timeframe }, timeZone, now);
  const message = 'Billing periods differ by property. Choose a property, or another timeframe.';
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ field: 'query.timeframe', rule: 'period', message }],
  });
}
