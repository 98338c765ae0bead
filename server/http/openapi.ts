import { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { errorBodySchema } from '../../schemas/errors.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every operation, from the schemas that the server itself checks by. */
export function createOpenApi(publicUrl: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Meterhouse', version: '1', description: 'Metered consumption of properties.' },
    servers: [{ url: publicUrl }],
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  };
}

function describeOperation(id: string, operation: Operation, components: Json): Json {
  const content = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: toSchema(schema, io, components) },
  });
  return {
    operationId: id,
    summary: operation.summary,
    tags: [operation.module],
    security: operation.access?.public ? [] : [{ bearer: [] }],
    parameters: [
      ...describeParameters('path', operation.params, components),
      ...describeParameters('query', operation.query, components),
    ],
    ...(operation.body === 'stream' && {
      requestBody: { content: { 'text/csv': { schema: { type: 'string' } } } },
    }),
    ...(operation.body &&
      operation.body !== 'stream' && {
        requestBody: { required: true, content: content(operation.body, 'input') },
      }),
    responses: {
      200: { description: 'Success', content: content(operation.response, 'output') },
      default: { description: 'Any failure', content: content(errorBodySchema, 'output') },
    },
  };
}

function describeParameters(place: string, schema: z.ZodObject | undefined, components: Json) {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const isOptional = (value as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: place,
      required: place === 'path' || !isOptional,
      schema: toSchema(value as z.ZodType, 'input', components),
    };
  });
}

/** JSON Schema of one value; named schemas move to the document's components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _,
    $defs,
    ...body
  } = z.toJSONSchema(schema, {
    io,
    // Coerced query values arrive as text, which the target type can't say.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodNumber && zodSchema._zod.def.coerce) jsonSchema.type = 'number';
    },
  }) as Json & { $defs?: Json };
  const text = JSON.stringify(body).replaceAll('"#/$defs/', '"#/components/schemas/');
  for (const [name, definition] of Object.entries($defs ?? {})) {
    components[name] = JSON.parse(
      JSON.stringify(definition).replaceAll('"#/$defs/', '"#/components/schemas/'),
    );
  }
  const id = (body as { id?: string }).id;
  const parsed = JSON.parse(text) as Json;
  if (!id) return parsed;
  components[id] = parsed;
  return { $ref: `#/components/schemas/${id}` };
}
