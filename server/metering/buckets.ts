import { Temporal } from 'temporal-polyfill';
import type { RollupTimeframe } from '../../schemas/entities/consumption.ts';
import { hourMs } from '../../schemas/time.ts';

/**
 * Buckets and chunks in a property's IANA zone, as UTC milliseconds. Days have 23, 24 or 25 hours,
 * weeks begin on Monday. A chunk is what one rollup row holds: the hours of a day, the days of a
 * month, the weeks (by their Monday) or months of a year.
 */

export interface Chunk {
  /** First local day, YYYY-MM-DD; the row's key. */
  readonly day: string;
  /** Starts of its buckets, and as one more the end of the last. */
  readonly edges: readonly number[];
}

const cache = new Map<string, Chunk>();
const maxCached = 50_000;

/** UTC ms at which a local day begins. */
export function startOfLocalDay(timeZone: string, day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

export function localDayOf(timeZone: string, at: number): string {
  return zoned(timeZone, at).toPlainDate().toString();
}

/** Starts of the buckets that begin in [from, until). */
export function bucketStarts(
  timeZone: string,
  timeframe: RollupTimeframe,
  from: number,
  until: number,
): number[] {
  return chunksBetween(timeZone, timeframe, from, until).flatMap(({ edges }) =>
    edges.slice(0, -1).filter((start) => start >= from && start < until),
  );
}

/** Where the bucket that holds the instant ends and the next one begins. */
export function nextBucketStart(timeZone: string, timeframe: RollupTimeframe, at: number): number {
  const { edges } = chunkOf(timeZone, timeframe, at);
  return edges.find((edge) => edge > at) as number;
}

/** The begin of the bucket that holds the instant. */
export function bucketStartOf(timeZone: string, timeframe: RollupTimeframe, at: number): number {
  const { edges } = chunkOf(timeZone, timeframe, at);
  let found = edges[0] as number;
  for (const edge of edges) {
    if (edge > at) break;
    found = edge;
  }
  return found;
}

/** The chunk whose buckets hold the instant. */
export function chunkOf(timeZone: string, timeframe: RollupTimeframe, at: number): Chunk {
  const key = `${timeZone} ${timeframe} ${Math.floor(at / hourMs)}`;
  const near = nearby.get(key);
  if (near && holds(near, at)) return near;
  const day = zoned(timeZone, at).toPlainDate();
  const chunk = chunkFrom(timeZone, timeframe, firstDay(timeframe, day));
  if (nearby.size >= maxCached) nearby.clear();
  nearby.set(key, chunk);
  return chunk;
}

/** The chunk of the last instant that was asked for in an hour; a chunk may end within one. */
const nearby = new Map<string, Chunk>();

function holds({ edges }: Chunk, at: number): boolean {
  return (edges[0] as number) <= at && at < (edges.at(-1) as number);
}

/** The chunks with a bucket that overlaps [from, until], in order. */
export function chunksBetween(
  timeZone: string,
  timeframe: RollupTimeframe,
  from: number,
  until: number,
): Chunk[] {
  const chunks: Chunk[] = [];
  let chunk = chunkOf(timeZone, timeframe, from);
  while ((chunk.edges[0] as number) <= until) {
    chunks.push(chunk);
    chunk = chunkAfter(timeZone, timeframe, chunk);
  }
  return chunks;
}

const followers = new WeakMap<Chunk, Chunk>();

function chunkAfter(timeZone: string, timeframe: RollupTimeframe, chunk: Chunk): Chunk {
  const known = followers.get(chunk);
  if (known) return known;
  const day = nextDay(timeframe, Temporal.PlainDate.from(chunk.day));
  const next = chunkFrom(timeZone, timeframe, day);
  followers.set(chunk, next);
  return next;
}

function zoned(timeZone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}

/** The chunk's key for a day in it: weeks belong to the year of their Monday. */
function firstDay(timeframe: RollupTimeframe, day: Temporal.PlainDate): Temporal.PlainDate {
  switch (timeframe) {
    case 'HOURLY':
      return day;
    case 'DAILY':
      return day.with({ day: 1 });
    case 'WEEKLY':
      return day.subtract({ days: day.dayOfWeek - 1 }).with({ month: 1, day: 1 });
    case 'MONTHLY':
      return day.with({ month: 1, day: 1 });
  }
}

function nextDay(timeframe: RollupTimeframe, day: Temporal.PlainDate): Temporal.PlainDate {
  if (timeframe === 'HOURLY') return day.add({ days: 1 });
  return timeframe === 'DAILY' ? day.add({ months: 1 }) : day.add({ years: 1 });
}

function chunkFrom(timeZone: string, timeframe: RollupTimeframe, day: Temporal.PlainDate): Chunk {
  const key = `${timeZone} ${timeframe} ${day.toString()}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const chunk = { day: day.toString(), edges: edgesFrom(timeZone, timeframe, day) };
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, chunk);
  return chunk;
}

function edgesFrom(
  timeZone: string,
  timeframe: RollupTimeframe,
  first: Temporal.PlainDate,
): number[] {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
  const edges: number[] = [];
  if (timeframe === 'HOURLY') {
    // Whole hours of elapsed time from midnight: a clock that jumps leaves out an hour, or has two.
    const end = startOf(first.add({ days: 1 }));
    for (let at = startOf(first); at < end; at += hourMs) edges.push(at);
    edges.push(end);
    return edges;
  }
  const step = { DAILY: { days: 1 }, WEEKLY: { days: 7 }, MONTHLY: { months: 1 } }[timeframe];
  const end = nextDay(timeframe, first);
  let day = timeframe === 'WEEKLY' ? first.add({ days: (8 - first.dayOfWeek) % 7 }) : first;
  for (; Temporal.PlainDate.compare(day, end) < 0; day = day.add(step)) edges.push(startOf(day));
  edges.push(startOf(day));
  return edges;
}

/** The local days from one to another, both included, as YYYY-MM-DD. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(first); `${day}` <= last; day = day.add({ days: 1 })) {
    days.push(day.toString());
  }
  return days;
}
