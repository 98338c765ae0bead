import { z } from 'zod';
import { asked, day, type Names } from './world.ts';

interface Given {
  readonly names: Names;
  /** Under which name a field stands in `names`. */
  nameOf(field: string): string;
}

interface Json {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly items?: Json;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
}

/** The least that fits a schema, with all in it that names something of a building. */
export function aValue(schema: z.ZodType, given: Given): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return sample(root, undefined, root.$defs ?? {}, given);
}

function sample(
  schema: Json,
  field: string | undefined,
  definitions: Readonly<Record<string, Json>>,
  given: Given,
): unknown {
  const { $ref, anyOf, type } = schema;
  const named = field === undefined ? undefined : given.names[given.nameOf(field)];
  if ($ref) return sample(definitions[$ref.slice(8)] ?? {}, field, definitions, given);
  if (anyOf) return sample(anyOf[0] ?? {}, field, definitions, given);
  if (type === 'array') {
    if (named !== undefined) return [named];
    const count = schema.minItems ?? 0;
    return Array.from({ length: count }, () =>
      sample(schema.items ?? {}, undefined, definitions, given),
    );
  }
  if (type === 'object') return objectOf(schema, definitions, given);
  if (named !== undefined) return named;
  return plainSample(schema, field);
}

function plainSample(schema: Json, field: string | undefined): unknown {
  const { type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number')
    return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
  if (schema.format === 'date')
    return day(/end|until|to$/i.test(field ?? '') ? asked.end : asked.begin);
  if (schema.format === 'email') return 'somebody@example.com';
  if (schema.format === 'uri') return 'https://example.com/';
  if (schema.format === 'date-time') return `${day(5)}T00:00:00Z`;
  return textOf(schema);
}

function objectOf(
  { properties = {}, required = [] }: Json,
  definitions: Readonly<Record<string, Json>>,
  given: Given,
): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(
    ([name]) =>
      required.includes(name) ||
      given.nameOf(name) in given.names ||
      ['periodBegin', 'periodEnd'].includes(name),
  );
  return Object.fromEntries(
    wanted.map(([name, one]) => [name, sample(one, name, definitions, given)]),
  );
}

/** Of as many letters as its pattern wants. */
function textOf({ minLength = 1, pattern = '' }: Json): string {
  const texts = Array.from({ length: 20 }, (_, more) => 'x'.repeat(Math.max(1, minLength) + more));
  return texts.find((text) => new RegExp(pattern).test(text)) ?? 'x';
}
