import type { OperationRequest } from '../../../schemas/api/operations.ts';
import type { Average } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { AppError } from '../../errors.ts';
import { bucketStarts } from '../../metering/buckets.ts';
import { micro } from '../../metering/units.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { type Asked, openSpan, readVisible, requireCategory } from './asked.ts';
import {
  type Areas,
  type AverageBucket,
  readAreas,
  readCountryAverage,
} from './average.repository.ts';
import { type Span, visibleFrom } from './span.ts';
import { bucketCoverage, coverageOf, meanCoverage, toSeries } from './values.ts';

type Query = OperationRequest<'consumption.averageProperty'>['query'];

/** On a square metre; of a gauge its mean. */
type Line = Pick<Average, 'values' | 'coverage' | 'total' | 'totalCoverage'>;

/**
 * The property's use per square metre, times the area of what is looked at:
 * `average = property total / property area × tenant area`. A gauge's is the mean of its readings.
 * Throws AREA_MISSING when a register's property has no area.
 */
export function readPropertyAverage(asked: Asked, query: Query): Promise<Average> {
  return readAverage(asked, query, async ({ span, category, areas }) => {
    const isGauge = deviceTraits[category].kind === 'gauge';
    if (!areas.property && !isGauge) {
      throw new AppError(
        'AREA_MISSING',
        `Property ${asked.property.id} has no area: import it with the column "area".`,
      );
    }
    const whole = { subjectKind: 'property', subjectIds: [asked.property.id] } as const;
    const [found] = await readVisible(asked, { ...whole, categories: [category] }, span);
    const series = found ?? { buckets: [], edge: 0 };
    const line = toSeries('CURRENT', category, span, series, asked.now);
    return scale(line, isGauge ? 1 : 1 / (areas.property as number));
  });
}

/**
 * The same over all properties of the country in the portal that have an area. Buckets in which too
 * few of them have a value, or too few that aren't the asker's, are unknown (countryAverages.ts).
 * The total adds up days, whatever the timeframe. Throws COHORT_TOO_SMALL when no bucket is left.
 */
export function readNationalAverage(asked: Asked, query: Query): Promise<Average> {
  return readAverage(asked, query, async ({ span, category, from }) => {
    const { timeZone, stored, starts, ends, until } = span;
    const isGauge = deviceTraits[category].kind === 'gauge';
    const first = starts.find((start) => start >= from) ?? until;
    const visible = { timeZone, from: first, until };
    const read = (timeframe: Span['stored']) =>
      readCountryAverage(asked, category, { ...visible, stored: timeframe });
    const days = await read('DAILY');
    const buckets = stored === 'DAILY' ? days : await read(stored);
    const now = asked.now.getTime();
    const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
    const known = starts.map((start, at) => {
      if (span.timeframe !== stored) {
        const inside = days.filter((day) => day.start >= start && day.start < (ends[at] as number));
        return start < from ? unknown : sumDays(inside, isGauge, timeZone);
      }
      const bucket = byStart.get(start);
      if (!bucket) return unknown;
      const value = isGauge ? bucket.volume / bucket.received : bucket.volume / bucket.area;
      return { value: value / micro, coverage: bucketCoverage(bucket, bucket.end, now) };
    });
    if (known.every(({ value }) => value === null)) {
      throw new AppError(
        'COHORT_TOO_SMALL',
        'An average needs ten properties of the country with values and areas in this period, five of them not your own, and none with most of the area.',
      );
    }
    const total = sumDays(days, isGauge, timeZone);
    return {
      values: known.map(({ value }) => value),
      coverage: known.map(({ coverage }) => coverage),
      total: total.value,
      totalCoverage: total.coverage,
    };
  });
}

const unknown = { value: null, coverage: null };

/**
 * A country's days as one: what was used on each square metre of those that are known on a day, gaps
 * beside them included, added up day by day, for properties come and go. A day that isn't told is
 * no part of it, and unknown.
 */
function sumDays(days: readonly AverageBucket[], isGauge: boolean, timeZone: string) {
  const [first, last] = [days[0]?.start, days.at(-1)?.end];
  if (first === undefined || last === undefined) return unknown;
  const sum = (pick: (day: AverageBucket) => number) =>
    days.reduce((total, day) => total + pick(day), 0);
  const value = isGauge
    ? sum(({ volume }) => volume) / sum(({ received }) => received)
    : sum(({ volume, bridged, area }) => (volume + bridged) / area);
  const hidden = bucketStarts(timeZone, 'DAILY', first, last).length - days.length;
  const untold = { measured: 0, interpolated: 0, unknown: 1 };
  const coverage = meanCoverage([
    ...days.flatMap((day) => coverageOf(day) ?? []),
    ...new Array<typeof untold>(hidden).fill(untold),
  ]);
  return { value: value / micro, coverage };
}

interface Looked {
  readonly span: Span;
  readonly category: DeviceCategory;
  readonly areas: Areas;
  /** The first instant that the account may see. */
  readonly from: number;
}

async function readAverage(
  asked: Asked,
  query: Query,
  readLine: (looked: Looked) => Promise<Line>,
): Promise<Average> {
  const { tx, property } = asked;
  const category = await requireCategory(asked, query);
  const span = await openSpan(asked, query, category);
  const areas = await readAreas(tx, property.id, query.tenant);
  const from = visibleFrom(span, property.accessSince);
  const line = await readLine({ span, category, areas, from });
  const { kind, unit } = deviceTraits[category];
  const area = kind === 'gauge' ? null : areaOf(property, areas, query.tenant);
  const { values, coverage, total, totalCoverage } = scale(line, area ?? 1);
  return {
    category,
    unit,
    timeframe: span.timeframe,
    timeZone: property.timeZone,
    ...span.period,
    starts: span.starts.map((start) => new Date(start).toISOString()),
    values,
    coverage,
    total,
    totalCoverage,
    areaSquareMetres: area,
  };
}

function scale({ values, coverage, total, totalCoverage }: Line, by: number): Line {
  const times = (value: number | null) => (value === null ? null : value * by);
  return { values: values.map(times), coverage, total: times(total), totalCoverage };
}

/** The area that is looked at: a guess at a flat's would pass for a difference of its use. */
function areaOf({ id }: VisibleProperty, { looked }: Areas, tenant: number | undefined): number {
  if (looked !== null) return looked;
  const whose = tenant === undefined ? `Property ${id}` : `Tenant ${tenant}`;
  const remedy = 'import it with the column "area".';
  throw new AppError('AREA_MISSING', `${whose} has no area to compare by: ${remedy}`);
}
