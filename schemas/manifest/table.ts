import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filterKindSchema } from '../api/operation.ts';
import { actionSchema } from './actions.ts';
import { conditionSchema } from './condition.ts';
import {
  comesAlong,
  droppableMembers,
  filled,
  idSchema,
  orNone,
  partsOf,
  shortOr,
} from './language.ts';
import {
  emptyStateSchema,
  formatSchema,
  linkSchema,
  nodeBase,
  sourceOf,
  sourceSchema,
} from './parts.ts';
import {
  fieldSchema,
  localeKeySchema,
  references,
  rowsSchema,
  sortReferenceSchema,
  textSchema,
} from './references.ts';

export const tableColumnSchema = z
  .strictObject({
    access: accessRuleSchema.optional().describe('Who gets it'),
    label: filled(textSchema, 'the schema of the field').describe('Left out, the field’s own'),
    field: filled(fieldSchema, 'its id').describe('Left out, the one with its id'),
    format: comesAlong(formatSchema.optional(), 'the schema of the field'),
    align: z.enum(['start', 'end']).optional().describe('Numbers are at the end by default'),
    sort: orNone(sortReferenceSchema, 'what the call sorts by').describe(
      'A value of the sort parameter; false: not sortable; left out: as the call can',
    ),
    hideWhenEmpty: z.boolean().optional().describe('Hidden when no row on the page has a value'),
    primary: comesAlong(z.boolean().optional(), 'the entity of the rows').describe(
      'Carries the row link and stays on narrow screens; by default what names the row',
    ),
    filter: orNone(filterKindSchema, 'what the call filters by').describe(
      'A filter in its heading; false: none; left out: as the call filters',
    ),
    choices: z
      .array(z.string())
      .optional()
      .describe('What a choice filter offers; an enumeration’s values by default'),
    chosen: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('What a choice filter begins with, until the reader chooses otherwise'),
    groups: z
      .literal(true)
      .optional()
      .describe(
        'Its value stands once over the rows that follow one another with it; with paging client those stay together however they are sorted',
      ),
    under: idSchema
      .optional()
      .describe(
        'The column in whose cells it stands, in smaller type under the value; by itself while that column is hidden',
      ),
    edge: z
      .literal(true)
      .optional()
      .describe('The colour of its value is the row’s edge; of a severity or a badge'),
    copy: z.boolean().optional().describe('Its values can be copied with a click'),
    hidden: z.boolean().optional().describe('Not shown until the reader asks for it'),
  })
  .meta({ id: 'TableColumn', description: 'What each row shows of one field' });
references.add(tableColumnSchema, { reference: 'column' });

/** What each icon of a row or a selection means: one action has one icon, wherever it is. */
export const rowIconMeanings = {
  loader: 'is under way',
  plus: 'makes another one',
  minus: 'cancels it, or says that it counts backwards',
  delete: 'takes it away',
  restore: 'puts it back as it was',
  repeat: 'tries it again',
  calendar: 'does it every month',
  edit: 'changes it',
  download: 'saves it as a file',
  document: 'saves it as a file for others to use',
  key: 'confirms what looks wrong',
  permission: 'says what somebody may do',
  user: 'looks at the portal as somebody',
  people: 'leads to the people under somebody',
  envelope: 'sends a mail',
  lock: 'locks an account',
  unlock: 'unlocks an account',
  on: 'is on, and turns it off',
  off: 'is off, and turns it on',
  find: 'leads to what is behind it',
  percentage: 'shows shares',
  eye: 'shows it, or says that it was seen',
  link: 'leads out of the portal',
  clock: 'lets it rest until a day',
  tick: 'accepts it, or says that it is done',
  exchange: 'one thing in place of another',
  archive: 'is no longer in use',
  up: 'moves it up',
  down: 'moves it down',
} as const;
export type RowIconName = keyof typeof rowIconMeanings;
export const rowIcons = Object.keys(rowIconMeanings) as readonly RowIconName[];
const rowIconSchema = z.enum(rowIcons).meta({ id: 'RowIcon' });

const rowActionBase = {
  access: accessRuleSchema.optional().describe('Who gets it'),
  label: textSchema.describe('What it is called'),
  icon: rowIconSchema.describe('What it looks like'),
  action: actionSchema.describe('What it does'),
  intent: z.enum(['none', 'danger']).default('none').describe('danger: it looks dangerous'),
};

