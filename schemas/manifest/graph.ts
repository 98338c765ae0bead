import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { emptyStateSchema, nodeBase, sourceOf } from './parts.ts';
import {
  orderedMap,
  orderSchema,
  queryReferenceSchema,
  references,
  textSchema,
} from './references.ts';

/** A graph of a source that answers the `Graph` entity. */
export const graphNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('graph'),
    title: textSchema,
    source: sourceOf('graph'),
    chart: z
      .enum(['auto', 'bar', 'line'])
      .default('auto')
      .describe('auto: bars for registers, a line with its range for gauges'),
    overlays: orderedMap(
      z.strictObject({
        order: orderSchema.optional(),
        access: accessRuleSchema.optional(),
        label: textSchema,
        source: sourceOf('series'),
        query: queryReferenceSchema.describe('Parameter of the address that says whether it shows'),
      }),
    )
      .optional()
      .describe('Lines over the graph, asked for when the reader wants them'),
    drill: z
      .strictObject({
        timeframe: queryReferenceSchema,
        begin: queryReferenceSchema,
        end: queryReferenceSchema,
      })
      .optional()
      .describe('Query parameters that a click on a bucket sets to go one timeframe deeper'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'GraphNode' });

references.add(graphNodeSchema, { perRow: [] });
