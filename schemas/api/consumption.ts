import { z } from 'zod';
import { billingPeriodSchema } from '../entities/billingPeriod.ts';
import {
  averageSchema,
  comparisonSchema,
  dateSchema,
  degreeDaysSchema,
  deviationSchema,
  deviationSummarySchema,
  graphSchema,
  periodSchema,
  shownPeriodSchema,
} from '../entities/consumption.ts';
import { deviceCategories, deviceCategorySchema } from '../entities/device.ts';
import {
  energySourceShareSchema,
  informationContactSchema,
  informationHeadSchema,
  informationRowSchema,
} from '../entities/information.ts';
import {
  availableCategorySchema,
  categoryOverviewSchema,
  comparedMonthSchema,
  monthOverviewSchema,
  propertyChangeSchema,
  tenantConsumptionSchema,
} from '../entities/overview.ts';
import { supplySchema } from '../entities/supplyFact.ts';
import { entity } from '../fields.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import {
  anyProperty,
  monthParameter,
  optionalCategory,
  optionalTenant,
  propertyParameter,
  spanQuery,
  tenantParameter,
} from './parameters.ts';
import { tenantFilters } from './property.ts';

const averageQuery = z.object({
  property: propertyParameter,
  tenant: idParameter
    .optional()
    .describe('Id of the tenant whose area counts; left out: the property’s area'),
  category: optionalCategory,
  ...spanQuery,
});

const subjectQuery = { property: anyProperty, tenant: optionalTenant };

const informationSchema = entity(pageOf(informationRowSchema).extend(informationHeadSchema), {
  name: 'Information',
  like: 'Tenant',
  title: 'tenantName',
});

