import { z } from 'zod';
import { deviceCategorySchema } from './device.ts';
import { documentSchema } from './document.ts';
import { propertySchema, tenantSchema } from './property.ts';

/** What the portal's search finds, in the order in which it is shown. */
export const searchKinds = ['PROPERTY', 'TENANT', 'DEVICE', 'DOCUMENT'] as const;
export const searchKindSchema = z.enum(searchKinds).meta({ id: 'SearchKind' });
export type SearchKind = z.infer<typeof searchKindSchema>;

const { worksId, worksNo, worksOldNumber, name, city } = propertySchema.shape;

/** Something that was found, with what people know it by. */
export const searchHitSchema = z
  .object({
    id: z.int().positive().describe('Its id: of a property its worksId'),
    route: z.string().describe('The name of the page that shows it'),
    path: z.string().describe('The address of that page'),
    title: z
      .string()
      .describe(
        'What it is called: a property or tenant by name, a device by serial number, a document by its file’s name, and before it has one by its owner',
      ),
    worksId,
    worksNo,
    worksOldNumber,
    propertyName: name,
    address: z.string().describe('Street and house number; of a tenant with the flat'),
    city,
    tenantNo: tenantSchema.shape.tenantNo
      .nullable()
      .describe('The flat’s number within the property; null: it is of the building itself'),
    category: deviceCategorySchema.nullable().describe('What a device measures; else null'),
    documentType: documentSchema.shape.documentType
      .nullable()
      .describe('What a document is; else null'),
    periodBegin: z.iso.date().nullable().describe('First day that a document is about; else null'),
    periodEnd: z.iso.date().nullable().describe('Last day that a document is about; else null'),
  })
  .meta({ id: 'SearchHit' });

export const searchAnswerSchema = z.object({
  groups: z
    .array(
      z.object({
        kind: searchKindSchema.describe('What its hits are'),
        hits: z.array(searchHitSchema).max(20).describe('The likeliest, the best first'),
        hasMore: z.boolean().describe('There are more of the kind than were asked for'),
      }),
    )
    .max(searchKinds.length)
    .describe(
      'One for each kind that the user may see and that something was found of, the likeliest first',
    ),
});
