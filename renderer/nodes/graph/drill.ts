import type { Graph, Timeframe } from '../../../schemas/entities/consumption.ts';
import { lastDayOfMonth } from '../../core/date/calendarDays.ts';
import { lastDayOf, localDay } from './graphDates.ts';

export interface Span {
  readonly timeframe: Timeframe;
  /** Local days, both included; left out for the usual period. */
  readonly begin?: string;
  readonly end?: string;
}

/** What lies inside a bucket, one timeframe deeper; undefined where there is nothing to see in it. */
export function spanInside(graph: Graph, start: string): Span | undefined {
  const { inside: timeframe } = graph;
  const begin = localDay(start, graph.timeZone);
  return timeframe && { timeframe, begin, end: lastDayOf(graph, start) };
}

/** One timeframe up: a day's hours lead to its month, days to the year. */
export function spanAround(graph: Graph): Span | undefined {
  if (graph.timeframe === 'MONTHLY' || graph.timeframe === 'BILLING') return undefined;
  if (graph.timeframe !== 'HOURLY') return { timeframe: 'MONTHLY' };
  const begin = `${graph.periodBegin.slice(0, 8)}01`;
  return { timeframe: 'DAILY', begin, end: lastDayOfMonth(begin) };
}
