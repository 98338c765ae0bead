import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Coverage, IntervalStatus } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits, measureOf } from '../../../schemas/entities/device.ts';
import { toPage } from '../paging.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { countTenants } from '../tenant/tenant.repository.ts';
import { type Asked, needCategory, openSpan, readVisible } from './asked.ts';
import { clampPeriod } from './clampPeriod.ts';
import { compareCategory } from './compareCategory.ts';
import {
  findDataChunks,
  listCategories,
  listTenantTotals,
  type TenantTotals,
} from './consumption.repository.ts';
import { type EdgeShare, listEdgeShares, shareOf } from './edgeGaps.repository.ts';
import { findInside } from './inside.ts';
import { comparedSpan, monthsUpTo, type Span, visibleFrom } from './span.ts';
import { alignTo, coverageOf, statusOfKnown, toSeries } from './values.ts';
import { readWeather } from './weather.service.ts';

type Query<Id extends `consumption.${'overview' | 'graph' | 'tenants' | 'period'}`> =
  OperationRequest<Id>['query'];

/** One category over time, on request beside the compared period. */
export async function readGraph(
  asked: Asked,
  query: Query<'consumption.graph'>,
): Promise<OperationResponse<'consumption.graph'>> {
  const { tx, property, now } = asked;
  const category = await needCategory(asked, query);
  const span = await openSpan(asked, query, category);
  const compared = comparedSpan(span, query.compare);
  const subject = { ...subjectOf(property, query.tenant), categories: [category] };
  const read = async (part: Span) =>
    (await readVisible(asked, subject, part))[0] ?? { buckets: [], edge: 0 };
  const weather =
    compared && query.compare === 'LAST_YEAR_CORRECTED'
      ? await readWeather(asked, [category], span, compared)
      : undefined;
  const earlier = compared && (await read(compared));
  const inside = await findInside(span.timeframe, category, () =>
    listCategories(tx, property.id, query.tenant),
  );
  return {
    category,
    group: deviceTraits[category].group,
    ...measureOf(category),
    timeframe: span.timeframe,
    timeZone: property.timeZone,
    ...span.period,
    ...(inside && { inside }),
    ...(weather && { climate: weather.climateOf(category) }),
    series: [
      toSeries('CURRENT', category, span, await read(span), now),
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

/** Totals per category beside those of the period before. */
export async function readOverview(
  asked: Asked,
  query: Query<'consumption.overview'>,
): Promise<OperationResponse<'consumption.overview'>> {
  const { tx, property, now } = asked;
  const span = await openSpan(asked, query);
  const before = comparedSpan(span, 'PREVIOUS_PERIOD') as Span;
  const categories = await listCategories(tx, property.id, query.tenant);
  const subject = subjectOf(property, query.tenant);
  const current = await readVisible(asked, subject, span);
  const previous = await readVisible(asked, subject, before);
  const months = monthsUpTo(span, now);
  const monthly = await readVisible(asked, subject, months);
  const closed = span.ends.filter((end) => end <= now.getTime());
  // Both only as far as they are closed, so that gaps may reach out of them elsewhere.
  const readEdges = async (part: Span) => {
    const until = part.ends[closed.length - 1];
    const summed = { id: property.id, from: visibleFrom(part, property.accessSince) };
    return until === undefined ? [] : listEdgeShares(tx, [summed], until);
  };
  const [knownEdges, earlierEdges] = [await readEdges(span), await readEdges(before)];
  const edgeOf = (edges: readonly EdgeShare[], category: DeviceCategory) =>
    shareOf(edges, subject.subjectKind, subject.subjectIds[0] as number, category);

  const content = categories.map((counted) => {
    const { category } = counted;
    const shown = current.find((series) => series.category === category);
    const earlier = previous.find((series) => series.category === category)?.buckets ?? [];
    return compareCategory(
      counted,
      { span, before, now },
      {
        shown: shown?.buckets ?? [],
        earlier,
        isComparable: isComparable(earlier, before),
        months: alignTo(
          months.starts,
          monthly.find((series) => series.category === category)?.buckets ?? [],
        ),
        edges: {
          total: shown?.edge ?? 0,
          known: edgeOf(knownEdges, category),
          earlier: edgeOf(earlierEdges, category),
        },
      },
    );
  });
  return { period: span.period, content };
}

/** Only when the earlier period is known from its begin: half a year against a whole one misleads. */
function isComparable(buckets: readonly { start: number; volume: number | null }[], span: Span) {
  return buckets.find(({ start }) => start === span.starts[0])?.volume != null;
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
