import { z } from 'zod';

/** The newest version of the manifest language. */
export const manifestVersion = 2;

/** What every manifest file begins with. */
export const fileBase = {
  $schema: z.string().optional().describe('The schema by which editors help'),
  manifestVersion: z
    .literal(manifestVersion)
    .describe('The version of the language that the file is written in'),
};
