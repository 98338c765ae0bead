import { expect, it } from 'vitest';
import { z } from 'zod';
import { keptAsTyped } from '../../../schemas/fields.ts';
import { describeMachinePaths } from '../../../server/http/openapiMachinePaths.ts';
import { createSchemaWriter } from '../../../server/http/openapiSchemas.ts';

const shape = z.object({ a: z.string(), b: z.number().default(1) }).meta({ id: 'Shape' });
const word = z.enum(['x', 'y']).meta({ id: 'Word' });

it('writes a schema without a name where it stands', () => {
  const writer = createSchemaWriter();
  expect(writer.write(z.string().max(3), 'output')).toEqual({ type: 'string', maxLength: 3 });
  expect(writer.write(z.object({ a: z.boolean() }), 'input')).toEqual({
    type: 'object',
    properties: { a: { type: 'boolean' } },
    required: ['a'],
    additionalProperties: false,
  });
  expect(writer.schemas).toEqual({});
});

it('says that blanks alone are no text, for outer ones are taken off', () => {
  const texts = z.object({
    one: z.string().min(1),
    ten: z.string().min(10),
    typed: z.string().min(1).register(keptAsTyped, { why: 'a blank is meant' }),
    any: z.string(),
  });
  const { properties } = createSchemaWriter().write(texts, 'input') as {
    properties: Record<string, { pattern?: string }>;
  };
  const takes = (name: string, text: string) =>
    new RegExp(properties[name]?.pattern ?? '').test(text);
  expect([takes('one', '\t'), takes('one', ' a ')]).toEqual([false, true]);
  expect([takes('ten', `a${' '.repeat(9)}`), takes('ten', ' 12345\n7890 ')]).toEqual([false, true]);
  expect([takes('typed', ' '), takes('any', '')]).toEqual([true, true]);
});

it('writes one with a name once, sent and answered apart where that differs', () => {
  const writer = createSchemaWriter();
  expect(writer.write(shape, 'output')).toEqual({ $ref: '#/components/schemas/Shape' });
  expect(writer.write(shape, 'input')).toEqual({ $ref: '#/components/schemas/ShapeInput' });
  expect(writer.write(word, 'input')).toEqual({ $ref: '#/components/schemas/Word' });
  expect(Object.keys(writer.schemas)).toEqual(['Shape', 'ShapeInput', 'Word']);
  expect(writer.schemas).toMatchObject({
    Shape: { required: ['a', 'b'] },
    ShapeInput: { required: ['a'], additionalProperties: false },
    Word: { type: 'string', enum: ['x', 'y'] },
  });
});

it('refers to named ones within, and leaves other texts alone', () => {
  const writer = createSchemaWriter();
  const outer = z.object({ one: shape, list: z.array(word), text: z.literal('#/$defs/Word') });
  const { properties } = writer.write(outer, 'input') as { properties: object };
  expect(properties).toEqual({
    one: { $ref: '#/components/schemas/ShapeInput' },
    list: { type: 'array', items: { $ref: '#/components/schemas/Word' } },
    text: { type: 'string', const: '#/$defs/Word' },
  });
  expect(Object.keys(writer.schemas).sort()).toEqual(['ShapeInput', 'Word']);
});

it('gives refusals by status, several codes of one together', () => {
  const writer = createSchemaWriter();
  const both = writer.refusals(['VALIDATION_FAILED', 'NOT_FOUND', 'BAD_REQUEST']);
  expect(both).toEqual({
    400: { $ref: '#/components/responses/VALIDATION_FAILED.BAD_REQUEST' },
    404: { $ref: '#/components/responses/NOT_FOUND' },
  });
  expect(writer.responses).toMatchObject({
    NOT_FOUND: {
      description: 'NOT_FOUND',
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/ErrorBody' },
              { properties: { status: { enum: ['NOT_FOUND'] } } },
            ],
          },
        },
      },
    },
    'VALIDATION_FAILED.BAD_REQUEST': { description: 'VALIDATION_FAILED, BAD_REQUEST' },
  });
});

it.each<[string, string, Record<number, string>]>([
  ['/healthz', 'health', { 200: 'application/json' }],
  ['/readyz', 'readiness', { 200: 'application/json', 503: 'application/json' }],
  ['/api/openapi.json', 'openapi', { 200: 'application/json' }],
  ['/api/docs', 'docs', { 200: 'text/html' }],
  ['/api/manifest/validators/{file}', 'manifest.validator', { 200: 'text/javascript' }],
  ['/api/manifest/events', 'manifest.events', { 200: 'text/event-stream', 503: '' }],
  ['/api/changes', 'changes', { 200: 'text/event-stream', 401: '', 423: '', 429: '', 503: '' }],
])('%s is described as %s with %j', (path, operationId, answers) => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is read here and there.
  const { get } = describeMachinePaths(createSchemaWriter())[path] as any;
  expect(get).toMatchObject({ operationId, tags: ['machines'] });
  expect(get.security).toEqual(securityOf(path));
  const { 404: missing, 500: failed, ...others } = get.responses;
  expect(failed.$ref).toBe('#/components/responses/INTERNAL');
  expect(missing !== undefined).toBe(path.includes('{file}'));
  const told = Object.entries(others).map(([status, one]) => [
    status,
    Object.keys((one as { content?: object }).content ?? {}).join(),
  ]);
  expect(Object.fromEntries(told)).toEqual(answers);
});

function securityOf(path: string): object[] {
  if (path === '/readyz') return [{}, { bearer: [] }];
  return path === '/api/changes' ? [{ bearer: [] }] : [];
}

it('says which calls changes are told of', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is read here and there.
  const { get } = describeMachinePaths(createSchemaWriter())['/api/changes'] as any;
  const { data } = get.responses[200].content['text/event-stream'].schema.properties;
  expect(data.description).toContain('report.list, reportJob.list, documentPackage.list');
});

it('machine paths tell their parameters, and that the portal’s end is an answer', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is read here and there.
  const paths = describeMachinePaths(createSchemaWriter()) as any;
  const [file] = paths['/api/manifest/validators/{file}'].get.parameters;
  expect(file).toMatchObject({ name: 'file', in: 'path', required: true });
  const name = new RegExp(file.schema.pattern);
  expect(name.test(`${'aZ0_'.repeat(8)}.js`)).toBe(true);
  expect(name.test(`${'a'.repeat(31)}.js`)).toBe(false);
  const health = paths['/healthz'].get.responses[200].content['application/json'].schema;
  expect(health.properties).toEqual({ status: { const: 'up' } });
  const full = paths['/api/manifest/events'].get.responses[503];
  expect(full.headers).toEqual({ 'Retry-After': { required: true, schema: { type: 'string' } } });
  const { content } = paths['/readyz'].get.responses[503];
  const [ready, stopping] = content['application/json'].schema.anyOf;
  expect(Object.keys(ready.properties)).toEqual([
    ...['database', 'manifests', 'problems', 'outdatedDevices'],
    ...['queue', 'waitingJobs', 'failedJobs'],
  ]);
  expect(ready.properties.outdatedDevices).toMatchObject({ type: 'integer', minimum: 0 });
  expect(ready.properties.problems.anyOf[0]).toMatchObject({ type: 'integer', minimum: 0 });
  expect(stopping.properties.stopping).toMatchObject({ const: true });
  const event = paths['/api/manifest/events'].get.responses[200].content['text/event-stream'];
  expect(event.schema.required).toEqual(['event', 'data']);
});
