import { z } from 'zod';
import { dateSchema, instantSchema } from './consumption.ts';

export const documentTypes = [
  'ACCOUNT_TOTAL_BILLING_ZIP',
  'ACCOUNT_TOTAL_CONSUMPTION_FORECAST',
  'ACCOUNT_TOTAL_PRICE_FORECAST',
  'ALLOCATION_OVERVIEW',
  'CONSUMER_INDIVIDUAL_CONSUMPTION_FORECAST',
  'CONSUMER_INDIVIDUAL_PRICE_FORECAST',
  'CONTROL_HEAT',
  'CONTROL_MANUAL_ELECTRICITY',
  'CONTROL_MANUAL_ENERGY',
  'CONTROL_MANUAL_HEAT_EHCA',
  'CONTROL_MANUAL_HEAT_HCA',
  'CONTROL_MANUAL_WATER',
  'CONTROL_WATER',
  'CONTROL_WATER_OR_CONTROL_HEAT',
  'IMMEDIATE_BILL',
  'IMS_INVOICE',
  'INDIVIDUAL_BILLING',
  'MOVE_OUT_LIST',
  'SINGE_INDIVIDUAL_CORRECTION',
] as const;
export const documentTypeSchema = z.enum(documentTypes).meta({ id: 'DocumentType' });

export const documentStatuses = ['draft', 'final'] as const;
export const documentStatusSchema = z.enum(documentStatuses).meta({ id: 'DocumentStatus' });

export const documentSchema = z
  .object({
    id: z.number(),
    creationDate: instantSchema,
    periodBegin: dateSchema,
    periodEnd: dateSchema,
    billingType: z.string(),
    documentType: documentTypeSchema,
    propertyNo: z.number(),
    ownerName: z.string(),
    status: documentStatusSchema,
    fileName: z.string().nullable(),
    inactiveUser: z.boolean(),
  })
  .meta({ id: 'Document' });

export const documentFilterSchema = z
  .object({
    propertyIds: z.array(z.number()).nullish(),
    tenantIds: z.array(z.number()).nullish(),
    creationDateFrom: dateSchema.nullish(),
    creationDateTo: dateSchema.nullish(),
    periodBegin: dateSchema.nullish(),
    periodEnd: dateSchema.nullish(),
    documentType: documentTypeSchema.nullish(),
    billingType: z.string().nullish(),
    status: documentStatusSchema.nullish(),
  })
  .meta({ id: 'DocumentFilter' });

export const billingTypesSchema = z
  .object({ billingTypes: z.array(z.string()), default: z.string().optional() })
  .meta({ id: 'BillingTypes' });

export const documentTypeRequestSchema = z
  .object({
    periodBegin: dateSchema,
    periodEnd: dateSchema,
    billingType: z.string(),
    tenantIds: z.array(z.number()).nullish(),
    propertyIds: z.array(z.number()).nullish(),
  })
  .meta({ id: 'DocumentTypeRequest' });

export const packageStatuses = ['WAITING', 'PROCESSING', 'READY', 'ERROR'] as const;
export const packageStatusSchema = z.enum(packageStatuses).meta({ id: 'PackageStatus' });

export const documentPackageSchema = z
  .object({
    packageName: z.string(),
    packageId: z.number(),
    status: packageStatusSchema,
    creationDate: instantSchema,
  })
  .meta({ id: 'DocumentPackage' });

export const staticFileSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    label: z.string(),
    tags: z.array(z.object({ name: z.string(), label: z.string() })),
    uploadDate: instantSchema,
    owner: z.string(),
  })
  .meta({ id: 'StaticFile' });
