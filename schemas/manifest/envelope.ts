import { z } from 'zod';
import { plainRecord } from './language.ts';
import { enumerationReferenceSchema } from './references.ts';

/** The newest version of the manifest language. */
export const manifestVersion = 2;

/** What every manifest file begins with. */
export const fileBase = {
  $schema: z.string().optional().describe('The schema by which editors help'),
  manifestVersion: z
    .literal(manifestVersion)
    .describe('The version of the language that the file is written in'),
};

/** What a file has that stands once for all values of an enumeration. */
export const ofRows = {
  each: enumerationReferenceSchema
    .optional()
    .describe('One for each of its values, as their rows call it; `$each` is the value'),
  where: plainRecord(z.string(), z.string())
    .optional()
    .describe('Only of values whose row says this, such as { "asks": "period" }'),
};
