import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { changeOrNull, count, cubicMetresOrNull, quantityOrNull } from '../figures.ts';
import { coverageSchema, dateSchema, instantSchema, periodSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';
import { propertySchema } from './property.ts';

/** Which edge of the range lacks a bracketing reading; BOTH: either one. */
export const missingSides = ['END', 'FRONT', 'BOTH'] as const;
export const missingSideSchema = z.enum(missingSides).meta({ id: 'MissingSide' });
export type MissingSide = z.infer<typeof missingSideSchema>;

/** How many months a range may have, as addresses write it. */
export const balanceMonths = ['1', '3', '6', '12', '24', '36'] as const;
export const balanceMonthsSchema = z.enum(balanceMonths).meta({ id: 'BalanceMonths' });
export type BalanceMonths = z.infer<typeof balanceMonthsSchema>;

/**
 * Whose main meters are balanced against whose sub-meters (docs/water-balance.md). HEATED: hot water is
 * made in the house, of what passed the main meter of cold water.
 */
export const balancedWaters = ['ALL', 'HEATED', 'COLD', 'HOT'] as const;
export const balancedWaterSchema = z.enum(balancedWaters).meta({ id: 'BalancedWater' });
export type BalancedWater = z.infer<typeof balancedWaterSchema>;

/**
 * NORMAL: within the band. LOSS: the main meter counted more, EXCESS: the sub-meters did. INCOMPLETE:
 * outside of the band, but too many sub-meters aren't known. UNKNOWN: there is no percentage.
 */
export const balanceVerdictSchema = z
  .enum(['NORMAL', 'LOSS', 'EXCESS', 'INCOMPLETE', 'UNKNOWN'])
  .meta({ id: 'BalanceVerdict' });
export type BalanceVerdict = z.infer<typeof balanceVerdictSchema>;

/** Where the difference goes in the last three months, beside the three before them. */
export const balanceTrendSchema = z
  .enum(['RISING', 'FALLING', 'STEADY', 'UNKNOWN'])
  .meta({ id: 'BalanceTrend' });
export type BalanceTrend = z.infer<typeof balanceTrendSchema>;

export const balanceFigureSchema = z
  .enum(['MAIN', 'SUB', 'DIFFERENCE'])
  .meta({ id: 'BalanceFigure' });

/** What may be wrong with a balance, each with its devices (docs/water-balance.md). */
export const balanceIssues = ['MAIN_READINGS', 'SUB_READINGS', 'NOT_LINKED'] as const;
export const balanceIssueSchema = z.enum(balanceIssues).meta({ id: 'BalanceIssue' });
export type BalanceIssue = z.infer<typeof balanceIssueSchema>;

/** Why a sub-meter may be behind the difference. */
export const balanceSuspicionSchema = z
  .enum(['NO_READINGS', 'STOPPED', 'BACKWARDS', 'ROSE'])
  .meta({ id: 'BalanceSuspicion' });
export type BalanceSuspicion = z.infer<typeof balanceSuspicionSchema>;

const percent = changeOrNull(
  'The difference in per cent of what the main meters counted; null: unknown',
);
const missingSide = missingSideSchema.nullable();
const coverage = writtenAs(
  coverageSchema.nullable().describe('What the sub-meters’ sum is known by; null: there are none'),
  { as: 'coverage' },
);

/** A month of a balance. */
export const balanceMonthSchema = entity(
  z.object({
    readingDate: dateSchema.describe('Last local day of the month, YYYY-MM-DD'),
    mainConsumption: cubicMetresOrNull('What the main meters counted in the month'),
    subConsumption: cubicMetresOrNull('What the sub-meters counted in the month'),
    difference: cubicMetresOrNull('The main meters’ consumption less the sub-meters’'),
    differencePercent: percent,
    verdict: balanceVerdictSchema.describe('What the difference amounts to'),
    missingSide: missingSide.describe(
      'The edge of the month at which a main meter’s register is unknown; null: neither',
    ),
    missingMeters: count('Sub-meters that aren’t known at an edge of the month'),
    coverage,
  }),
  { name: 'BalanceMonth', key: 'readingDate', title: 'readingDate' },
);
export type BalanceMonth = z.infer<typeof balanceMonthSchema>;

/** One figure of the whole range, for figures side by side. */
const balanceFigureRowSchema = entity(
  z.object({
    figure: balanceFigureSchema.describe('Which figure it is'),
    unit: unitSchema.describe('What its values are in'),
    value: quantityOrNull('Of the whole range; null: unknown'),
    coverage: coverageSchema.nullable().describe('What it is known by; null: nothing was there'),
    months: z.array(z.number().nullable()).describe('Of each month; null: unknown'),
  }),
  {
    name: 'BalanceFigureRow',
    key: 'figure',
    title: 'figure',
    figures: { label: 'figure', value: 'value', trend: 'months', coverage: 'coverage' },
  },
);

const meter = {
  id: z.int().positive().describe('Id of the device within its property'),
  serialNumber: z.string().describe('Number on the device’s plate'),
  category: deviceCategorySchema.describe('What the device measures'),
  place: z.string().describe('Room or place where it is mounted; empty when nobody has said so'),
  tenantNo: z.string().nullable().describe('Number of its tenant; null: of the building itself'),
  tenantName: z.string().nullable().describe('Name of its tenant; null: of the building itself'),
};

/** A device that one of the three cases is about. */
export const balanceDeviceSchema = entity(
  z.object({
    ...meter,
    issue: balanceIssueSchema.describe('What is wrong with it'),
    missingSide: missingSide.describe('The edge of the range that it lacks; null: neither'),
    lastAt: instantSchema.nullable().describe('When it was read last; null: never'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
  }),
  { name: 'BalanceDevice', like: 'Resource', key: 'id', title: 'serialNumber' },
);
export type BalanceDevice = z.infer<typeof balanceDeviceSchema>;

/** A sub-meter that may be behind the difference. */
export const balanceCulpritSchema = entity(
  z.object({
    ...meter,
    suspicion: balanceSuspicionSchema.describe('Why it is suspected'),
    consumption: cubicMetresOrNull('What it counted in the range'),
    explains: cubicMetresOrNull('How much of the difference that could be, by a guess'),
  }),
  { name: 'BalanceCulprit', like: 'Resource', key: 'id', title: 'serialNumber' },
);
export type BalanceCulprit = z.infer<typeof balanceCulpritSchema>;

/** One of the three cases: which devices, and the wider range in which fewer of them are missing. */
const balanceIssueFactsSchema = z.object({
  devices: count('How many devices it is about'),
  named: z.string().describe('The first of them by number and tenant, in one line'),
  more: count('How many of them the line leaves out'),
  months: balanceMonthsSchema
    .nullable()
    .describe('Months of the proposed wider range; null: none would help'),
  readingDate: dateSchema
    .nullable()
    .describe('Last local day of the proposed range; null: none would help'),
});
export type BalanceIssueFacts = z.infer<typeof balanceIssueFactsSchema>;

export const waterBalanceSchema = entity(
  z.object({
    worksId: propertySchema.shape.worksId,
    water: balancedWaterSchema.describe('Which water is balanced'),
    readingDate: dateSchema.describe('Local day on which the range ends, YYYY-MM-DD'),
    rangeInMonths: z.int().min(0).describe('How many months show; 0: none may be seen'),
    periodBegin: periodSchema.shape.periodBegin,
    mainMeterConsumption: cubicMetresOrNull('What the main meters counted in the range'),
    subMeterConsumption: cubicMetresOrNull('What the sub-meters counted in the range'),
    difference: cubicMetresOrNull('The main meters’ consumption less the sub-meters’'),
    differencePercent: percent,
    missingSide: missingSide.describe(
      'The edge of the range at which a main meter’s register is unknown; null: neither',
    ),
    verdict: balanceVerdictSchema.describe('What the difference amounts to'),
    normalPercent: z.number().describe('Up to so many per cent, either way, are usual'),
    trend: balanceTrendSchema.describe('Where the difference goes'),
    trendPoints: writtenAs(
      z
        .number()
        .nullable()
        .describe(
          'Percentage points by which the last three months differ from the three before; null: unknown',
        ),
      { as: 'quantity', decimals: 1 },
    ),
    mainMeters: count('Main meters that are balanced'),
    subMeters: count('Sub-meters that they are balanced against'),
    figures: z.array(balanceFigureRowSchema).describe('Main, sub and difference; empty: no main'),
    months: z.array(balanceMonthSchema).describe('One for each month of the range, in order'),
    mainReadings: balanceIssueFactsSchema.describe('Main meters that lack readings at an edge'),
    subReadings: balanceIssueFactsSchema.describe('Sub-meters that lack readings at an edge'),
    notLinked: balanceIssueFactsSchema.describe('Sub-meters of water without a main meter'),
    devices: z.array(balanceDeviceSchema).max(300).describe('Those devices, the main ones first'),
    culprits: z
      .array(balanceCulpritSchema)
      .max(20)
      .describe('Sub-meters that may be behind the difference, the likeliest first'),
  }),
  { name: 'WaterBalance', key: 'worksId' },
);
export type WaterBalance = z.infer<typeof waterBalanceSchema>;

/** A property that may be balanced, with what there is to balance. */
export const balancedPropertySchema = entity(
  propertySchema
    .pick({ worksId: true, worksNo: true, name: true, address: true, city: true })
    .extend({
      mainMeters: count('Main water meters'),
      subMeters: count('Other water meters'),
    }),
  {
    name: 'BalancedProperty',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

/** One of them, with what may be chosen of it. */
export const balancedPropertyDetailSchema = entity(
  balancedPropertySchema.extend({
    waters: z
      .array(balancedWaterSchema)
      .min(1)
      .describe('What its meters allow to be balanced, what fits it best first'),
  }),
  {
    name: 'BalancedPropertyDetail',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

/** A day on which a range may end. */
export const balanceEndSchema = entity(
  z.object({
    readingDate: dateSchema.describe('Last local day of a month that is over, YYYY-MM-DD'),
    day: z.string().describe('The same as DD.MM.YYYY'),
  }),
  { name: 'BalanceEnd', key: 'readingDate', title: 'day' },
);
