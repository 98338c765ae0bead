import { z } from 'zod';
import { consumptionGroupSchema, deviceCategorySchema, unitSchema } from './device.ts';

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

export const periodSchema = z
  .object({ periodBegin: dateSchema, periodEnd: dateSchema })
  .meta({ id: 'Period', description: 'Local days of the property, both included' });
export type Period = z.infer<typeof periodSchema>;

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
    role: z.enum(['CURRENT', 'COMPARE']),
    /** Begin of each bucket of this series, aligned by position with the other series. */
    starts: z.array(instantSchema),
    /** Last local day of each billing period; other timeframes say by themselves where they end. */
    lastDays: z.array(dateSchema).optional(),
    /** In the graph's unit; a register's consumption or a gauge's mean. */
    values: z.array(z.number().nullable()),
    statuses: z.array(intervalStatusSchema),
    minimum: z.array(z.number().nullable()).optional(),
    maximum: z.array(z.number().nullable()).optional(),
    coverage: z
      .array(coverageSchema.nullable())
      .optional()
      .describe('Of each bucket, up to now; null where no device was there'),
    /** The registers' difference over the period, the same in all timeframes; a gauge's mean. */
    total: z.number().nullable(),
    totalCoverage: coverageSchema
      .nullable()
      .optional()
      .describe('Of the time between the first and the last reading of each device'),
  })
  .meta({ id: 'GraphSeries' });
export type GraphSeries = z.infer<typeof graphSeriesSchema>;

export const graphSchema = z
  .object({
    category: deviceCategorySchema,
    group: consumptionGroupSchema,
    kind: z.enum(['register', 'gauge']),
    unit: unitSchema,
    timeframe: timeframeSchema,
    timeZone: z.string(),
    periodBegin: dateSchema,
    periodEnd: dateSchema,
    climate: z
      .object({ station: z.string(), weatherShare: z.number() })
      .nullable()
      .optional()
      .describe('How the compared values were corrected; null: they could not be'),
    series: z.array(graphSeriesSchema),
  })
  .meta({ id: 'Graph' });
export type Graph = z.infer<typeof graphSchema>;

/** What a comparable user would have used, bucket by bucket as the graph of the same period. */
export const averageSchema = z
  .object({
    category: deviceCategorySchema,
    unit: unitSchema,
    timeframe: timeframeSchema,
    timeZone: z.string(),
    periodBegin: dateSchema,
    periodEnd: dateSchema,
    /** For the area below; null where nothing is known, or too few properties. */
    starts: z.array(instantSchema),
    values: z.array(z.number().nullable()),
    total: z.number().nullable(),
    /** The area that the values are for; null for gauges, whose mean needs none. */
    areaSquareMetres: z.number().nullable(),
  })
  .meta({ id: 'Average' });
export type Average = z.infer<typeof averageSchema>;

export const deviationVerdicts = ['HIGH', 'LOW', 'NORMAL', 'UNKNOWN'] as const;
/** HIGH and LOW: half as much again, or half, of what was to be expected. */
export const deviationVerdictSchema = z.enum(deviationVerdicts).meta({ id: 'DeviationVerdict' });
export type DeviationVerdict = z.infer<typeof deviationVerdictSchema>;

/** How a tenant or device differs from its own past and from the property, in closed buckets. */
export const deviationSchema = z
  .object({
    id: z.number(),
    /** A device's place or number, a tenant's name. */
    name: z.string(),
    number: z.string().describe('A device’s serial number, a tenant’s number'),
    category: deviceCategorySchema,
    unit: unitSchema,
    /** Of the buckets that are known in both periods. */
    current: z.number().nullable(),
    earlier: z.number().nullable(),
    basis: comparisonSchema.describe('What `earlier` is; NONE: nothing comparable is known'),
    changePercent: z.number().nullable(),
    averagePercent: z
      .number()
      .nullable()
      .describe('Against the property’s use per square metre; null for devices or without areas'),
    verdict: deviationVerdictSchema,
  })
  .meta({ id: 'Deviation' });
export type Deviation = z.infer<typeof deviationSchema>;

export const degreeDayMethods = ['DK_17', 'EUROSTAT'] as const;
/**
 * DK_17: Σ max(0, 17 − T), as Denmark counts. EUROSTAT: Σ (18 − T) over days with T ≤ 15 °C. T is
 * the mean outdoor temperature of a day.
 */
export const degreeDayMethodSchema = z.enum(degreeDayMethods).meta({ id: 'DegreeDayMethod' });
export type DegreeDayMethod = z.infer<typeof degreeDayMethodSchema>;

export const degreeDaysSchema = z
  .object({
    station: z.string(),
    method: degreeDayMethodSchema,
    unit: z.literal('Kd').describe('Kelvin days'),
    timeframe: timeframeSchema,
    timeZone: z.string(),
    periodBegin: dateSchema,
    periodEnd: dateSchema,
    starts: z.array(instantSchema),
    /** Null for hours, for buckets to come, and where the temperature of a day is unknown. */
    values: z.array(z.number().nullable()),
    total: z.number().nullable(),
  })
  .meta({ id: 'DegreeDays' });
export type DegreeDays = z.infer<typeof degreeDaysSchema>;

/** What a line over a graph needs of an answer. */
export const seriesSchema = z.object({
  unit: z.string(),
  starts: z.array(instantSchema),
  values: z.array(z.number().nullable()),
  total: z.number().nullable(),
});
