import type { z } from 'zod';
import { references } from '../../../schemas/manifest/references.ts';
import { factOf } from './facts.ts';
import { definitionOf, findOption, unwrap } from './schemaWalk.ts';

export type Meta = NonNullable<ReturnType<typeof references.get>>;

/** A value as the walk meets it, with the schema that it stands under and what is known of that. */
export interface Visit<Scope> {
  readonly schema: z.ZodType;
  readonly meta: Meta | undefined;
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
  readonly scope: Scope;
  /** The value is itself a key, the last one of the path. */
  readonly isKey?: boolean;
}

/** Looks at a value and says in which scope each of its members is looked at. */
export type Visitor<Scope> = (visit: Visit<Scope>) => (member: string) => Scope;

/** What is known of a schema. */
export function metaOf(schema: z.ZodType): Meta | undefined {
  return factOf(references, schema);
}

/**
 * The one walk over manifests: along the schema, whose facts say what is met. What doesn't fit the
 * schema is passed over: the shape check reports it, and the rest can be looked at all the same.
 */
export function walk<Scope>(
  schema: z.ZodType,
  value: unknown,
  scope: Scope,
  visitor: Visitor<Scope>,
  path: readonly PropertyKey[] = [],
): void {
  if (value === undefined || value === null) return;
  const bare = unwrap(schema);
  const definition = definitionOf(bare);
  if (definition.type === 'union') {
    const option = findOption(bare, value);
    if (option) walk(option, value, scope, visitor, path);
    return;
  }
  const meta = metaOf(bare);
  if (typeof value !== 'object') {
    if (meta && bare.safeParse(value).success) visitor({ schema: bare, meta, value, path, scope });
    return;
  }
  const scopeOf = visitor({ schema: bare, meta, value, path, scope });
  if (Array.isArray(value)) {
    value.forEach((item, at) => {
      if (definition.element) {
        walk(definition.element, item, scope, visitor, [...path, at]);
      }
    });
    return;
  }
  const keyMeta = definition.keyType && metaOf(definition.keyType);
  for (const [key, member] of Object.entries(value)) {
    if (keyMeta && definition.keyType) {
      const here = { schema: definition.keyType, meta: keyMeta, path: [...path, key] };
      visitor({ ...here, value: key, scope, isKey: true });
    }
    const memberSchema = memberOf(definition, key);
    if (memberSchema) walk(memberSchema, member, scopeOf(key), visitor, [...path, key]);
  }
}

/** The schema of a member of an object or record, as far as anything is said about it. */
export function memberOf(
  { shape, valueType }: ReturnType<typeof definitionOf>,
  key: string,
): z.ZodType | undefined {
  if (!shape) return valueType;
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}
