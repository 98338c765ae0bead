import { z } from 'zod';
import { maxSaidColumns } from '../entities/importKindColumns.ts';
import { decimalSignSchema, importColumnSchema, importKindSchema } from '../entities/importRun.ts';
import { countrySchema } from '../entities/market.ts';
import { fileBase } from './envelope.ts';
import { plainRecord } from './language.ts';

/** As `TextDecoder` calls them. */
export const sourceEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
] as const;

/** How many lines a header is looked for in. */
export const maxHeaderLines = 20;

/**
 * How files of one origin are read, such as one vendor’s export; its name is the file’s. What it
 * leaves out is decided by each file, as without a source.
 */
export const importSourceSchema = z
  .strictObject({
    ...fileBase,
    title: z.string().min(1).max(80).optional().describe('Whose files these are, for people'),
    markets: z
      .array(countrySchema)
      .min(1)
      .optional()
      .describe('The markets whose files it reads; left out, all'),
    match: z
      .strictObject({
        fileName: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe(
            'What files are called, capitals or not: * stands for any characters and ? for one',
          ),
        header: z
          .array(z.string().min(1).max(100))
          .min(1)
          .max(maxSaidColumns)
          .optional()
          .describe('Words that all stand in the header line, in any order'),
      })
      .refine(({ fileName, header }) => fileName !== undefined || header !== undefined, {
        message: 'expected "fileName", "header" or both, found neither',
      })
      .optional()
      .describe(
        'What a file is recognised by: all that is said; left out, only imports that name the source use it',
      ),
    kind: importKindSchema
      .exclude(['telegrams'])
      .optional()
      .describe('What the files hold; left out, their columns tell'),
    encoding: z
      .enum(sourceEncodings)
      .optional()
      .describe('How letters are written; left out, each file tells'),
    separator: z
      .enum([';', ',', '\t', '|'])
      .optional()
      .describe('What stands between columns, \\t is a tab; left out, each file tells'),
    skipLines: z
      .int()
      .min(0)
      .max(maxHeaderLines - 1)
      .optional()
      .describe('So many lines stand above the header; left out, it is found by its words'),
    columns: plainRecord(z.string().min(1).max(100), importColumnSchema)
      .optional()
      .describe(
        'Which word of the header is which column, such as "Zähler": "serial"; "ignored" is not read, "time" is the time of the day beside the date; the other words are understood as without a source',
      ),
    decimal: decimalSignSchema
      .optional()
      .describe('The sign before decimals; left out, the whole column tells'),
    dates: z
      .enum(['DMY', 'MDY', 'EPOCH', 'EXCEL'])
      .optional()
      .describe(
        'What comes first in dates such as 3/4/2026, or numbers as times: seconds or milliseconds since 1970, or the days of Excel; left out, the whole column tells',
      ),
    timeZone: z
      .string()
      .optional()
      .describe(
        'IANA zone of times without an offset, such as UTC; left out, that of each property',
      ),
    unit: z
      .string()
      .optional()
      .describe('Of values beside which no unit stands; left out, each device’s own'),
  })
  .meta({ id: 'ImportSource' });
export type ImportSource = z.infer<typeof importSourceSchema>;
