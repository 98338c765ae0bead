import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { fileTypes, type Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { listRefusals } from '../../../schemas/api/refusals.ts';
import { type ErrorCode, errorCodes } from '../../../schemas/errors.ts';
import { AppError } from '../../../server/errors.ts';
import type { Handlers } from '../../../server/http/handler.ts';
import { mountOperations } from '../../../server/http/mount.ts';
import { createOpenApi } from '../../../server/http/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is read here and there.
type Any = any;

const document: Any = createOpenApi('http://portal.example');
const ids = Object.keys(operations) as OperationId[];

describe('the OpenAPI document', () => {
  it.each(ids)('tells of %s each status that it may be refused with, and its codes', (id) => {
    const operation: Operation = operations[id];
    const described = document.paths[operation.path][operation.method.toLowerCase()];
    expect(described.operationId).toBe(id);
    const { responses } = described;
    const codes = listRefusals(operation);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) {
      const { $ref } = responses[errorCodes[code].status];
      const { content } = document.components.responses[$ref.split('/').at(-1)];
      const [body, narrowed] = content['application/json'].schema.allOf;
      expect(body.$ref).toBe('#/components/schemas/ErrorBody');
      expect(narrowed.properties.status.enum).toContain(code);
      expect(narrowed.properties.code.enum).toContain(errorCodes[code].code);
    }
    expect(responses).not.toHaveProperty('default');
  });

  it('knows what a call can’t find by what it asks for', () => {
    const of = (id: OperationId) => listRefusals(operations[id]);
    expect(of('consumption.graph')).toEqual(
      expect.arrayContaining(['PROPERTY_NOT_FOUND', 'TENANT_NOT_FOUND', 'PERIOD_NOT_FOUND']),
    );
    expect(of('property.list')).not.toContain('PROPERTY_NOT_FOUND');
    expect(of('totp.turnOff')).toContain('PROOF_REQUIRED');
    expect(of('session.get')).not.toContain('VALIDATION_FAILED');
    expect(of('password.check')).not.toContain('STORAGE_FULL');
    expect(of('password.check')).not.toContain('UNAUTHENTICATED');
  });

  it('has whole numbers as integers with their bounds', () => {
    const parameter = (path: string, name: string) =>
      document.paths[path].get.parameters.find((one: Any) => one.name === name).schema;
    const id = { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER };
    expect(parameter('/api/tenant', 'property')).toMatchObject(id);
    expect(parameter('/api/tenant/{tenant}', 'tenant')).toMatchObject(id);
    expect(parameter('/api/tenant', 'page')).toMatchObject({
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
    });
    const { Property, ErrorBody } = document.components.schemas;
    expect(Property.properties.worksId).toMatchObject(id);
    expect(ErrorBody.properties.code.type).toBe('integer');
  });

  it('has filters and days as patterns that take what the server takes', () => {
    const schemaOf = (path: string, name: string) =>
      document.paths[path].get.parameters.find((one: Any) => one.name === name).schema;
    const filter = new RegExp(schemaOf('/api/import', 'filter').items.pattern);
    for (const good of ['fileName:a', 'startedAt:2024-02-29..', 'startedAt:..2026-01-01']) {
      expect([good, filter.test(good)]).toEqual([good, true]);
    }
    for (const bad of ['fileName: ', 'nothing:a', 'startedAt:..', 'startedAt:2023-02-29..']) {
      expect([bad, filter.test(bad)]).toEqual([bad, false]);
    }
    const begin = schemaOf('/api/consumptiongraph', 'periodBegin');
    expect(begin.format).toBe('date');
    const day = new RegExp(begin.pattern);
    expect(['1900-01-01', '2000-02-29', '2024-02-29'].filter((one) => !day.test(one))).toEqual([]);
    const none = ['1899-12-31', '1900-02-29', '2023-02-29', '2024-13-01', '0020-02-29'];
    expect(none.filter((one) => day.test(one))).toEqual([]);
  });

  it('forbids in bodies what the server refuses, and refers to nothing that isn’t there', () => {
    const bodies = Object.entries(document.components.schemas).filter(([name]) =>
      name.endsWith('Input'),
    ) as [string, Any][];
    expect(bodies.length).toBeGreaterThan(10);
    for (const [name, schema] of bodies) {
      expect([name, schema.additionalProperties]).toEqual([name, false]);
    }
    const references = JSON.stringify(document).match(/#\/components\/[^"]+/g) ?? [];
    expect(references.length).toBeGreaterThan(100);
    const missing = references.filter((reference) => {
      const [, , kind = '', name = ''] = reference.split('/');
      return !(name in document.components[kind]);
    });
    expect(missing).toEqual([]);
  });

  it('says what isn’t JSON, and whom it wants a token of', () => {
    const { paths } = document;
    const file = paths['/api/import/{import}/rejection/file'].get;
    expect(Object.keys(file.responses[200].content)).toEqual(['text/csv', 'application/x-ndjson']);
    const upload = paths['/api/import'].post;
    expect(Object.keys(upload.requestBody.content)).toEqual(fileTypes);
    expect(upload.responses).toHaveProperty('415');
    expect(paths['/api/manifest'].get.responses).toHaveProperty('304');
    const tag = { ETag: { required: true, schema: { type: 'string' } } };
    expect(paths['/api/manifest'].get.responses[200].headers).toEqual(tag);
    expect(paths['/api/session'].get.responses).not.toHaveProperty('304');
    expect(paths['/api/session'].get.responses[200]).not.toHaveProperty('headers');
    const events = paths['/api/manifest/events'].get.responses[200].content;
    expect(Object.keys(events)).toEqual(['text/event-stream']);
    expect(paths['/api/manifest'].get.security).toEqual([]);
    expect(paths['/api/session'].get.security).toEqual([{ bearer: [] }]);
  });
});

describe('a handler’s refusal that the document doesn’t tell', () => {
  const identity = { authenticate: async () => undefined };
  const manifests = {
    findOperationRefusal: () => undefined,
    findSubmissionFaults: () => [],
    licensingFeatures: () => [],
    market: () => ({ domains: [] }),
  } as Any;
  const ask = async (code: ErrorCode, checkResponses: boolean) => {
    const app = new Hono();
    const refuse = () => Promise.reject(new AppError(code as 'INTERNAL', 'No.'));
    const handlers = new Proxy({}, { get: () => refuse }) as Handlers;
    const calls = {
      run: (_: string, work: () => Promise<unknown>) => work(),
      isWanted: () => false,
    };
    mountOperations({ app, handlers, identity, manifests, calls, checkResponses } as Any);
    const thrown: unknown[] = [];
    app.onError((error, http) => {
      thrown.push(error);
      return http.text('', error instanceof AppError ? error.status : 500);
    });
    const { status } = await app.request('/api/session', {
      headers: { host: 'portal.example.pl' },
    });
    return { status, message: (thrown[0] as Error).message };
  };

  it('is an error where tests and developers look, and goes out elsewhere', async () => {
    expect(await ask('ACCOUNT_BLOCKED', true)).toEqual({ status: 423, message: 'No.' });
    expect(await ask('LINK_EXPIRED', true)).toEqual({
      status: 500,
      message: 'session.get refused with LINK_EXPIRED, which schemas/api doesn’t say of it.',
    });
    expect(await ask('LINK_EXPIRED', false)).toEqual({ status: 410, message: 'No.' });
  });
});

it('is a document of OpenAPI 3.1 that says where it holds and what a token is', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Meterhouse', version: '1' },
    servers: [{ url: 'http://portal.example' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  });
});

