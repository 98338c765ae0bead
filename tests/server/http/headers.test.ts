import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addHeaders } from '../../../server/http/headers.ts';
import { sendJson } from '../../../server/http/sendJson.ts';

const app = new Hono();
app.use((http, next) =>
  addHeaders(http, next, [
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
  ]),
);
app.get('/short', (http) => sendJson(http, { size: 'short' }));
app.get('/list', (http) => sendJson(http, list));
app.get('/long', (http) => sendJson(http, { list: Array.from({ length: 20 }, () => list) }));
app.get('/kept', () => new Response('kept', { headers: { 'Cache-Control': 'private' } }));
app.get('/nothing', (http) => http.body(null, 204));
app.get('/wrong', () => {
  throw new Error('wrong');
});
app.onError((_error, http) => http.json({ code: 'INTERNAL' }, 500));

const list = Array.from({ length: 100 }, (_, at) => ({ row: `Łódź ${at}` }));
const server = createServer(getRequestListener(app.fetch));
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each([
  ['/short', 200, 'no-store'],
  ['/long', 200, 'no-store'],
  ['/kept', 200, 'private'],
  ['/nothing', 204, 'no-store'],
  ['/wrong', 500, 'no-store'],
  ['/nowhere', 404, 'no-store'],
])('%s has the common headers, by a server and without one', async (path, status, caching) => {
  for (const answer of [await fetch(`${origin}${path}`), await app.request(path)]) {
    const said = ['cache-control', 'x-content-type-options'].map((name) =>
      answer.headers.get(name),
    );
    expect([answer.status, ...said]).toEqual([status, caching, 'nosniff']);
  }
});

it.each([
  ['/short', 'gzip', null],
  ['/list', 'gzip', 'gzip'],
  ['/long', 'gzip, br', 'gzip'],
  ['/list', 'gzip;q=0', null],
  ['/list', 'identity', null],
])('%s is sent to who takes %s in %s', async (path, accepted, encoding) => {
  const plain = (await (await app.request(path)).json()) as unknown;
  const answer = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': accepted } });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe(path === '/short' ? null : 'Accept-Encoding');
  expect(await answer.json()).toEqual(plain);
});
