import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { GraphSeries } from '../../../schemas/entities/consumption.ts';
import {
  type ConsumptionGroup,
  type DeviceCategory,
  deviceTraits,
  measureOf,
  usualCategories,
} from '../../../schemas/entities/device.ts';

/**
 * Invented values to try colours on, the same for everybody. They come as a graph does, so that what
 * is tried on is what graphs really look like.
 */

type Line = OperationRequest<'preferences.sampleLine'>['params']['line'];

const year = 2025;
const coldMonths = [31, 27, 22, 13, 5, 1, 0, 1, 6, 14, 22, 29];
const evenMonths = [14.2, 12.9, 13.8, 13.1, 14.6, 15.3, 16.4, 15.9, 14.1, 13.7, 13.2, 14.8];

/** A year by month beside the year before. */
export function sampleGraph(group: ConsumptionGroup): OperationResponse<'preferences.sample'> {
  const category = categoryOf(group);
  const values = valuesOf(group);
  return {
    category,
    group,
    ...measureOf(category),
    timeframe: 'MONTHLY',
    timeZone: 'UTC',
    periodBegin: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
    series: [
      toSeries('CURRENT', year, values),
      toSeries(
        'COMPARE',
        year - 1,
        values.map((value, at) => round(value * (at % 3 === 0 ? 1.14 : 0.93))),
      ),
    ],
  };
}

/** A line over it: what others use, or how cold it was. */
export function sampleLine(
  group: ConsumptionGroup,
  line: Line,
): OperationResponse<'preferences.sampleLine'> {
  const isWeather = line === 'degreeDays';
  const part = line === 'propertyAverage' ? 0.85 : 1.08;
  const values = isWeather
    ? coldMonths.map((value) => value * 16)
    : valuesOf(group).map((value) => round(value * part + (part - 1) * 4));
  return {
    unit: isWeather ? 'Kd' : deviceTraits[categoryOf(group)].unit,
    starts: startsOf(year),
    values,
    total: sumOf(values),
  };
}

/** The most usual one of the group. */
function categoryOf(group: ConsumptionGroup): DeviceCategory {
  return usualCategories.find(
    (category) => deviceTraits[category].group === group,
  ) as DeviceCategory;
}

function valuesOf(group: ConsumptionGroup): number[] {
  if (deviceTraits[categoryOf(group)].weatherShare !== null)
    return coldMonths.map((value) => value * 12);
  const part = group === 'HOT_WATER' ? 0.45 : 1;
  return evenMonths.map((value) => round(value * part));
}

function toSeries(role: GraphSeries['role'], of: number, values: number[]): GraphSeries {
  const statuses = values.map(() => 'MEASURED' as const);
  return { role, starts: startsOf(of), values, statuses, total: sumOf(values) };
}

function startsOf(of: number): string[] {
  return evenMonths.map((_, month) => new Date(Date.UTC(of, month, 1)).toISOString());
}

function sumOf(values: readonly number[]): number {
  return round(values.reduce((sum, value) => sum + value, 0));
}

function round(value: number): number {
  return Math.max(0, Math.round(value * 10) / 10);
}
