import type { z } from 'zod';
import { definitionOf, unwrap } from './schemaWalk.ts';

/** Where a dotted path into a response ends, or the names that exist where it breaks off. */
export type FieldLookup =
  | { readonly schema: z.ZodType }
  | { readonly missing: string; readonly candidates: readonly string[] };

/** Follows a dotted path through objects, records, lists (by number) and what may be absent. */
export function findField(response: z.ZodType, path: string): FieldLookup {
  let schema = response;
  for (const key of path.split('.')) {
    const next = step(schema, key);
    if (!next) return { missing: key, candidates: listFields(schema) };
    schema = next;
  }
  return { schema };
}

/** The schema of one row of the list at `path`, or of the answer where it is a list itself. */
export function findRow(response: z.ZodType, path: string): z.ZodType | undefined {
  const whole = definitionOf(unwrap(response));
  if (whole.type === 'array') return path === 'content' ? whole.element : undefined;
  const found = findField(response, path);
  if (!('schema' in found)) return undefined;
  const { type, element } = definitionOf(unwrap(found.schema));
  return type === 'array' ? element : undefined;
}

export function listFields(schema: z.ZodType): string[] {
  const { type, shape, options = [] } = definitionOf(unwrap(schema));
  if (type === 'object') return Object.keys(shape ?? {});
  return type === 'union' ? options.flatMap(listFields) : [];
}

function step(schema: z.ZodType, key: string): z.ZodType | undefined {
  const { type, shape, valueType, element, options = [] } = definitionOf(unwrap(schema));
  if (type === 'object') return shape && Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (type === 'record') return valueType;
  if (type === 'array') return /^\d+$/.test(key) ? element : undefined;
  if (type === 'union') return options.map((option) => step(option, key)).find(Boolean);
  return type === 'any' ? schema : undefined;
}
