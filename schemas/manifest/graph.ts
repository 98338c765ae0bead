import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filled, partsOf, shortOr } from './language.ts';
import { emptyStateSchema, nodeBase, sourceOf } from './parts.ts';
import {
  ownQueryReferenceSchema,
  queryReferenceSchema,
  references,
  textSchema,
} from './references.ts';

const overlaySchema = z
  .strictObject({
    access: accessRuleSchema.optional().describe('Who gets it'),
    label: filled(textSchema, 'the texts of its operation').describe(
      'Left out, what its operation’s answer is called',
    ),
    source: sourceOf('series'),
    query: filled(ownQueryReferenceSchema, 'its id').describe(
      'Parameter of the address that says whether it shows; left out, its id',
    ),
  })
  .meta({ id: 'GraphOverlay', description: 'A line over the graph, of a call of its own' });
references.add(overlaySchema, { reference: 'overlay', declaresQuery: true });

const drillSchema = z.strictObject({
  timeframe: queryReferenceSchema.describe('Where the timeframe is kept'),
  begin: queryReferenceSchema.describe('Where the first day is kept'),
  end: queryReferenceSchema.describe('Where the last day is kept'),
});

const namesSchema = z.strictObject({
  current: textSchema.describe('What the first series is called'),
  compare: textSchema.describe('What the second is called, which is of the same time'),
  difference: textSchema.describe('What the first less the second is called'),
});

/** A graph of a source that answers the `Graph` entity. */
export const graphNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('graph').describe('A graph over time'),
    title: textSchema.describe('What stands over it'),
    source: sourceOf('graph'),
    onPhone: z
      .literal('earlier')
      .optional()
      .describe('earlier: on a phone it stands before what is above it, such as its figures'),
    chart: z
      .enum(['auto', 'bar', 'line'])
      .default('auto')
      .describe('auto: bars for registers, a line with its range for gauges'),
    overlays: partsOf(overlaySchema, { noun: 'line over the graph', whenEmpty: 'drop' })
      .optional()
      .describe('Lines over the graph, asked for when the reader wants them'),
    names: namesSchema
      .optional()
      .describe('Of two things at the same time, which else are two periods of one'),
    drill: shortOr(drillSchema, z.literal(true), () => ({
      timeframe: 'timeframe',
      begin: 'periodBegin',
      end: 'periodEnd',
    }))
      .optional()
      .describe('A click on a bucket goes one timeframe deeper, by these query parameters'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'GraphNode', description: 'One category over time' });

references.add(graphNodeSchema, { perRow: [] });
