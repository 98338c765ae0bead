import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { conditionSchema } from './condition.ts';
import { badgeFormatSchema, progressFormatSchema } from './formats.ts';
import {
  enumerationReferenceSchema,
  fieldSchema,
  operationReferenceSchema,
  orderSchema,
  references,
  routeReferenceSchema,
  textSchema,
  valuesSchema,
} from './references.ts';

/** Pieces that several node types share. */

export const icons = [
  'arrow-left',
  'arrow-right',
  'bell',
  'calendar',
  'chart',
  'clipboard',
  'cog',
  'document',
  'drop',
  'envelope',
  'error',
  'flame',
  'folder',
  'grid',
  'help',
  'home',
  'inbox',
  'lock',
  'log-in',
  'log-out',
  'map',
  'moon',
  'people',
  'search',
  'sun',
  'temperature',
  'user',
  'warning',
] as const;
export const iconSchema = z.enum(icons).meta({ id: 'Icon' });
export type IconName = z.infer<typeof iconSchema>;

/** A call of an API operation; the nodes below see its response as `$data`. */
export const sourceSchema = z
  .strictObject({
    call: operationReferenceSchema,
    params: valuesSchema.optional().describe('Path and query parameters by name'),
    body: valuesSchema.optional().describe('Members of the body, of a POST that only reads'),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof sourceSchema>;
references.add(sourceSchema, { reference: 'source' });

/** A source whose operation must answer a page of rows, a graph, a period or a series. */
export function sourceOf(answers: 'page' | 'graph' | 'period' | 'series') {
  const schema = sourceSchema.clone(undefined, { parent: true });
  references.add(schema, { reference: 'source', answers });
  return schema;
}

export const linkSchema = z
  .strictObject({ route: routeReferenceSchema, params: valuesSchema.optional() })
  .meta({ id: 'Link' });
export type Link = z.infer<typeof linkSchema>;
references.add(linkSchema, { reference: 'link' });

/** How a value is written. */
export const formatSchema = z
  .discriminatedUnion('as', [
    z.strictObject({ as: z.literal('text') }),
    z.strictObject({ as: z.literal('integer') }),
    z.strictObject({
      as: z.literal('quantity'),
      unit: z
        .union([fieldSchema, z.strictObject({ fixed: z.string().max(10) })])
        .optional()
        .describe('The field that holds the unit, or a fixed unit'),
      decimals: z.int().min(0).max(6).optional(),
    }),
    z.strictObject({ as: z.literal('percent'), signed: z.boolean().optional() }),
    z.strictObject({ as: z.literal('date') }),
    z.strictObject({ as: z.literal('datetime') }),
    z.strictObject({ as: z.literal('enumeration'), of: enumerationReferenceSchema }),
    z.strictObject({ as: z.literal('severity') }),
    badgeFormatSchema,
    progressFormatSchema,
    z
      .strictObject({
        as: z.literal('link').describe('Leads somewhere'),
        to: linkSchema.optional().describe('A route; left out: the value is an https address'),
      })
      .describe('Leads to the address that the value is, or to a route'),
  ])
  .meta({ id: 'Format' });
export type Format = z.infer<typeof formatSchema>;

export const emptyStateSchema = z
  .strictObject({
    title: textSchema,
    description: textSchema.optional(),
    icon: iconSchema.optional(),
  })
  .meta({ id: 'EmptyState' });
export type EmptyState = z.infer<typeof emptyStateSchema>;

/** What every node may carry. */
export const nodeBase = {
  order: orderSchema.optional(),
  access: accessRuleSchema.optional(),
  visibleWhen: conditionSchema
    .optional()
    .describe('Shown only while this holds in the browser; who may see it is said by access'),
  width: z
    .enum(['third', 'half', 'two-thirds', 'full'])
    .optional()
    .describe('How much of the width it takes in a section with the layout grid; full by default'),
};
