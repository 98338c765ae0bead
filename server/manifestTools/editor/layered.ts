import type { MapFacts } from '../../../schemas/manifest/language.ts';
import { type Definitions, isObject, type JsonSchema, marks, refTo, when } from './language.ts';

/**
 * Each definition twice: as a file writes it whole, and as what is laid over it, by an override or
 * after `use`: nothing is required, null takes away, and entries of maps can say their place.
 */

export const overlayOf = (name: string) => `${name}.over`;
/** What an override says of an entry of a map: its overlay, or null. */
export const entryOf = (name: string) => `${name}.entry`;
const mapName = (noun: string) => `parts-${noun.replaceAll(' ', '-')}`;
const usesPart = { type: 'object', required: ['use'] };
const use = { $ref: refTo('PartName'), description: 'A part, over which the rest is laid' };
/** What goes with `use`: what a part leaves open as <name>. */
const givenToPart = { $ref: refTo('PartValues') };
const each = { $ref: refTo('EnumerationName'), description: 'One for each of its values' };
const placement = {
  before: { type: 'string', description: 'The id of what it stands before' },
  after: { type: 'string', description: 'The id of what it stands after' },
  first: { const: true, description: 'Stands before everything else' },
};
const valueName = '^[A-Z][A-Z0-9_]*$';

export function layOut(definitions: Definitions): Record<string, JsonSchema> {
  const made: Record<string, JsonSchema> = {};
  const entries = new Set<string>();
  const repeated = new Set<string>();
  const context: Context = { definitions, made, entries, repeated };
  findEntries(Object.values(definitions), context);
  for (const [name, schema] of Object.entries(definitions)) {
    const whole = toWhole(schema, context);
    if (!canBeLaid(schema, definitions)) {
      made[name] = whole;
      continue;
    }
    const over = overlayOf(name);
    if (entries.has(name)) made[entryOf(name)] = orNull({ $ref: refTo(over) });
    // Named here too, so that editors propose them before they are there.
    const ways = { use, with: givenToPart, ...(repeated.has(name) && { each }) };
    const proposed = isObject(whole['properties'])
      ? { ...whole, properties: { ...ways, ...whole['properties'] } }
      : whole;
    const { scalars, objects } = splitOptions(proposed, schema, definitions);
    const layable = when(usesPart, { $ref: refTo(over) }, objects);
    made[name] = scalars.length > 0 ? { anyOf: [...scalars, layable] } : layable;
    const more = {
      ...(entries.has(name) && placement),
      ...(repeated.has(name) && {
        each,
        only: { type: 'array', items: { type: 'string' }, description: 'Only these values' },
      }),
    };
    made[over] = toOverlay(schema, context, {
      more,
      ...(scalars.length === 0 && { whole: `${refTo(name)}/else` }),
    });
    if (repeated.has(name)) {
      made[over]['patternProperties'] = { [valueName]: orNull({ $ref: refTo(over) }) };
      made[over]['allOf'] = [{ $ref: refTo('ValuesOfEach') }];
    }
  }
  return made;
}

/**
 * What isn't written as an object, such as a text's key, and the rest: editors propose nothing that
 * stands behind an if.
 */
function splitOptions(
  made: JsonSchema,
  schema: JsonSchema,
  definitions: Definitions,
): { readonly scalars: readonly unknown[]; readonly objects: JsonSchema } {
  const { anyOf, ...rest } = made;
  if (!Array.isArray(anyOf)) return { scalars: [], objects: made };
  const options = schema['anyOf'] as readonly JsonSchema[];
  const isObject = (_one: unknown, at: number) => canBeLaid(options[at], definitions);
  const objects = anyOf.filter(isObject);
  const scalars = anyOf.filter((one, at) => !isObject(one, at));
  return { scalars, objects: { ...rest, anyOf: objects } };
}

interface Context {
  readonly definitions: Definitions;
  readonly made: Record<string, JsonSchema>;
  /** Definitions of what stands in maps of parts. */
  readonly entries: Set<string>;
  /** Those of them that `each` can repeat. */
  readonly repeated: Set<string>;
}

function findEntries(schemas: readonly unknown[], context: Context): void {
  for (const schema of schemas) {
    if (Array.isArray(schema)) findEntries(schema, context);
    if (!isObject(schema)) continue;
    const facts = schema[marks.parts] as MapFacts | undefined;
    if (facts) addEntry(nameOf(schema['additionalProperties']), facts.repeats === true, context);
    findEntries(Object.values(schema), context);
  }
}

function addEntry(name: string | undefined, repeats: boolean, context: Context): void {
  if (name === undefined) return;
  if (repeats) context.repeated.add(name);
  if (context.entries.has(name)) return;
  context.entries.add(name);
  const { oneOf, $ref } = context.definitions[name] ?? {};
  for (const option of [...((oneOf as unknown[]) ?? []), { $ref }]) {
    addEntry(nameOf(option), repeats, context);
  }
}

