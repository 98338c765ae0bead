import { z } from 'zod';
import { billingPeriodSchema } from '../entities/billingPeriod.ts';
import {
  billingTypesSchema,
  documentChoicesRequestSchema,
  documentChoicesSchema,
  documentFilterSchema,
  documentPackageSchema,
  documentSchema,
  documentTypeRequestSchema,
  documentTypeSchema,
  packageNameSchema,
} from '../entities/document.ts';
import { downloadTicketSchema } from '../entities/download.ts';
import { propertyLocationsSchema, propertySchema, tenantSchema } from '../entities/property.ts';
import {
  idParameter,
  idsQuery,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { ticketedFile } from './ticketedFile.ts';

const document = z.object({ document: idParameter.describe('Id of the document') });
const documentPackage = z.object({ packageId: idParameter.describe('Id of the package') });
const asked = { refusals: ['PROPERTY_NOT_FOUND', 'TENANT_NOT_FOUND'] } as const;

/** The archive; its lists narrow by a body, as long lists of properties fit into no address. */
export const documentOperations = {
  'document.list': {
    module: 'document-archive',
    summary: 'Documents that the user may read, the newest first',
    method: 'POST',
    path: '/api/document',
    reads: true,
    query: z.object({
      page: pageQuery.page,
      size: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .default(1000)
        .describe('How many documents a page has'),
      ...searchQuery,
      ...sortQuery([
        'creationDate',
        'periodBegin',
        'periodEnd',
        'billingType',
        'documentType',
        'propertyNo',
        'worksNo',
        'tenantNo',
        'ownerName',
        'status',
        'fileName',
      ]),
    }),
    body: documentFilterSchema,
    response: pageOf(documentSchema),
    ...asked,
  },
  'document.locations': {
    module: 'document-archive',
    summary: 'Where the properties lie whose documents the user may read, at most 10,000',
    method: 'GET',
    path: '/api/document/location',
    response: propertyLocationsSchema,
  },
  'document.properties': {
    module: 'document-archive',
    summary: 'The properties whose documents the user may read, a page at a time',
    method: 'GET',
    path: '/api/document/property',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...idsQuery('worksId', 'Only these properties'),
    }),
    response: pageOf(propertySchema),
  },
  'document.tenants': {
    module: 'document-archive',
    summary: 'The tenants whose documents the user may read, a page at a time',
    method: 'GET',
    path: '/api/document/tenant',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...idsQuery('properties', 'Only those of these properties, by worksId'),
      ...idsQuery('id', 'Only these tenants'),
    }),
    response: pageOf(tenantSchema),
  },
  'document.types': {
    module: 'document-archive',
    summary: 'Of which types there are documents of a period and billing type',
    method: 'POST',
    path: '/api/document/documentType',
    reads: true,
    body: documentTypeRequestSchema,
    response: z.array(documentTypeSchema),
    ...asked,
  },
  'document.billingTypes': {
    module: 'document-archive',
    summary:
      'The billing types of the documents that the user may read, and which is chosen at first',
    method: 'GET',
    path: '/api/document/billingType',
    query: z.object({
      instance: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('The number of the user’s own instance, as the session tells it'),
    }),
    response: billingTypesSchema,
  },
  'document.periods': {
    module: 'document-archive',
    summary: 'The billing periods of the documents of several properties, the newest first',
    method: 'POST',
    path: '/api/document/period',
    reads: true,
    body: z
      .array(z.number().int().positive())
      .min(1)
      .max(1000)
      .describe('The worksIds of the properties'),
    response: z.array(billingPeriodSchema),
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'document.choices': {
    module: 'document-archive',
    summary: 'Billing types, periods and types of the documents that the user may read',
    method: 'POST',
    path: '/api/document/choices',
    reads: true,
    body: documentChoicesRequestSchema,
    response: documentChoicesSchema,
    ...asked,
  },
  'document.ticket': {
    module: 'document-archive',
    summary: 'Ask to download a document’s file: once, within a minute',
    method: 'POST',
    path: '/api/document/{document}/ticket',
    givesTicket: true,
    params: document,
    response: downloadTicketSchema,
    refusals: ['CONFLICT'],
  },
  'document.file': ticketedFile(
    { method: 'GET', path: '/api/document/download/{document}' },
    document,
    {
      summary: 'A document’s file',
      file: 'The file, of the type that it was found to be',
    },
  ),
  'documentPackage.create': {
    module: 'document-archive',
    summary: 'Have documents put into one file to download',
    method: 'POST',
    path: '/api/document/package',
    logs: 'DOCUMENT_PACKAGE_ORDERED',
    query: z.object({
      ...packageNameSchema.shape,
      ...searchQuery,
    }),
    body: documentFilterSchema,
    response: documentPackageSchema,
    refusals: ['PROPERTY_NOT_FOUND', 'TENANT_NOT_FOUND', 'CONFLICT'],
  },
  'documentPackage.list': {
    module: 'document-archive',
    summary: 'The user’s own packages and how far they are, the newest first',
    method: 'GET',
    path: '/api/document/package',
    pushes: true,
    response: z.array(documentPackageSchema),
  },
  'documentPackage.remove': {
    module: 'document-archive',
    summary: 'Delete a package and its file, or have it not made any more',
    method: 'DELETE',
    path: '/api/document/package/{packageId}',
    logs: 'DOCUMENT_PACKAGE_DELETED',
    params: documentPackage,
    response: z.object({ packageId: documentPackageSchema.shape.packageId }),
  },
  'documentPackage.ticket': {
    module: 'document-archive',
    summary: 'Ask to download a package: once, within a minute',
    method: 'POST',
    path: '/api/document/package/{packageId}/ticket',
    givesTicket: true,
    params: documentPackage,
    response: downloadTicketSchema,
    refusals: ['CONFLICT'],
  },
  'documentPackage.file': ticketedFile(
    { method: 'GET', path: '/api/document/package/download/{packageId}' },
    documentPackage,
    {
      summary: 'A package',
      file: 'A zip',
    },
  ),
} as const satisfies Record<string, Operation>;
