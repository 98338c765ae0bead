import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { ErrorCode } from '../../../schemas/errors.ts';
import { AppError } from '../../../server/errors.ts';
import { logFailure } from '../../../server/http/callLog.ts';

async function log(
  code: ErrorCode,
  headers: Record<string, string> = {},
  details = [] as object[],
) {
  const lines: unknown[][] = [];
  const write =
    (level: string) =>
    (...given: unknown[]) =>
      void lines.push([level, ...given]);
  const known = new AppError(code as 'INTERNAL', 'Why.', { details: details as never });
  const error = new Error('cause');
  const app = new Hono();
  app.post('/api/x', (http) => {
    logFailure({ error: write('error'), warn: write('warn') } as never, http, { error, known });
    return http.body(null);
  });
  const incoming = { socket: { remoteAddress: '9.9.9.9' }, headers: {} };
  await app.request('/api/x', { method: 'POST', headers }, { incoming });
  return { lines, error };
}

it('what failed is written down with what was thrown', async () => {
  const { lines, error } = await log('INTERNAL', {}, [{ field: 'incident', message: 'b' }]);
  const written = { err: error, method: 'POST', path: '/api/x', incident: 'b' };
  expect(lines).toEqual([['error', written, 'Call failed']]);
});

const token = { authorization: 'Bearer x' };
it.each<[ErrorCode, Record<string, string>, object[], string | undefined]>([
  ['UNAUTHENTICATED', token, [], undefined],
  [
    'UNAUTHENTICATED',
    token,
    [
      { field: 'other', message: 'a' },
      { field: 'incident', message: 'b' },
    ],
    'b',
  ],
  ['FORBIDDEN', {}, [], undefined],
  ['ACCOUNT_BLOCKED', {}, [], undefined],
  ['TOO_MANY_REQUESTS', {}, [], undefined],
])(
  'who is refused is written down: %s with %j and %j',
  async (code, headers, details, incident) => {
    const { lines } = await log(code, headers, details);
    const refused = { address: '9.9.9.9', method: 'POST', path: '/api/x', code, reason: 'Why.' };
    expect(lines).toEqual([['warn', { ...refused, incident }, 'Call refused']]);
  },
);

it.each<ErrorCode>(['UNAUTHENTICATED', 'VALIDATION_FAILED', 'NOT_FOUND', 'TOO_LARGE'])(
  'a visitor’s %s is nothing to write down',
  async (code) => {
    expect((await log(code)).lines).toEqual([]);
  },
);
