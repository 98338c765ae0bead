import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../server/errors.ts';
import { createManifestHandlers } from '../../../server/http/manifest.routes.ts';
import { marketOf } from '../../support/markets.ts';

const compiled = (of: unknown) => ({ body: JSON.stringify(of), etag: '"tag"' });
const subject = { signedIn: true, country: 'CZ', roles: [], features: [] };

const handlers = createManifestHandlers({
  market: marketOf,
  index: (...given: unknown[]) => compiled(['index', ...given]),
  findScreen: (...given: unknown[]) =>
    given[0] === 'a.index' ? compiled(['screen', ...given]) : undefined,
  texts: (...given: unknown[]) => ({ ...compiled(['texts', ...given]), version: 'v2' }),
} as never);

const visiting = {};

type Name = keyof typeof handlers;

async function ask(
  name: Name,
  request: object = {},
  headers: Record<string, string> = {},
  session: object | undefined = { subject },
) {
  const app = new Hono();
  const handle = handlers[name] as unknown as (
    request: object,
    context: object,
  ) => Promise<Response>;
  app.get('/', (http) =>
    handle(request, { session: session === visiting ? undefined : session, http }),
  );
  app.onError((error, http) => http.text(error.message, (error as AppError).status ?? 500));
  const response = await app.request('/', {
    headers: { host: 'portal.dk', ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (as: Buffer) => as };
  const encoding = (response.headers.get('content-encoding') ?? 'none') as keyof typeof unpack;
  const text = unpack[encoding](bytes).toString();
  return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

describe('a manifest', () => {
  it.each<[Name, object]>([
    ['manifest.index', {}],
    ['manifest.screen', { params: { screen: 'a.index' } }],
  ])('%s is sent in brotli to who takes it, the same to the byte', async (name, request) => {
    const plain = await ask(name, request);
    const packed = await ask(name, request, { 'accept-encoding': 'gzip, br' });
    expect(packed.text).toBe(plain.text);
    expect(packed.headers).toEqual({
      ...plain.headers,
      'content-encoding': 'br',
      etag: 'W/"tag"',
      vary: 'Authorization, Host, Accept-Encoding',
    });
    const zipped = await ask(name, request, { 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped).toEqual({
      ...packed,
      headers: { ...packed.headers, 'content-encoding': 'gzip' },
    });
    const known = { 'accept-encoding': 'br', 'if-none-match': 'W/"tag"' };
    expect(await ask(name, request, known)).toMatchObject({ status: 304, text: '' });
  });

  it.each<[Name, object, unknown]>([
    ['manifest.index', {}, ['index', subject, 'da']],
    ['manifest.screen', { params: { screen: 'a.index' } }, ['screen', 'a.index', subject]],
  ])('%s is of the session, and asked for anew each time', async (name, request, body) => {
    expect(await ask(name, request)).toEqual({
      status: 200,
      text: JSON.stringify(body),
      headers: {
        'cache-control': 'private, no-cache',
        'content-type': 'application/json; charset=utf-8',
        etag: '"tag"',
        vary: 'Authorization, Host, Accept-Encoding',
      },
    });
  });

  it('of a visitor is the address’s', async () => {
    const visitor = { signedIn: false, country: 'DK', roles: [], features: [] };
    const { text } = await ask('manifest.index', {}, {}, visiting);
    expect(JSON.parse(text)).toEqual(['index', visitor, 'da']);
  });

  it('that there isn’t is said with its name', async () => {
    expect(await ask('manifest.screen', { params: { screen: 'b' } })).toMatchObject({
      status: 404,
      text: 'There is no screen «b».',
    });
  });

  it.each([
    ['v2', 'public, max-age=31536000, immutable'],
    ['v1', 'no-cache'],
    [undefined, 'no-cache'],
  ])('of texts asked for in version %s is kept: %s', async (version, caching) => {
    const { headers, text } = await ask('manifest.texts', {
      params: { locale: 'pl' },
      query: { version },
    });
    expect(JSON.parse(text)).toEqual(['texts', 'pl', version ?? null]);
    expect(headers['cache-control']).toBe(caching);
    expect(headers['vary']).toBe('Accept-Encoding');
  });

  it.each([
    ['"tag"', 304],
    ['W/"tag"', 304],
    ['"other" , "tag"', 304],
    ['"other",W/"tag"', 304],
    ['"other"', 200],
    ['"tag"-', 200],
    ['', 200],
  ])('that the browser knows as %s is answered with %i', async (known, status) => {
    const answer = await ask('manifest.index', {}, { 'if-none-match': known });
    expect(answer.status).toBe(status);
    expect(answer.text === '').toBe(status === 304);
    expect(answer.headers).toMatchObject({ etag: '"tag"', 'cache-control': 'private, no-cache' });
  });
});
