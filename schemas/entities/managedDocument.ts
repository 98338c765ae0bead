import { z } from 'zod';
import { entity, lineSchema, writtenAs } from '../fields.ts';
import { count } from '../figures.ts';
import { dateSchema } from './consumption.ts';
import { billingTypeSchema, documentSchema } from './document.ts';
import { propertySchema } from './property.ts';
import { uploadOf } from './upload.ts';

/** A property as those list it who look after its documents. */
export const documentPropertySchema = entity(
  propertySchema
    .pick({ worksId: true, worksNo: true, name: true, address: true, city: true, zipCode: true })
    .extend({ documents: count('How many documents it has, drafts and announced ones too') }),
  {
    name: 'DocumentProperty',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

export const documentTenantSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the tenant in calls and addresses'),
    label: z.string().describe('Number and flat'),
  }),
  { name: 'DocumentTenant', key: 'id', title: 'label' },
);

const { id, creationDate, ...said } = documentSchema.shape;
const about = {
  documentType: said.documentType,
  billingType: said.billingType,
  periodBegin: said.periodBegin,
  periodEnd: said.periodEnd,
};

/** A document as those see it who look after it. */
export const managedDocumentSchema = entity(
  z.object({
    id,
    creationDate,
    ...about,
    tenantNo: said.tenantNo,
    ownerName: said.ownerName,
    status: said.status,
    fileName: said.fileName,
    size: writtenAs(
      z.int().min(0).nullable().describe('How large its file is, in bytes; null: it has none yet'),
      { as: 'bytes' },
    ),
    addedBy: z.string().describe('Who brought it'),
  }),
  {
    name: 'ManagedDocument',
    like: 'Document',
    key: 'id',
    title: 'fileName',
    references: { document: 'id' },
  },
);

/** A document of a hundred megabytes is a mistake, or a package. */
const file = uploadOf({ mostBytes: 100_000_000 });

export const documentDraftSchema = entity(
  z.object({
    upload: file.describe('Its file'),
    documentType: said.documentType,
    billingType: billingTypeSchema.describe('Kind of billing that it belongs to'),
    periodBegin: dateSchema.describe('First day of the billing period, YYYY-MM-DD'),
    periodEnd: dateSchema.describe('Last day of the billing period, YYYY-MM-DD'),
    tenant: z
      .int()
      .positive()
      .nullish()
      .describe('Id of the tenant whom it is about; null: it is about the whole property'),
    ownerName: lineSchema.min(1).max(200).describe('Whom the document belongs to'),
    status: said.status,
  }),
  { name: 'DocumentDraft', like: 'Document' },
);
export type DocumentDraft = z.infer<typeof documentDraftSchema>;