it('describes each operation by its own schemas', () => {
  const all = Object.entries(operations) as [OperationId, Operation][];
  const told = all.map(([id, { method, path, summary, module, params, query, body, access }]) => {
    const one = document.paths[path][method.toLowerCase()];
    const inPlace = (place: string) =>
      one.parameters.filter((parameter: Any) => parameter.in === place);
    const namesOf = (place: string) => inPlace(place).map(({ name }: Any) => name);
    const neededIn = (place: string) =>
      inPlace(place).flatMap(({ name, required }: Any) => (required ? [name] : []));
    const needed = Object.entries(query?.shape ?? {}).filter(
      ([, schema]) => !(schema as Any).safeParse(undefined).success,
    );
    const names = Object.keys(params?.shape ?? {});
    expect([id, one.operationId, one.summary, one.tags]).toEqual([id, id, summary, [module]]);
    expect([id, namesOf('path'), neededIn('path')]).toEqual([id, names, names]);
    expect([id, namesOf('query')]).toEqual([id, Object.keys(query?.shape ?? {})]);
    expect([id, neededIn('query')]).toEqual([id, needed.map(([name]) => name)]);
    expect([id, one.security]).toEqual([id, access?.public ? [] : [{ bearer: [] }]]);
    expect([id, one.requestBody?.required]).toEqual([id, body && true]);
    return Object.keys(one.requestBody?.content ?? {}).length;
  });
  expect(new Set(told)).toEqual(new Set([0, 1, fileTypes.length]));
});
