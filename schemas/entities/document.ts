import { z } from 'zod';
import { entity, lineSchema } from '../fields.ts';
import { dateSchema, instantSchema, periodSchema } from './consumption.ts';

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
export type DocumentType = z.infer<typeof documentTypeSchema>;

/** Kinds of billing that have labels of their own; there may be others, whose names are shown as they are. */
export const billingTypeSchema = z.enum([
  'HEAT',
  'WATER',
  'COLD_WATER',
  'HOT_WATER',
  'COOLING',
  'ELECTRICITY',
  'GAS',
  'OIL',
  'SERVICE',
]);

export const documentStatuses = ['draft', 'final'] as const;
export const documentStatusSchema = z.enum(documentStatuses).meta({ id: 'DocumentStatus' });
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

const periodBegin = dateSchema.describe('First day of the billing period, YYYY-MM-DD');
const periodEnd = dateSchema.describe('Last day of the billing period, YYYY-MM-DD');
const billingType = z.string().describe('Kind of billing that it belongs to');
const ids = z.array(z.int().positive()).max(10_000).nullish();
const propertyIds = ids.describe(
  'The worksIds of the properties that are asked about; empty or null: all, and always so when tenants are asked about',
);
const tenantIds = ids.describe(
  'Ids of the tenants that are asked about; empty or null: all, and what is about no tenant',
);

export const documentSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the document in calls and addresses'),
    creationDate: instantSchema.describe('When the document was made'),
    periodBegin,
    periodEnd,
    billingType,
    documentType: documentTypeSchema.describe('What the document is'),
    propertyNo: z.int().positive().describe('worksId of the property that it is about'),
    worksNo: z.string().describe('The property’s number in the billing system'),
    tenantNo: z.string().nullable().describe('The tenant’s number; null: about the whole property'),
    ownerName: z.string().describe('Whom the document belongs to'),
    status: documentStatusSchema.describe('Whether it may still change'),
    fileName: z.string().nullable().describe('What its file is called; null: it has none yet'),
    inactiveUser: z.boolean().describe('Whether it belongs to a user who is no longer active'),
  }),
  {
    name: 'Document',
    key: 'id',
    title: 'fileName',
    references: { document: 'id', property: 'propertyNo' },
  },
);

export const documentFilterSchema = z
  .object({
    propertyIds,
    tenantIds,
    creationDateFrom: dateSchema.nullish().describe('Made on this day or later, YYYY-MM-DD'),
    creationDateTo: dateSchema.nullish().describe('Made on this day or before, YYYY-MM-DD'),
    periodBegin: periodBegin.nullish().describe('The billing period begins on this day or later'),
    periodEnd: periodEnd.nullish().describe('The billing period ends on this day or before'),
    documentType: documentTypeSchema.nullish().describe('What the documents are; null: any'),
    billingType: z.string().nullish().describe('Kind of billing they belong to; null: any'),
    status: documentStatusSchema.nullish().describe('Drafts or final ones; null: both'),
  })
  .meta({ id: 'DocumentFilter' });
export type DocumentFilter = z.infer<typeof documentFilterSchema>;

export const billingTypesSchema = z
  .object({
    billingTypes: z.array(z.string()).describe('The kinds of billing that there are'),
    default: z.string().optional().describe('The kind that is chosen at first'),
  })
  .meta({ id: 'BillingTypes' });

export const documentTypeRequestSchema = z
  .object({ periodBegin, periodEnd, billingType, tenantIds, propertyIds })
  .meta({ id: 'DocumentTypeRequest' });

/** What there is to choose from, of what was asked about. */
export const documentChoicesRequestSchema = documentFilterSchema
  .pick({
    propertyIds: true,
    tenantIds: true,
    billingType: true,
    periodBegin: true,
    periodEnd: true,
  })
  .meta({ id: 'DocumentChoicesRequest' });
export type DocumentChoicesRequest = z.infer<typeof documentChoicesRequestSchema>;

export const documentChoicesSchema = z
  .object({
    billingTypes: z.array(z.string()).describe('The kinds of billing that there are, at most 200'),
    default: z.string().optional().describe('The kind of the newest document, chosen at first'),
    periods: z.array(periodSchema).describe('The billing periods, the newest 500 first'),
    documentTypes: z
      .array(documentTypeSchema)
      .describe('What documents of the billing type and period there are'),
  })
  .meta({ id: 'DocumentChoices' });

export const packageStatuses = ['WAITING', 'PROCESSING', 'READY', 'ERROR'] as const;
export const packageStatusSchema = z.enum(packageStatuses).meta({ id: 'PackageStatus' });
export type PackageStatus = z.infer<typeof packageStatusSchema>;

export const documentPackageSchema = entity(
  z.object({
    packageName: z.string().describe('What the file with the chosen documents is called'),
    packageId: z.int().positive().describe('Id of the package in calls and addresses'),
    status: packageStatusSchema.describe('How far its making is'),
    creationDate: instantSchema.describe('When it was asked for'),
  }),
  {
    name: 'DocumentPackage',
    key: 'packageId',
    title: 'packageName',
    references: { packageId: 'packageId' },
  },
);

/** What a form asks for before a package is made. */
export const packageNameSchema = entity(
  z.object({
    packageName: lineSchema
      .min(1)
      .max(100)
      .describe('What the package is called, in lists and where it is saved'),
  }),
  { name: 'PackageName' },
);

export const staticFileSchema = z
  .object({
    id: z.int().positive().describe('Id of the file in calls and addresses'),
    name: z.string().describe('What the file is called on disk'),
    label: z.string().describe('What people see it called'),
    tags: z
      .array(
        z.object({
          name: z.string().describe('What the tag is called in files and calls'),
          label: z.string().describe('What people see the tag called'),
        }),
      )
      .describe('By which the file is found'),
    uploadDate: instantSchema.describe('When it was put here'),
    owner: z.string().describe('User name of who put it here'),
  })
  .meta({ id: 'StaticFile' });
