import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security.ts';
import type { ContentOrigins } from '../../../server/manifests/service.ts';

function start(https = true) {
  let origins: ContentOrigins = { tiles: [], tagManagers: [] };
  const app = new Hono();
  const options = { signInOrigin: 'https://login.example', https };
  app.use(securityHeaders({ ...options, contentOrigins: () => origins }));
  app.get('/', (http) => http.text('page'));
  return {
    change: (next: ContentOrigins) => {
      origins = next;
    },
    headers: async () => (await app.request('/')).headers,
    policy: async () => {
      const { headers } = await app.request('/');
      const directives = (headers.get('content-security-policy') ?? '').split('; ');
      return Object.fromEntries(directives.map((one) => one.split(/ (.*)/).slice(0, 2)));
    },
  };
}

it('lets nothing of another origin run, load or be spoken to, but the identity provider', async () => {
  const policy = await start().policy();
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': "'self' https://login.example",
    'img-src': "'self' data: blob:",
    'require-trusted-types-for': "'script'",
    'frame-ancestors': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
  });
});

it('follows the markets’ files with each answer', async () => {
  const { change, policy } = start();
  change({ tiles: ['https://tiles.example'], tagManagers: ['https://tags.example'] });
  expect(await policy()).toMatchObject({
    'script-src': "'self' https://tags.example",
    'connect-src': "'self' https://login.example https://tags.example",
    'img-src': "'self' data: blob: https://tiles.example",
    'style-src': "'self'",
  });
  change({ tiles: [], tagManagers: [] });
  expect((await policy())['script-src']).toBe("'self'");
});

it('makes browsers keep to https for a year, and says nothing of it where there is none', async () => {
  const header = 'strict-transport-security';
  expect((await start().headers()).get(header)).toBe('max-age=31536000; includeSubDomains');
  expect((await start(false).headers()).get(header)).toBeNull();
});

it('gives no page of another origin a hold on it', async () => {
  const headers = await start().headers();
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=()');
});
