import { z } from 'zod';
import { entity } from '../fields.ts';
import { areaOrNull, changeOrNull, count, quantityOrNull } from '../figures.ts';
import {
  consumptionGroupSchema,
  deviceCategorySchema,
  deviceKindSchema,
  unitSchema,
} from './device.ts';
import { units } from './units.ts';

export const timeframes = ['BILLING', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const timeframeSchema = z.enum(timeframes).meta({ id: 'Timeframe' });
export type Timeframe = z.infer<typeof timeframeSchema>;

/** The timeframes that rollups are kept for; billing periods are sums of them. */
export const rollupTimeframes = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const rollupTimeframeSchema = z.enum(rollupTimeframes).meta({ id: 'RollupTimeframe' });
export type RollupTimeframe = z.infer<typeof rollupTimeframeSchema>;

export const intervalStatuses = ['MEASURED', 'INTERPOLATED', 'ESTIMATED', 'MISSING'] as const;
/** How a value came about; a missing value is null, never 0. */
export const intervalStatusSchema = z.enum(intervalStatuses).meta({ id: 'IntervalStatus' });
export type IntervalStatus = z.infer<typeof intervalStatusSchema>;

export const comparisons = ['NONE', 'PREVIOUS_PERIOD', 'LAST_YEAR', 'LAST_YEAR_CORRECTED'] as const;
/** LAST_YEAR_CORRECTED: heat as it would have been used in this year's weather, by degree days. */
export const comparisonSchema = z.enum(comparisons).meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparisonSchema>;

export const dateSchema = z.iso.date().meta({ description: 'YYYY-MM-DD' });
export const instantSchema = z.iso.datetime({ offset: true });

export const periodSchema = entity(
  z
    .object({
      periodBegin: dateSchema.describe('First local day, YYYY-MM-DD'),
      periodEnd: dateSchema.describe('Last local day, YYYY-MM-DD'),
    })
    .describe('Local days of the property, both included'),
  { name: 'Period' },
);
export type Period = z.infer<typeof periodSchema>;

/** How much of a timeframe shows at once; of a longer period the end does. */
export const periodLimits = [
  'DAYS_31',
  'DAYS_800',
  'WEEKS_800',
  'MONTHS_800',
  'BILLINGS_25',
] as const;
export const periodLimitSchema = z.enum(periodLimits).meta({ id: 'PeriodLimit' });
export type PeriodLimit = z.infer<typeof periodLimitSchema>;

/** What the wishes of a reader lead to: which period shows, and why it isn't all that was asked for. */
export const shownPeriodSchema = entity(
  periodSchema.extend({
    timeframe: timeframeSchema.describe('How long each bucket is'),
    limit: periodLimitSchema
      .nullable()
      .describe('How much shows at once, when that is less than was asked for; else null'),
    endedOn: dateSchema
      .nullable()
      .describe(
        'The last day with readings, when it is long ago and the period ends there; else null',
      ),
    notHourly: z
      .int()
      .describe(
        'How many devices the hours leave out: they are read more rarely. 0 of other timeframes',
      ),
    recentBegin: dateSchema.describe('First day of the period that shows up to today by itself'),
    recentEnd: dateSchema.describe('Today, where the property is'),
    content: z
      .array(z.object({ timeframe: timeframeSchema.describe('How long its buckets are') }))
      .describe('The timeframes that there is something to see in'),
  }),
  { name: 'ShownPeriod', like: 'Period' },
);

const timeZone = z.string().describe('IANA name of the time zone in which days and months lie');
const bucketValues = z.array(z.number().nullable());
const category = deviceCategorySchema.describe('What is measured');
const timeframe = timeframeSchema.describe('How long each bucket is');

/** What a period's time is known by; the shares add up to 1 (docs/metering.md, «Coverage»). */
export const coverageSchema = z
  .object({
    measured: z.number().describe('Share of the time between readings that are near enough'),
    interpolated: z.number().describe('Share between readings further apart, or filled in'),
    unknown: z.number().describe('Share of gaps, of doubts, and of what was never read'),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof coverageSchema>;

export const graphSeriesSchema = z
  .object({
    role: z
      .enum(['CURRENT', 'COMPARE'])
      .describe('CURRENT: the period asked for; COMPARE: the one it is compared with'),
    starts: z
      .array(instantSchema.nullable())
      .describe(
        'Begin of each bucket, aligned by position with the other series; null in COMPARE: there is none, as before the first billing period',
      ),
    lastDays: z
      .array(dateSchema.nullable())
      .optional()
      .describe('Last local day of each billing period; left out for other timeframes'),
    values: bucketValues.describe(
      'By bucket a register’s consumption or a gauge’s mean, in the graph’s unit; null: missing',
    ),
    statuses: z.array(intervalStatusSchema).describe('By bucket, how its value came about'),
    minimum: bucketValues.optional().describe('By bucket the lowest reading, of gauges only'),
    maximum: bucketValues.optional().describe('By bucket the highest reading, of gauges only'),
    coverage: z
      .array(coverageSchema.nullable())
      .optional()
      .describe('Of each bucket, up to now; null where no device was there'),
    total: z
      .number()
      .nullable()
      .describe(
        'The registers’ difference over the period, the same in all timeframes; a gauge’s mean; null when nothing is known',
      ),
    totalCoverage: coverageSchema
      .nullable()
      .optional()
      .describe('Of the time between the first and the last reading of each device'),
  })
  .meta({ id: 'GraphSeries' });
export type GraphSeries = z.infer<typeof graphSeriesSchema>;

/** The unit of the devices; litres where they are what limits are in. */
const graphUnitSchema = z.enum([...units, 'l']).meta({ id: 'GraphUnit' });

export const graphSchema = entity(
  z.object({
    category,
    group: consumptionGroupSchema.describe('Whose colours the graph takes'),
    kind: deviceKindSchema.describe(
      'register: counts up, drawn as bars; gauge: a state, drawn as a line',
    ),
    unit: graphUnitSchema.describe('What all values of the graph are in'),
    timeframe,
    timeZone,
    periodBegin: periodSchema.shape.periodBegin,
    periodEnd: periodSchema.shape.periodEnd,
    inside: timeframeSchema
      .optional()
      .describe('The timeframe into which a bucket can be opened; left out: there is none'),
    climate: z
      .object({
        station: z.string().describe('Whose degree days the correction used'),
        weatherShare: z.number().describe('What part of the use follows the weather, from 0 to 1'),
      })
      .nullable()
      .optional()
      .describe('How the compared values were corrected; null: they could not be'),
    comparable: z
      .array(z.boolean())
      .optional()
      .describe(
        'Of each place whether its buckets are over, equally long and known as a whole on both sides; left out without another period, or where nobody has looked',
      ),
    properties: z
      .object({
        compared: z
          .array(z.int())
          .describe('How many each place adds up, the same ones on both sides'),
        known: z.array(z.int()).describe('How many are known at each place in this period'),
      })
      .optional()
      .describe(
        'How many properties each place adds up, where only those count that are complete on both sides; left out where all count',
      ),
    series: z
      .array(graphSeriesSchema)
      .describe('The period asked for, and on request the one it is compared with'),
  }),
  { name: 'Graph', like: 'Period' },
);
export type Graph = z.infer<typeof graphSchema>;

/** Which time the values of a line are of. */
const buckets = {
  timeframe,
  timeZone,
  periodBegin: periodSchema.shape.periodBegin,
  periodEnd: periodSchema.shape.periodEnd,
  starts: z.array(instantSchema).describe('Begin of each bucket'),
};

/** What a comparable user would have used, bucket by bucket as the graph of the same period. */
export const averageSchema = entity(
  z.object({
    category,
    unit: graphUnitSchema.describe('What all values are in'),
    ...buckets,
    values: bucketValues.describe(
      'By bucket, on the area below; null where nothing is known or too few take part',
    ),
    coverage: z
      .array(coverageSchema.nullable())
      .optional()
      .describe('Of each bucket, up to now; null where nothing is told'),
    total: quantityOrNull(
      'Of the period, the same in all timeframes; a gauge’s mean; null: nothing is known',
    ),
    totalCoverage: coverageSchema
      .nullable()
      .optional()
      .describe('Of the time between the first and the last day that is known'),
    areaSquareMetres: areaOrNull(
      'Area in m² that the values are for; null for gauges, whose mean needs none',
    ),
  }),
  { name: 'Average', like: 'Period' },
);
export type Average = z.infer<typeof averageSchema>;

export const deviationVerdicts = ['HIGH', 'LOW', 'NORMAL', 'UNKNOWN'] as const;
/** HIGH and LOW: half as much again, or half, of what was to be expected. */
export const deviationVerdictSchema = z.enum(deviationVerdicts).meta({ id: 'DeviationVerdict' });
export type DeviationVerdict = z.infer<typeof deviationVerdictSchema>;

/** How a tenant or device differs from its own past and from the property, in closed buckets. */
export const deviationSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the device or tenant'),
    name: z.string().describe('A device’s place or number, a tenant’s name'),
    number: z.string().describe('A device’s serial number, a tenant’s number'),
    category,
    unit: unitSchema.describe('What `current` and `earlier` are in'),
    current: quantityOrNull('Used in this period, in buckets that are known in both periods'),
    earlier: quantityOrNull('Used in what it is compared with, in those same buckets'),
    basis: comparisonSchema.describe(
      'What `earlier` is, for all rows the same; NONE: nothing comparable is known',
    ),
    changePercent: changeOrNull(
      'Of `current` against `earlier` in per cent; null when either is unknown or zero',
    ),
    averagePercent: changeOrNull(
      'Against the property’s use per square metre, in per cent; null for devices or without areas',
    ),
    verdict: deviationVerdictSchema.describe(
      'What the larger of both differences amounts to: against the own past, and the property',
    ),
  }),
  { name: 'Deviation', key: 'id', title: 'name' },
);
export type Deviation = z.infer<typeof deviationSchema>;