export const consumptionOperations = {
  'consumption.overview': {
    module: 'consumption',
    summary:
      'Consumption of a property, tenant or all properties per category, beside another period',
    method: 'GET',
    path: '/api/consumption',
    query: z.object({
      ...subjectQuery,
      categories: z
        .array(deviceCategorySchema)
        .max(deviceCategories.length)
        .optional()
        .describe('Only these; left out: all that there are'),
      compare: comparisonSchema
        .default('PREVIOUS_PERIOD')
        .describe('What `previous` is of; NONE: nothing is compared'),
      ...spanQuery,
    }),
    response: z.object({
      period: periodSchema.describe('The local days that were looked at'),
      content: z.array(categoryOverviewSchema).describe('One for each device category'),
    }),
  },
  'consumption.month': {
    module: 'consumption',
    summary:
      'Consumption of all properties in this month so far, beside the same days of last year',
    method: 'GET',
    path: '/api/consumption/month',
    query: z.object({
      categories: z
        .array(deviceCategorySchema)
        .max(deviceCategories.length)
        .optional()
        .describe('Only these; left out: all that can be summed over properties'),
      category: optionalCategory.describe(
        'What a chart beside the figures is of, one that can be summed; left out or a gauge: the largest',
      ),
    }),
    response: comparedMonthSchema.extend({
      category: deviceCategorySchema
        .nullable()
        .describe(
          'The category asked for, else the largest: that of most properties; null: nothing is known',
        ),
      content: z.array(monthOverviewSchema).describe('One for each category, the most usual first'),
    }),
  },
  'consumption.year': {
    module: 'consumption',
    summary:
      'The last twelve whole months of all properties beside the year before, like with like',
    method: 'GET',
    path: '/api/consumption/year',
    query: z.object({
      category: optionalCategory.describe(
        'One that can be summed; left out or a gauge: the most usual',
      ),
      until: dateSchema.optional().describe('The last day that may be shown; left out: today'),
    }),
    response: graphSchema,
    refusals: ['PERIOD_NOT_FOUND'],
  },
  'consumption.changes': {
    module: 'consumption',
    summary: 'The properties whose month so far differs most from the same days of last year',
    method: 'GET',
    path: '/api/consumption/change',
    query: z.object({
      category: optionalCategory,
      ...pageQuery,
    }),
    response: pageOf(propertyChangeSchema).extend({
      ...comparedMonthSchema.shape,
      category: deviceCategorySchema
        .nullable()
        .describe('What is compared; null: nothing is known'),
    }),
  },
  'consumption.tenants': {
    module: 'consumption',
    summary: 'Consumption of a property’s tenants in a period, a page at a time',
    method: 'GET',
    path: '/api/consumption/tenant',
    query: z.object({
      property: propertyParameter,
      ...spanQuery,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['tenantNo', 'tenantName', 'address', ...deviceCategories]),
      ...filterQuery(tenantFilters),
    }),
    response: pageOf(tenantConsumptionSchema).extend({
      period: periodSchema.describe('The local days that were looked at'),
    }),
  },
  'consumption.period': {
    module: 'consumption',
    summary: 'The first and last local day that has readings',
    method: 'GET',
    path: '/api/consumption/period',
    refusals: ['PERIOD_NOT_FOUND'],
    query: z.object(subjectQuery),
    response: periodSchema,
  },
  'consumption.shown': {
    module: 'consumption',
    summary: 'The period that a property’s figures and graphs show, and its timeframes',
    method: 'GET',
    path: '/api/consumption/shown',
    query: z.object({
      property: propertyParameter,
      tenant: optionalTenant,
      category: optionalCategory,
      ...spanQuery,
    }),
    response: shownPeriodSchema,
  },
  'consumption.categories': {
    module: 'consumption',
    summary: 'The device categories of a property, tenant or all properties, the most usual first',
    method: 'GET',
    path: '/api/consumption/devicecategories',
    query: z.object(subjectQuery),
    response: z.object({
      content: z.array(availableCategorySchema).describe('The most usual first'),
    }),
  },
  'consumption.averageProperty': {
    module: 'consumption',
    summary: 'What the property uses on average on a tenant’s area; AREA_MISSING without areas',
    method: 'GET',
    path: '/api/consumption/average/property',
    refusals: ['AREA_MISSING'],
    query: averageQuery,
    response: averageSchema,
  },
  'consumption.averageNational': {
    module: 'consumption',
    summary: 'The same over the country’s properties in the portal, of which there must be ten',
    method: 'GET',
    path: '/api/consumption/average/national',
    refusals: ['AREA_MISSING', 'COHORT_TOO_SMALL'],
    query: averageQuery,
    response: averageSchema,
  },
  'consumption.degreeDays': {
    module: 'consumption',
    summary: 'How cold it was at a property, in degree days',
    method: 'GET',
    path: '/api/consumption/degreeday/property',
    refusals: ['WEATHER_UNKNOWN'],
    query: z.object({ property: propertyParameter, ...spanQuery }),
    response: degreeDaysSchema,
  },
  'consumption.deviation': {
    module: 'consumption',
    summary: 'A tenant’s devices, or a property’s tenants, the most unusual first',
    method: 'GET',
    path: '/api/consumption/deviation',
    query: z.object({
      property: propertyParameter,
      tenant: idParameter.optional().describe('Its devices; left out: the property’s tenants'),
      category: deviceCategorySchema.optional().describe('Of tenants; the most usual by default'),
      ...spanQuery,
      ...pageQuery,
    }),
    response: pageOf(deviationSchema).extend({
      period: periodSchema.describe('The local days that were looked at'),
      summary: deviationSummarySchema.describe('All rows in one sentence'),
    }),
  },
  'consumption.information': {
    module: 'consumption',
    summary: 'The monthly information of the Energy Efficiency Directive for a tenant',
    method: 'GET',
    path: '/api/consumption/information',
    query: z.object({
      property: propertyParameter,
      tenant: tenantParameter,
      month: monthParameter.describe('Any day of it; left out: the last one that is over'),
    }),
    response: informationSchema,
  },
  'consumption.supply': {
    module: 'consumption',
    summary: 'Emissions, energy mix, prices and taxes of a tenant’s supply, each with its source',
    method: 'GET',
    path: '/api/consumption/information/supply',
    query: z.object({
      property: propertyParameter,
      tenant: tenantParameter,
      month: monthParameter.describe('Any day of it; left out: the last one that is over'),
    }),
    response: supplySchema,
  },
  'consumption.energyMix': {
    module: 'consumption',
    summary: 'What heat is made of in the market, where a property has no mix of its own',
    method: 'GET',
    path: '/api/consumption/information/energymix',
    response: pageOf(energySourceShareSchema),
  },
  'consumption.contacts': {
    module: 'consumption',
    summary: 'Who helps consumers in the market',
    method: 'GET',
    path: '/api/consumption/information/contact',
    response: pageOf(informationContactSchema),
  },
  'period.list': {
    module: 'consumption',
    summary: 'The billing periods of a property, the newest last',
    method: 'GET',
    path: '/api/period',
    query: z.object({
      property: propertyParameter,
      category: deviceCategorySchema
        .optional()
        .describe('Of which devices; left out: those of the whole property'),
    }),
    response: z.object({ content: z.array(periodSchema).describe('The newest last') }),
  },
  'period.billing': {
    module: 'consumption',
    summary: 'The billing periods of several properties, the newest first',
    method: 'POST',
    path: '/api/period',
    refusals: ['PROPERTY_NOT_FOUND'],
    body: z
      .array(z.number().int().positive())
      .min(1)
      .max(1000)
      .describe('The worksIds of the properties'),
    response: z.array(billingPeriodSchema),
  },
  'consumption.graph': {
    module: 'consumption',
    summary:
      'One category of a property, tenant or all properties over time, beside another period',
    method: 'GET',
    path: '/api/consumptiongraph',
    query: z.object({
      ...subjectQuery,
      category: optionalCategory,
      compare: comparisonSchema.default('NONE').describe('What the period is shown beside'),
      ...spanQuery,
    }),
    response: graphSchema,
  },
} as const satisfies Record<string, Operation>;
