import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { conditionSchema } from './condition.ts';
import {
  badgeFormatSchema,
  barsFormatSchema,
  progressFormatSchema,
  quantityBarSchema,
} from './formats.ts';
import { comesAlong, filled, shortOr } from './language.ts';
import {
  bindableSchema,
  bodySchema,
  enumerationReferenceSchema,
  fieldSchema,
  operationReferenceSchema,
  references,
  routeReferenceSchema,
  textPrefixSchema,
  textSchema,
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

const wholeSourceSchema = z
  .strictObject({
    call: operationReferenceSchema.describe('The operation that answers it'),
    params: comesAlong(
      bindableSchema.optional(),
      'what is nearest and has the parameter’s name',
    ).describe('Path and query parameters that don’t come along by their names; null: not sent'),
    body: comesAlong(
      bodySchema.optional(),
      'what is nearest and has the parameter’s name',
    ).describe('Members of the body, of a POST that only reads; null: not sent'),
    live: z
      .strictObject({
        while: conditionSchema
          .optional()
          .describe('As long as this holds of the answer, as $data; left out: always'),
        seconds: z.int().min(1).max(3600).default(2).describe('How often it is asked again'),
      })
      .optional()
      .describe('Asked again by itself, while something is under way or always'),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof wholeSourceSchema>;

/** A source whose operation must answer a page of rows, a graph, a period or a series, or anything. */
export function sourceOf(answers?: 'page' | 'graph' | 'period' | 'series') {
  // Fits all: what the nodes below see is said by the operation.
  const whole = answers ? wholeSourceSchema.clone() : wholeSourceSchema;
  references.add(whole, { reference: 'source', ...(answers && { answers }) });
  const schema = shortOr(whole, operationReferenceSchema, (call) => ({ call }));
  return schema.describe('An operation, whose answer the parts below see as $data');
}

export const sourceSchema = sourceOf();

const wholeLinkSchema = z
  .strictObject({
    route: routeReferenceSchema.describe('Where it leads'),
    params: comesAlong(
      bindableSchema.optional(),
      'what is nearest and has the parameter’s name',
    ).describe('Parameters that don’t come along by their names; null: left out'),
  })
  .meta({ id: 'Link' });
export type Link = z.infer<typeof wholeLinkSchema>;
references.add(wholeLinkSchema, { reference: 'link' });
export const linkSchema = shortOr(wholeLinkSchema, routeReferenceSchema, (route) => ({
  route,
})).describe('A route, with what of its parameters isn’t known by name');

const plainFormats = [
  'text',
  'integer',
  'bytes',
  'quantity',
  'percent',
  'date',
  'datetime',
  'age',
  'severity',
  'coverage',
  'bars',
] as const;
const wholeFormatSchema = z
  .discriminatedUnion('as', [
    z.strictObject({ as: z.literal('text').describe('As it is') }),
    z.strictObject({ as: z.literal('integer').describe('Without places after the point') }),
    z.strictObject({ as: z.literal('bytes').describe('How large a file is: «340 kB»') }),
    z.strictObject({
      as: z.literal('quantity').describe('A figure with its unit'),
      unit: z
        .union([
          fieldSchema,
          z.strictObject({ fixed: z.string().max(10).describe('Always this unit') }),
        ])
        .optional()
        .describe('The field that holds the unit, or a fixed unit'),
      decimals: z.int().min(0).max(6).optional().describe('So many places after the point'),
      bar: quantityBarSchema.optional(),
    }),
    z.strictObject({
      as: z.literal('percent').describe('Per cent'),
      signed: z.boolean().optional().describe('With a plus for what is more'),
    }),
    z.strictObject({ as: z.literal('date').describe('A day in the user’s format') }),
    z.strictObject({ as: z.literal('datetime').describe('A day and a time') }),
    z.strictObject({
      as: z.literal('age').describe('How long ago an instant was, in words: «3 minutes ago»'),
    }),
    z.strictObject({
      as: z.literal('enumeration').describe('The label of a value'),
      of: enumerationReferenceSchema.describe('Whose value it is'),
    }),
    z.strictObject({ as: z.literal('severity').describe('An urgency: 0, 5 or 10') }),
    z.strictObject({
      as: z
        .literal('coverage')
        .describe('What a value is known by: the shares of its time in words'),
    }),
    badgeFormatSchema,
    barsFormatSchema,
    progressFormatSchema,
    z
      .strictObject({
        as: z.literal('link').describe('Leads somewhere'),
        to: linkSchema.optional().describe('A route; left out: the value is an https address'),
      })
      .describe('Leads to the address that the value is, or to a route'),
  ])
  .meta({ id: 'Format' });
export type Format = z.infer<typeof wholeFormatSchema>;

/** How a value is written. */
export const formatSchema = shortOr(wholeFormatSchema, z.enum(plainFormats), (as) => ({
  as,
})).describe('How it is written; left out, as its schema says');

const wholeEmptyStateSchema = z
  .strictObject({
    texts: textPrefixSchema
      .optional()
      .describe('Its texts: what ends with .title and .description'),
    title: filled(textSchema, 'its texts').describe('What is said when there is nothing'),
    description: textSchema.optional().describe('What can be done about it'),
    icon: iconSchema.optional().describe('A picture over it'),
  })
  .meta({ id: 'EmptyState' });
references.add(wholeEmptyStateSchema, { reference: 'texts', texts: ['title', 'description'] });
export type EmptyState = z.infer<typeof wholeEmptyStateSchema>;
/** Of a node of its own: what it says, without the short form. */
export const emptyStateParts = wholeEmptyStateSchema.shape;
export const emptyStateSchema = shortOr(wholeEmptyStateSchema, textPrefixSchema, (texts) => ({
  texts,
})).describe('What stands there when there is nothing to show');

const widthSchema = z.enum(['third', 'half', 'two-thirds', 'full']).meta({
  id: 'Width',
  description: 'How much of the width it takes in a section with the layout grid; full by default',
});

const visibleWhenSchema = conditionSchema.meta({
  id: 'VisibleWhen',
  description: 'Shown only while this holds in the browser; who may see it is said by access',
});

/** What every node may carry. */
export const nodeBase = {
  access: accessRuleSchema.optional().describe('Who gets it at all'),
  visibleWhen: visibleWhenSchema.optional(),
  width: widthSchema.optional(),
};
