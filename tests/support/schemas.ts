import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { formSchemas } from '../../schemas/forms/formSchemas.ts';

/** An object schema, and where it was found, such as `tenant.get response`. */
export interface FoundObject {
  readonly place: string;
  readonly schema: z.ZodObject;
}

/** Every object schema that calls take or answer, that forms fill in, or that is in them, once. */
export function listCalledObjects(): FoundObject[] {
  const found = new Map<z.ZodType, FoundObject>();
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    for (const part of ['params', 'query', 'body', 'response'] as const) {
      const schema = operation[part];
      if (schema && schema !== 'stream') collect(schema, `${id} ${part}`, found);
    }
  }
  for (const [name, schema] of Object.entries(formSchemas)) collect(schema, name, found);
  return [...found.values()];
}

/** The same of everything that a file of schemas/ exports, the manifest language among it. */
export async function listExportedObjects(): Promise<FoundObject[]> {
  const found = new Map<z.ZodType, FoundObject>();
  const folder = new URL('../../schemas/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts')).toSorted()) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, value] of Object.entries(module)) {
      if (value instanceof z.ZodType) collect(value, `${file} ${name}`, found);
    }
  }
  return [...found.values()];
}

interface Definition {
  readonly getter?: () => z.ZodType;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** What is in an optional or nullable schema, one with a default, and so on. */
export function innerOf(schema: z.ZodType): z.ZodType | undefined {
  return (schema.def as Definition).innerType;
}

function collect(schema: z.ZodType, place: string, found: Map<z.ZodType, FoundObject>): void {
  if (schema instanceof z.ZodObject) {
    if (found.has(schema)) return;
    found.set(schema, { place, schema });
    for (const [name, member] of Object.entries(schema.shape)) {
      collect(member as z.ZodType, `${place}.${name}`, found);
    }
    return;
  }
  const { getter, element, valueType, out, options = [] } = schema.def as Definition;
  // A schema that contains itself is met once only, for its objects are.
  for (const inner of [innerOf(schema), getter?.(), element, valueType, out, ...options]) {
    if (inner) collect(inner, place, found);
  }
}
