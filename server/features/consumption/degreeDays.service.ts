import type { OperationRequest } from '../../../schemas/api/operations.ts';
import type { DegreeDayMethod, DegreeDays } from '../../../schemas/entities/consumption.ts';
import { AppError } from '../../errors.ts';
import { daysBetween, localDayOf } from '../../metering/buckets.ts';
import { type Asked, openSpan } from './asked.ts';
import { readTemperatures } from './degreeDays.repository.ts';
import type { Span } from './span.ts';

/** Degree days of one day, in Kelvin days, from its mean outdoor temperature in °C. */
export function degreeDay(method: DegreeDayMethod, celsius: number): number {
  if (method === 'DK_17') return Math.max(0, 17 - celsius);
  // Eurostat, nrg_chdd: heating begins at 15 °C, and heats up to 18 °C.
  return celsius <= 15 ? 18 - celsius : 0;
}

/**
 * Degree days of a property's station over the buckets of a span. A bucket in which the temperature
 * of a day that is over is missing is unknown. Throws WEATHER_UNKNOWN when nothing is known.
 */
export async function readDegreeDays(
  asked: Asked,
  query: OperationRequest<'consumption.degreeDays'>['query'],
): Promise<DegreeDays> {
  const span = await openSpan(asked, query);
  const { timeZone, timeframe, starts, period } = span;
  const counted = await countDegreeDays(asked, span);
  const { station, values } = counted;
  if (!counted.isKnown) {
    throw new AppError(
      'WEATHER_UNKNOWN',
      `There are no temperatures of «${station}» in this period: import them first.`,
    );
  }
  const known = values.filter((value) => value !== null);
  return {
    station,
    method: asked.degreeDayMethod,
    unit: 'Kd',
    timeframe,
    timeZone,
    ...period,
    starts: starts.map((start) => new Date(start).toISOString()),
    values: [...values],
    total: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
  };
}

/** The degree days of each bucket of a span, in Kelvin days; null where unknown, and for hours. */
export async function countDegreeDays(
  { tx, property, degreeDayMethod, now }: Asked,
  { timeZone, timeframe, starts, ends, period }: Span,
): Promise<{ station: string; isKnown: boolean; values: readonly (number | null)[] }> {
  const { station, byDay } = await readTemperatures(tx, property.id, period);
  const today = localDayOf(timeZone, now.getTime());
  const values = starts.map((start, at) => {
    if (timeframe === 'HOURLY') return null;
    const days = daysBetween(
      localDayOf(timeZone, start),
      localDayOf(timeZone, (ends[at] as number) - 1),
    ).filter((day) => day < today);
    return sumDegreeDays(degreeDayMethod, days, byDay);
  });
  return { station, isKnown: byDay.size > 0, values };
}

function sumDegreeDays(
  method: DegreeDayMethod,
  days: readonly string[],
  byDay: ReadonlyMap<string, number>,
): number | null {
  let sum = 0;
  for (const day of days) {
    const celsius = byDay.get(day);
    if (celsius === undefined) return null;
    sum += degreeDay(method, celsius);
  }
  return days.length === 0 ? null : sum;
}
