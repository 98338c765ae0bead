import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { GraphSeries, IntervalStatus } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, deviceTraits, measureOf } from '../../../schemas/entities/device.ts';
import type {
  BalanceDevice,
  BalancedWater,
  BalanceMonth,
} from '../../../schemas/entities/waterBalance.ts';
import type { Transaction } from '../../database/open.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import { micro } from '../../metering/units.ts';
import { findDataChunks, findLastDay } from '../consumption/consumption.repository.ts';
import type { VisibleProperty } from '../property/scope.repository.ts';
import { type Balance, balanceMonth, balanceRange, normalPercent, trendOf } from './balance.ts';
import {
  type BalanceRange,
  dayBefore,
  firstVisible,
  lastWholeMonth,
  monthsDown,
  readRange,
} from './balanceRange.ts';
import { rankCulprits } from './culprits.ts';
import { findIssues } from './issues.ts';
import { type RangeMeters, readMeters } from './readMeters.ts';
import type { WaterMeter } from './waterBalance.repository.ts';

/** A question about a property that the caller may see. */
export interface BalanceAsked {
  readonly tx: Transaction;
  readonly property: VisibleProperty;
  readonly now: Date;
}

type Query = OperationRequest<'waterBalance.get'>['query'];

interface Computed {
  readonly range: BalanceRange;
  readonly meters: RangeMeters;
  readonly whole: Balance;
  readonly months: readonly Balance[];
}

async function compute({ tx, property, now }: BalanceAsked, query: Query): Promise<Computed> {
  const lastDay = await findLastDay(tx, property.id);
  const range = readRange(query, property, now, lastDay);
  const meters = await readMeters(tx, property, query.water, range);
  const months = meters.edges.slice(1).map((_, month) => balanceMonth(meters, month));
  return { range, meters, months, whole: balanceRange(meters) };
}

/** The whole balance of a range, with what may be wrong with it. */
export async function readWaterBalance(
  asked: BalanceAsked,
  query: Query,
): Promise<OperationResponse<'waterBalance.get'>> {
  const { tx, property } = asked;
  const { range, meters, whole, months } = await compute(asked, query);
  const { mains, subs, edges } = meters;
  const issues = await findIssues(tx, property.id, meters, range);
  const { trend, points } = trendOf(months);
  const culprits = rankCulprits(subs, edges, whole.difference);
  const consumptionOf = new Map(
    culprits.map(({ id }) => {
      const meter = subs.filter((one) => one.id === id);
      return [id, balanceRange({ mains: [], subs: meter, edges }).sub];
    }),
  );
  const rows = months.map((one, month) =>
    toRow(one, range.days[range.front + month + 1] as string),
  );
  return {
    worksId: property.id,
    water: meters.water,
    readingDate: dayBefore(range.days[range.end] as string),
    rangeInMonths: months.length,
    periodBegin: range.days[range.front] as string,
    mainMeterConsumption: toCubicMetres(whole.main),
    subMeterConsumption: toCubicMetres(whole.sub),
    difference: toCubicMetres(whole.difference),
    differencePercent: whole.percent,
    missingSide: whole.missingSide,
    verdict: whole.verdict,
    normalPercent,
    trend,
    trendPoints: points,
    mainMeters: mains.length,
    subMeters: subs.length,
    figures: mains.length === 0 ? [] : toFigures(whole, rows),
    months: rows,
    mainReadings: issues.facts.MAIN_READINGS,
    subReadings: issues.facts.SUB_READINGS,
    notLinked: issues.facts.NOT_LINKED,
    devices: issues.devices.map(
      ({ meter, issue, missingSide }): BalanceDevice => ({
        ...identify(meter),
        issue,
        missingSide,
        timeZone: property.timeZone,
        lastAt: lastRead(meter, property),
      }),
    ),
    culprits: culprits.flatMap(({ id, suspicion, explains }) => {
      const meter = meters.byId.get(id);
      const consumption = toCubicMetres(consumptionOf.get(id) ?? null);
      return meter
        ? [{ ...identify(meter), suspicion, consumption, explains: toCubicMetres(explains) }]
        : [];
    }),
  };
}

/** What a graph of that water is called and coloured as. */
const categoryOf: Readonly<Record<BalancedWater, DeviceCategory>> = {
  ALL: 'HOT_AND_COLD_WATER',
  HEATED: 'HOT_AND_COLD_WATER',
  COLD: 'COLD_WATER_METER',
  HOT: 'HOT_WATER_METER',
};

