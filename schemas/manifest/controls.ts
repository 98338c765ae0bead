import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { linkSchema, nodeBase, sourceOf, sourceSchema } from './parts.ts';
import { pickSchema } from './pick.ts';
import {
  enumerationReferenceSchema,
  enumerationValueSchema,
  fieldSchema,
  orderedMap,
  orderSchema,
  queryReferenceSchema,
  references,
  rowsSchema,
  textSchema,
} from './references.ts';

const controlBase = {
  order: orderSchema.optional(),
  access: accessRuleSchema.optional(),
  label: textSchema,
};

const optionsSchema = z.strictObject({
  source: sourceSchema,
  rows: rowsSchema.default('content'),
  value: fieldSchema,
});
references.add(optionsSchema, { perRow: ['value'] });

const findSchema = z
  .strictObject({
    ...controlBase,
    kind: z.literal('find'),
    source: sourceOf('page').describe('What looks it up; $form.text is what was typed'),
    to: linkSchema.describe('Where it is; $row is the first row of the answer'),
    missing: textSchema.describe('Said when there is none with that number'),
    failure: textSchema.describe('Said when it could not be looked up at all'),
  })
  .describe('Goes to something by its number');
references.add(findSchema, { reference: 'find' });

export const controlSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        ...controlBase,
        kind: z.literal('choice'),
        query: queryReferenceSchema.describe('The query parameter that it sets'),
        appearance: z.enum(['segmented', 'select']).default('segmented'),
        enumeration: enumerationReferenceSchema,
        only: z.array(enumerationValueSchema).optional().describe('A smaller list, in this order'),
        options: optionsSchema
          .optional()
          .describe('Only the values that a call answers; the first is the default'),
      })
      .describe('One of an enumeration'),
    z
      .strictObject({
        ...controlBase,
        kind: z.literal('period'),
        begin: queryReferenceSchema,
        end: queryReferenceSchema,
        bounds: sourceOf('period').optional().describe('A call that answers the period with data'),
      })
      .describe('A first and last day, Monday first'),
    findSchema,
    pickSchema,
  ])
  .meta({ id: 'Control' });
export type Control = z.infer<typeof controlSchema>;

/** Controls that write to the address, so that every state is a deep link. */
export const controlsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('controls'),
    label: textSchema,
    items: orderedMap(controlSchema),
  })
  .meta({ id: 'ControlsNode' });
