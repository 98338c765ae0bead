import { Temporal } from 'temporal-polyfill';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { maxPropertiesOfFlats } from '../../../schemas/api/ranking.ts';
import { measureOf } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { micro } from '../../metering/units.ts';
import type { Scope } from '../../session.ts';
import { requireVisible } from '../property/scope.repository.ts';
import { listLosses } from '../waterBalance/listLosses.ts';
import type { ComparedMonth } from './month.repository.ts';
import { findMonth, monthUpTo, periodsOf, readEdges, summed } from './month.service.ts';
import { listVisible } from './portfolio.repository.ts';
import type { PortfolioAsked } from './portfolio.service.ts';
import {
  findUsedCategory,
  listHighest,
  type Ranked,
  rankFlats,
  rankProperties,
} from './ranking.repository.ts';

type Query<Id extends `consumption.${'properties' | 'flats'}`> = OperationRequest<Id>['query'];

/**
 * All properties' use in a month, per square metre, and against the same days of the year before.
 * With the loss of water of those that `balancing` has; undefined: of none.
 */
export async function readProperties(
  asked: PortfolioAsked,
  query: Query<'consumption.properties'>,
  balancing?: Scope,
): Promise<OperationResponse<'consumption.properties'>> {
  const { tx, scope } = asked;
  const { head, ...opened } = await openRanking(asked, query);
  const ranked = { ...opened, edges: await edgesOf(asked, opened) };
  const { content, ...page } = await rankProperties(tx, scope, ranked, query, asked.now);
  const ids = content.map(({ worksId }) => worksId);
  const [lastWhole = ranked.month.first] = ranked.bars.slice(-1);
  const losses = balancing && (await listLosses(tx, balancing, ids, lastWhole));
  const unknown = { waterLoss: null, waterLossPercent: null };
  return {
    ...page,
    ...head,
    content: content.map((row) => ({
      ...row,
      ...toFigures(row, ranked.category),
      ...(losses?.get(row.worksId) ?? unknown),
    })),
  };
}

/** The same of flats, of a property or of all, beside the mean of those that are known as a whole. */
export async function readFlats(
  asked: PortfolioAsked,
  query: Query<'consumption.flats'>,
): Promise<OperationResponse<'consumption.flats'>> {
  const { tx, scope } = asked;
  const { property } = query;
  if (property !== undefined) await requireVisible(tx, scope, [property]);
  const { head, ...opened } = await openRanking(asked, query, property);
  const all =
    property === undefined ? (await listVisible(tx, scope)).map(({ id }) => id) : [property];
  const properties =
    all.length > maxPropertiesOfFlats
      ? await listHighest(tx, scope, opened, maxPropertiesOfFlats)
      : all;
  const ranked = { ...opened, edges: await edgesOf(asked, opened, properties) };
  const { content, ...page } = await rankFlats(tx, scope, ranked, query, properties);
  return {
    ...page,
    ...head,
    properties: properties.length,
    leftOut: all.length - properties.length,
    content: content.map(({ mean, most, ...row }) => ({
      ...row,
      ...toFigures(row, ranked.category),
      mean: mean === null ? null : mean / micro,
      most: most === null ? null : most / micro,
    })),
  };
}

interface Figures {
  readonly current: number | null;
  readonly perSquareMetre: number | null;
  readonly months: readonly (number | null)[];
}

function toFigures(
  { current, perSquareMetre, months }: Figures,
  category: Parameters<typeof measureOf>[0],
) {
  const inUnits = (value: number | null) => (value === null ? null : value / micro);
  return {
    category,
    unit: measureOf(category).unit,
    current: inUnits(current),
    perSquareMetre: inUnits(perSquareMetre),
    months: months.map(inUnits),
  };
}

async function openRanking(
  asked: PortfolioAsked,
  query: Pick<Query<'consumption.properties'>, 'category' | 'month'>,
  property?: number,
) {
  const { tx, scope, timeZone, now } = asked;
  const yesterday = Temporal.PlainDate.from(localDayOf(timeZone, now.getTime())).subtract({
    days: 1,
  });
  const month = await monthFor(asked, query.month, yesterday);
  // The address may carry a gauge from another screen.
  const category =
    summed.find((one) => one === query.category) ??
    (await findUsedCategory(tx, scope, month, summed, property)) ??
    (summed[0] as (typeof summed)[number]);
  const first = Temporal.PlainDate.from(month.first);
  const next = first.add({ months: 1 });
  return {
    head: {
      ...periodsOf(month),
      category,
      month: month.first,
      previous: first.subtract({ months: 1 }).toString(),
      next: Temporal.PlainDate.compare(next, yesterday) <= 0 ? next.toString() : null,
    },
    month,
    category,
    bars: barsOf(first, yesterday),
  };
}

/** Gaps that reach out of the month that is ranked, of all properties or of some. */
async function edgesOf(
  asked: PortfolioAsked,
  { month, category }: Pick<Ranked, 'month' | 'category'>,
  only?: readonly number[],
) {
  const edges = await readEdges(asked, month, only);
  return edges.filter((share) => share.category === category);
}

/** The months that are over, twelve of them, up to the one that is looked at. */
function barsOf(first: Temporal.PlainDate, yesterday: Temporal.PlainDate): string[] {
  const last = isOver(first, yesterday) ? first : first.subtract({ months: 1 });
  return Array.from({ length: 12 }, (_, at) => last.subtract({ months: 11 - at }).toString());
}

/** Whether the last day of a month is over. */
function isOver(first: Temporal.PlainDate, yesterday: Temporal.PlainDate): boolean {
  const end = first.add({ months: 1 }).subtract({ days: 1 });
  return Temporal.PlainDate.compare(end, yesterday) <= 0;
}

/** The month of a day, up to yesterday; of a day that lies ahead, or of none, the usual one. */
function monthFor(
  asked: PortfolioAsked,
  day: string | undefined,
  yesterday: Temporal.PlainDate,
): ComparedMonth | Promise<ComparedMonth> {
  if (day === undefined || day > yesterday.toString()) return findMonth(asked);
  const begin = Temporal.PlainDate.from(day).with({ day: 1 });
  const end = begin.add({ months: 1 }).subtract({ days: 1 });
  return monthUpTo(Temporal.PlainDate.compare(end, yesterday) <= 0 ? end : yesterday);
}
