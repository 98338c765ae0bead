import type { Temporal } from 'temporal-polyfill';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { wholePage } from '../paging.ts';
import { type Asked, readVisible, type VisibleSeries } from './asked.ts';
import { readAreas } from './average.repository.ts';
import { comparablePlaces, isWhole } from './comparable.ts';
import { findLastDay, listCategories } from './consumption.repository.ts';
import { readOccupancy } from './information.repository.ts';
import { daysOf, monthOf, noSeries, seriesOf, totalOf } from './informationMonth.ts';
import { comparedSpan, readSpan, type Span } from './span.ts';
import { bucketCoverage, changePercent, statusOf, sumOf, toValue } from './values.ts';
import { readWeather } from './weather.service.ts';

type Query = OperationRequest<'consumption.information'>['query'];
type Answer = OperationResponse<'consumption.information'>;

/** An average of fewer would tell of neighbours. */
export const smallestCohort = 5;

/**
 * What the Energy Efficiency Directive (2012/27/EU as amended, Annex VIIa) has told each month: the
 * use, that of the month before, of the same month a year ago in this year's weather, and of an
 * average user: the property's use per square metre on the tenant's area. A year ago counts only if
 * the same people lived there, and in per cent only what is comparable (`comparablePlaces`).
 */
export async function readInformation(asked: Asked, query: Query): Promise<Answer> {
  const { tx, property, now } = asked;
  const last = await findLastDay(tx, property.id, query.tenant);
  const month = monthOf(query.month ?? last, property.timeZone, now);
  const span = readSpan({ timeframe: 'MONTHLY', ...daysOf(month) }, property.timeZone, now);
  const before = comparedSpan(span, 'PREVIOUS_PERIOD') as Span;
  const yearBefore = comparedSpan(span, 'LAST_YEAR') as Span;
  const occupancy = await readOccupancy(tx, property.id, query.tenant);
  const areas = await readAreas(tx, property.id, query.tenant);
  const categories = (await listCategories(tx, property.id, query.tenant)).filter(
    ({ category }) => deviceTraits[category].kind === 'register',
  );
  const names = categories.map(({ category }) => category);
  const tenant = { subjectKind: 'tenant', subjectIds: [query.tenant], categories: names } as const;
  const whole = { subjectKind: 'property', subjectIds: [property.id], categories: names } as const;
  const current = await readVisible(asked, tenant, span);
  const previous = await readVisible(asked, tenant, before);
  const earlier = await readVisible(asked, tenant, yearBefore);
  const all = await readVisible(asked, whole, span);
  const weather = await readWeather(asked, names, span, yearBefore);
  const livedThen =
    occupancy.movedIn === null || occupancy.movedIn <= yearBefore.period.periodBegin;
  const { property: wholeArea, looked: area } = areas;

  const content = names.map((category): Answer['content'][number] => {
    const own = totalOf(current, category);
    // Ten days of a month beside whole ones would pass for a saving.
    const isWholeIn = (series: readonly VisibleSeries[]) =>
      isWhole(seriesOf(series, category).buckets[0]);
    const isKnown = isWholeIn(current);
    const [isComparable] = comparablePlaces(
      { span, buckets: seriesOf(current, category).buckets },
      { span: yearBefore, buckets: seriesOf(earlier, category).buckets },
      now,
    );
    const { buckets: then, edge } = livedThen ? seriesOf(earlier, category) : noSeries;
    const corrected = weather?.correct(category, then) ?? then;
    const used = toValue(category, own);
    const lastYear = toValue(category, sumOf(corrected, edge));
    const total = toValue(category, totalOf(all, category));
    const averageOf = occupancy.tenants.get(category) ?? 0;
    const isFair = averageOf >= smallestCohort;
    const average =
      isFair && wholeArea && area && total !== null ? (total / wholeArea) * area : null;
    return {
      category,
      unit: deviceTraits[category].unit,
      status: statusOf(own),
      coverage: monthCoverage(seriesOf(current, category), span.until, now),
      current: used,
      previousMonth: toValue(category, totalOf(previous, category)),
      lastYear,
      isCorrected: corrected.some((one, at) => one.volume !== then[at]?.volume),
      changePercent: isComparable ? changePercent(used, lastYear) : null,
      average,
      averageOf,
      averagePercent: isKnown && isWholeIn(all) ? changePercent(used, average) : null,
    };
  });
  const { propertyName, tenantName, tenantNo, address, movedIn } = occupancy;
  const station = names.map((name) => weather?.climateOf(name)?.station).find(Boolean) ?? null;
  return {
    propertyName,
    tenantName,
    tenantNo,
    address,
    movedIn,
    station,
    categories: names,
    leastUsers: smallestCohort,
    areaSquareMetres: area,
    month: month.toString(),
    previous: month.subtract({ months: 1 }).toString(),
    next: isOver(month.add({ months: 1 }), property.timeZone, now)
      ? month.add({ months: 1 }).toString()
      : null,
    ...wholePage(content),
  };
}

function monthCoverage({ buckets: [month] }: typeof noSeries, end: number, now: Date) {
  return month ? bucketCoverage(month, end, now.getTime()) : null;
}

function isOver(month: Temporal.PlainDate, timeZone: string, now: Date): boolean {
  return month.add({ months: 1 }).toString() <= localDayOf(timeZone, now.getTime());
}
