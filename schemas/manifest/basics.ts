import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { actionSchema } from './actions.ts';
import { comesAlong, filled, partsOf } from './language.ts';
import { emptyStateParts, emptyStateSchema, formatSchema, iconSchema, nodeBase } from './parts.ts';
import { bindingSchema, references, textSchema, valueSchema } from './references.ts';

/** The dashboard tiles of the modules, as each module file declares its own. */
export const tilesSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('tiles').describe('The tiles of the modules'),
    from: z.literal('modules').describe('Whose tiles they are'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TilesNode', description: 'The dashboard tiles of all modules that the user has' });

export const textNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('text').describe('A paragraph of words'),
    text: textSchema.describe('What it says'),
    style: z
      .enum(['body', 'lead', 'muted', 'code'])
      .default('body')
      .describe('code: letter by letter, a list line by line'),
    copy: z.literal(true).optional().describe('Of a code: with a button that copies it'),
  })
  .meta({ id: 'TextNode', description: 'A paragraph' });

export const qrSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('qr').describe('A QR code'),
    value: valueSchema.describe('What the code says, such as an address'),
    label: textSchema.describe('What it is good for, in words'),
  })
  .meta({ id: 'QrNode', description: 'A QR code, to be read by a telephone' });

/** A name with its value. */
export const factSchema = z
  .strictObject({
    access: accessRuleSchema.optional().describe('Who gets it'),
    label: filled(textSchema, 'the schema of the field').describe('Left out, the field’s own'),
    value: filled(bindingSchema, 'its id').describe(
      'A value, or a list of them; left out, $data.<id>',
    ),
    format: comesAlong(formatSchema.optional(), 'the schema of the field'),
    hideWhenEmpty: z.boolean().optional().describe('Hidden while it has no value'),
  })
  .meta({ id: 'Fact', description: 'A name and its value' });
references.add(factSchema, { reference: 'fact' });

export const factsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('facts').describe('Names and values'),
    items: partsOf(factSchema, { noun: 'fact', whenEmpty: 'close' }).describe(
      'Each name with its value; the id is the field',
    ),
  })
  .meta({ id: 'FactsNode', description: 'Names and values under each other' });

export const emptyNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('empty').describe('Nothing, in words'),
    ...emptyStateParts,
  })
  .meta({ id: 'EmptyNode', description: 'Says that there is nothing, and why' });
references.add(emptyNodeSchema, { reference: 'texts', texts: ['title', 'description'] });

export const buttonSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('button').describe('A button'),
    label: textSchema.describe('What it says'),
    icon: iconSchema.optional().describe('A picture before the label'),
    intent: z.enum(['none', 'primary', 'danger']).default('none').describe('How it looks'),
    appearance: z
      .literal('icon')
      .optional()
      .describe('icon: only its picture shows; the label is said on hover and to screen readers'),
    action: actionSchema.describe('What it does'),
  })
  .meta({ id: 'ButtonNode', description: 'A button that does something' });
