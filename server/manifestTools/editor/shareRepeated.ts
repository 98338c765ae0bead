import { isObject, type JsonSchema } from './language.ts';

/** What a reference takes, and a definition beside what it defines. */
const charactersOfReference = 22;
const charactersOfDefinition = 7;

/**
 * The same schema with what stands in it several times as definitions of its own: a screen that takes
 * one part eleven times would say eleven times what can be laid over it.
 */
export function shareRepeated(schema: JsonSchema): JsonSchema {
  const times = new Map<string, number>();
  const count = (one: JsonSchema): JsonSchema => {
    const text = JSON.stringify(one);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    // What stands within something repeated isn't repeated once that is shared.
    return before > 0 ? one : mapWithin(one, count);
  };
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  const share = (one: JsonSchema): JsonSchema => {
    const text = JSON.stringify(one);
    const many = times.get(text) ?? 0;
    const shared = many * charactersOfReference + text.length + charactersOfDefinition;
    if (many * text.length <= shared) return mapWithin(one, share);
    const known = names.get(text);
    const name = known ?? `r${names.size + 1}`;
    if (!known) {
      names.set(text, name);
      definitions[name] = mapWithin(one, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  mapWithin(schema, count);
  const shared = mapWithin(schema, share);
  return names.size > 0 ? { ...shared, $defs: definitions } : shared;
}

/** The same with another schema for each that stands directly within it. */
function mapWithin(schema: JsonSchema, make: (one: JsonSchema) => JsonSchema): JsonSchema {
  const within = (value: unknown) => (isObject(value) ? make(value) : value);
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (Array.isArray(value)) return [keyword, value.map(within)];
    const isMap = keyword === 'properties' || keyword === 'patternProperties';
    if (!isMap || !isObject(value)) return [keyword, within(value)];
    const members = Object.entries(value).map(([name, member]) => [name, within(member)]);
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries);
}
