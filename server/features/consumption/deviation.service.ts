import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type {
  Comparison,
  Deviation,
  DeviationVerdict,
} from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import { micro } from '../../metering/units.ts';
import { type Asked, openSpan, readVisible } from './asked.ts';
import { readAreas } from './average.repository.ts';
import { listCategories } from './consumption.repository.ts';
import { listDevices, listTenantAreas, type Subject } from './deviation.repository.ts';
import { comparedSpan, type Span } from './span.ts';
import { changePercent } from './values.ts';
import { readWeather } from './weather.service.ts';

type Query = OperationRequest<'consumption.deviation'>['query'];
type Answer = OperationResponse<'consumption.deviation'>;

/** From so many per cent on, up or down, a use is unusual. */
export const unusualPercent = 50;

/**
 * How each device of a tenant, or each tenant of a property, differs from its own use, all of them on
 * one basis: the same period of last year, or the period before when last year is known of fewer than
 * half as many. Tenants differ from the property's use per square metre as well: `average = (use /
 * area) / (property use / property area) − 1`. Heat of last year is corrected for the weather, and
 * nobody is compared with who lived there before. Only buckets that are over and known on both sides
 * count. The most unusual come first, by the larger of both differences.
 */
export async function readDeviation(asked: Asked, query: Query): Promise<Answer> {
  const { tx, property, now } = asked;
  const isOfDevices = query.tenant !== undefined;
  const category = query.category ?? (await listCategories(tx, property.id))[0]?.category;
  const span = await openSpan(asked, query, category);
  const subjects = isOfDevices
    ? await listDevices(tx, property.id, query.tenant as number)
    : await listTenantAreas(tx, property.id, category);
  const kind = isOfDevices ? ('device' as const) : ('tenant' as const);
  const reads = { asked, kind, subjects };
  const current = await readBuckets(reads, span);
  const lastYearSpan = comparedSpan(span, 'LAST_YEAR') as Span;
  const beforeSpan = comparedSpan(span, 'PREVIOUS_PERIOD') as Span;
  const lastYear = await readBuckets(reads, lastYearSpan);
  const before = await readBuckets(reads, beforeSpan);
  const categories = [...new Set(subjects.map((one) => one.category))];
  const weather = await readWeather(asked, categories, span, lastYearSpan);
  const closed = span.ends.filter((end) => end <= +now).length;

  const compared = subjects.map((subject): Compared => {
    const known = current.get(keyOf(subject)) ?? [];
    const own = sinceMovedIn(subject, known, span);
    const isSinceMovedIn = ({ period }: Span) =>
      subject.movedIn === null || subject.movedIn <= period.periodBegin;
    const yearBefore = lastYear.get(keyOf(subject));
    const isCorrected = Boolean(weather?.climateOf(subject.category));
    const corrected = isCorrected && yearBefore && weather?.correct(subject.category, yearBefore);
    const sums = (other: Buckets | undefined, otherSpan: Span) =>
      other && isSinceMovedIn(otherSpan) ? sumBoth(closed, own, other) : undefined;
    return {
      ...{ subject, own, known, isCorrected },
      lastYear: sums(corrected || yearBefore, lastYearSpan),
      before: sums(before.get(keyOf(subject)), beforeSpan),
    };
  });
  const basis = chooseBasis(compared);
  const flats = compared.map(({ subject, known }) => ({ area: subject.area, own: known }));
  const rates = isOfDevices ? undefined : await readRates(asked, category, span, flats);
  const rows = compared.map((one) => toRow(one, basis, closed, rates));
  rows.sort((one, other) => weightOf(other) - weightOf(one) || one.id - other.id);
  const { page, size } = query;
  return {
    ...{ page, size, total: rows.length, period: span.period, summary: summarise(rows) },
    content: rows.slice(page * size, (page + 1) * size),
  };
}

/** Both sums, each over the buckets that are known on both sides. */
type Sums = readonly [current: number, earlier: number];

interface Compared {
  readonly subject: Subject;
  /** Since they moved in, and whoever lived there. */
  readonly own: Buckets;
  readonly known: Buckets;
  /** Whether last year is as it would have been in this year's weather. */
  readonly isCorrected: boolean;
  readonly lastYear: Sums | undefined;
  readonly before: Sums | undefined;
}

type Basis = 'lastYear' | 'before';

function chooseBasis(compared: readonly Compared[]): Basis {
  const count = (basis: Basis) => compared.filter((one) => one[basis] !== undefined).length;
  return count('lastYear') * 2 >= count('before') ? 'lastYear' : 'before';
}

function toRow(compared: Compared, by: Basis, closed: number, rates: Rates | undefined): Deviation {
  const { subject } = compared;
  const own = compared.own.slice(0, closed);
  const { id, name, number, category } = subject;
  const sums = compared[by];
  const known = own.flatMap(({ volume }) => volume ?? []);
  const all = known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / micro;
  const [current, earlier] = sums ?? [all, null];
  const change = changePercent(current, earlier);
  const averagePercent = rates ? compareWithProperty(own, subject, rates) : null;
  return {
    ...{ id, name, number, category, unit: deviceTraits[category].unit, current, earlier },
    basis: sums ? nameOf(by, compared) : 'NONE',
    ...{ changePercent: change, averagePercent },
    verdict: judge(largerOf(change, averagePercent)),
  };
}

