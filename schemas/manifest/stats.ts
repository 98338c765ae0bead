import { z } from 'zod';
import { emptyStateSchema, formatSchema, nodeBase, sourceSchema } from './parts.ts';
import { fieldSchema, references, rowsSchema, textSchema } from './references.ts';

/** Figures side by side, one for each row of the source. */
export const statsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('stats'),
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the response'),
    label: textSchema,
    value: fieldSchema,
    format: formatSchema,
    change: fieldSchema.optional().describe('A percentage shown with its direction'),
    changeLabel: textSchema.optional(),
    status: fieldSchema.optional().describe('An interval status, marked unless MEASURED'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'StatsNode' });
references.add(statsSchema, {
  perRow: ['label', 'value', 'format', 'change', 'changeLabel', 'status'],
});
