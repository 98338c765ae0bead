import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { areaOrNull, changeOrNull, cubicMetresOrNull, quantityOrNull } from '../figures.ts';
import { dateSchema, instantSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';
import { comparedMonthSchema } from './overview.ts';
import { propertySchema, tenantSchema } from './property.ts';

/** Properties, and the flats of one, side by side by what they used in a month. */

/** The month and category that all rows of a ranking are about. */
export const rankingHead = {
  ...comparedMonthSchema.shape,
  category: deviceCategorySchema.describe('What is ranked'),
  month: dateSchema.describe('First day of the month that is ranked, YYYY-MM-DD'),
  previous: dateSchema.describe('First day of the month before, YYYY-MM-DD'),
  next: dateSchema.nullable().describe('First day of the month after; null: it has not begun'),
};

export const rankingOfFlatsHead = {
  ...rankingHead,
  properties: z.int().min(0).describe('Of how many properties flats are ranked'),
  leftOut: z
    .int()
    .min(0)
    .describe('Of how many properties none is, since others used more per square metre'),
};

const ratePerSquareMetre = z
  .number()
  .nullable()
  .describe('`current` on each square metre; null without an area, or not known as a whole');

const figures = {
  category: deviceCategorySchema.describe('What is measured'),
  unit: unitSchema.describe('What the figures are in'),
  current: quantityOrNull('Used in the month so far; null when nothing is known'),
  perSquareMetre: writtenAs(ratePerSquareMetre, { as: 'quantity', unit: 'unit', decimals: 3 }),
  changePercent: changeOrNull(
    'Change in per cent against the same days of the year before, as far as both are known as a whole; null: not comparable',
  ),
  months: writtenAs(
    z
      .array(z.number().nullable())
      .describe('What the last twelve months that are over came to; null: unknown'),
    { as: 'bars' },
  ),
  knownPercent: writtenAs(
    z
      .number()
      .nullable()
      .describe(
        'Share in per cent of its devices’ days up to the last reading that is known, measured or interpolated; null without readings',
      ),
    { as: 'percent' },
  ),
};

export const rankedPropertySchema = entity(
  propertySchema.pick({ worksId: true, worksNo: true, name: true, city: true }).extend({
    ...figures,
    waterLoss: cubicMetresOrNull(
      'What its main water meters counted more than those behind them in the last of `months`; below zero: less',
    ),
    waterLossPercent: changeOrNull(
      'The same in per cent of what the main meters counted; null: unknown',
    ),
    critical: writtenAs(
      z.int().min(0).nullable().describe('How many open critical warnings; null: none are shown'),
      { as: 'integer' },
    ),
    otherWarnings: writtenAs(
      z.int().min(0).nullable().describe('How many other open warnings; null: none are shown'),
      { as: 'integer' },
    ),
    lastReading: instantSchema
      .nullable()
      .describe('When any of its devices was read last; null: never, or before the access'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
  }),
  {
    name: 'RankedProperty',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

export const rankedFlatSchema = entity(
  tenantSchema.extend({
    propertyName: z.string().describe('Name of its property'),
    city: z.string().describe('Where its property is'),
    ...figures,
    areaSquareMetres: areaOrNull('Area of the flat in m²; null: unknown'),
    mean: quantityOrNull(
      'What all flats that are known as a whole used on each square metre; null: none is',
    ),
    most: quantityOrNull('The greatest of their `perSquareMetre`; null: none is known'),
  }),
  {
    name: 'RankedFlat',
    like: 'RankedProperty',
    key: 'id',
    title: 'tenantName',
    references: { tenant: 'id', property: 'propertyId' },
  },
);
