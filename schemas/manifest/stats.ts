import { z } from 'zod';
import { conditionSchema } from './condition.ts';
import { comesAlong, filled } from './language.ts';
import { emptyStateSchema, formatSchema, linkSchema, nodeBase, sourceSchema } from './parts.ts';
import { fieldSchema, references, rowsSchema, textSchema } from './references.ts';

/** Figures side by side, one for each row of the source. */
export const statsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('stats').describe('Figures side by side'),
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the response'),
    label: filled(textSchema, 'the entity of the rows').describe(
      'What a figure is called; left out, as its entity says',
    ),
    value: filled(fieldSchema, 'the entity of the rows').describe(
      'The field with the figure; left out, as its entity says',
    ),
    format: filled(formatSchema, 'the schema of the field'),
    change: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'A percentage shown with its direction',
    ),
    changeLabel: comesAlong(textSchema.optional(), 'the schema of the field').describe(
      'What the percentage compares with; said once above the figures where it is the same for all',
    ),
    noChange: z
      .strictObject({
        text: textSchema.describe('Why, in a few words'),
        when: conditionSchema.optional().describe('Said only where this holds of the row'),
      })
      .optional()
      .describe(
        'What is said of a figure whose change isn’t known; once above them where it is of all',
      ),
    trend: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'A list of numbers, drawn as a small line under the figure; null: a gap in it',
    ),
    trendLabel: comesAlong(textSchema.optional(), 'the schema of the field').describe(
      'What the line is of',
    ),
    status: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'An interval status, marked unless MEASURED',
    ),
    coverage: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'What a figure is known by, said in words where a hundredth or more of it isn’t measured',
    ),
    link: linkSchema.optional().describe('Where a figure leads'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'StatsNode', description: 'Figures side by side, one for each row of a call' });
references.add(statsSchema, {
  reference: 'stats',
  perRow: [
    'link',
    'label',
    'value',
    'format',
    'change',
    'changeLabel',
    'noChange',
    'trend',
    'trendLabel',
    'status',
    'coverage',
  ],
});
