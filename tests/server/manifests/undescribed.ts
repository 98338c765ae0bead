import path from 'node:path';
import { isObject, type JsonSchema } from '../../../server/manifestTools/editor/language.ts';

type Schemas = ReadonlyMap<string, JsonSchema>;
type Follow = (schema: JsonSchema) => JsonSchema | undefined;

/**
 * The properties that schemas name and describe nowhere, each with its place, and how many properties
 * there are. As in editors, what applies to one place counts together: behind references, in allOf,
 * anyOf, then and else, and what an object says of all its other members.
 */
export function listUndescribed(schemas: Schemas): { count: number; undescribed: string[] } {
  const follow = createFollow(schemas);
  const places = [...schemas].flatMap(([name, schema]) => [
    { at: name, schema },
    ...Object.entries((schema['$defs'] ?? {}) as Record<string, JsonSchema>).map(
      ([id, definition]) => ({ at: `${name} ${id}`, schema: definition }),
    ),
  ]);
  const extended = listExtended(
    places.map(({ schema }) => schema),
    follow,
  );
  const undescribed: string[] = [];
  let count = 0;

  /** `own` stands here itself, `all` is what applies here. */
  function check(own: JsonSchema, all: readonly unknown[], at: string): void {
    const applying = gather(all, follow);
    for (const schema of gather([own])) {
      for (const [name, member] of Object.entries((schema['properties'] ?? {}) as JsonSchema)) {
        if (member !== false) checkMember(member, name, applying, at);
      }
      for (const key of ['additionalProperties', 'items']) {
        const inner = schema[key];
        if (isObject(inner)) check(inner, [inner, ...applying.map((one) => one[key])], at);
      }
    }
  }

  function checkMember(member: unknown, name: string, applying: JsonSchema[], at: string): void {
    count += 1;
    const members = applying.flatMap((one) => membersNamed(one, name));
    const isDescribed = gather(members, follow).some((one) => one['description']);
    if (!isDescribed) undescribed.push(`${at} ${name}`);
    if (isObject(member)) check(member, members, `${at} ${name}`);
  }

  for (const { at, schema } of places) check(schema, [schema, ...(extended.get(schema) ?? [])], at);
  return { count, undescribed };
}

/** What a reference leads to, in the same file or another. */
function createFollow(schemas: Schemas): Follow {
  const homes = new Map<unknown, string>();
  const note = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    homes.set(value, name);
    for (const inner of Object.values(value)) note(inner, name);
  };
  for (const [name, schema] of schemas) note(schema, name);
  return (schema) => {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return undefined;
    const [file, keys = ''] = $ref.split('#');
    const home = homes.get(schema) ?? '';
    const name = file ? path.posix.join(path.posix.dirname(home), file) : home;
    return keys
      .split('/')
      .filter(Boolean)
      .reduce<JsonSchema | undefined>(
        (found, key) => found?.[key] as JsonSchema | undefined,
        schemas.get(name),
      );
  };
}

/** By what stands in an allOf by reference, who has it there. */
function listExtended(schemas: readonly JsonSchema[], follow: Follow): Map<unknown, JsonSchema[]> {
  const extended = new Map<unknown, JsonSchema[]>();
  for (const user of schemas.flatMap((schema) => gather([schema]))) {
    for (const one of (user['allOf'] ?? []) as JsonSchema[]) {
      const used = follow(one);
      if (used) extended.set(used, [...(extended.get(used) ?? []), user]);
    }
  }
  return extended;
}

/** The schemas and all that applies with them; without `follow`, what stands in them itself. */
function gather(
  schemas: readonly unknown[],
  follow?: Follow,
  seen = new Set<JsonSchema>(),
): JsonSchema[] {
  for (const schema of schemas) {
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = schema;
    const inner = [allOf, anyOf, oneOf, then, otherwise].flat();
    gather(follow ? [follow(schema), ...inner] : inner, follow, seen);
  }
  return [...seen];
}

function membersNamed(schema: JsonSchema, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const known = (properties as JsonSchema | undefined)?.[name];
  const fitting = Object.entries((patternProperties ?? {}) as JsonSchema).flatMap(
    ([pattern, member]) => (new RegExp(pattern).test(name) ? [member] : []),
  );
  return [known ?? additionalProperties, ...fitting];
}
