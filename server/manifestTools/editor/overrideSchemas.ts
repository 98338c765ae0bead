import { z } from 'zod';
import type { Operation } from '../../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import { partMaps } from '../../../schemas/manifest/language.ts';
import { definitionOf, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { optionOf } from '../../manifests/layer/layer.ts';
import { describeColumns } from './calls.ts';
import { type Definitions, isObject, type JsonSchema, refTo } from './language.ts';
import { entryOf, orNull, overlayOf } from './layered.ts';

/**
 * What an override of one file can name: the ids that are there, and for each exactly what it is.
 * An id that isn't there has to be something whole.
 */
export function describeOverride(
  schema: z.ZodType,
  value: unknown,
  definitions: Definitions,
  library: string,
): JsonSchema | undefined {
  const refer = (name: string) => ({ $ref: `${library}${refTo(name)}` });
  const option = optionOf(schema, value);
  if (!option || !isObject(value)) return undefined;
  const map = partMaps.get(option);
  const { shape, valueType } = definitionOf(option);
  if (map && valueType) {
    const entries = Object.entries(value).map(([id, entry]) => {
      const kind = idOf(optionOf(valueType, entry)) ?? '';
      const inner = describeOverride(valueType, entry, definitions, library);
      if (!inner && definitions[entryOf(kind)]) return [id, refer(entryOf(kind))];
      const known = definitions[overlayOf(kind)] ? [refer(overlayOf(kind))] : [];
      return [id, orNull({ allOf: [...known, ...(inner ? [inner] : [])] })];
    });
    const added = describeAdded(valueType);
    const places = describePlaces(Object.keys(value));
    return { properties: Object.fromEntries(entries), additionalProperties: added, ...places };
  }
  const members = Object.entries(shape ?? {}).flatMap(([name, member]) => {
    const inner = describeOverride(member, value[name], definitions, library);
    if (!inner) return [];
    const columns = name === 'columns' ? columnsOf(value['source']) : undefined;
    return [[name, orNull(columns ? withColumns(inner, columns) : inner)] as const];
  });
  return members.length > 0 ? { properties: Object.fromEntries(members) } : undefined;
}

/** The ids beside which something can stand; what the override adds itself has others. */
function describePlaces(ids: readonly string[]): JsonSchema {
  if (ids.length < 2) return {};
  const beside = { '^(before|after)$': { examples: ids } };
  return { allOf: [{ additionalProperties: { patternProperties: beside } }] };
}

function idOf(schema: z.ZodType | undefined): string | undefined {
  return schema && z.globalRegistry.get(schema)?.id;
}

/** What is new says all that it needs, or takes a part. */
function describeAdded(schema: z.ZodType): JsonSchema {
  const bare = unwrap(schema);
  const { options, discriminator, shape = {} } = definitionOf(bare);
  const needed = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  const required = options && discriminator ? [discriminator] : needed;
  return {
    type: 'object',
    ...(required.length > 0 && { anyOf: [{ required: ['use'] }, { required }] }),
  };
}

function columnsOf(source: unknown): Record<string, JsonSchema> | undefined {
  const call = isObject(source) ? source['call'] : source;
  if (typeof call !== 'string' || !isOperationId(call)) return undefined;
  return describeColumns(operations[call] as Operation);
}

/** Columns can be added by the names of the row's fields, others by saying which field they show. */
function withColumns(inner: JsonSchema, columns: Record<string, JsonSchema>): JsonSchema {
  const known = inner['properties'] as JsonSchema;
  const others = {
    type: 'object',
    anyOf: [{ required: ['field'] }, { required: ['each'] }, { required: ['use'] }],
  };
  return { ...inner, properties: { ...columns, ...known }, additionalProperties: others };
}
