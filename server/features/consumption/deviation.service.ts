import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type {
  Comparison,
  Deviation,
  DeviationVerdict,
} from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
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
 * How each device of a tenant, or each tenant of a property, differs from its own use in the same
 * period of last year (in the period before, when nothing is known of that), and tenants from the
 * property's use per square metre: `average = (use / area) / (property use / property area) − 1`.
 * Heat of last year is corrected for the weather, and nobody is compared with who lived there before.
 * Only buckets that are over and known on both sides count. The most unusual come first.
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
  const whole = isOfDevices ? undefined : await readWhole(asked, category, span);
  const closed = span.ends.filter((end) => end <= +now).length;

  const rows = subjects.map((subject): Deviation => {
    const own = current.get(keyOf(subject)) ?? [];
    const isSinceMovedIn = ({ period }: Span) =>
      subject.movedIn === null || subject.movedIn <= period.periodBegin;
    const corrected = weather?.climateOf(subject.category);
    const yearBefore = lastYear.get(keyOf(subject));
    const compared = compare(closed, own, [
      ...(isSinceMovedIn(lastYearSpan) && yearBefore
        ? [
            corrected
              ? (['LAST_YEAR_CORRECTED', weather?.correct(subject.category, yearBefore)] as const)
              : (['LAST_YEAR', yearBefore] as const),
          ]
        : []),
      ...(isSinceMovedIn(beforeSpan)
        ? [['PREVIOUS_PERIOD', before.get(keyOf(subject))] as const]
        : []),
    ]);
    const averagePercent = whole ? compareWithWhole(closed, own, subject, whole) : null;
    const { id, name, number } = subject;
    return {
      ...{ id, name, number, category: subject.category },
      unit: deviceTraits[subject.category].unit,
      ...compared,
      averagePercent,
      verdict: judge(compared.changePercent ?? averagePercent),
    };
  });
  rows.sort((one, other) => weightOf(other) - weightOf(one) || one.id - other.id);
  const { page, size } = query;
  return {
    ...{ page, size, total: rows.length, period: span.period, summary: summarise(rows) },
    content: rows.slice(page * size, (page + 1) * size),
  };
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

/** A place for each start, so that two periods can be laid over each other. */
function align(starts: readonly number[], buckets: Buckets): Buckets {
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  return starts.map((start) => byStart.get(start) ?? ({ start, volume: null } as RollupBucket));
}

interface Compared {
  readonly current: number | null;
  readonly earlier: number | null;
  readonly basis: Comparison;
  readonly changePercent: number | null;
}

function compare(
  closed: number,
  own: Buckets,
  others: readonly (readonly [Comparison, Buckets | undefined])[],
): Compared {
  for (const [basis, other] of others) {
    const sums = other && sumBoth(closed, own, other);
    if (!sums) continue;
    const [current, earlier] = sums;
    return { current, earlier, basis, changePercent: changePercent(current, earlier) };
  }
  const known = own.slice(0, closed).flatMap(({ volume }) => volume ?? []);
  const current = known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / micro;
  return { current, earlier: null, basis: 'NONE', changePercent: null };
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

interface Whole {
  readonly buckets: Buckets;
  /** Square metres. */
  readonly area: number;
}

/** The property's own use; undefined without its area. */
async function readWhole(
  asked: Asked,
  category: DeviceCategory | undefined,
  span: Span,
): Promise<Whole | undefined> {
  const { id } = asked.property;
  const { property: area } = await readAreas(asked.tx, id, undefined);
  if (area === null || !category) return undefined;
  const subject = { subjectKind: 'property', subjectIds: [id], categories: [category] } as const;
  const [series] = await readVisible(asked, subject, span);
  return { area, buckets: align(span.starts, series?.buckets ?? []) };
}

function compareWithWhole(
  closed: number,
  own: Buckets,
  { area }: Subject,
  whole: Whole,
): number | null {
  const sums = area === null ? undefined : sumBoth(closed, own, whole.buckets);
  if (!sums || !area) return null;
  return changePercent(sums[0] / area, sums[1] / whole.area);
}

function judge(percent: number | null): DeviationVerdict {
  if (percent === null) return 'UNKNOWN';
  if (Math.abs(percent) < unusualPercent) return 'NORMAL';
  return percent > 0 ? 'HIGH' : 'LOW';
}

function weightOf({ changePercent: change, averagePercent }: Deviation): number {
  const percent = change ?? averagePercent;
  return percent === null ? -1 : Math.abs(percent);
}

function summarise(rows: readonly Deviation[]): Answer['summary'] {
  const judged = rows.filter(({ verdict }) => verdict !== 'UNKNOWN');
  const [first] = judged;
  const percent = first?.changePercent ?? first?.averagePercent ?? null;
  const isUnusual = first !== undefined && first.verdict !== 'NORMAL';
  const alike = rows.filter(
    ({ category, basis }) => category === first?.category && basis === first.basis,
  );
  const sum = (pick: (row: Deviation) => number | null) =>
    alike.reduce((total, row) => total + (pick(row) ?? 0), 0);
  const change =
    first?.basis === 'NONE'
      ? null
      : changePercent(
          sum(({ current }) => current),
          sum(({ earlier }) => earlier),
        );
  return {
    normal: judged.filter(({ verdict }) => verdict === 'NORMAL').length,
    judged: judged.length,
    worst: isUnusual ? `${first.name} ${inWords(percent)}` : '',
    category: first?.category ?? null,
    change: inWords(change),
    basis: first?.basis ?? 'NONE',
  };
}

function inWords(percent: number | null): string {
  if (percent === null) return '';
  const rounded = Math.round(percent);
  return `${rounded > 0 ? '+' : ''}${rounded} %`;
}
