import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security.ts';
import type { ContentOrigins } from '../../../server/manifests/serve/service.ts';

function start(https = true) {
  let origins: ContentOrigins = { tiles: [], tagManagers: [] };
  const app = new Hono();
  const options = { signInOrigin: 'https://login.example', https };
  app.use(securityHeaders({ ...options, contentOrigins: () => origins }));
  app.get('*', (http) => http.text('anything'));
  return {
    change: (next: ContentOrigins) => {
      origins = next;
    },
    headers: async (address = '/') => (await app.request(address)).headers,
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

it('sends scripts and styles with what concerns them alone', async () => {
  for (const file of ['/assets/index-1.js', '/assets/index-1.css']) {
    expect(Object.fromEntries(await start().headers(file))).toEqual({
      // Node's own answers and those of Hono's server write it differently.
      'content-type': expect.stringMatching(/^text\/plain; ?charset=UTF-8$/),
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
  }
});

it('lets an answer to a call do nothing when it is opened as a page, nor be framed', async () => {
  const headers = await start().headers('/api/session');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('keeps a page’s headers for whatever a browser may show as one', async () => {
  for (const page of ['/auth/login', '/api/docs', '/assets/picture.svg', '/oidc/interaction/x']) {
    expect((await start().headers(page)).get('content-security-policy')).toContain("'self'");
  }
});
