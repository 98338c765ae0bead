import { z } from 'zod';
import { filled } from './language.ts';
import { emptyStateSchema, linkSchema, nodeBase, sourceSchema } from './parts.ts';
import { fieldSchema, references, rowsSchema, textSchema } from './references.ts';

/** Places on a map with clustering, beside a list of what the map shows. */
export const mapSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('map').describe('A map of places'),
    label: textSchema.describe('Names the map for screen readers'),
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the answer'),
    rowKey: filled(fieldSchema).describe('The field that tells places apart'),
    latitude: filled(fieldSchema).describe('Degrees north'),
    longitude: filled(fieldSchema).describe('Degrees east'),
    title: filled(fieldSchema).describe('What the place is called'),
    description: filled(z.array(fieldSchema).max(3)).describe('What else the list says of it'),
    severity: fieldSchema.optional().describe('An urgency (0, 5, 10) that colours the marker'),
    link: linkSchema.describe('Where a place leads'),
    searchPlaceholder: textSchema.describe('What stands in the empty search field'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'MapNode', description: 'Places on a map, beside a list of them' });
references.add(mapSchema, {
  reference: 'map',
  perRow: ['rowKey', 'latitude', 'longitude', 'title', 'description', 'severity', 'link'],
});
