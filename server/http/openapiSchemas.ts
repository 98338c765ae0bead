import { z } from 'zod';
import { type ErrorCode, errorBodySchema, errorCodes } from '../../schemas/errors.ts';
import { isTrimmed } from './trimTexts.ts';

export type Json = Record<string, unknown>;

export interface SchemaWriter {
  /** The JSON Schema of a value; one with an id is a reference to the document's components. */
  write(schema: z.ZodType, io: 'input' | 'output'): Json;
  /** Responses by status, each a reference to one that says which of the codes it has. */
  refusals(codes: readonly ErrorCode[]): Json;
  readonly schemas: Json;
  readonly responses: Json;
}

/** Of a text that is counted without its outer spaces: so many characters are left of it. */
function trimmedPattern(minLength: number): string {
  return minLength === 1 ? String.raw`\S` : String.raw`\S[\s\S]{${minLength - 2},}\S`;
}

/** Writes zod schemas into one OpenAPI document. */
export function createSchemaWriter(): SchemaWriter {
  const schemas: Json = {};
  const responses: Json = {};
  return { schemas, responses, write, refusals };

  function write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...body
    } = z.toJSONSchema(schema, {
      io,
      // Rules over several fields, which JSON Schema has no words for.
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (io === 'output') return;
        // What isn't known is refused, as of the query.
        if (jsonSchema.type === 'object') jsonSchema.additionalProperties ??= false;
        const { minLength = 0 } = jsonSchema;
        if (zodSchema instanceof z.ZodString && minLength > 0 && isTrimmed(zodSchema)) {
          jsonSchema.pattern ??= trimmedPattern(minLength);
        }
      },
    }) as Json & { $defs?: Json };
    const { id } = body;
    const named = { ...$defs, ...(typeof id === 'string' && { [id]: body }) };
    const names = new Map(
      Object.entries(named).map(([name, one]) => [name, nameOf(name, one, io)]),
    );
    const inDocument = (one: unknown): Json =>
      JSON.parse(JSON.stringify(one), (key, value: unknown) => {
        if (key !== '$ref' || typeof value !== 'string') return value;
        return referenceTo(names.get(value.replace('#/$defs/', '')) ?? value);
      });
    for (const [name, one] of Object.entries(named)) {
      schemas[names.get(name) as string] = inDocument(one);
    }
    if (typeof id !== 'string') return inDocument(body);
    return { $ref: referenceTo(names.get(id) as string) };
  }

  function refusals(codes: readonly ErrorCode[]): Json {
    const byStatus = Object.groupBy(codes, (code) => errorCodes[code].status);
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, some]) => {
        const name = some.join('.');
        responses[name] ??= describeRefusal(some);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  function describeRefusal(codes: readonly ErrorCode[]): Json {
    const numbers = codes.map((code) => errorCodes[code].code);
    const properties = { status: { enum: codes }, code: { enum: numbers } };
    const schema = { allOf: [write(errorBodySchema, 'output'), { properties }] };
    return { description: codes.join(', '), content: { 'application/json': { schema } } };
  }
}

/** An object that is sent may leave out what has a default. */
function nameOf(name: string, schema: unknown, io: 'input' | 'output'): string {
  const differs = /"type":"object"|"\$ref"/.test(JSON.stringify(schema));
  return io === 'input' && differs ? `${name}Input` : name;
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}
