import { z } from 'zod';
import { nodeBase } from './parts.ts';
import { localeKeySchema } from './references.ts';

/** A longer text with headings, lists, links and tables; HTML in it is shown as it is written. */
export const markdownSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('markdown').describe('A longer text with headings, lists, links and tables'),
    text: localeKeySchema.describe(
      'A text in Markdown, such as articles:resources.faq for articles/faq.<language>.md of the module resources; links lead to https:, mailto:, a heading or a path',
    ),
    folded: z
      .literal(true)
      .optional()
      .describe('What stands under each of its first headings shows once that is clicked'),
  })
  .meta({ id: 'MarkdownNode', description: 'A longer text with headings, lists and links' });
