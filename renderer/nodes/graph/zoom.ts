import type { Graph } from '../../../schemas/entities/consumption.ts';
import { lastDayOf, localDay } from './graphDates.ts';

/** Neighbouring buckets by their positions, both ends included. */
export interface BucketSpan {
  readonly first: number;
  readonly last: number;
}

/** Local days of the property, both included. */
export interface Period {
  readonly begin: string;
  readonly end: string;
}

/** Where a graph draws its buckets, in pixels of the drawing. */
export interface Plot {
  readonly left: number;
  readonly width: number;
  readonly count: number;
  /** Bars stand side by side; the first and the last point of a line lie on the plot's edges. */
  readonly layout: 'bars' | 'points';
}

/** From one bucket to another, in either direction; undefined while they are the same. */
export function spanBetween(from: number, to: number): BucketSpan | undefined {
  if (from === to) return undefined;
  return { first: Math.min(from, to), last: Math.max(from, to) };
}

/** The days from the first bucket's first to the last bucket's last. */
export function periodOf(graph: Graph, { first, last }: BucketSpan): Period | undefined {
  const starts = startsOf(graph);
  const begin = starts[first];
  // A compared period can be longer by a day.
  const end = starts[Math.min(last, starts.length - 1)];
  if (begin === undefined || end === undefined) return undefined;
  return { begin: localDay(begin, graph.timeZone), end: lastDayOf(graph, end) };
}

/** The period that a zoom into a span leads to; undefined when it is the one that shows already. */
export function zoomInto(graph: Graph, span: BucketSpan): Period | undefined {
  const period = periodOf(graph, span);
  const isShown = period?.begin === graph.periodBegin && period.end === graph.periodEnd;
  return isShown ? undefined : period;
}

/** Whether any span leads further in: the hours of a single day don't, nor do two months. */
export function canZoom(graph: Graph): boolean {
  const last = startsOf(graph).length - 1;
  if (last < 1) return false;
  return [
    { first: 0, last: 1 },
    { first: last - 1, last },
  ].some((span) => zoomInto(graph, span));
}

/** The bucket at a place of the drawing, the nearest one beside the plot. */
export function bucketAt(x: number, { left, width, count, layout }: Plot): number {
  const along = (x - left) / width;
  const at = layout === 'bars' ? Math.floor(along * count) : Math.round(along * (count - 1));
  return Math.max(0, Math.min(count - 1, at));
}

/** What a span of buckets takes of the plot. */
export function extentOf({ first, last }: BucketSpan, plot: Plot): { x: number; width: number } {
  const { left, width, count, layout } = plot;
  const shift = layout === 'bars' ? 0 : 0.5;
  const step = width / Math.max(1, layout === 'bars' ? count : count - 1);
  const from = Math.max(left, left + (first - shift) * step);
  const until = Math.min(left + width, left + (last + 1 - shift) * step);
  return { x: from, width: until - from };
}

/** Where the buckets of the current period begin. */
export function startsOf({ series }: Graph): readonly string[] {
  const { starts = [] } = series.find(({ role }) => role === 'CURRENT') ?? {};
  return starts.filter((start) => start !== null);
}
