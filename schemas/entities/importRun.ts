import { z } from 'zod';
import { instantSchema } from './consumption.ts';

export const importKinds = [
  'properties',
  'tenants',
  'devices',
  'installations',
  'temperatures',
  'areas',
  'billing_periods',
  'virtual_meters',
  'device_errors',
  'corrections',
  'readings',
  'wide',
  'telegrams',
] as const;
/** What a file holds; wide: readings with a column for each device; telegrams: as wmbusmeters prints them. */
export const importKindSchema = z.enum(importKinds).meta({ id: 'ImportKind' });
export type ImportKind = z.infer<typeof importKindSchema>;

export const importStatuses = ['RUNNING', 'FINISHED'] as const;
export const importStatusSchema = z.enum(importStatuses).meta({ id: 'ImportStatus' });

export const importRunSchema = z
  .object({
    id: z.number(),
    kind: importKindSchema,
    fileName: z.string(),
    importedBy: z.string(),
    status: importStatusSchema.describe('RUNNING also after a break-off: the same file goes on'),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    lines: z.number(),
    accepted: z.number(),
    duplicates: z.number(),
    rejected: z.number(),
  })
  .meta({ id: 'ImportRun' });

export const importRejectionSchema = z
  .object({ line: z.number(), code: z.string(), message: z.string(), content: z.string() })
  .meta({ id: 'ImportRejection' });
