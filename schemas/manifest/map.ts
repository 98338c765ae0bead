import { z } from 'zod';
import { emptyStateSchema, linkSchema, nodeBase, sourceSchema } from './parts.ts';
import { fieldSchema, references, rowsSchema, textSchema } from './references.ts';

/** Places on a map with clustering, beside a list of what the map shows. */
export const mapSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('map'),
    label: textSchema.describe('Names the map for screen readers'),
    source: sourceSchema,
    rows: rowsSchema.default('content'),
    rowKey: fieldSchema,
    latitude: fieldSchema,
    longitude: fieldSchema,
    title: fieldSchema,
    description: z.array(fieldSchema).max(3).default([]),
    severity: fieldSchema.optional().describe('An urgency (0, 5, 10) that colours the marker'),
    link: linkSchema,
    searchPlaceholder: textSchema,
    empty: emptyStateSchema,
  })
  .meta({ id: 'MapNode' });
references.add(mapSchema, {
  perRow: ['rowKey', 'latitude', 'longitude', 'title', 'description', 'severity', 'link'],
});