/** All rows of a deviation analysis in one sentence. */
export const deviationSummarySchema = entity(
  z.object({
    normal: count('How many of the judged are as usual'),
    judged: count('Those of which something comparable is known'),
    worst: z.string().describe('The name of the most unusual one; empty when all are normal'),
    worstPercent: changeOrNull('How it differs in per cent; null when all are normal'),
    category: deviceCategorySchema.nullable().describe('Of the most unusual one'),
    change: changeOrNull('Of all of that category together, in per cent; null: nothing is known'),
    basis: comparisonSchema.describe('What all rows are compared with'),
  }),
  { name: 'DeviationSummary', like: 'Deviation' },
);

export const degreeDayMethods = ['DK_17', 'EUROSTAT'] as const;
/**
 * DK_17: Σ max(0, 17 − T), as Denmark counts. EUROSTAT: Σ (18 − T) over days with T ≤ 15 °C. T is
 * the mean outdoor temperature of a day.
 */
export const degreeDayMethodSchema = z.enum(degreeDayMethods).meta({ id: 'DegreeDayMethod' });
export type DegreeDayMethod = z.infer<typeof degreeDayMethodSchema>;

export const degreeDaysSchema = entity(
  z.object({
    station: z.string().describe('Weather station whose temperatures count'),
    method: degreeDayMethodSchema.describe('DK_17: below 17 °C; EUROSTAT: 18 °C less the mean'),
    unit: z.literal('Kd').describe('Kelvin days'),
    ...buckets,
    values: bucketValues.describe(
      'By bucket; null for hours, for buckets to come, and where a day’s temperature is unknown',
    ),
    total: quantityOrNull('Sum of the known values; null when nothing is known'),
  }),
  { name: 'DegreeDays', like: 'Period' },
);
export type DegreeDays = z.infer<typeof degreeDaysSchema>;

/** What a line over a graph needs of an answer. */
export const seriesSchema = z.object({
  unit: z.string().describe('What the values are in'),
  starts: buckets.starts,
  values: bucketValues.describe('By bucket; null: missing'),
  total: z.number().nullable().describe('Of the known values; null when nothing is known'),
});
