import { z } from 'zod';
import { plainRecord } from './language.ts';
import { enumerationReferenceSchema, enumerationValueSchema, fieldSchema } from './references.ts';

/** Formats that are drawn, beside those that are only written. */

const badgeIntents = ['none', 'primary', 'success', 'warning', 'danger'] as const;
const badgeIcons = ['tick', 'close'] as const;

export const badgeFormatSchema = z
  .strictObject({
    as: z.literal('badge').describe('The label of a value on a coloured ground'),
    of: enumerationReferenceSchema.describe('Whose value it is'),
    intents: plainRecord(enumerationValueSchema, z.enum(badgeIntents)).describe(
      'The colour of each value; one that is left out has none',
    ),
    icons: plainRecord(enumerationValueSchema, z.enum(badgeIcons))
      .optional()
      .describe('A picture before the label of each value, so that it isn’t told by colour alone'),
  })
  .describe('The label of an enumeration’s value on a coloured ground');

export const barsFormatSchema = z
  .strictObject({ as: z.literal('bars').describe('A small bar for each figure of a list') })
  .describe('A list of figures as bars from zero, the last one in the darker colour; null: a gap');

export const progressFormatSchema = z
  .strictObject({ as: z.literal('progress').describe('A bar beside the figure') })
  .describe('0 to 100 per cent as a bar, beside the figure');

const filledBarSchema = z
  .strictObject({
    most: fieldSchema.describe('The field with the figure that fills the bar'),
    mark: fieldSchema
      .optional()
      .describe('The field with a figure that the bar is compared with; a line across it'),
  })
  .describe('A bar up to the greatest figure');

const measuredBarSchema = z
  .strictObject({
    of: fieldSchema.describe(
      'The field with the figure that it is measured by, such as a limit: a line across the bar, and written beside it',
    ),
  })
  .describe('A bar of two figures, with both in words: «539 of 445 l»');

export const quantityBarSchema = z
  .union([filledBarSchema, measuredBarSchema])
  .describe('A bar beside the figure, from zero');
