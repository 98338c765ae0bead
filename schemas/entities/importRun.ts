import { z } from 'zod';
import { entity, lineSchema, writtenAs } from '../fields.ts';
import { count } from '../figures.ts';
import { instantSchema } from './consumption.ts';
import { tableKinds } from './fileKinds.ts';
import { formTableSchema } from './formTable.ts';
import { columnChoices, maxSaidColumns } from './importKindColumns.ts';
import { uploadOf } from './upload.ts';

export const importKinds = [
  'properties',
  'tenants',
  'devices',
  'installations',
  'temperatures',
  'areas',
  'permission_packages',
  'accounts',
  'property_access',
  'billing_administrators',
  'billing_periods',
  'virtual_meters',
  'supply_facts',
  'device_errors',
  'corrections',
  'readings',
  'wide',
  'volumes',
  'telegrams',
] as const;
/**
 * What a file holds; wide: readings with a column for each device; volumes: what was used in each
 * interval; telegrams: as wmbusmeters prints them.
 */
export const importKindSchema = z.enum(importKinds).meta({ id: 'ImportKind' });
export type ImportKind = z.infer<typeof importKindSchema>;

/** What stands before the decimals of a file's figures, where it doesn't tell. */
export const decimalSignSchema = z.enum(['POINT', 'COMMA']).meta({ id: 'DecimalSign' });
/** Whether the day or the month comes first in dates such as 3/4/2026. */
export const dateOrderSchema = z.enum(['DMY', 'MDY']).meta({ id: 'DateOrder' });
/** What a sender may say of a file's figures and dates. */
export const notationShape = {
  decimal: decimalSignSchema
    .optional()
    .describe('The sign before decimals; left out: the whole column tells'),
  dates: dateOrderSchema
    .optional()
    .describe('What comes first in dates such as 3/4/2026; left out: the whole column tells'),
};

/** What a column of a file is, by the name that the portal knows it by. */
export const importColumnSchema = z
  .enum(columnChoices as readonly [string, ...string[]])
  .meta({ id: 'ImportColumn' });

/** Said in place of a source's name, it is none. */
export const noSource = 'none';
/** As the file is called that says how files of an origin are read. */
export const importSourceNameSchema = z
  .string()
  .regex(/^(?!none$)[a-z][a-z0-9-]{0,49}$/, 'expected small letters, digits and hyphens');

export const importStatuses = ['RUNNING', 'FINISHED', 'STOPPED'] as const;
export const importStatusSchema = z.enum(importStatuses).meta({ id: 'ImportStatus' });

export const importRunSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the import in calls and addresses'),
    kind: importKindSchema.describe('What the file holds'),
    fileName: z.string().describe('What the file was called where it came from'),
    importedBy: z
      .string()
      .describe(
        'User name of who imported; operator: the command line, the folder IMPORT_DIR, or meters over MQTT',
      ),
    status: importStatusSchema.describe(
      'RUNNING also after a break-off: the same file goes on. STOPPED: who sent it lost the right to import',
    ),
    startedAt: instantSchema.describe('When the import began'),
    finishedAt: instantSchema
      .nullable()
      .describe('When its last line was dealt with, or it was stopped; null: not yet'),
    lines: count('How many lines have been dealt with'),
    accepted: count('How many lines were taken; of telegrams how many readings'),
    corrected: count('Of the lines taken, those that replaced what an earlier delivery said'),
    deviceErrors: count('How many device errors were written besides, of telegrams'),
    duplicates: count('How many lines said what was known already'),
    rejected: count('How many lines were not taken, each with a reason'),
    ignored: z
      .array(z.string())
      .max(100)
      .describe('The columns that were not used, as the file spells them'),
    unseen: z
      .int()
      .nonnegative()
      .optional()
      .describe(
        'Of an import of properties: how many properties of the market no administrator has now; not in lists',
      ),
  }),
  { name: 'ImportRun', key: 'id', title: 'fileName', references: { import: 'id' } },
);

/** Why a line of a file is not taken. */
export const importFaults = [
  'ACCOUNT_DELETED',
  'AMBIGUOUS_DEVICE',
  'BAD_CATEGORY',
  'BAD_CONTENT',
  'BAD_CSV',
  'BAD_DATE',
  'BAD_FEATURE',
  'BAD_FILE',
  'BAD_INTERVAL',
  'BAD_JSON',
  'BAD_NAME',
  'BAD_NUMBER',
  'BAD_QUALITY',
  'BAD_TELEGRAM',
  'BAD_TEXT',
  'BAD_TIME_ZONE',
  'BAD_VALUE',
  'CONFLICT',
  'EMAIL_KEPT',
  'FOREIGN_PROPERTY',
  'GAUGE',
  'HAS_READINGS',
  'HAS_REGISTER',
  'HAS_VOLUMES',
  'KIND_KEPT',
  'MISSING_FILE',
  'MISSING_VALUE',
  'NEGATIVE',
  'NOT_ASSIGNED',
  'NOT_STORED',
  'NO_VALUE',
  'OTHER_PROPERTY',
  'OVERLAP',
  'REFUSED',
  'TOO_LARGE',
  'TOO_LONG',
  'UNKNOWN_ACCOUNT',
  'UNKNOWN_DEVICE',
  'UNKNOWN_MAIN_USER',
  'UNKNOWN_PACKAGE',
  'UNKNOWN_PROPERTY',
  'UNKNOWN_TENANT',
  'USERNAME_TAKEN',
  'VIRTUAL_METER',
  'WRONG_UNIT',
] as const;
export const importFaultSchema = z.enum(importFaults).meta({ id: 'ImportFault' });
export type ImportFault = z.infer<typeof importFaultSchema>;

