import { z } from 'zod';
import { actionSchema } from './actions.ts';
import { filled } from './language.ts';
import { emptyStateSchema, nodeBase, sourceOf } from './parts.ts';
import { fieldSchema, references, textSchema } from './references.ts';

/** One card for each row of the source, which does something with it. */
export const cardsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('cards').describe('Cards that do something'),
    title: textSchema.optional().describe('What stands over them'),
    source: sourceOf('page'),
    rowKey: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that tells rows apart; left out, the entity’s',
    ),
    label: filled(textSchema, 'the entity of the rows').describe(
      'What a card says; left out, what its row is called',
    ),
    description: textSchema.optional().describe('What stands under the label'),
    icon: fieldSchema.optional().describe('The field with the name of its icon'),
    action: actionSchema.describe('What a click on a card does'),
    actionLabel: textSchema.describe('What that is called, at the card’s end'),
    empty: emptyStateSchema
      .optional()
      .describe('What stands there when there is no row; left out: nothing, without the title'),
  })
  .meta({ id: 'CardsNode', description: 'Cards to click on, one for each row of a call' });
references.add(cardsSchema, {
  reference: 'cards',
  perRow: ['rowKey', 'label', 'description', 'icon', 'action', 'actionLabel'],
});
