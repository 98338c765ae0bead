import type { z } from 'zod';
import { fileTypes, type Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { listRefusals } from '../../schemas/api/refusals.ts';
import { describeMachinePaths } from './openapiMachinePaths.ts';
import { createSchemaWriter, type Json, type SchemaWriter } from './openapiSchemas.ts';

const description = `Metered consumption of properties.

Every address answers HEAD where it answers GET, OPTIONS with the methods that it takes, and 405 to
others, with the same in \`Allow\`. Parameters that an operation doesn't list are refused where it
lists any of the query, and text with a NUL character or an unpaired surrogate is refused everywhere.
A screen's form may be narrower than the schema of the body that it sends, and differs by market and
role: what it refuses is VALIDATION_FAILED, too.`;

/** The OpenAPI 3.1 document of every operation, from the schemas that the server itself checks by. */
export function createOpenApi(publicUrl: string): Json {
  const writer = createSchemaWriter();
  const paths: Record<string, Json> = describeMachinePaths(writer);
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation, writer),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Meterhouse', version: '1', description },
    servers: [{ url: publicUrl }],
    components: {
      schemas: writer.schemas,
      responses: writer.responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider for this API.',
        },
      },
    },
    paths,
  };
}

function describeOperation(id: string, operation: Operation, writer: SchemaWriter): Json {
  const body = describeBody(operation.body, writer);
  return {
    operationId: id,
    summary: operation.summary,
    tags: [operation.module],
    security: operation.access?.public ? [] : [{ bearer: [] }],
    parameters: [
      ...describeParameters('path', operation.params, writer),
      ...describeParameters('query', operation.query, writer),
    ],
    ...(body && { requestBody: body }),
    responses: describeResponses(operation, writer),
  };
}

function describeBody(body: Operation['body'], writer: SchemaWriter): Json | undefined {
  if (!body) return undefined;
  if (body !== 'stream') {
    return {
      required: true,
      content: { 'application/json': { schema: writer.write(body, 'input') } },
    };
  }
  // Bytes as they are have no schema.
  return { required: true, content: Object.fromEntries(fileTypes.map((type) => [type, {}])) };
}

function describeParameters(place: string, schema: z.ZodObject | undefined, writer: SchemaWriter) {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const isOptional = (value as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: place,
      required: !isOptional,
      schema: writer.write(value as z.ZodType, 'input'),
    };
  });
}

function describeResponses(operation: Operation, writer: SchemaWriter): Json {
  const { response, mediaType = 'application/json', otherMediaType } = operation;
  const { revalidates, emptyIsNoContent } = operation;
  const content = { schema: writer.write(response, 'output') };
  return {
    200: {
      description: 'Success',
      content: { [mediaType]: content, ...(otherMediaType && { [otherMediaType]: content }) },
      ...(revalidates && { headers: { ETag: { required: true, schema: { type: 'string' } } } }),
    },
    ...(emptyIsNoContent && { 204: { description: 'There is none: an empty list' } }),
    ...(revalidates && { 304: { description: 'What If-None-Match names is still good' } }),
    ...writer.refusals(listRefusals(operation)),
  };
}
