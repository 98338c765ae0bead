import { z } from 'zod';
import { filled } from './language.ts';
import { emptyStateSchema, formatSchema, nodeBase, sourceSchema } from './parts.ts';
import { fieldSchema, references, rowsSchema, textSchema } from './references.ts';

/** Figures side by side, one for each row of the source. */
export const statsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('stats').describe('Figures side by side'),
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the response'),
    label: filled(textSchema).describe('What a figure is called; left out, as its entity says'),
    value: filled(fieldSchema).describe('The field with the figure; left out, as its entity says'),
    format: filled(formatSchema),
    change: fieldSchema.optional().describe('A percentage shown with its direction'),
    changeLabel: textSchema.optional().describe('What the percentage compares with'),
    status: fieldSchema.optional().describe('An interval status, marked unless MEASURED'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'StatsNode', description: 'Figures side by side, one for each row of a call' });
references.add(statsSchema, {
  reference: 'stats',
  perRow: ['label', 'value', 'format', 'change', 'changeLabel', 'status'],
});
