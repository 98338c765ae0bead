import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { type RealApp, startRealApp } from './support/realApp.ts';

let app: RealApp;
beforeAll(async () => {
  app = await startRealApp();
});
afterAll(() => app.close());

const ask = (headers: Record<string, string>, version = '') =>
  app.call(`/api/manifest/texts/pl${version}`, undefined, { headers });

it('are sent in brotli to who takes it, the same to the byte', async () => {
  const plain = await ask({ 'accept-encoding': 'identity' });
  const packed = await ask({ 'accept-encoding': 'gzip, br' });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('vary')).toContain('Accept-Encoding');
  const bytes = Buffer.from(await packed.arrayBuffer());
  const text = await plain.text();
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
  expect(bytes.length).toBeLessThan(text.length / 3);
});

it('go to others as they can read them', async () => {
  const headersOf = async (encoding: string) =>
    (await ask({ 'accept-encoding': encoding })).headers.get('content-encoding');
  expect(await headersOf('gzip')).toBe('gzip');
  expect(await headersOf('gzip, br;q=0')).toBe('gzip');
  expect(await headersOf('identity')).toBeNull();
});

it('aren’t sent again to who has them, in whichever encoding', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    const etag = (await ask(headers)).headers.get('etag') ?? '';
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': etag });
    expect([encoding, again.status, await again.text()]).toEqual([encoding, 304, '']);
    expect(again.headers.get('content-encoding')).toBeNull();
  }
  expect((await ask({ 'accept-encoding': 'br', 'if-none-match': 'W/"another"' })).status).toBe(200);
});

it('are kept for good under their version alone', async () => {
  const { texts } = manifestIndexSchema.parse(await (await app.call('/api/manifest')).json());
  for (const encoding of ['br', 'identity']) {
    const cachingOf = async (version: string) =>
      (await ask({ 'accept-encoding': encoding }, version)).headers.get('cache-control');
    expect(await cachingOf(`?version=${texts}`)).toBe('public, max-age=31536000, immutable');
    expect(await cachingOf('?version=older')).toBe('no-cache');
    expect(await cachingOf('')).toBe('no-cache');
  }
});

it('are those of pages: mails are the server’s own', async () => {
  const namespaces = Object.keys(await (await ask({ 'accept-encoding': 'identity' })).json());
  expect(namespaces).toContain('ui');
  expect(namespaces).not.toContain('mails');
});
