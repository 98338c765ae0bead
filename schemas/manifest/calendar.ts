import { z } from 'zod';
import { comesAlong, filled } from './language.ts';
import { linkSchema, nodeBase, sourceOf } from './parts.ts';
import {
  fieldSchema,
  ownQueryReferenceSchema,
  references,
  rowsSchema,
  textSchema,
} from './references.ts';

/** A month of days, each with a count and how urgent it is. */
export const calendarSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('calendar').describe('A month of days, Monday first'),
    label: textSchema.describe('Names the calendar for screen readers, beside its month'),
    query: filled(ownQueryReferenceSchema, 'its id').describe(
      'The query parameter that holds the month; left out, called as the node is',
    ),
    source: sourceOf().describe(
      'What answers the days; it is given the shown month’s first and last as periodBegin and periodEnd',
    ),
    rows: rowsSchema.default('content').describe('The list in the answer: one row for each day'),
    day: filled(fieldSchema, 'the entity of the rows').describe('The field with the local day'),
    count: filled(fieldSchema, 'the entity of the rows').describe('The field with what is counted'),
    added: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'The field that says how many of them are new on that day, written as +n',
    ),
    severity: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'An urgency (0, 5, 10) that colours and marks the day',
    ),
    summary: textSchema.describe('A day in words, for screen readers and as its hint'),
    link: linkSchema.optional().describe('Where a day that has a row leads'),
    empty: textSchema.describe('Said under a month without rows'),
  })
  .meta({ id: 'CalendarNode', description: 'A month of days with what is counted on each' });
references.add(calendarSchema, {
  reference: 'calendar',
  declaresQuery: true,
  perRow: ['day', 'count', 'added', 'severity', 'summary', 'link'],
});
