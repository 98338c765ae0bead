import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
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
  })
  .meta({ id: 'TableColumn' });

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
    search: searchSchema
      .optional()
      .describe('A search field bound to the operation’s search parameter'),
    pageSizes: z.array(z.int().positive().max(1000)).min(1).default([10, 25, 50, 100]),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TableNode' });
references.add(tableSchema, { perRow: ['rowKey', 'columns', 'rowLink'] });
