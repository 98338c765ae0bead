import { z } from 'zod';
import { isPushed, operations } from '../../schemas/api/operations.ts';
import { changesPath } from '../../schemas/api/paths.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { Json, SchemaWriter } from './openapiSchemas.ts';

const readiness = z.object({
  database: z.boolean().describe('Whether the database answers'),
  manifests: z.boolean().describe('Whether all manifest files are in order'),
  problems: z
    .union([z.int().min(0), z.array(z.record(z.string(), z.unknown()))])
    .describe('How many of them have faults; support is told which'),
  outdatedDevices: z
    .int()
    .min(0)
    .describe('How many devices’ figures are still to be recomputed; it goes on by itself'),
  queue: z.boolean().describe('Whether the job queue answers; pages do without it'),
  waitingJobs: z.int().min(0).describe('How many jobs wait in it'),
  failedJobs: z.int().min(0).describe('How many have failed; support sees them at /api/jobs'),
});
/** Each of them; the connection stays open. */
const serverSentEvent = z.object({
  event: z.enum(['changed', 'ping', 'stopping']).describe('What has happened'),
  data: z.literal('').describe('Nothing: pages ask anew, each with its own rights'),
  retry: z.int().optional().describe('After how many milliseconds to come back'),
});
const changeEvent = serverSentEvent.extend({
  data: z
    .string()
    .describe(
      `Of changed {"calls":[…]} as JSON: which of ${Object.keys(operations).filter(isPushed).join(', ')}; else nothing`,
    ),
});
const stopping = z.object({ stopping: z.literal(true).describe('The portal is about to end') });

/** What machines and pages ask for that is no operation: it has neither parameters nor rights. */
export function describeMachinePaths(writer: SchemaWriter): Record<string, Json> {
  const describe = (
    operationId: string,
    summary: string,
    answers: Record<number, Json>,
    codes: readonly ErrorCode[] = [],
  ) => ({
    operationId,
    summary,
    tags: ['machines'],
    security: [],
    responses: { ...answers, ...writer.refusals([...codes, 'INTERNAL']) },
  });
  const of = (mediaType: string, schema: Json, description = 'Success') => ({
    description,
    content: { [mediaType]: { schema } },
  });
  const text = { type: 'string' };
  const later = (description: string) => ({
    description,
    headers: { 'Retry-After': { required: true, schema: text } },
  });
  const event = writer.write(serverSentEvent, 'output');
  const change = writer.write(changeEvent, 'output');
  const ready = writer.write(readiness, 'output');
  const notReady = { anyOf: [ready, writer.write(stopping, 'output')] };
  return {
    '/healthz': {
      get: describe('health', 'Whether the process is up', {
        200: of('application/json', { type: 'object', properties: { status: { const: 'up' } } }),
      }),
    },
    '/readyz': {
      get: {
        ...describe('readiness', 'Whether the portal can answer', {
          200: of('application/json', ready),
          503: of('application/json', notReady, 'The database is away, or the portal ends'),
        }),
        // Who comes with a token of support's is told more.
        security: [{}, { bearer: [] }],
      },
    },
    '/metrics': {
      get: {
        ...describe(
          'metrics',
          'Metrics for Prometheus in its text format, with METRICS_TOKEN as bearer token',
          { 200: of('text/plain', text) },
          ['UNAUTHENTICATED', 'NOT_FOUND'],
        ),
        security: [{}, { bearer: [] }],
      },
    },
    '/api/openapi.json': {
      get: describe('openapi', 'This document', {
        200: of('application/json', { type: 'object' }),
      }),
    },
    '/api/docs': {
      get: describe('docs', 'All operations for people', { 200: of('text/html', text) }),
    },
    '/api/manifest/validators/{file}': {
      get: {
        ...describe(
          'manifest.validator',
          'The checks of a form as a JavaScript module, whose name is a hash of it',
          { 200: of('text/javascript', text) },
          ['NOT_FOUND'],
        ),
        parameters: [
          {
            name: 'file',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: String.raw`^[A-Za-z0-9_-]{32}\.js$` },
          },
        ],
      },
    },
    '/api/manifest/events': {
      get: describe(
        'manifest.events',
        'Server-sent events without content: changed, when manifests have; stopping, when the portal ends; ping, to stay open',
        {
          200: of('text/event-stream', event),
          503: later('Too many listen, or the portal ends'),
        },
      ),
    },
    [changesPath]: {
      get: {
        ...describe(
          'changes',
          'Server-sent events: changed, with the calls that answer something else for the account by now and never what; stopping, when the portal ends; ping, to stay open. It ends with the session and with the token',
          {
            200: of('text/event-stream', change),
            503: later('Too many listen, changes can’t be heard now, or the portal ends'),
          },
          ['UNAUTHENTICATED', 'ACCOUNT_BLOCKED', 'TOO_MANY_REQUESTS'],
        ),
        security: [{ bearer: [] }],
      },
    },
  };
}
