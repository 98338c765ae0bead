import { Temporal } from 'temporal-polyfill';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { AppError } from '../../errors.ts';
import { localDayOf, startOfLocalDay } from '../../metering/buckets.ts';
import { emptyBucket } from '../../metering/consumption.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import { summed } from './month.service.ts';
import { listAllCategories, readAllRollups } from './portfolio.repository.ts';
import type { PortfolioAsked } from './portfolio.service.ts';
import { comparedSpan, monthsUpTo, type Span } from './span.ts';
import { headOf, toSeries } from './values.ts';
import { type MonthPair, sumYear, type YearMonth } from './year.repository.ts';

/**
 * The twelve months that are over, each beside the same one of the year before: on both sides what those
 * properties used that are known as a whole on both. When none is in any month, this year alone.
 */
export async function readYear(
  asked: PortfolioAsked,
  query: OperationRequest<'consumption.year'>['query'],
): Promise<OperationResponse<'consumption.year'>> {
  const { tx, scope, timeZone, now } = asked;
  // The address may carry a gauge from another screen.
  const category =
    summed.find((one) => one === query.category) ??
    (await listAllCategories(tx, scope)).find((one) => summed.includes(one.category))?.category;
  if (!category) throw new AppError('PERIOD_NOT_FOUND', 'Nothing is metered here yet.');
  const span = monthsUpTo({ timeZone, until: endOf(asked, query.until) }, now);
  const earlier = comparedSpan(span, 'LAST_YEAR') as Span;
  const rows = await sumYear(tx, scope, category, pairsOf(span, earlier));
  const at = (place: number) => rows.find((row) => row.at === place + 1);
  const comparable = span.starts.map((_, place) => (at(place)?.compared ?? 0) > 0);
  const series = comparable.some(Boolean)
    ? [
        toSeries('CURRENT', category, span, sideOf('now', span, rows), now),
        toSeries('COMPARE', category, earlier, sideOf('past', earlier, rows), now),
      ]
    : [toSeries('CURRENT', category, span, await readAlone(asked, span, category), now)];
  return {
    ...headOf(category, span),
    comparable,
    properties: {
      compared: span.starts.map((_, place) => at(place)?.compared ?? 0),
      known: span.starts.map((_, place) => at(place)?.known ?? 0),
    },
    series,
  };
}

/** The end of a day, of today at most. */
function endOf({ timeZone, now }: PortfolioAsked, day: string | undefined): number {
  if (day === undefined) return now.getTime();
  return startOfLocalDay(timeZone, Temporal.PlainDate.from(day).add({ days: 1 }).toString());
}

function pairsOf(span: Span, earlier: Span): MonthPair[] {
  const dayOf = (start: number) => localDayOf(span.timeZone, start);
  return span.starts.map((start, at) => {
    const before = earlier.starts[at] as number;
    const [day, earlierDay] = [dayOf(start), dayOf(before)];
    return {
      day,
      earlierDay,
      year: `${day.slice(0, 4)}-01-01`,
      earlierYear: `${earlierDay.slice(0, 4)}-01-01`,
      place: Number(day.slice(5, 7)),
      length: (span.ends[at] as number) - start,
      earlierLength: (earlier.ends[at] as number) - before,
    };
  });
}

/** Gaps that reach out of a month are in none that is known as a whole: a total is the sum of its bars. */
function sideOf(side: 'now' | 'past', { starts, ends }: Span, rows: readonly YearMonth[]) {
  const buckets = rows.map((row): RollupBucket => {
    const [start, end] = [starts[row.at - 1] as number, ends[row.at - 1] as number];
    const devices = row[`${side}Measured`] + row[`${side}Interpolated`] + row[`${side}Unknown`];
    return {
      ...emptyBucket,
      start,
      expectedTime: devices * (end - start),
      volume: row[`${side}Volume`],
      measured: row[`${side}Measured`],
      interpolated: row[`${side}Interpolated`],
      estimated: row[`${side}Unknown`],
      interpolatedTime: row[`${side}InterpolatedTime`],
      unknownTime: row[`${side}UnknownTime`],
    };
  });
  return { buckets, edge: 0 };
}

async function readAlone({ tx, scope }: PortfolioAsked, span: Span, category: DeviceCategory) {
  const buckets = (await readAllRollups(tx, scope, span, [category])).get(category) ?? [];
  return { buckets: buckets.map((bucket) => ({ ...bucket, bridged: 0 })), edge: 0 };
}
