import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { nodeBase, sourceSchema } from './parts.ts';
import {
  enumerationReferenceSchema,
  fieldSchema,
  orderedMap,
  orderSchema,
  textSchema,
} from './references.ts';

const controlBase = {
  order: orderSchema.optional(),
  access: accessRuleSchema.optional(),
  label: textSchema,
};

export const controlSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        ...controlBase,
        kind: z.literal('choice'),
        query: z.string().describe('The query parameter that it sets'),
        appearance: z.enum(['segmented', 'select']).default('segmented'),
        enumeration: enumerationReferenceSchema,
        only: z.array(z.string()).optional().describe('A smaller list, in this order'),
        options: z
          .strictObject({
            source: sourceSchema,
            rows: fieldSchema.default('content'),
            value: fieldSchema,
          })
          .optional()
          .describe('Only the values that a call answers; the first is the default'),
      })
      .describe('One of an enumeration'),
    z
      .strictObject({
        ...controlBase,
        kind: z.literal('period'),
        begin: z.string(),
        end: z.string(),
        bounds: sourceSchema.optional().describe('A call that answers the period with data'),
      })
      .describe('A first and last day, Monday first'),
  ])
  .meta({ id: 'Control' });
export type Control = z.infer<typeof controlSchema>;

/** Controls that write to the query part of the address, so that every state is a deep link. */
export const controlsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('controls'),
    label: textSchema,
    items: orderedMap(controlSchema),
  })
  .meta({ id: 'ControlsNode' });
