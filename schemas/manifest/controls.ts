import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filled, partsOf, shortOr } from './language.ts';
import { linkSchema, nodeBase, sourceOf, sourceSchema } from './parts.ts';
import { pickSchema } from './pick.ts';
import {
  bindingSchema,
  enumerationReferenceSchema,
  enumerationValueSchema,
  fieldSchema,
  operationReferenceSchema,
  queryReferenceSchema,
  references,
  rowsSchema,
  textSchema,
} from './references.ts';

const controlBase = {
  access: accessRuleSchema.optional().describe('Who gets it'),
  label: textSchema.describe('What it is called'),
};

const wholeOptionsSchema = z
  .strictObject({
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the answer'),
    value: filled(fieldSchema, 'the id of the control').describe(
      'The field of a row that holds the value, unless the rows are the values',
    ),
    first: bindingSchema
      .optional()
      .describe('The value that is chosen at first, such as $data.default; left out: the first'),
  })
  .meta({ id: 'OfferedValues', description: 'A list of values that a call answers' });
references.add(wholeOptionsSchema, { reference: 'choice', perRow: ['value'] });
const optionsSchema = shortOr(wholeOptionsSchema, operationReferenceSchema, (source) => ({
  source,
}));

const findSchema = z
  .strictObject({
    ...controlBase,
    kind: z.literal('find').describe('Goes to something by its number'),
    source: sourceOf('page').describe('What looks it up; $form.text is what was typed'),
    to: linkSchema.describe('Where it is; $row is the first row of the answer'),
    missing: textSchema.describe('Said when there is none with that number'),
    failure: textSchema.describe('Said when it could not be looked up at all'),
  })
  .meta({ id: 'FindControl', description: 'Goes to something by its number' });
references.add(findSchema, { reference: 'find' });

const choiceSchema = z
  .strictObject({
    ...controlBase,
    kind: z.literal('choice').describe('One of an enumeration'),
    query: filled(queryReferenceSchema, 'its id').describe(
      'The query parameter that it sets; left out, the one with its id',
    ),
    appearance: z
      .enum(['segmented', 'select'])
      .default('segmented')
      .describe('Side by side, or in a list'),
    enumeration: enumerationReferenceSchema.describe(
      'Whose values there are to choose from, or whose labels those of a call have',
    ),
    none: textSchema
      .optional()
      .describe('What choosing none is called; left out: one is always chosen'),
    only: z.array(enumerationValueSchema).optional().describe('A smaller list, in this order'),
    open: z
      .literal(true)
      .optional()
      .describe('The call may answer other values, too, which are shown as they are'),
    options: optionsSchema
      .optional()
      .describe('Only the values that a call answers; the first is the default'),
  })
  .meta({ id: 'ChoiceControl', description: 'One of an enumeration' });
references.add(choiceSchema, { reference: 'choice' });

const wholeOfferedPeriodsSchema = z
  .strictObject({
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list of periods in the answer'),
    none: textSchema
      .optional()
      .describe(
        'What choosing none is called, where there are no other periods; left out: they stand beside the usual ones and any days',
      ),
  })
  .meta({ id: 'OfferedPeriods', description: 'A list of periods that a call answers' });
references.add(wholeOfferedPeriodsSchema, { reference: 'offeredPeriods', perRow: [] });
const offeredPeriodsSchema = shortOr(
  wholeOfferedPeriodsSchema,
  operationReferenceSchema,
  (source) => ({ source }),
);

const periodSchema = z
  .strictObject({
    ...controlBase,
    kind: z.literal('period').describe('A first and last day'),
    begin: filled(queryReferenceSchema, 'the usual names').describe('Left out, periodBegin'),
    end: filled(queryReferenceSchema, 'the usual names').describe('Left out, periodEnd'),
    shown: sourceOf('period')
      .optional()
      .describe(
        'A call that answers the period that shows, which the fields say; else the address',
      ),
    bounds: sourceOf('period').optional().describe('A call that answers the period with data'),
    offered: offeredPeriodsSchema
      .optional()
      .describe('Periods that a call answers, by name in the list'),
  })
  .meta({
    id: 'PeriodControl',
    description:
      'A period: a usual one by name, or any first and last day, and ways to the one before and after',
  });
references.add(periodSchema, { reference: 'period' });

const searchSchema = z
  .strictObject({
    ...controlBase,
    kind: z.literal('search').describe('A text that is looked for'),
    query: filled(queryReferenceSchema, 'its id').describe(
      'The query parameter that it sets; left out, the one with its id',
    ),
  })
  .meta({ id: 'SearchControl', description: 'A text that several calls look for' });
references.add(searchSchema, { reference: 'choice' });

export const controlSchema = z
  .discriminatedUnion('kind', [choiceSchema, periodSchema, findSchema, pickSchema, searchSchema])
  .meta({ id: 'Control' });
export type Control = z.infer<typeof controlSchema>;

/** Controls that write to the address, so that every state is a deep link. */
export const controlsSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('controls').describe('What a reader chooses'),
    label: textSchema.describe('Names them for screen readers'),
    items: partsOf(controlSchema, { noun: 'control', whenEmpty: 'close' }).describe(
      'Each control; one that chooses has the id of its query parameter',
    ),
  })
  .meta({ id: 'ControlsNode', description: 'What a reader chooses, kept in the address' });
