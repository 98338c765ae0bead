import { Temporal } from 'temporal-polyfill';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Period } from '../../../schemas/entities/consumption.ts';
import {
  type DeviceCategory,
  deviceTraits,
  measureOf,
  usualCategories,
} from '../../../schemas/entities/device.ts';
import { localDayOf, startOfLocalDay } from '../../metering/buckets.ts';
import { micro } from '../../metering/units.ts';
import { toPage } from '../paging.ts';
import { sortByUse } from './consumption.repository.ts';
import { type EdgeShare, listEdgeShares } from './edgeGaps.repository.ts';
import {
  type CategoryMonth,
  type ComparedMonth,
  hasFigures,
  listChanges,
  sumMonths,
} from './month.repository.ts';
import { findAllData, listVisible } from './portfolio.repository.ts';
import type { PortfolioAsked } from './portfolio.service.ts';
import { changePercent, statusOfKnown, toCoverage } from './values.ts';

/** The categories that can be summed over properties, the most usual first. */
export const summed = usualCategories.filter(
  (category) => deviceTraits[category].isConsumption && deviceTraits[category].kind === 'register',
);

/** All properties' month so far by category, beside the same days of the year before. */
export async function readMonth(
  asked: PortfolioAsked,
  { categories, category }: OperationRequest<'consumption.month'>['query'],
): Promise<OperationResponse<'consumption.month'>> {
  const month = await findMonth(asked);
  const edges = await readEdges(asked, month);
  const wanted = summed.filter((category) => categories?.includes(category) ?? true);
  const rows = sortByUse(await sumMonths(asked.tx, asked.scope, month, wanted, edges));
  const chosen = rows.find((row) => row.category === category) ?? largestOf(rows);
  return {
    ...periodsOf(month),
    category: chosen?.category ?? null,
    content: rows.map(toOverview),
  };
}

/** That of most properties; of several the most usual, which comes first. */
function largestOf(rows: readonly CategoryMonth[]): CategoryMonth | undefined {
  const most = Math.max(...rows.map(({ propertyCount }) => propertyCount));
  return rows.find(({ propertyCount }) => propertyCount === most);
}

function toOverview(row: CategoryMonth): OperationResponse<'consumption.month'>['content'][number] {
  const { category, comparedUntil, propertyCount, comparedCount } = row;
  const { measures, doubts, gaps } = row;
  return {
    category,
    ...measureOf(category),
    status: statusOfKnown(row),
    coverage: toCoverage(measures + doubts + gaps, doubts, gaps),
    current: row.current / micro,
    earlier: row.earlier === null ? null : row.earlier / micro,
    changePercent: changePercent(row.comparedCurrent, row.earlier),
    comparedUntil,
    propertyCount,
    comparedCount,
  };
}

/** The properties whose month so far differs most from the same days of the year before. */
export async function readChanges(
  asked: PortfolioAsked,
  query: OperationRequest<'consumption.changes'>['query'],
): Promise<OperationResponse<'consumption.changes'>> {
  const { tx, scope } = asked;
  const month = await findMonth(asked);
  // The address may carry a gauge from another screen.
  const wanted = summed.find((category) => category === query.category);
  const categories = wanted === undefined ? summed : [wanted];
  const list = (page: Pick<typeof query, 'page' | 'size'>) =>
    listChanges(tx, scope, month, categories, page);
  const rows = await list(query);
  const content = rows.map(({ current, earlier, ...row }) => ({
    ...row,
    unit: measureOf(row.category).unit,
    current: current / micro,
    earlier: earlier / micro,
    changePercent: changePercent(current, earlier) as number,
  }));
  const countAll = async () => (await list({ page: 0, size: 1 }))[0]?.total ?? 0;
  const category: DeviceCategory | null = rows[0]?.category ?? wanted ?? null;
  return { ...(await toPage(content, query, countAll)), ...periodsOf(month), category };
}

/**
 * The month of yesterday, up to yesterday: today is not over. When nothing is known of it yet, the last
 * month with readings, as far as they go; those at the turn of a month are about the one before.
 */
export async function findMonth({
  tx,
  scope,
  timeZone,
  now,
}: PortfolioAsked): Promise<ComparedMonth> {
  const today = Temporal.PlainDate.from(localDayOf(timeZone, now.getTime()));
  const usual = monthUpTo(today.subtract({ days: 1 }));
  if (await hasFigures(tx, scope, usual, summed)) return usual;
  const data = await findAllData(tx, scope, summed);
  if (data === undefined || data.first >= usual.first) return usual;
  const before = Temporal.PlainDate.from(usual.first).subtract({ days: 1 });
  return monthUpTo(data.last < usual.first ? Temporal.PlainDate.from(data.last) : before);
}

/** Of a leap day's February as many days as the one before has. */
export function monthUpTo(last: Temporal.PlainDate): ComparedMonth {
  const first = last.with({ day: 1 });
  const earlier = first.subtract({ years: 1 });
  return {
    first: first.toString(),
    earlierFirst: earlier.toString(),
    days: Math.min(last.day, earlier.daysInMonth),
  };
}

export function periodsOf({ first, earlierFirst, days }: ComparedMonth) {
  const periodFrom = (periodBegin: string): Period => ({
    periodBegin,
    periodEnd: Temporal.PlainDate.from(periodBegin)
      .add({ days: days - 1 })
      .toString(),
  });
  return { period: periodFrom(first), earlier: periodFrom(earlierFirst) };
}

/** Gaps that reach out of the month, of all properties that may be seen, or of some and their flats. */
export async function readEdges(
  { tx, scope, timeZone }: PortfolioAsked,
  { first, days }: ComparedMonth,
  only?: readonly number[],
): Promise<EdgeShare[]> {
  const until = Temporal.PlainDate.from(first).add({ days }).toString();
  const wanted = only && new Set(only);
  const seen = (await listVisible(tx, scope)).filter(
    ({ id, accessSince }) =>
      (!accessSince || accessSince < until) && (wanted === undefined || wanted.has(id)),
  );
  const from = (accessSince: string | null) =>
    startOfLocalDay(timeZone, accessSince && accessSince > first ? accessSince : first);
  return listEdgeShares(
    tx,
    seen.map(({ id, accessSince }) => ({ id, from: from(accessSince) })),
    startOfLocalDay(timeZone, until),
  );
}
