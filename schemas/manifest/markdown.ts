import { z } from 'zod';
import { nodeBase } from './parts.ts';
import { localeKeySchema } from './references.ts';

/** A longer text with headings, lists, links and tables; HTML in it is shown as it is written. */
export const markdownSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('markdown').describe('A longer text with headings, lists, links and tables'),
    text: localeKeySchema.describe('A text in Markdown; links lead to https:, mailto: or a path'),
  })
  .meta({ id: 'MarkdownNode', description: 'A longer text with headings, lists and links' });
