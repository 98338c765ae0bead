import { z } from 'zod';
import { comesAlong, filled } from './language.ts';
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
    rowKey: filled(fieldSchema, 'the entity of the rows').describe(
      'The field that tells places apart',
    ),
    latitude: filled(fieldSchema, 'the entity of the rows').describe('Degrees north'),
    longitude: filled(fieldSchema, 'the entity of the rows').describe('Degrees east'),
    title: filled(fieldSchema, 'the entity of the rows').describe('What the place is called'),
    description: filled(z.array(fieldSchema).max(3), 'the entity of the rows').describe(
      'What else the list says of it',
    ),
    foundBy: comesAlong(z.array(fieldSchema).max(3).optional(), 'the entity of the rows').describe(
      'Fields that the search also looks in, though the list doesn’t show them',
    ),
    severity: comesAlong(fieldSchema.optional(), 'the entity of the rows').describe(
      'An urgency (0, 5, 10) that colours the marker',
    ),
    link: linkSchema.describe('Where a place leads'),
    searchPlaceholder: textSchema.describe('What stands in the empty search field'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'MapNode', description: 'Places on a map, beside a list of them' });
references.add(mapSchema, {
  reference: 'map',
  perRow: [
    'rowKey',
    'latitude',
    'longitude',
    'title',
    'description',
    'foundBy',
    'severity',
    'link',
  ],
});
