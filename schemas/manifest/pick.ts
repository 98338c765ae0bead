import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filled } from './language.ts';
import { sourceOf, sourceSchema } from './parts.ts';
import { fieldSchema, queryReferenceSchema, references, textSchema } from './references.ts';

/** One of what a call answers, or several, found by typing. */
export const pickSchema = z
  .strictObject({
    access: accessRuleSchema.optional().describe('Who may see the control'),
    label: textSchema.describe('What the control is called'),
    kind: z.literal('pick').describe('One or several of what a call answers, found by typing'),
    query: filled(queryReferenceSchema, 'its id').describe(
      'The query parameter that it sets; left out, the one with its id',
    ),
    source: sourceOf('page').describe(
      'What there is to choose from; what is typed is the operation’s search parameter',
    ),
    value: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that the query parameter takes; left out, the key',
    ),
    text: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that is read; left out, what names the row',
    ),
    chosen: sourceSchema
      .optional()
      .describe(
        'A call that answers the chosen row itself, or a page of several, for what is beyond the first page of the source',
      ),
    most: z
      .int()
      .min(2)
      .max(100)
      .optional()
      .describe('Several can be picked, at most so many: the query parameter is a list of ids'),
    none: textSchema
      .optional()
      .describe('What choosing none is called; left out: one has to be chosen'),
    empty: textSchema.describe('Said when there is nothing to choose from'),
  })
  .meta({
    id: 'PickControl',
    description: 'One or several of what a call answers, such as properties',
  });
references.add(pickSchema, { reference: 'pick', perRow: ['value', 'text'] });
