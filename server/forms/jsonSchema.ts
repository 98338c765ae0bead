import { z } from 'zod';
import { uploadLimits } from '../../schemas/entities/upload.ts';
import { type FormSchemaName, formDefaults, formSchemas } from '../../schemas/forms/formSchemas.ts';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';

const known = new Map<FormSchemaName, JsonSchema>();
// zod says so of every integer.
const noBounds = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** The JSON Schema (draft 7) of a form's data: without references, in the plainest words. */
export function readFormSchema(name: FormSchemaName): JsonSchema {
  const found = known.get(name);
  if (found) return found;
  const json = z.toJSONSchema(formSchemas[name], {
    io: 'input',
    target: 'draft-7',
    // Definitions come from the global registry's ids: with another one everything is inlined.
    metadata: z.registry(),
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const upload = uploadLimits.get(zodSchema as z.core.$ZodType);
      if (upload) Object.assign(jsonSchema, { upload });
    },
  }) as JsonSchema;
  const { $schema: _dialect, ...simple } = simplify(json);
  const schema = withDefaults(simple, formDefaults[name]);
  known.set(name, schema);
  return schema;
}

/** Says of each field what it is by default. */
function withDefaults(schema: JsonSchema, value: unknown): JsonSchema {
  if (value === undefined) return schema;
  if (!schema.properties) return { ...schema, default: value };
  const properties = Object.entries(schema.properties).map(([name, own]) => [
    name,
    withDefaults(own, (value as Record<string, unknown>)[name]),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The same in one way where zod has several: forms draw each way differently. */
function simplify(schema: JsonSchema): JsonSchema {
  const { allOf, anyOf, properties, items, exclusiveMinimum, ...rest } = schema as JsonSchema & {
    allOf?: JsonSchema[];
    anyOf?: JsonSchema[];
    exclusiveMinimum?: number;
  };
  const kept = Object.fromEntries(
    Object.entries(rest).filter(
      ([key, value]) =>
        !noBounds.has(value as number) &&
        key !== 'description' &&
        // A format says it, and says it better when it fails.
        !(key === 'pattern' && rest['format'] !== undefined),
    ),
  );
  const merged = Object.assign({}, kept, ...(allOf ?? []).map(simplify)) as JsonSchema;
  if (exclusiveMinimum !== undefined) {
    const isWhole = merged.type === 'integer';
    Object.assign(
      merged,
      isWhole ? { minimum: Math.floor(exclusiveMinimum) + 1 } : { exclusiveMinimum },
    );
  }
  // One choice is a short list of them.
  if (merged['const'] !== undefined) {
    const { const: only, ...others } = merged;
    return { ...others, enum: [only] };
  }
  const options = anyOf?.map(simplify).filter(({ type }) => type !== 'null');
  const isNullable = options !== undefined && options.length < (anyOf?.length ?? 0);
  if (isNullable && options.length === 1) {
    // What is left empty is null: a word of OpenAPI's that validators know.
    const { default: _none, ...others } = merged;
    return { ...others, ...options[0], nullable: true };
  }
  if (options?.every((option) => option.enum)) {
    const [first] = options;
    Object.assign(merged, { type: first?.type, enum: options.flatMap((one) => one.enum ?? []) });
  } else if (options) {
    Object.assign(merged, { anyOf: options });
  }
  if (items) Object.assign(merged, { items: simplify(items) });
  if (properties) {
    const members = Object.entries(properties).map(([name, one]) => [name, simplify(one)]);
    Object.assign(merged, { properties: Object.fromEntries(members), additionalProperties: false });
  }
  return merged;
}

/** The schema whose fields a field's own `fields` name: its objects, or those of its list. */
export function innerSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  return schema.items?.properties ? schema.items : undefined;
}
