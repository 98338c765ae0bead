import { z } from 'zod';
import { reportCellKindSchema } from './report.ts';

/** A table whose columns only its call knows. */
export const formTableSchema = z.object({
  columns: z
    .array(
      z.object({
        name: z.string().describe('By which the column is known'),
        heading: z.string().describe('What its heading says'),
        kind: reportCellKindSchema.describe('How its cells are written'),
      }),
    )
    .describe('The columns in their order'),
  rows: z
    .array(z.array(z.union([z.string(), z.number()]).nullable()))
    .max(50)
    .describe('A cell for each column; null: there is none'),
});
