import { z } from 'zod';
import { dateSchema, intervalStatusSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';

export const energySources = [
  'COAL',
  'GAS',
  'OIL',
  'BIOMASS',
  'WASTE',
  'SOLAR',
  'WIND',
  'GEOTHERMAL',
  'HEAT_PUMP',
  'NUCLEAR',
  'SURPLUS_HEAT',
  'OTHER',
] as const;
export const energySourceSchema = z.enum(energySources).meta({ id: 'EnergySource' });

export const contactPurposes = ['ENERGY_SAVING', 'CONSUMER_RIGHTS', 'DISPUTES'] as const;
/** What the Directive wants consumers to be pointed to (2012/27/EU, Annex VIIa, point 3 c and e). */
export const contactPurposeSchema = z.enum(contactPurposes).meta({ id: 'ContactPurpose' });

export const energySourceShareSchema = z
  .object({ source: energySourceSchema, percent: z.number().min(0).max(100) })
  .meta({ id: 'EnergySourceShare' });
export const informationContactSchema = z
  .object({ purpose: contactPurposeSchema, name: z.string(), url: z.url() })
  .meta({ id: 'InformationContact' });

/** A month of one category, beside what makes it comparable. */
export const informationRowSchema = z
  .object({
    category: deviceCategorySchema,
    unit: unitSchema,
    status: intervalStatusSchema,
    current: z.number().nullable(),
    previousMonth: z.number().nullable(),
    lastYear: z
      .number()
      .nullable()
      .describe('The same month a year ago; null also when somebody else lived there'),
    isCorrected: z.boolean().describe('Whether `lastYear` is corrected for the weather'),
    changePercent: z.number().nullable().describe('Against last year'),
    average: z
      .number()
      .nullable()
      .describe('Of the property on this area; null with fewer than five tenants'),
    averagePercent: z.number().nullable(),
  })
  .meta({ id: 'InformationRow' });

/** The month that is told about, and what surrounds it. */
export const informationHeadSchema = {
  month: dateSchema.describe('First day of the month'),
  previous: dateSchema.nullable(),
  next: dateSchema.nullable().describe('Null when that month is not over yet'),
  propertyName: z.string(),
  tenantName: z.string(),
  tenantNo: z.string(),
  address: z.string(),
  areaSquareMetres: z.number().nullable(),
  movedIn: dateSchema.nullable(),
  station: z.string().nullable().describe('Whose degree days the correction used'),
};
