import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filterKindSchema } from '../api/operation.ts';
import { actionSchema } from './actions.ts';
import { conditionSchema } from './condition.ts';
import { emptyStateSchema, formatSchema, linkSchema, nodeBase, sourceOf } from './parts.ts';
import {
  fieldSchema,
  orderedMap,
  orderSchema,
  references,
  sortReferenceSchema,
  textSchema,
} from './references.ts';

export const tableColumnSchema = z
  .strictObject({
    order: orderSchema.optional(),
    access: accessRuleSchema.optional(),
    label: textSchema,
    field: fieldSchema,
    format: formatSchema.optional(),
    align: z.enum(['start', 'end']).optional().describe('Numbers are at the end by default'),
    sort: sortReferenceSchema
      .optional()
      .describe('The value of the sort parameter; omitted: not sortable'),
    hideWhenEmpty: z.boolean().optional().describe('Hidden when no row on the page has a value'),
    primary: z.boolean().optional().describe('Carries the row link and stays on narrow screens'),
    filter: filterKindSchema
      .optional()
      .describe('A filter in its heading; a server’s table needs an operation that filters by it'),
    choices: z
      .array(z.string())
      .optional()
      .describe('What a choice filter offers; an enumeration’s values by default'),
    copy: z.boolean().optional().describe('Its values can be copied with a click'),
    hidden: z.boolean().optional().describe('Not shown until the reader asks for it'),
  })
  .meta({ id: 'TableColumn' });

export const rowIcons = [
  'loader',
  'plus',
  'minus',
  'delete',
  'restore',
  'edit',
  'download',
  'key',
  'permission',
  'user',
  'lock',
  'unlock',
  'find',
  'percentage',
] as const;
const rowIconSchema = z.enum(rowIcons).meta({ id: 'RowIcon' });
export type RowIconName = z.infer<typeof rowIconSchema>;

/** What can be done with one row; conditions look at it as $row. */
const rowActionSchema = z
  .strictObject({
    order: orderSchema.optional(),
    access: accessRuleSchema.optional(),
    label: textSchema,
    icon: rowIconSchema,
    action: actionSchema,
    intent: z.enum(['none', 'danger']).default('none'),
    visibleWhen: conditionSchema.optional(),
    enabledWhen: conditionSchema.optional(),
  })
  .meta({ id: 'RowAction' });

/** What can be done with all selected rows; $selection.x is the list of their x. */
const bulkActionSchema = z
  .strictObject({
    order: orderSchema.optional(),
    access: accessRuleSchema.optional(),
    label: textSchema,
    icon: rowIconSchema,
    action: actionSchema,
    intent: z.enum(['none', 'danger']).default('none'),
  })
  .meta({ id: 'BulkAction' });

const searchSchema = z.strictObject({ placeholder: textSchema });
references.add(searchSchema, { reference: 'search' });

/** Rows of a source that answers pages (`content`, `page`, `size`, `total`). */
export const tableSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('table'),
    title: textSchema.optional(),
    source: sourceOf('page'),
    rowKey: fieldSchema,
    columns: orderedMap(tableColumnSchema),
    rowLink: linkSchema.optional(),
    rowActions: orderedMap(rowActionSchema).optional(),
    bulkActions: orderedMap(bulkActionSchema).optional(),
    selection: z
      .strictObject({ limit: z.int().positive().max(100_000).optional() })
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
    fullscreen: z.boolean().optional().describe('Can fill the window'),
    export: z.boolean().optional().describe('What is shown can be saved as CSV and XLSX'),
    columnChoice: z.boolean().optional().describe('Readers choose columns, their order and width'),
    views: z.boolean().optional().describe('Readers keep filters, order and columns under a name'),
    search: searchSchema
      .optional()
      .describe('A search field bound to the operation’s search parameter'),
    pageSizes: z.array(z.int().positive().max(1000)).min(1).default([10, 25, 50, 100]),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TableNode' });
references.add(tableSchema, {
  reference: 'table',
  perRow: ['rowKey', 'columns', 'rowLink', 'rowActions'],
});
