import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppError } from '../../../server/errors.ts';
import { mountBackChannel } from '../../../server/http/backChannel.ts';

const path = '/auth/backchannel-logout';

function start(endByLogoutToken?: (token: string) => Promise<boolean>) {
  const app = new Hono();
  mountBackChannel(app, { endByLogoutToken } as never);
  app.onError((error, http) => http.body(null, (error as AppError).status ?? 500));
  return app;
}

function post(app: Hono, fields: Record<string, string>) {
  return app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
}

it('ends what a token of the provider names', async () => {
  const heard: string[] = [];
  const app = start(async (token) => {
    heard.push(token);
    return true;
  });
  const response = await post(app, { logout_token: 'a.b.c' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(heard).toEqual(['a.b.c']);
});

it.each<[string, Record<string, string>]>([
  ['is another’s', { logout_token: 'a.b.c' }],
  ['is missing', { token: 'a.b.c' }],
])('refuses a token that %s', async (_name, fields) => {
  const response = await post(
    start(async () => false),
    fields,
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: 'No valid logout token.',
  });
});

it('reads no more than a token has', async () => {
  const app = start(async () => true);
  const ofLength = (length: number) => ({
    logout_token: 'x'.repeat(length - 'logout_token='.length),
  });
  expect((await post(app, ofLength(10_000))).status).toBe(200);
  expect((await post(app, ofLength(10_001))).status).toBe(413);
});

it('takes POST only, and isn’t there without an outer provider', async () => {
  const response = await start(async () => true).request(path);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect((await post(start(), { logout_token: 'a' })).status).toBe(404);
});
