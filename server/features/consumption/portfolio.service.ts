import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Timeframe } from '../../../schemas/entities/consumption.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { said } from '../../said.ts';
import type { Scope } from '../../session.ts';
import { clampPeriod } from './clampPeriod.ts';
import { comparablePlaces, comparedCount, type Side } from './comparable.ts';
import {
  basisOf,
  type ComparedCategory,
  compareCategory,
  endsOf,
  narrowTo,
} from './compareCategory.ts';
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
import { alignTo, headOf, toSeries } from './values.ts';

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
  const { tx, scope } = asked;
  const category = query.category ?? (await listAllCategories(tx, scope))[0]?.category;
  if (!category) throw new AppError('PERIOD_NOT_FOUND', 'Nothing is metered here yet.');
  const span = openSpan(asked, query);
  const compared = comparedSpan(span, query.compare);
  const properties = await listVisible(tx, scope);
  const read = async (part: Span) => {
    const buckets = (await readAllRollups(tx, scope, part, [category])).get(category) ?? [];
    const edges = await readAllEdges(tx, properties, part, new Set([part.until]));
    return { span: part, buckets, edge: edges(category, part.until) };
  };
  const current = await read(span);
  const earlier = compared && (await read(compared));
  const { weatherShare } = deviceTraits[category];
  const inside = await findInside(span.timeframe, category, () => listAllCategories(tx, scope));
  return {
    ...headOf(category, span),
    ...(inside && { inside }),
    ...(query.compare === 'LAST_YEAR_CORRECTED' && weatherShare !== null && { climate: null }),
    ...(earlier && { comparable: comparablePlaces(...alikeSides(current, earlier), asked.now) }),
    series: [
      toSeries('CURRENT', category, span, current, asked.now),
      ...(earlier ? [toSeries('COMPARE', category, earlier.span, earlier, asked.now)] : []),
    ],
  };
}

/** Totals of all properties per category, on request beside those of the compared period. */
export async function readPortfolioOverview(
  asked: PortfolioAsked,
  query: Query<'consumption.overview'>,
): Promise<OperationResponse<'consumption.overview'>> {
  const { tx, scope, now } = asked;
  const span = openSpan(asked, query);
  const before = comparedSpan(span, query.compare);
  const categories = narrowTo(query, await listAllCategories(tx, scope));
  const current = await readAllRollups(tx, scope, span);
  const previous = before && (await readAllRollups(tx, scope, before));
  const months = monthsUpTo(span, now);
  const monthly = await readAllRollups(tx, scope, months);
  const compared = categories.map((counted): ComparedCategory => {
    const shown = current.get(counted.category) ?? [];
    const earlier = previous?.get(counted.category) ?? [];
    const sides =
      before && alikeSides({ span, buckets: shown }, { span: before, buckets: earlier });
    return { counted, shown, earlier, count: sides ? comparedCount(...sides, now) : 0 };
  });
  const properties = await listVisible(tx, scope);
  const ends = endsOf(compared, span);
  const edges = await readAllEdges(tx, properties, span, new Set([...ends, span.until]));
  const earlierEdges =
    before && (await readAllEdges(tx, properties, before, endsOf(compared, before)));
  const content = compared.map((one) => {
    const { category } = one.counted;
    return compareCategory(
      one,
      { span, before },
      {
        basis: basisOf(query.compare, undefined),
        months: alignTo(months.starts, alikeMonths(monthly.get(category))),
        edges: {
          total: edges(category, span.until),
          known: edges(category, span.ends[one.count - 1]),
          earlier: earlierEdges?.(category, before?.ends[one.count - 1]) ?? 0,
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

/**
 * Of both sides the buckets in which as many properties are known as in the first one of the earlier
 * side: one that went would pass for a fall of the others. One that came later would pass for a rise,
 * which leaves nothing to compare.
 */
function alikeSides(current: Side<PortfolioBucket>, earlier: Side<PortfolioBucket>): [Side, Side] {
  const first = earlier.buckets.find(({ start }) => start === earlier.span.starts[0])?.known ?? 0;
  const hasMore = current.buckets.some(({ known }) => known > first);
  const alike = ({ span, buckets }: typeof current): Side => ({
    span,
    buckets: hasMore ? [] : buckets.filter(({ known }) => known === first),
  });
  return [alike(current), alike(earlier)];
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
  throw refuseValue('query.timeframe', said('field.billingOfAll'), 'period');
}
