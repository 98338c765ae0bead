import { z } from 'zod';
import {
  propertyDetailSchema,
  propertyLocationsSchema,
  propertyMatchSchema,
  propertySchema,
  tenantDetailSchema,
  tenantSchema,
  unreadPropertySchema,
} from '../entities/property.ts';
import { resourceSchema } from '../entities/resource.ts';
import {
  filterQuery,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { optionalTenant, propertyParameter, tenantParameter } from './parameters.ts';

/** What lists of properties are filtered by. */
export const propertyFilters = {
  name: 'text',
  city: 'text',
  worksNo: 'text',
  warningSeverity: 'choice',
} as const;

/** What lists of devices are filtered by. */
export const resourceFilters = {
  serialNumber: 'text',
  category: 'choice',
  status: 'choice',
  place: 'text',
} as const;

const numberParameter = z.string().trim().min(1).max(50);

/** What lists of tenants are filtered by. */
export const tenantFilters = { tenantNo: 'text', tenantName: 'text', address: 'text' } as const;

export const propertyOperations = {
  'property.list': {
    module: 'consumption',
    summary: 'The properties the user may see, a page at a time',
    method: 'GET',
    path: '/api/property',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'city', 'worksNo', 'warningSeverity']),
      ...filterQuery(propertyFilters),
    }),
    response: pageOf(propertySchema),
  },
  'property.locations': {
    module: 'consumption',
    summary: 'Where those properties lie, in the shortest form, at most 10,000',
    method: 'GET',
    path: '/api/property/locations',
    response: propertyLocationsSchema,
  },
  'property.unread': {
    module: 'consumption',
    summary: 'The properties with devices that are silent or with new gaps, the most silent first',
    method: 'GET',
    path: '/api/property/unread',
    query: z.object(pageQuery),
    response: pageOf(unreadPropertySchema),
  },
  'property.get': {
    module: 'consumption',
    summary: 'One property',
    method: 'GET',
    path: '/api/property/{property}',
    params: z.object({ property: propertyParameter }),
    response: propertyDetailSchema,
  },
  'property.find': {
    module: 'consumption',
    summary: 'The property with a number, new or old, or none',
    method: 'GET',
    path: '/api/property/number/{number}',
    params: z.object({ number: numberParameter.describe('New or old number of the property') }),
    response: pageOf(propertyMatchSchema),
  },
  'resource.list': {
    module: 'consumption',
    summary: 'The devices of a property or tenant with their newest reading',
    method: 'GET',
    path: '/api/resource',
    query: z.object({
      property: propertyParameter,
      tenant: optionalTenant,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['serialNumber', 'category', 'place', 'tenantNo', 'lastAt']),
      ...filterQuery(resourceFilters),
    }),
    response: pageOf(resourceSchema),
  },
  'tenant.find': {
    module: 'consumption',
    summary: 'The tenant of a property with a tenant or installation number, or none',
    method: 'GET',
    path: '/api/tenant/number/{number}',
    params: z.object({
      number: numberParameter.describe('Number of the tenant or of the flat’s installation'),
    }),
    query: z.object({ property: propertyParameter }),
    response: pageOf(tenantSchema),
  },
  'tenant.list': {
    module: 'consumption',
    summary: 'The tenants of a property, a page at a time',
    method: 'GET',
    path: '/api/tenant',
    query: z.object({
      property: propertyParameter,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['tenantNo', 'tenantName', 'address']),
      ...filterQuery(tenantFilters),
    }),
    response: pageOf(tenantSchema),
  },
  'tenant.get': {
    module: 'consumption',
    summary: 'One tenant of a property',
    method: 'GET',
    path: '/api/tenant/{tenant}',
    params: z.object({ tenant: tenantParameter }),
    query: z.object({ property: propertyParameter }),
    response: tenantDetailSchema,
  },
} as const satisfies Record<string, Operation>;
