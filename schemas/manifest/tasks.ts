import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { actionSchema } from './actions.ts';
import { conditionSchema } from './condition.ts';
import { filled, partsOf } from './language.ts';
import { emptyStateSchema, nodeBase, sourceSchema } from './parts.ts';
import { bindingSchema, fieldSchema, references, rowsSchema, textSchema } from './references.ts';

const taskButtonSchema = z
  .strictObject({
    access: accessRuleSchema.optional().describe('Who gets it'),
    visibleWhen: conditionSchema.optional().describe('Only of rows of which this holds'),
    label: textSchema.describe('What its button says'),
    action: actionSchema.describe('What it does'),
  })
  .meta({ id: 'TaskButton', description: 'What can be done about a row' });

/** What waits for somebody, a line for each row of the source, with its one button. */
export const tasksSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('tasks').describe('What waits to be done, a line each'),
    title: textSchema.optional().describe('What stands over it'),
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the response'),
    rowKey: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that tells rows apart; left out, the entity’s',
    ),
    label: filled(textSchema, 'the entity of the rows').describe(
      'What waits; left out, what its row is called',
    ),
    count: fieldSchema.optional().describe('The field with how many there are'),
    urgency: fieldSchema
      .optional()
      .describe('The field with an urgency, 0, 5 or 10, in whose colour the count stands'),
    newest: fieldSchema
      .optional()
      .describe('The field with the instant of the newest, said as how long ago it was'),
    buttons: partsOf(taskButtonSchema, { noun: 'button', whenEmpty: 'drop', rows: 'each' })
      .optional()
      .describe('What can be done about a row: the first that holds of it is its button'),
    asOf: bindingSchema
      .optional()
      .describe('An instant, said under the rows with how long ago it was; nothing without one'),
    asOfLabel: textSchema.optional().describe('What happened then'),
    empty: emptyStateSchema,
  })
  .meta({
    id: 'TasksNode',
    description: 'What waits to be done: a line for each row, with a button',
  });
references.add(tasksSchema, {
  reference: 'cards',
  perRow: ['rowKey', 'label', 'count', 'urgency', 'newest'],
});
