import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Coverage, IntervalStatus } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { toPage } from '../paging.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { countTenants } from '../tenant/tenant.repository.ts';
import { type Asked, openSpan, readVisible, requireCategory, type VisibleSeries } from './asked.ts';
import { clampPeriod } from './clampPeriod.ts';
import { comparablePlaces, comparedCount } from './comparable.ts';
import {
  basisOf,
  type ComparedCategory,
  compareCategory,
  endsOf,
  narrowTo,
} from './compareCategory.ts';
import {
  findDataChunks,
  listCategories,
  listTenantTotals,
  type TenantTotals,
} from './consumption.repository.ts';
import { type EdgeShare, listEdgeShares, shareOf } from './edgeGaps.repository.ts';
import { findInside } from './inside.ts';
import { comparedSpan, monthsUpTo, type Span, visibleFrom } from './span.ts';
import { alignTo, coverageOf, headOf, statusOfKnown, toSeries } from './values.ts';
import { readWeather } from './weather.service.ts';

type Query<Id extends `consumption.${'overview' | 'graph' | 'tenants' | 'period'}`> =
  OperationRequest<Id>['query'];

/** One category over time, on request beside the compared period. */
export async function readGraph(
  asked: Asked,
  query: Query<'consumption.graph'>,
): Promise<OperationResponse<'consumption.graph'>> {
  const { tx, property, now } = asked;
  const category = await requireCategory(asked, query);
  const span = await openSpan(asked, query, category);
  const compared = comparedSpan(span, query.compare);
  const subject = { ...subjectOf(property, query.tenant), categories: [category] };
  const read = async (part: Span) =>
    (await readVisible(asked, subject, part))[0] ?? { buckets: [], edge: 0 };
  const weather =
    compared && query.compare === 'LAST_YEAR_CORRECTED'
      ? await readWeather(asked, [category], span, compared)
      : undefined;
  const current = await read(span);
  const earlier = compared && (await read(compared));
  const inside = await findInside(span.timeframe, category, () =>
    listCategories(tx, property.id, query.tenant),
  );
  return {
    ...headOf(category, span),
    ...(inside && { inside }),
    ...(weather && { climate: weather.climateOf(category) }),
    ...(compared &&
      earlier && {
        comparable: comparablePlaces({ span, ...current }, { span: compared, ...earlier }, now),
      }),
    series: [
      toSeries('CURRENT', category, span, current, now),
      ...(compared && earlier
        ? [
            toSeries(
              'COMPARE',
              category,
              compared,
              weather
                ? { ...earlier, buckets: weather.correct(category, earlier.buckets) }
                : earlier,
              now,
            ),
          ]
        : []),
    ],
  };
}

/** Totals per category, on request beside those of the compared period. */
export async function readOverview(
  asked: Asked,
  query: Query<'consumption.overview'>,
): Promise<OperationResponse<'consumption.overview'>> {
  const { tx, property, now } = asked;
  const span = await openSpan(asked, query);
  const before = comparedSpan(span, query.compare);
  const categories = narrowTo(query, await listCategories(tx, property.id, query.tenant));
  const subject = {
    ...subjectOf(property, query.tenant),
    categories: categories.map(({ category }) => category),
  };
  const current = await readVisible(asked, subject, span);
  const previous = before ? await readVisible(asked, subject, before) : [];
  const weather =
    before && query.compare === 'LAST_YEAR_CORRECTED'
      ? await readWeather(asked, subject.categories, span, before)
      : undefined;
  const months = monthsUpTo(span, now);
  const monthly = await readVisible(asked, subject, months);
  const compared = categories.map((counted): ComparedCategory => {
    const shown = bucketsOf(current, counted.category);
    const earlier = bucketsOf(previous, counted.category);
    const count = before
      ? comparedCount({ span, buckets: shown }, { span: before, buckets: earlier }, now)
      : 0;
    const corrected = weather?.correct(counted.category, earlier) ?? earlier;
    return { counted, shown, earlier: corrected, count };
  });
  // Each only as far as it is compared, so that gaps may reach out of them elsewhere.
  const readEdges = async (part: Span) => {
    const from = visibleFrom(part, property.accessSince);
    const summed = [...endsOf(compared, part)].map((until) => ({ id: property.id, from, until }));
    const { stored: timeframe } = part;
    return summed.length === 0 ? [] : listEdgeShares(tx, summed, part.until, { timeframe });
  };
  const knownEdges = await readEdges(span);
  const earlierEdges = before ? await readEdges(before) : [];
  const edgeOf = (edges: readonly EdgeShare[], category: DeviceCategory, end?: number) =>
    shareOf(
      edges.filter(({ until }) => until === end),
      subject.subjectKind,
      subject.subjectIds[0] as number,
      category,
    );

  const content = compared.map((one) => {
    const { category } = one.counted;
    return compareCategory(
      one,
      { span, before },
      {
        basis: basisOf(query.compare, weather?.climateOf(category)),
        months: alignTo(months.starts, bucketsOf(monthly, category)),
        edges: {
          total: current.find((series) => series.category === category)?.edge ?? 0,
          known: edgeOf(knownEdges, category, span.ends[one.count - 1]),
          earlier: edgeOf(earlierEdges, category, before?.ends[one.count - 1]),
        },
      },
    );
  });
  return { period: span.period, content };
}

function bucketsOf(series: readonly VisibleSeries[], category: DeviceCategory) {
  return series.find((one) => one.category === category)?.buckets ?? [];
}

export async function readTenants(
  asked: Asked,
  query: Query<'consumption.tenants'>,
): Promise<OperationResponse<'consumption.tenants'>> {
  const { tx, property } = asked;
  const span = await openSpan(asked, query);
  const rows = await listTenantTotals(tx, query, span, visibleFrom(span, property.accessSince));
  const shown = rows.map(({ tenant, total, totals }) => ({
    ...tenant,
    total,
    totals: Object.fromEntries(
      Object.entries(totals).map(([category, { value }]) => [category, value]),
    ),
    status: statusOfTotals(totals),
    coverage: worstCoverage(totals),
  }));
  return {
    ...(await toPage(shown, query, () => countTenants(tx, query))),
    period: span.period,
  };
}

export async function readPeriod(
  { tx, property, now }: Asked,
  query: Query<'consumption.period'>,
): Promise<OperationResponse<'consumption.period'>> {
  const found = await findDataChunks(tx, property.id, query.tenant);
  return clampPeriod(found, property.accessSince, property.timeZone, now);
}

function subjectOf(property: VisibleProperty, tenant: number | undefined) {
  return {
    subjectKind: tenant === undefined ? ('property' as const) : ('tenant' as const),
    subjectIds: [tenant ?? property.id],
  };
}

/** Of the category of which least is known. */
function worstCoverage(totals: TenantTotals['totals']): Coverage | null {
  const parts = Object.values(totals).flatMap((total) => coverageOf(total) ?? []);
  parts.sort((a, b) => b.unknown - a.unknown || b.interpolated - a.interpolated);
  return parts[0] ?? null;
}

function statusOfTotals(totals: TenantTotals['totals']): IntervalStatus {
  const parts = Object.values(totals);
  if (!parts.some(({ known }) => known > 0)) return 'MISSING';
  return statusOfKnown({
    doubts: parts.reduce((sum, { doubts }) => sum + doubts, 0),
    gaps: parts.reduce((sum, { gaps }) => sum + gaps, 0),
  });
}