function nameOf(basis: Basis, { isCorrected }: Compared): Comparison {
  if (basis === 'before') return 'PREVIOUS_PERIOD';
  return isCorrected ? 'LAST_YEAR_CORRECTED' : 'LAST_YEAR';
}

const keyOf = ({ id, category }: Pick<Subject, 'id' | 'category'>) => `${id} ${category}`;

type Buckets = readonly RollupBucket[];

/** By subject and category: every bucket of the span that the account may see. */
async function readBuckets(
  {
    asked,
    kind,
    subjects,
  }: { asked: Asked; kind: 'device' | 'tenant'; subjects: readonly Subject[] },
  span: Span,
): Promise<Map<string, Buckets>> {
  const subject = {
    subjectKind: kind,
    subjectIds: [...new Set(subjects.map(({ id }) => id))],
    categories: [...new Set(subjects.map(({ category }) => category))],
  };
  const series = await readVisible(asked, subject, span);
  return new Map(
    series.map(({ subjectId, category, buckets }) => [
      keyOf({ id: subjectId, category }),
      align(span.starts, buckets),
    ]),
  );
}

/** Others lived there before. */
function sinceMovedIn({ movedIn }: Subject, buckets: Buckets, { timeZone }: Span): Buckets {
  if (movedIn === null) return buckets;
  const begin = startOfLocalDay(timeZone, movedIn);
  return buckets.map((one) => (one.start < begin ? { ...one, volume: null } : one));
}

/** A place for each start, so that two periods can be laid over each other. */
function align(starts: readonly number[], buckets: Buckets): Buckets {
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  return starts.map((start) => byStart.get(start) ?? ({ start, volume: null } as RollupBucket));
}

/** Both sums over the places where both are known; undefined when there is none. */
function sumBoth(closed: number, own: Buckets, other: Buckets): [number, number] | undefined {
  let [sum, otherSum, places] = [0, 0, 0];
  for (let at = 0; at < closed; at++) {
    const [one, two] = [own[at]?.volume ?? null, other[at]?.volume ?? null];
    if (one === null || two === null) continue;
    sum += one;
    otherSum += two;
    places += 1;
  }
  return places === 0 ? undefined : [sum / micro, otherSum / micro];
}

/** Micro-units on a square metre, by bucket; null where nothing is known. */
type Rates = readonly (number | null)[];

/**
 * What the property used on each of its square metres; undefined without its area. The area of flats
 * with meters whose use in a bucket isn't known, as by the hour of meters that are read once a day,
 * doesn't count there.
 */
async function readRates(
  asked: Asked,
  category: DeviceCategory | undefined,
  span: Span,
  flats: readonly { readonly area: number | null; readonly own: Buckets }[],
): Promise<Rates | undefined> {
  const { id } = asked.property;
  const { property: area } = await readAreas(asked.tx, id, undefined);
  if (area === null || !category) return undefined;
  const subject = { subjectKind: 'property', subjectIds: [id], categories: [category] } as const;
  const [series] = await readVisible(asked, subject, span);
  return align(span.starts, series?.buckets ?? []).map(({ volume }, at) => {
    const unknown = flats
      .filter(({ own }) => (own[at]?.volume ?? null) === null)
      .reduce((sum, one) => sum + (one.area ?? 0), 0);
    return volume === null || unknown >= area ? null : volume / (area - unknown);
  });
}

function compareWithProperty(own: Buckets, { area }: Subject, rates: Rates): number | null {
  if (!area) return null;
  let [used, expected] = [0, 0];
  for (const [at, { volume }] of own.entries()) {
    const rate = rates[at] ?? null;
    if (volume === null || rate === null) continue;
    used += volume;
    expected += rate * area;
  }
  return changePercent(used, expected);
}

function judge(percent: number | null): DeviationVerdict {
  if (percent === null) return 'UNKNOWN';
  if (Math.abs(percent) < unusualPercent) return 'NORMAL';
  return percent > 0 ? 'HIGH' : 'LOW';
}

/** What was to be expected is the own past and the property's use: the larger difference counts. */
function largerOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.abs(other) > Math.abs(one) ? other : one;
}

function weightOf({ changePercent: change, averagePercent }: Deviation): number {
  const percent = largerOf(change, averagePercent);
  return percent === null ? -1 : Math.abs(percent);
}

/** One name for all: water, which no weather changes, stands beside heat of last year. */
function nameAll(rows: readonly Deviation[]): Comparison {
  const names = new Set(rows.map(({ basis }) => basis));
  names.delete('NONE');
  if (names.size > 1) return 'LAST_YEAR';
  return [...names][0] ?? 'NONE';
}

function summarise(rows: readonly Deviation[]): Answer['summary'] {
  const judged = rows.filter(({ verdict }) => verdict !== 'UNKNOWN');
  const [first] = judged;
  const isUnusual = first !== undefined && first.verdict !== 'NORMAL';
  const alike = rows.filter(
    ({ category, earlier }) => category === first?.category && earlier !== null,
  );
  const sum = (pick: (row: Deviation) => number | null) =>
    alike.reduce((total, row) => total + (pick(row) ?? 0), 0);
  return {
    normal: judged.filter(({ verdict }) => verdict === 'NORMAL').length,
    judged: judged.length,
    worst: isUnusual ? first.name : '',
    worstPercent: isUnusual ? largerOf(first.changePercent, first.averagePercent) : null,
    category: first?.category ?? null,
    change: changePercent(
      sum(({ current }) => current),
      sum(({ earlier }) => earlier),
    ),
    basis: nameAll(rows),
  };
}
