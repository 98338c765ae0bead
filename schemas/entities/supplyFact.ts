import { z } from 'zod';
import { entity, lineSchema, writtenAs } from '../fields.ts';
import { quantityOrNull } from '../figures.ts';
import { dateSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';
import { energySourceShareSchema, energySources } from './information.ts';

export const supplyFactKinds = ['EMISSIONS', 'ENERGY_MIX', 'PRICE', 'TAX'] as const;
/** What operators say of a property's supply in a year (2012/27/EU, Annex VIIa, point 3 a and b). */
export const supplyFactKindSchema = z.enum(supplyFactKinds).meta({ id: 'SupplyFactKind' });
export type SupplyFactKind = z.infer<typeof supplyFactKindSchema>;

export const publicationStates = ['PUBLISHED', 'NOT_PUBLISHED', 'OTHER_UNIT'] as const;
/** OTHER_UNIT: emissions are published for kWh, which the category doesn't count in. */
export const publicationStateSchema = z.enum(publicationStates).meta({ id: 'PublicationState' });

/** Whose energy mix it is; NONE: nobody has published one. */
export const energyMixOriginSchema = z
  .enum(['PROPERTY', 'MARKET', 'NONE'])
  .meta({ id: 'EnergyMixOrigin' });

const published = {
  source: z.string().nullable().describe('Where it is published; null: it isn’t'),
  publisher: z.string().nullable().describe('Who has published it; null: not said'),
  publishedOn: dateSchema.nullable().describe('Since which day it is published; null: not said'),
};
const state = publicationStateSchema.describe('Whether it is published for the year');

/** What the use of a month in one category has given off. */
export const supplyEmissionsSchema = entity(
  z.object({
    category: deviceCategorySchema.describe('What is measured'),
    unit: unitSchema.describe('What `current` is in'),
    current: quantityOrNull('Used in the month; null when nothing is known'),
    factor: writtenAs(z.number().nullable().describe('CO₂ for each unit; null: not published'), {
      as: 'quantity',
      unit: 'factorUnit',
    }),
    factorUnit: z.string().nullable().describe('As published, such as kg/kWh'),
    kilograms: writtenAs(
      z.number().nullable().describe('CO₂ in kg, `current` by `factor`; null: not to be told'),
      { as: 'quantity', unit: { fixed: 'kg' }, decimals: 1 },
    ),
    state,
    ...published,
  }),
  { name: 'SupplyEmissions', key: 'category', title: 'category' },
);

export const supplyPriceSchema = entity(
  z.object({
    category: deviceCategorySchema.describe('What is measured'),
    price: writtenAs(z.number().nullable().describe('For each unit; null: not published'), {
      as: 'quantity',
      unit: 'priceUnit',
    }),
    priceUnit: z.string().nullable().describe('Currency and unit, such as PLN/GJ'),
    state,
    ...published,
  }),
  { name: 'SupplyPrice', key: 'category', title: 'category' },
);

export const supplyTaxSchema = entity(
  z.object({
    name: z.string().describe('What the tax or levy is called'),
    amount: writtenAs(z.number().describe('How much it is'), {
      as: 'quantity',
      unit: 'amountUnit',
    }),
    amountUnit: z.string().describe('Per cent, or a currency, or a currency for each unit'),
    ...published,
  }),
  { name: 'SupplyTax', key: 'name', title: 'name' },
);

/** What operators say of a property's supply, beside a month of a tenant. */
export const supplySchema = entity(
  z.object({
    year: z.int().describe('The year of the month, for which all of it is published'),
    emissions: z.array(supplyEmissionsSchema).describe('Of each category, the most usual first'),
    mix: z.array(energySourceShareSchema).describe('What heat is made of, the largest part first'),
    mixOrigin: energyMixOriginSchema.describe('Whose mix it is'),
    mixSource: published.source,
    mixPublisher: published.publisher,
    mixPublishedOn: published.publishedOn,
    prices: z.array(supplyPriceSchema).describe('Of each category, the most usual first'),
    taxes: z.array(supplyTaxSchema).describe('Taxes and levies, by name'),
  }),
  { name: 'Supply' },
);

/** Per cent by energy source. */
export type EnergyShares = Readonly<Partial<Record<(typeof energySources)[number], number>>>;

const shareFields = Object.fromEntries(
  energySources.map((source) => [
    source,
    z.number().min(0).max(100).nullish().describe(`Part of ${source} in the mix, in per cent`),
  ]),
) as Record<(typeof energySources)[number], z.ZodOptional<z.ZodNullable<z.ZodNumber>>>;

/** One fact as support gives it; another of the same year and subject is overwritten. */
export const supplyFactChangeSchema = entity(
  z.object({
    worksNo: z.string().trim().min(1).max(100).describe('Number of the property'),
    year: z.int().min(1990).max(2199).describe('The year that it holds for'),
    fact: supplyFactKindSchema.describe('What is given'),
    category: deviceCategorySchema
      .nullish()
      .describe('Of a price, or of emissions; null: emissions of all that is counted in kWh'),
    name: lineSchema.max(100).nullish().describe('What a tax or levy is called'),
    value: z.number().min(0).nullish().describe('How much it is; of a mix its shares instead'),
    unit: z.string().trim().max(20).nullish().describe('Such as kg/kWh, PLN/GJ, %'),
    ...shareFields,
    source: lineSchema.max(300).nullish().describe('Where it is published'),
    publisher: lineSchema.max(200).nullish().describe('Who has published it'),
    publishedOn: dateSchema.nullish().describe('Since which day it is published'),
    isRemoved: z.boolean().default(false).describe('true: what is stored is taken away'),
  }),
  { name: 'SupplyFactChange' },
);
export type SupplyFactChange = z.infer<typeof supplyFactChangeSchema>;

export const supplyFactChangedSchema = z.object({
  isChanged: z.boolean().describe('false: it was known like that already'),
});

/** What the activity log tells of a fact as it is stored. */
export const storedFactSchema = supplyFactChangeSchema
  .pick({ value: true, publishedOn: true })
  .extend({
    shares: z
      .object(shareFields)
      .nullable()
      .describe('What a mix is made of, in per cent; null: no mix'),
  });
