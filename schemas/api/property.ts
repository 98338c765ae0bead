import { z } from 'zod';
import { geoSchema, propertySchema, tenantSchema } from '../entities/property.ts';
import { resourceSchema } from '../entities/resource.ts';
import { urgencySchema } from '../entities/warning.ts';
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

export const propertyLocationSchema = z
  .object({
    worksId: z.number(),
    worksNo: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    warningSeverity: urgencySchema.nullable(),
    latitude: geoSchema.shape.latitude,
    longitude: geoSchema.shape.longitude,
  })
  .meta({ id: 'PropertyLocation' });

export const propertyDetailSchema = propertySchema
  .extend({
    timeZone: z.string(),
    areaSquareMetres: z.number().nullable(),
    tenantCount: z.number(),
    deviceCount: z.number(),
    accessSince: z.iso.date().nullable(),
  })
  .meta({ id: 'PropertyDetail' });

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
    ...operationPaths['property.list'],
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
    ...operationPaths['property.locations'],
    response: z.object({ content: z.array(propertyLocationSchema).max(10_000) }),
  },
  'property.get': {
    module: 'consumption',
    summary: 'One property',
    ...operationPaths['property.get'],
    params: z.object({ property: idParameter }),
    response: propertyDetailSchema,
  },
  'property.find': {
    module: 'consumption',
    summary: 'The property with a number, new or old, or none',
    ...operationPaths['property.find'],
    params: z.object({ number: numberParameter }),
    response: pageOf(propertySchema.pick({ worksId: true, worksNo: true, name: true })),
  },
  'resource.list': {
    module: 'consumption',
    summary: 'The devices of a property or tenant with their newest reading',
    ...operationPaths['resource.list'],
    query: z.object({
      property: idParameter,
      tenant: idParameter.optional(),
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
    ...operationPaths['tenant.find'],
    params: z.object({ number: numberParameter }),
    query: z.object({ property: idParameter }),
    response: pageOf(tenantSchema),
  },
  'tenant.list': {
    module: 'consumption',
    summary: 'The tenants of a property, a page at a time',
    ...operationPaths['tenant.list'],
    query: z.object({
      property: idParameter,
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
    ...operationPaths['tenant.get'],
    params: z.object({ tenant: idParameter }),
    query: z.object({ property: idParameter }),
    response: tenantSchema.extend({
      areaSquareMetres: z.number().nullable(),
      deviceCount: z.number(),
      previousTenant: z.number().nullable().describe('The one before it by number; null: none'),
      nextTenant: z.number().nullable(),
    }),
  },
} as const satisfies Record<string, Operation>;