/** Main and sub-meters by month. */
export async function readBalanceGraph(
  asked: BalanceAsked,
  query: Query,
): Promise<OperationResponse<'waterBalance.graph'>> {
  const { property } = asked;
  const { range, meters, whole, months } = await compute(asked, query);
  const category = categoryOf[meters.water];
  const starts = meters.edges.slice(0, -1).map((start) => new Date(start).toISOString());
  const seriesOf = (
    role: GraphSeries['role'],
    pick: (one: Balance) => { value: number | null; coverage: Balance['coverage'] },
  ): GraphSeries => ({
    role,
    starts,
    values: months.map((one) => toCubicMetres(pick(one).value)),
    statuses: months.map(
      (one): IntervalStatus => (pick(one).value === null ? 'MISSING' : 'MEASURED'),
    ),
    coverage: months.map((one) => pick(one).coverage),
    total: toCubicMetres(pick(whole).value),
    totalCoverage: pick(whole).coverage,
  });
  return {
    category,
    group: deviceTraits[category].group,
    ...measureOf(category),
    timeframe: 'MONTHLY',
    timeZone: property.timeZone,
    periodBegin: range.days[range.front] as string,
    periodEnd: dayBefore(range.days[range.end] as string),
    series: [
      seriesOf('CURRENT', ({ main, mainCoverage }) => ({ value: main, coverage: mainCoverage })),
      seriesOf('COMPARE', ({ sub, coverage }) => ({ value: sub, coverage })),
    ],
  };
}

/** The ends of the months that are over and have readings, as far as the account may see them. */
export async function listReadingDates(
  { tx, property, now }: BalanceAsked,
  { search = '', page, size }: OperationRequest<'waterBalance.readingDates'>['query'],
): Promise<OperationResponse<'waterBalance.readingDates'>> {
  const found = await findDataChunks(tx, property.id);
  if (!found) return { content: [], page, size, total: 0 };
  const since = firstVisible(property.accessSince)?.toString() ?? '';
  const first = `${found.first.slice(0, 7)}-01`;
  const months = monthsDown(lastWholeMonth(property.timeZone, now), first > since ? first : since);
  const ends = [...months].map((month) => {
    const readingDate = dayBefore(month.add({ months: 1 }).toString());
    return { readingDate, day: readingDate.split('-').toReversed().join('.') };
  });
  const wanted = ends.filter(({ day }) => day.includes(search));
  const content = wanted.slice(page * size, (page + 1) * size);
  return { content, page, size, total: wanted.length };
}

function toRow(one: Balance, next: string): BalanceMonth {
  return {
    readingDate: dayBefore(next),
    mainConsumption: toCubicMetres(one.main),
    subConsumption: toCubicMetres(one.sub),
    difference: toCubicMetres(one.difference),
    differencePercent: one.percent,
    verdict: one.verdict,
    missingSide: one.missingSide,
    missingMeters: one.missingMeters,
    coverage: one.coverage,
  };
}

function toFigures(
  whole: Balance,
  rows: readonly BalanceMonth[],
): OperationResponse<'waterBalance.get'>['figures'] {
  const unit = 'm³' as const;
  return [
    {
      figure: 'MAIN',
      unit,
      value: toCubicMetres(whole.main),
      coverage: whole.mainCoverage,
      months: rows.map(({ mainConsumption }) => mainConsumption),
    },
    {
      figure: 'SUB',
      unit,
      value: toCubicMetres(whole.sub),
      coverage: whole.coverage,
      months: rows.map(({ subConsumption }) => subConsumption),
    },
    {
      figure: 'DIFFERENCE',
      unit,
      value: toCubicMetres(whole.difference),
      coverage: null,
      months: rows.map(({ difference }) => difference),
    },
  ];
}

function identify({ id, serialNumber, category, place, tenantNo, tenantName }: WaterMeter) {
  return { id, serialNumber, category, place, tenantNo, tenantName };
}

/** Nothing from before what the account may see is told. */
function lastRead({ lastAt }: WaterMeter, { accessSince, timeZone }: VisibleProperty) {
  const isHidden =
    accessSince !== null && lastAt !== null && lastAt < startOfLocalDay(timeZone, accessSince);
  return lastAt === null || isHidden ? null : new Date(lastAt).toISOString();
}

function toCubicMetres(volume: number | null): number | null {
  return volume === null ? null : volume / micro;
}
