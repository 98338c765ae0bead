import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { actionSchema } from './actions.ts';
import { emptyStateSchema, formatSchema, iconSchema, nodeBase } from './parts.ts';
import { bindingSchema, orderedMap, orderSchema, textSchema, valueSchema } from './references.ts';

/** The dashboard tiles of the modules, as each module file declares its own. */
export const tilesSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('tiles'),
    from: z.literal('modules'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TilesNode' });

export const textNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('text'),
    text: textSchema,
    style: z
      .enum(['body', 'lead', 'muted', 'code'])
      .default('body')
      .describe('code: letter by letter, a list line by line'),
    copy: z.literal(true).optional().describe('Of a code: with a button that copies it'),
  })
  .meta({ id: 'TextNode' });

export const qrSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('qr'),
    value: valueSchema.describe('What the code says, such as an address'),
    label: textSchema.describe('What it is good for, in words'),
  })
  .meta({ id: 'QrNode' });

/** Names and values under each other. */
export const factsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('facts'),
    items: orderedMap(
      z.strictObject({
        order: orderSchema.optional(),
        access: accessRuleSchema.optional(),
        label: textSchema,
        value: bindingSchema.describe('A value, or a list of them'),
        format: formatSchema.optional(),
      }),
    ),
  })
  .meta({ id: 'FactsNode' });

export const emptyNodeSchema = z
  .strictObject({ ...nodeBase, type: z.literal('empty'), ...emptyStateSchema.shape })
  .meta({ id: 'EmptyNode' });

export const buttonSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('button'),
    label: textSchema,
    icon: iconSchema.optional(),
    intent: z.enum(['none', 'primary', 'danger']).default('none'),
    action: actionSchema,
  })
  .meta({ id: 'ButtonNode' });
