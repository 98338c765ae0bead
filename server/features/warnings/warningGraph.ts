import { Temporal } from 'temporal-polyfill';
import type { Average, Graph } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, measureOf } from '../../../schemas/entities/device.ts';
import { isMeasured, measuredKinds } from '../../../schemas/kinds/warnings.ts';
import type { Transaction } from '../../database/open.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { readRollups } from '../../metering/store/rollups.repository.ts';
import { micro } from '../../metering/units.ts';
import { readSpan, type Span, visibleFrom } from '../consumption/span.ts';
import { headOf, toSeries } from '../consumption/values.ts';
import type { WarningRow } from './warnings.repository.ts';

/** So many days are shown before a warning began and after it was noticed last. */
const shownBeside = { HOURLY: { before: 2, after: 1 }, DAILY: { before: 28, after: 3 } } as const;

/** The buckets that a warning was noticed in, with some before; of a long one the end. */
function spanOf(warning: WarningRow, now: Date): Span {
  const { alert, timeZone } = warning;
  const timeframe = isMeasured(alert) ? measuredKinds[alert].timeframe : 'DAILY';
  const { before, after } = shownBeside[timeframe];
  const day = (instant: string, days: number) =>
    Temporal.PlainDate.from(localDayOf(timeZone, Date.parse(instant)))
      .add({ days })
      .toString();
  const period = {
    periodBegin: day(warning.firstOccurrence, -before),
    periodEnd: day(warning.lastOccurrence, after),
  };
  return readSpan({ timeframe, ...period }, timeZone, now);
}

/** What the device of a warning measured, as far as the account may see it. */
export async function readWarningGraph(
  tx: Transaction,
  warning: WarningRow,
  now: Date,
): Promise<Graph> {
  const { property, device, meterType: category, timeZone, visibleSince } = warning;
  const span = spanOf(warning, now);
  const [series] = await readRollups(tx, {
    propertyId: property,
    subjectKind: 'device',
    subjectIds: [device],
    timeframe: span.stored,
    timeZone,
    until: span.until,
    from: visibleFrom(span, visibleSince),
  });
  const shown = { buckets: series?.buckets ?? [], edge: 0 };
  const drawn = toSeries('CURRENT', category, span, shown, now);
  const head = headOf(category, span);
  if (!isInLitres(category)) return { ...head, series: [drawn] };
  const values = drawn.values.map(toLitres);
  return { ...head, unit: 'l', series: [{ ...drawn, values, total: toLitres(drawn.total) }] };
}

/** Limits of water are in litres, and its meters count m³. */
function isInLitres(category: DeviceCategory): boolean {
  return measureOf(category).unit === 'm³';
}

function toLitres(cubicMetres: number | null): number | null {
  return cubicMetres === null ? null : Math.round(cubicMetres * micro) / 1000;
}

/** The limit at each bucket of the graph, in its unit; none where a warning has none. */
export function limitLine(warning: WarningRow, now: Date): Average {
  const { meterType: category, timeZone, limit } = warning;
  const { timeframe, period, starts } = spanOf(warning, now);
  return {
    category,
    unit: isInLitres(category) ? 'l' : measureOf(category).unit,
    timeframe,
    timeZone,
    ...period,
    starts: starts.map((start) => new Date(start).toISOString()),
    values: starts.map(() => limit),
    total: null,
    areaSquareMetres: null,
  };
}
