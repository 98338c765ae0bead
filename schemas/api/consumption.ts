import { z } from 'zod';
import {
  averageSchema,
  comparisonSchema,
  coverageSchema,
  dateSchema,
  degreeDaysSchema,
  deviationSchema,
  graphSchema,
  intervalStatusSchema,
  periodSchema,
  timeframeSchema,
} from '../entities/consumption.ts';
import { deviceCategories, deviceCategorySchema, unitSchema } from '../entities/device.ts';
import {
  energySourceShareSchema,
  informationContactSchema,
  informationHeadSchema,
  informationRowSchema,
} from '../entities/information.ts';
import { tenantSchema } from '../entities/property.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { operationPaths } from './paths.ts';
import { tenantFilters } from './property.ts';

/** Begin and end are local days, both included; left out, the last year, quarter or days. */
const spanQuery = {
  timeframe: timeframeSchema.default('MONTHLY'),
  periodBegin: dateSchema.optional(),
  periodEnd: dateSchema.optional(),
};

const averageQuery = z.object({
  property: idParameter,
  tenant: idParameter.optional(),
  /** Left out: the first of `consumption.categories`. */
  category: deviceCategorySchema.optional(),
  ...spanQuery,
});

export const categoryOverviewSchema = z
  .object({
    category: deviceCategorySchema,
    kind: z.enum(['register', 'gauge']),
    unit: unitSchema,
    deviceCount: z.number(),
    /** Sum of a register, mean of a gauge; null when nothing is known. */
    current: z.number().nullable(),
    previous: z.number().nullable(),
    /**
     * Change against `previous` in per cent, both without the places of buckets that are still
     * open; null when either is unknown or zero.
     */
    changePercent: z.number().nullable(),
    status: intervalStatusSchema,
    coverage: coverageSchema
      .nullable()
      .optional()
      .describe('Of `current`; null when no device was there'),
  })
  .meta({ id: 'CategoryOverview' });

export const tenantConsumptionSchema = tenantSchema
  .extend({
    /** Consumption in the period per category, in the category's unit. */
    totals: z.object(
      Object.fromEntries(
        deviceCategories.map((category) => [category, z.number().nullable().optional()]),
      ) as Record<(typeof deviceCategories)[number], z.ZodOptional<z.ZodNullable<z.ZodNumber>>>,
    ),
    status: intervalStatusSchema,
  })
  .meta({ id: 'TenantConsumption' });

export const consumptionOperations = {
  'consumption.overview': {
    module: 'consumption',
    summary: 'Consumption of a property or tenant per category, with the period before it',
    ...operationPaths['consumption.overview'],
    query: z.object({ property: idParameter, tenant: idParameter.optional(), ...spanQuery }),
    response: z.object({ period: periodSchema, content: z.array(categoryOverviewSchema) }),
  },
  'consumption.tenants': {
    module: 'consumption',
    summary: 'Consumption of a property’s tenants in a period, a page at a time',
    ...operationPaths['consumption.tenants'],
    query: z.object({
      property: idParameter,
      ...spanQuery,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['tenantNo', 'tenantName', 'address', ...deviceCategories]),
      ...filterQuery(tenantFilters),
    }),
    response: pageOf(tenantConsumptionSchema).extend({ period: periodSchema }),
  },
  'consumption.period': {
    module: 'consumption',
    summary: 'The first and last local day that has readings',
    ...operationPaths['consumption.period'],
    query: z.object({ property: idParameter, tenant: idParameter.optional() }),
    response: periodSchema,
  },
  'consumption.categories': {
    module: 'consumption',
    summary: 'The device categories of a property or tenant, the most usual first',
    ...operationPaths['consumption.categories'],
    query: z.object({ property: idParameter, tenant: idParameter.optional() }),
    response: z.object({
      content: z.array(
        z.object({
          category: deviceCategorySchema,
          deviceCount: z.number(),
          hourly: z.boolean().describe('Whether hourly values exist'),
        }),
      ),
    }),
  },
  'consumption.averageProperty': {
    module: 'consumption',
    summary: 'What the property uses on average on a tenant’s area; AREA_MISSING without areas',
    ...operationPaths['consumption.averageProperty'],
    query: averageQuery,
    response: averageSchema,
  },
  'consumption.averageNational': {
    module: 'consumption',
    summary: 'The same over the country’s properties in the portal, of which there must be ten',
    ...operationPaths['consumption.averageNational'],
    query: averageQuery,
    response: averageSchema,
  },
  'consumption.degreeDays': {
    module: 'consumption',
    summary: 'How cold it was at a property, in degree days',
    ...operationPaths['consumption.degreeDays'],
    query: z.object({ property: idParameter, ...spanQuery }),
    response: degreeDaysSchema,
  },
  'consumption.deviation': {
    module: 'consumption',
    summary: 'A tenant’s devices, or a property’s tenants, the most unusual first',
    ...operationPaths['consumption.deviation'],
    query: z.object({
      property: idParameter,
      tenant: idParameter.optional().describe('Its devices; left out: the property’s tenants'),
      category: deviceCategorySchema.optional().describe('Of tenants; the most usual by default'),
      ...spanQuery,
      ...pageQuery,
    }),
    response: pageOf(deviationSchema).extend({
      period: periodSchema,
      summary: z.object({
        normal: z.number(),
        judged: z.number().describe('Those of which something comparable is known'),
        worst: z.string().describe('The most unusual one in words; empty when all are normal'),
        category: deviceCategorySchema.nullable().describe('Of the most unusual one'),
        change: z
          .string()
          .describe('Of all of that category together, such as +62 %; empty when nothing is known'),
        basis: comparisonSchema.describe('What `change` is against'),
      }),
    }),
  },
  'consumption.information': {
    module: 'consumption',
    summary: 'The monthly information of the Energy Efficiency Directive for a tenant',
    ...operationPaths['consumption.information'],
    query: z.object({
      property: idParameter,
      tenant: idParameter,
      month: dateSchema.optional().describe('Any day of it; left out: the last one that is over'),
    }),
    response: pageOf(informationRowSchema).extend(informationHeadSchema),
  },
  'consumption.energyMix': {
    module: 'consumption',
    summary: 'What heat is made of in the market',
    ...operationPaths['consumption.energyMix'],
    response: pageOf(energySourceShareSchema),
  },
  'consumption.contacts': {
    module: 'consumption',
    summary: 'Who helps consumers in the market',
    ...operationPaths['consumption.contacts'],
    response: pageOf(informationContactSchema),
  },
  'period.list': {
    module: 'consumption',
    summary: 'The billing periods of a property, the newest last',
    ...operationPaths['period.list'],
    query: z.object({ property: idParameter, category: deviceCategorySchema.optional() }),
    response: z.object({ content: z.array(periodSchema) }),
  },
  'period.billing': {
    module: 'consumption',
    summary: 'The billing periods of several properties, the newest first',
    ...operationPaths['period.billing'],
    body: z.array(z.number().int().positive()).min(1).max(1000),
    response: z.array(
      periodSchema
        .extend({ worksId: z.number(), product: z.string() })
        .meta({ id: 'BillingPeriod' }),
    ),
  },
  'consumption.graph': {
    module: 'consumption',
    summary: 'One category of a property or tenant over time, on request beside another period',
    ...operationPaths['consumption.graph'],
    query: z.object({
      property: idParameter,
      tenant: idParameter.optional(),
      /** Left out: the first of `consumption.categories`. */
      category: deviceCategorySchema.optional(),
      compare: comparisonSchema.default('NONE'),
      ...spanQuery,
    }),
    response: graphSchema,
  },
} as const satisfies Record<string, Operation>;
