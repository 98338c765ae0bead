import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { downloadTicketSchema } from '../entities/download.ts';
import {
  documentDraftSchema,
  documentPropertySchema,
  documentTenantSchema,
  managedDocumentSchema,
} from '../entities/managedDocument.ts';
import {
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { propertyParameter } from './parameters.ts';
import { ticketedFile } from './ticketedFile.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'document-management' as const, access };
const property = z.object({ property: propertyParameter });
const document = z.object({ document: idParameter.describe('Id of the document') });
const done = z.object({ id: managedDocumentSchema.shape.id });

/** Support's, for the documents of their own market. */
export const documentManagementOperations = {
  'managedDocument.properties': {
    ...support,
    summary: 'The properties of the market, and how many documents each has',
    method: 'GET',
    path: '/api/document-management/property',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['worksNo', 'name', 'city']),
    }),
    response: pageOf(documentPropertySchema),
  },
  'managedDocument.property': {
    ...support,
    summary: 'One property of the market',
    method: 'GET',
    path: '/api/document-management/property/{property}',
    params: property,
    response: documentPropertySchema,
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'managedDocument.tenants': {
    ...support,
    summary: 'The tenants of a property whom a document may be about',
    method: 'GET',
    path: '/api/document-management/property/{property}/tenant',
    params: property,
    query: z.object(pageQuery),
    response: pageOf(documentTenantSchema),
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'managedDocument.list': {
    ...support,
    summary: 'All documents of a property, drafts and announced ones too, the newest first',
    method: 'GET',
    path: '/api/document-management/property/{property}/document',
    params: property,
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['creationDate', 'documentType', 'periodBegin', 'ownerName', 'status', 'size']),
    }),
    response: pageOf(managedDocumentSchema),
    refusals: ['PROPERTY_NOT_FOUND'],
  },
  'managedDocument.create': {
    ...support,
    summary: 'Put a file that was uploaded into the archive, in the place of what was announced',
    method: 'POST',
    path: '/api/document-management/property/{property}/document',
    logs: 'DOCUMENT_ADDED',
    params: property,
    body: documentDraftSchema,
    response: z.object({ fileName: z.string().describe('What readers save it as') }),
    refusals: ['PROPERTY_NOT_FOUND', 'TENANT_NOT_FOUND', 'CONFLICT'],
  },
  'managedDocument.release': {
    ...support,
    summary: 'Make a draft final',
    method: 'POST',
    path: '/api/document-management/document/{document}/release',
    logs: 'DOCUMENT_RELEASED',
    params: document,
    response: done,
    refusals: ['CONFLICT'],
  },
  'managedDocument.remove': {
    ...support,
    summary: 'Delete a document and its file',
    method: 'DELETE',
    path: '/api/document-management/document/{document}',
    logs: 'DOCUMENT_DELETED',
    params: document,
    response: done,
  },
  'managedDocument.ticket': {
    ...support,
    summary: 'Ask to download the file of a document: once, within a minute',
    method: 'POST',
    path: '/api/document-management/document/{document}/ticket',
    givesTicket: true,
    params: document,
    response: downloadTicketSchema,
    refusals: ['CONFLICT'],
  },
  'managedDocument.file': ticketedFile(
    { method: 'GET', path: '/api/document-management/document/{document}/file' },
    document,
    {
      summary: 'A document’s file',
      file: 'The file, of the type that it was found to be',
    },
  ),
} as const satisfies Record<string, Operation>;
