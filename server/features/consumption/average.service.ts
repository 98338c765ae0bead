import type { OperationRequest } from '../../../schemas/api/operations.ts';
import type { Average } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { AppError } from '../../errors.ts';
import { micro } from '../../metering/units.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { type Asked, needCategory, openSpan, readVisible } from './asked.ts';
import {
  type Areas,
  type AverageBucket,
  readAreas,
  readCountryAverage,
} from './average.repository.ts';
import { type Span, visibleFrom } from './span.ts';

type Query = OperationRequest<'consumption.averageProperty'>['query'];

/**
 * The property's use per square metre, times the area of what is looked at:
 * `average = property total / property area × tenant area`. A gauge's is the mean of its readings.
 * Throws AREA_MISSING when a register's property has no area.
 */
export function readPropertyAverage(asked: Asked, query: Query): Promise<Average> {
  return readAverage(asked, query, async ({ span, category, areas }) => {
    if (areas.property === null && deviceTraits[category].kind === 'register') {
      throw new AppError(
        'AREA_MISSING',
        `Property ${asked.property.id} has no area: import it with the column "area".`,
      );
    }
    const whole = { subjectKind: 'property', subjectIds: [asked.property.id] } as const;
    const [series] = await readVisible(asked, { ...whole, categories: [category] }, span);
    return (series?.buckets ?? []).map(({ start, volume, received }) => ({
      ...{ start, volume, received },
      area: areas.property ?? 0,
    }));
  });
}

/**
 * The same over all properties of the country in the portal that have an area. Buckets in which
 * fewer than ten of them, or one with most of the area, have a value are unknown (see the migration
 * country_average). Throws COHORT_TOO_SMALL when none is left.
 */
export function readNationalAverage(asked: Asked, query: Query): Promise<Average> {
  return readAverage(asked, query, async ({ span, category, from }) => {
    const buckets = await readCountryAverage(asked, category, span);
    const visible = foldAverage(
      buckets.filter(({ start }) => start >= from),
      span,
      from,
      deviceTraits[category].kind === 'gauge',
    );
    if (visible.length === 0) {
      throw new AppError(
        'COHORT_TOO_SMALL',
        'An average needs ten properties of the country with values and areas in this period.',
      );
    }
    return visible;
  });
}

/** Days as billing periods: what was used on each square metre, added up, for areas may change. */
function foldAverage(
  buckets: readonly AverageBucket[],
  { timeframe, stored, starts, ends }: Span,
  visible: number,
  isGauge: boolean,
): readonly AverageBucket[] {
  if (timeframe === stored) return buckets;
  return starts.flatMap((start, at) => {
    const inside = buckets.filter((one) => one.start >= start && one.start < (ends[at] as number));
    if (start < visible || inside.length === 0) return [];
    const sum = (part: (bucket: AverageBucket) => number) =>
      inside.reduce((total, bucket) => total + part(bucket), 0);
    return {
      ...{ start, received: sum(({ received }) => received), area: 1 },
      volume: sum(({ volume, area }) => (volume ?? 0) / (isGauge ? 1 : area)),
    };
  });
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
  readBuckets: (looked: Looked) => Promise<readonly AverageBucket[]>,
): Promise<Average> {
  const { tx, property } = asked;
  const category = await needCategory(asked, query);
  const span = await openSpan(asked, query, category);
  const areas = await readAreas(tx, property.id, query.tenant);
  const from = visibleFrom(span, property.accessSince);
  const buckets = await readBuckets({ span, category, areas, from });
  const { kind, unit } = deviceTraits[category];
  const area = kind === 'gauge' ? null : areaOf(property, areas);
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const values = span.starts.map((start) => toAverage(byStart.get(start), area));
  const known = values.filter((value) => value !== null);
  const sum = known.reduce((total, value) => total + value, 0);
  return {
    ...{ category, unit, timeframe: span.timeframe, timeZone: property.timeZone },
    ...span.period,
    starts: span.starts.map((start) => new Date(start).toISOString()),
    values,
    total: known.length === 0 ? null : sum / (kind === 'gauge' ? known.length : 1),
    areaSquareMetres: area,
  };
}

/** The area that is looked at. A tenant without one counts as the property's average flat. */
function areaOf(property: VisibleProperty, { property: whole, looked, tenants }: Areas): number {
  const area = looked ?? (whole === null || tenants === 0 ? null : whole / tenants);
  if (area !== null) return area;
  throw new AppError('AREA_MISSING', `Property ${property.id} has no area to compare by.`);
}

function toAverage(bucket: AverageBucket | undefined, area: number | null): number | null {
  if (!bucket || bucket.volume === null) return null;
  if (area === null) return bucket.received === 0 ? null : bucket.volume / bucket.received / micro;
  return bucket.area > 0 ? (bucket.volume / micro / bucket.area) * area : null;
}