export const importRejectionSchema = entity(
  z.object({
    line: count('Position of the line in its file, from 1'),
    // Of imports from before there may be a code that is no more.
    code: writtenAs(z.string().describe('The reason as a code, the same in all languages'), {
      as: 'enumeration',
      of: 'importFault',
    }),
    message: z
      .string()
      .describe('The reason in the account’s language, with what the line says and how to mend it'),
    content: z.string().describe('The line as it came, of a long one the beginning'),
  }),
  { name: 'ImportRejection', key: 'line', title: 'line' },
);

const understoodShape = {
  understood: z
    .array(z.string())
    .describe(
      'How the file was read, in the account’s language: encoding, separator, columns, signs',
    ),
  ignoredLines: count('Totals and repeated headers, of which nothing was read'),
};

/** What an upload answers. */
export const importResultSchema = entity(
  z.object({
    importId: z.int().positive().describe('Id of the import in calls and addresses'),
    kind: importRunSchema.shape.kind,
    accepted: importRunSchema.shape.accepted,
    corrected: importRunSchema.shape.corrected,
    deviceErrors: importRunSchema.shape.deviceErrors,
    duplicates: importRunSchema.shape.duplicates,
    rejected: importRunSchema.shape.rejected,
    ignored: importRunSchema.shape.ignored,
    source: z.string().optional().describe('The source that it was read by'),
    ...understoodShape,
    alsoFits: z
      .array(importKindSchema)
      .describe('Kinds that its columns fit as well; the parameter kind says which is meant'),
    rejections: z
      .array(importRejectionSchema.omit({ content: true }))
      .max(100)
      .describe('The first hundred lines that were not taken'),
  }),
  { name: 'ImportResult', like: 'ImportRun', key: 'importId', references: { import: 'importId' } },
);

/** What one word of a file's header is. */
const saidColumnSchema = z.object({
  heading: z.string().min(1).max(500).describe('The column as the file calls it'),
  column: importColumnSchema
    .optional()
    .describe('The portal’s column that it is; left out, as it is understood'),
});

/** A file that was sent ahead, to be tried or imported. */
export const importUploadSchema = entity(
  z.object({
    upload: uploadOf({ accept: tableKinds, mostBytes: 100_000_000 }).describe(
      'The file, as `upload.create` calls it',
    ),
    kind: importKindSchema.optional().describe('What it holds; left out: its columns tell'),
    ...notationShape,
    source: lineSchema
      .max(50)
      .optional()
      .describe('The source that it is of; none: of no source; left out, it is recognised'),
    columns: z
      .array(saidColumnSchema)
      .max(maxSaidColumns)
      .optional()
      .describe('What its columns are; those left out are understood'),
    remember: importSourceNameSchema
      .optional()
      .describe('What such files are to be called: a source of this name is written'),
  }),
  { name: 'ImportUpload', like: 'ImportRun' },
);
export type ImportUpload = z.infer<typeof importUploadSchema>;

/** What an import of a file would do. */
export const importForecastSchema = entity(
  z.object({
    kind: importKindSchema.nullable().describe('What the file holds; null: it can’t be read'),
    fits: z
      .array(importKindSchema)
      .describe('Kinds of which one has to be said, or that its columns would fit as well'),
    refusal: z
      .string()
      .nullable()
      .describe(
        'Why the file as a whole can’t be imported, in the account’s language; null: it can',
      ),
    lines: count('How many lines it has; null: it can’t be read').nullable(),
    tried: count(
      'How many of them were tried out, from the first one on, for the counts are of these; null: all',
    ).nullable(),
    accepted: count('How many lines would be new; of telegrams how many readings').nullable(),
    corrected: count('How many lines would replace what is stored; null: none').nullable(),
    duplicates: count('How many lines say what is known already').nullable(),
    rejected: count('How many lines would not be taken').nullable(),
    deviceErrors: count('How many device errors would be written besides; null: none').nullable(),
    ignored: importRunSchema.shape.ignored,
    understood: understoodShape.understood,
    ignoredLines: count('Totals and repeated headers so far; null: none').nullable(),
    source: z.string().nullable().describe('The source that it was read by; null: by none'),
    said: z
      .array(saidColumnSchema)
      .describe('Its columns, each with what the caller said that it is; empty: it has none'),
    remembered: z
      .string()
      .nullable()
      .describe('The file that would be written as a source; null: none is asked for'),
    ...formTableSchema.shape,
  }),
  { name: 'ImportForecast', like: 'ImportRun' },
);
export type ImportForecast = z.infer<typeof importForecastSchema>;

/** A source as it is chosen from. */
export const importSourceListedSchema = entity(
  z.object({
    name: z.string().describe('The source’s name, as its file is called; none: no source'),
    title: z.string().nullable().describe('Whose files these are; null: nobody says'),
  }),
  { name: 'ImportSourceListed', key: 'name', title: 'name' },
);

export const startedImportSchema = entity(
  z.object({ importId: importResultSchema.shape.importId }),
  { name: 'StartedImport', key: 'importId', references: { import: 'importId' } },
);