/** The definition that a schema refers to. */
export function nameOf(schema: unknown): string | undefined {
  const ref = isObject(schema) ? schema['$ref'] : undefined;
  return typeof ref === 'string' ? ref.replace(refTo(''), '') : undefined;
}

function canBeLaid(schema: JsonSchema | undefined, definitions: Definitions): boolean {
  if (!schema || schema[marks.whole] || schema[marks.plain]) return false;
  if (isObject(schema['properties']) || schema[marks.parts]) return true;
  const name = nameOf(schema);
  if (name !== undefined) return canBeLaid(definitions[name], definitions);
  const options = (schema['oneOf'] ?? schema['anyOf'] ?? []) as JsonSchema[];
  return options.some((option) => canBeLaid(option, definitions));
}

function toWhole(schema: JsonSchema, context: Context): JsonSchema {
  const facts = schema[marks.parts] as MapFacts | undefined;
  if (facts) return refToMap(schema, facts, context, false);
  const kept = Object.entries(schema).filter(([key]) => !key.startsWith('x-'));
  return withCalls(
    Object.fromEntries(
      kept.map(([key, value]) => [key, inside(value, (one) => toWhole(one, context))]),
    ),
  );
}

function inside(value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((one) => inside(one, change));
  return isObject(value) ? change(value) : value;
}

interface Overlaid {
  /** What it may say besides. */
  readonly more?: JsonSchema;
  /** Where the same stands whole. */
  readonly whole?: string;
}

function toOverlay(
  schema: JsonSchema,
  context: Context,
  { more = {}, whole }: Overlaid = {},
): JsonSchema {
  const { definitions } = context;
  const facts = schema[marks.parts] as MapFacts | undefined;
  if (facts) return refToMap(schema, facts, context, true);
  if (!canBeLaid(schema, definitions)) {
    const { additionalProperties, ...rest } = toWhole(schema, context);
    if (!schema[marks.plain]) return toWhole(schema, context);
    return { ...rest, additionalProperties: orNull(additionalProperties) };
  }
  const { required: _required, $ref, oneOf, anyOf, properties, ...rest } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return { ...rest, $ref: refTo(overlayOf(name)) };
  const options = (oneOf ?? anyOf) as JsonSchema[] | undefined;
  if (options) {
    const kind = oneOf ? 'oneOf' : 'anyOf';
    const laid = options.map((one, at) =>
      toOverlay(one, context, { more, ...(whole && { whole: `${whole}/${kind}/${at}` }) }),
    );
    return { ...rest, anyOf: laid };
  }
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([key, member]) => [
    key,
    orNull(
      whole && !canBeLaid(member, definitions) && !member[marks.plain]
        ? shorter(toWhole(member, context), `${whole}/properties/${key}`)
        : toOverlay(member, context),
    ),
  ]);
  return withCalls({
    ...rest,
    properties: { use, with: givenToPart, ...more, ...Object.fromEntries(members) },
  });
}

/** Said again, or where it stands already. */
function shorter(schema: JsonSchema, at: string): JsonSchema {
  const ref = { $ref: at };
  return JSON.stringify(ref).length < JSON.stringify(schema).length ? ref : schema;
}

/** Maps of parts are definitions of their own, for many places have the same. */
function refToMap(
  schema: JsonSchema,
  { noun, repeats }: MapFacts,
  context: Context,
  isOverlay: boolean,
): JsonSchema {
  const { made } = context;
  const { description, default: preset, propertyNames, additionalProperties } = schema;
  const name = mapName(noun);
  if (!made[name]) {
    const over = overlayOf(name);
    made[name] = {};
    const item = additionalProperties as JsonSchema;
    const whole = toWhole(item, context);
    const laid = toOverlay(item, context);
    const isRepeated = { type: 'object', required: ['each'] };
    const entry = repeats ? when(isRepeated, laid, whole) : whole;
    const parts = { type: 'object', additionalProperties: entry, propertyNames };
    made[name] = when(usesPart, { $ref: refTo(over) }, parts);
    made[over] = {
      type: 'object',
      properties: { use, with: givenToPart },
      additionalProperties: orNull(laid),
    };
  }
  return {
    $ref: refTo(isOverlay ? overlayOf(name) : name),
    ...(description !== undefined && { description }),
    ...(preset !== undefined && !isOverlay && { default: preset }),
  };
}

/** What calls or links: its parameters are those of its operation or route. */
function withCalls(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!isObject(properties) || !properties['params']) return schema;
  if (properties['call']) return { ...schema, allOf: [{ $ref: refTo('ParametersOfCall') }] };
  return properties['route']
    ? { ...schema, allOf: [{ $ref: refTo('ParametersOfRoute') }] }
    : schema;
}

export function orNull(schema: unknown): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
