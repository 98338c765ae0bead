import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { areaOrNull, changeOrNull, count, quantityOrNull } from '../figures.ts';
import { coverageSchema, dateSchema, intervalStatusSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';
import { tenantSchema } from './property.ts';

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

export const energySourceShareSchema = entity(
  z.object({
    source: energySourceSchema.describe('What heat is made of'),
    percent: writtenAs(
      z.number().min(0).max(100).describe('Its part of all heat in the market, from 0 to 100'),
      { as: 'percent' },
    ),
  }),
  { name: 'EnergySourceShare', key: 'source', title: 'source' },
);
export const informationContactSchema = entity(
  z.object({
    purpose: contactPurposeSchema.describe('What consumers are helped with there'),
    name: z.string().describe('The organisation that helps'),
    url: z.url().describe('Its web address'),
  }),
  { name: 'InformationContact', key: 'name', title: 'name' },
);

/** A month of one category, beside what makes it comparable. */
export const informationRowSchema = entity(
  z.object({
    category: deviceCategorySchema.describe('What is measured'),
    unit: unitSchema.describe('What the quantities of the row are in'),
    status: intervalStatusSchema.describe('How `current` came about'),
    coverage: writtenAs(
      coverageSchema
        .nullable()
        .describe(
          'What `current` is known by, the time before the first and after the last reading included; null when no device was there',
        ),
      { as: 'coverage' },
    ),
    current: quantityOrNull('Used in the month; null when nothing is known'),
    previousMonth: quantityOrNull('Used in the month before; null when nothing is known'),
    lastYear: quantityOrNull('The same month a year ago; null also when somebody else lived there'),
    isCorrected: z.boolean().describe('Whether `lastYear` is corrected for the weather'),
    changePercent: changeOrNull(
      'Of `current` against last year in per cent; null when either month isn’t known as a whole, or nothing was used then',
    ),
    average: quantityOrNull('Of the property on this area; null with fewer than `leastUsers`'),
    averageOf: count('How many tenants of the property have meters of the category'),
    averagePercent: changeOrNull(
      'Of `current` against `average` in per cent; null when there is none, or the month isn’t known as a whole',
    ),
  }),
  { name: 'InformationRow', key: 'category', title: 'category' },
);

/** The month that is told about, and what surrounds it. */
export const informationHeadSchema = {
  month: dateSchema.describe('First day of the month that is told about, YYYY-MM-DD'),
  previous: dateSchema.nullable().describe('First day of the month before, YYYY-MM-DD'),
  next: dateSchema
    .nullable()
    .describe('First day of the month after; null when that month is not over yet'),
  propertyName: z.string().describe('What the tenant’s building is called'),
  tenantName: tenantSchema.shape.tenantName,
  tenantNo: tenantSchema.shape.tenantNo,
  address: tenantSchema.shape.address,
  areaSquareMetres: areaOrNull('Area of the flat in m²; null: unknown'),
  movedIn: dateSchema
    .nullable()
    .describe('First day of whoever lives there now, YYYY-MM-DD; null: unknown'),
  station: z
    .string()
    .nullable()
    .describe('Whose degree days the correction used; null: nothing was corrected'),
  categories: z.array(deviceCategorySchema).describe('What is measured, the most usual first'),
  leastUsers: count('Of how many tenants an average is at least made, so that it tells of nobody'),
};