/** What can be done with one row; conditions look at it as $row. */
const rowActionSchema = z
  .strictObject({
    ...rowActionBase,
    visibleWhen: conditionSchema.optional().describe('Shown only for rows of which this holds'),
    enabledWhen: conditionSchema.optional().describe('Grey for rows of which this doesn’t hold'),
    menu: z
      .literal(true)
      .optional()
      .describe('Shown by name in the row’s menu ⋯: for what is rare or hard to undo'),
  })
  .meta({ id: 'RowAction', description: 'What can be done with one row' });

/** What can be done with all selected rows; $selection.x is the list of their x. */
const bulkActionSchema = z
  .strictObject(rowActionBase)
  .meta({ id: 'BulkAction', description: 'What can be done with all ticked rows' });

const wholeSearchSchema = z.strictObject({
  placeholder: textSchema.describe('What stands in the empty field'),
});
references.add(wholeSearchSchema, { reference: 'search' });

const countsSchema = sourceOf().optional();
// Who may not count the rows sees the tabs without counts.
droppableMembers.add(countsSchema, { droppable: true });

export const tableTools = [
  'search',
  'columns',
  'views',
  'export',
  'fullscreen',
  'selection',
  'refresh',
] as const;

/** Rows of a source that answers pages (`content`, `page`, `size`, `total`), or that has several lists. */
export const tableSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('table').describe('Rows and columns'),
    title: textSchema.optional().describe('What stands over it'),
    source: sourceSchema,
    rows: rowsSchema
      .optional()
      .describe(
        'With paging client, the list in the answer; left out, its content, or the answer itself',
      ),
    rowKey: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that tells rows apart; left out, the entity’s',
    ),
    columns: partsOf(tableColumnSchema, {
      noun: 'column',
      whenEmpty: 'close',
      rows: 'each',
      repeats: true,
    }).describe('Each column; the id is the field of the row'),
    rowLink: linkSchema.optional().describe('Where a row leads'),
    rowActions: partsOf(rowActionSchema, {
      noun: 'row action',
      whenEmpty: 'drop',
      rows: 'each',
      repeats: true,
    })
      .optional()
      .describe('What can be done with one row'),
    bulkActions: partsOf(bulkActionSchema, {
      noun: 'bulk action',
      whenEmpty: 'drop',
      rows: 'selected',
    })
      .optional()
      .describe('What can be done with all ticked rows'),
    tools: z
      .array(z.enum(tableTools))
      .optional()
      .describe(
        'What stands over it: search, columns to choose, views to keep, export, refresh while something is under way, …',
      ),
    selection: z
      .strictObject({
        limit: z.int().positive().max(100_000).optional().describe('At most so many'),
      })
      .optional()
      .describe('Rows can be ticked, at most so many'),
    paging: z
      .enum(['server', 'client'])
      .default('server')
      .describe('client: the call answers all rows, which the browser sorts, searches and cuts'),
    appearance: z
      .enum(['table', 'cards', 'list'])
      .optional()
      .describe('How rows are shown where there is room for columns; table by default'),
    tabs: z
      .strictObject({
        column: idSchema.describe('A column with the filter choice'),
        counts: countsSchema.describe(
          'A call that answers how many rows there are of each value, filtered as they',
        ),
      })
      .optional()
      .describe(
        'The choices of a column’s filter as tabs over the table, each with its count; the column itself shows while none or several are chosen',
      ),
    search: shortOr(wholeSearchSchema, localeKeySchema, (placeholder) => ({ placeholder }))
      .optional()
      .describe('A search field with words of its own, for a call that searches'),
    pageSizes: z
      .array(z.int().positive().max(1000))
      .min(1)
      .default([10, 25, 50, 100])
      .describe('How many rows there may be on a page; the first is the default'),
    live: z
      .strictObject({
        while: conditionSchema
          .optional()
          .describe('As long as this holds of one of the rows, as $row; left out: always'),
        seconds: z
          .int()
          .min(1)
          .max(3600)
          .default(2)
          .describe('How often it is asked again while the server doesn’t tell of changes'),
      })
      .optional()
      .describe(
        'Follows by itself, while something of it is under way or always: asks again when the server tells that its call answers something else, and each so many seconds where it doesn’t',
      ),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TableNode', description: 'Rows of a call that answers pages' });
references.add(tableSchema, { reference: 'table', perRow: ['rowKey', 'rowLink', 'live'] });
