import { z } from 'zod';
import { graphSchema } from '../entities/consumption.ts';
import {
  balancedPropertyDetailSchema,
  balancedPropertySchema,
  balancedWaterSchema,
  balanceEndSchema,
  balanceMonthsSchema,
  waterBalanceSchema,
} from '../entities/waterBalance.ts';
import { type Operation, pageOf, pageQuery, searchQuery, sortQuery } from './operation.ts';
import { monthParameter, propertyParameter } from './parameters.ts';

const balanceQuery = z.object({
  property: propertyParameter,
  readingDate: monthParameter.describe(
    'Any day of the last month; left out, or not over yet: the last one that is over and has readings',
  ),
  months: balanceMonthsSchema.default('12').describe('How many months the range has'),
  water: balancedWaterSchema
    .optional()
    .describe('Which water is balanced; left out: what fits the property’s meters'),
});

export const waterBalanceOperations = {
  'waterBalance.get': {
    module: 'advanced-reports',
    summary: 'What a property’s main water meters counted beside the sum of its sub-meters',
    method: 'GET',
    path: '/api/waterBalance',
    refusals: ['PROPERTY_NOT_FOUND'],
    query: balanceQuery,
    response: waterBalanceSchema,
  },
  'waterBalance.graph': {
    module: 'advanced-reports',
    summary: 'The same by month, as a graph: main meters beside sub-meters',
    method: 'GET',
    path: '/api/waterBalance/graph',
    refusals: ['PROPERTY_NOT_FOUND'],
    query: balanceQuery,
    response: graphSchema,
  },
  'waterBalance.properties': {
    module: 'advanced-reports',
    summary: 'The properties whose water the user may balance, a page at a time',
    method: 'GET',
    path: '/api/waterBalance/property',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'city', 'worksNo']),
    }),
    response: pageOf(balancedPropertySchema),
  },
  'waterBalance.property': {
    module: 'advanced-reports',
    summary: 'One of them',
    method: 'GET',
    path: '/api/waterBalance/property/{property}',
    refusals: ['PROPERTY_NOT_FOUND'],
    params: z.object({ property: propertyParameter }),
    response: balancedPropertyDetailSchema,
  },
  'waterBalance.readingDates': {
    module: 'advanced-reports',
    summary: 'The days on which a range may end, the newest first',
    method: 'GET',
    path: '/api/waterBalance/readingDate',
    refusals: ['PROPERTY_NOT_FOUND'],
    query: z.object({ property: propertyParameter, ...pageQuery, ...searchQuery }),
    response: pageOf(balanceEndSchema),
  },
} as const satisfies Record<string, Operation>;
