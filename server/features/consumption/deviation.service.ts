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
import { isWhole, rateOf, sumComparable } from './comparable.ts';
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
 * nobody is compared with who lived there before. Only buckets that are over and comparable
 * (`comparablePlaces`) count. The most unusual come first, by the larger of both differences.
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

  const compared = subjects.map((subject): Compared => {
    const known = current.get(keyOf(subject)) ?? [];
    const own = sinceMovedIn(subject, known, span);
    const isSinceMovedIn = ({ period }: Span) =>
      subject.movedIn === null || subject.movedIn <= period.periodBegin;
    const yearBefore = lastYear.get(keyOf(subject));
    const isCorrected = Boolean(weather?.climateOf(subject.category));
    const corrected = isCorrected && yearBefore && weather?.correct(subject.category, yearBefore);
    const sums = (buckets: Buckets | undefined, otherSpan: Span) =>
      buckets && isSinceMovedIn(otherSpan)
        ? sumComparable({ span, buckets: own }, { span: otherSpan, buckets }, now)
        : undefined;
    return {
      subject,
      own,
      known,
      isCorrected,
      lastYear: sums(corrected || yearBefore, lastYearSpan),
      before: sums(before.get(keyOf(subject)), beforeSpan),
    };
  });
  const basis = chooseBasis(compared);
  const flats = compared.map(({ subject, known }) => ({ area: subject.area, own: byStart(known) }));
  const rates = isOfDevices ? undefined : await readRates(asked, category, span, flats);
  const closed = new Set(span.starts.filter((_, at) => (span.ends[at] as number) <= +now));
  const rows = compared.map((one) => toRow(one, basis, closed, rates));
  rows.sort((one, other) => weightOf(other) - weightOf(one) || one.id - other.id);
  const { page, size } = query;
  return {
    page,
    size,
    total: rows.length,
    period: span.period,
    summary: summarise(rows),
    content: rows.slice(page * size, (page + 1) * size),
  };
}

/** Both sums, micro-units, each over the buckets that are comparable. */
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

function toRow(
  compared: Compared,
  by: Basis,
  closed: ReadonlySet<number>,
  rates: Rates | undefined,
): Deviation {
  const { subject } = compared;
  const own = compared.own.filter(({ start }) => closed.has(start));
  const { id, name, number, category } = subject;
  const sums = compared[by];
  const known = own.flatMap(({ volume }) => volume ?? []);
  const all = known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  const [current, earlier] = (sums ?? [all, null]).map((sum) =>
    sum === null ? null : sum / micro,
  ) as [number | null, number | null];
  const change = changePercent(current, earlier);
  const averagePercent = rates ? compareWithProperty(own, subject, rates) : null;
  return {
    id,
    name,
    number,
    category,
    unit: deviceTraits[category].unit,
    current,
    earlier,
    basis: sums ? nameOf(by, compared) : 'NONE',
    changePercent: change,
    averagePercent,
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
    series.map(({ subjectId, category, buckets }) => [keyOf({ id: subjectId, category }), buckets]),
  );
}

/** Others lived there before. */
function sinceMovedIn({ movedIn }: Subject, buckets: Buckets, { timeZone }: Span): Buckets {
  if (movedIn === null) return buckets;
  const begin = startOfLocalDay(timeZone, movedIn);
  return buckets.map((one) => (one.start < begin ? { ...one, volume: null } : one));
}

const byStart = (buckets: Buckets) => new Map(buckets.map((bucket) => [bucket.start, bucket]));

/** Micro-units on a square metre, by bucket. */
type Rates = ReadonlyMap<number, number>;

/** What the property used on each of its square metres (`rateOf`); undefined without its area. */
async function readRates(
  asked: Asked,
  category: DeviceCategory | undefined,
  span: Span,
  flats: readonly {
    readonly area: number | null;
    readonly own: ReadonlyMap<number, RollupBucket>;
  }[],
): Promise<Rates | undefined> {
  const { id } = asked.property;
  const { property: area } = await readAreas(asked.tx, id, undefined);
  if (area === null || !category) return undefined;
  const subject = { subjectKind: 'property', subjectIds: [id], categories: [category] } as const;
  const [series] = await readVisible(asked, subject, span);
  const rates = (series?.buckets ?? []).flatMap((bucket): [number, number][] => {
    const { start } = bucket;
    const parts = flats.map(({ area: own, own: buckets }) => ({
      area: own,
      bucket: buckets.get(start),
    }));
    const rate = rateOf(bucket, area, parts);
    return rate === null ? [] : [[start, rate]];
  });
  return new Map(rates);
}

function compareWithProperty(own: Buckets, { area }: Subject, rates: Rates): number | null {
  if (!area) return null;
  let [used, expected] = [0, 0];
  for (const bucket of own.filter(isWhole)) {
    const rate = rates.get(bucket.start);
    if (rate === undefined) continue;
    used += bucket.volume as number;
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
