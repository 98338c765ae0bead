import { z } from 'zod';
import { filled } from './language.ts';
import { formatSchema, linkSchema, nodeBase, sourceOf } from './parts.ts';
import { fieldSchema, references, textSchema } from './references.ts';

/** A dot for each row of the source along a line, by how far it is from the middle. */
export const dotsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('dots').describe('Rows as dots along a line'),
    title: textSchema.optional().describe('What stands over it'),
    source: sourceOf('page'),
    rowKey: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that tells rows apart; left out, the entity’s',
    ),
    label: filled(textSchema, 'the entity of the rows').describe(
      'What a dot is called; left out, what its row is',
    ),
    value: fieldSchema.describe('The field with how far it is from the middle, which is zero'),
    format: filled(formatSchema, 'the schema of the field'),
    middle: textSchema.describe('What the middle is, such as the mean of all'),
    usual: z
      .number()
      .positive()
      .optional()
      .describe('From so far on, on either side, a dot is unusual; left out: none is'),
    most: z
      .number()
      .positive()
      .optional()
      .describe('What is further away stands at the edge; left out: all has its place'),
    link: linkSchema.optional().describe('Where a dot leads'),
  })
  .meta({
    id: 'DotsNode',
    description: 'How far each row is from a middle, as dots; nothing where that is known of none',
  });
references.add(dotsSchema, {
  reference: 'cards',
  perRow: ['rowKey', 'label', 'value', 'format', 'link'],
});
