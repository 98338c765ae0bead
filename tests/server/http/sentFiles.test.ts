import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../server/errors.ts';
import { mountPortal } from '../../../server/http/portal.ts';
import { chooseEncoding } from '../../../server/http/sentFiles.ts';

const script = 'export const one = 1;\n'.repeat(200);
const page = '<!doctype html><title>Meterhouse</title>'.repeat(20);
const callback = '<!doctype html><title>Signing in</title>'.repeat(20);
let directory: string;
const app = new Hono();

const get = (to: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(to, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-sent-'));
  await mkdir(path.join(directory, 'assets'));
  for (const [file, content] of Object.entries({
    'assets/a-1234.js': script,
    'index.html': page,
    'silent-callback.html': callback,
    'theme.js': script,
  })) {
    await writeFile(path.join(directory, file), content);
    await writeFile(path.join(directory, `${file}.br`), brotliCompressSync(content));
    await writeFile(path.join(directory, `${file}.gz`), gzipSync(content));
  }
  await writeFile(path.join(directory, 'assets/b-1234.png'), 'no smaller');
  mountPortal(app, directory);
  app.onError((error, http) => http.text('', error instanceof AppError ? error.status : 500));
});

afterAll(() => rm(directory, { recursive: true }));

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['deflate', 'identity'],
    ['identity;q=1, *;q=0', 'identity'],
  ])('takes of «%s» %s', (asked, encoding) => {
    expect(chooseEncoding(asked)).toBe(encoding);
  });
});

describe('a file of the built page', () => {
  it.each([
    ['/assets/a-1234.js', script, 'public, max-age=31536000, immutable'],
    ['/theme.js', script, 'no-cache'],
    ['/dashboard', page, 'no-cache'],
    ['/', page, 'no-cache'],
    ['/auth/silent-callback', callback, 'no-cache'],
  ])(
    '%s is the same in every encoding, each with a tag of its own',
    async (to, content, caching) => {
      const tags = new Set();
      for (const [asked, encoding, decode] of [
        ['br', 'br', brotliDecompressSync],
        ['gzip;q=0.5', 'gzip', gunzipSync],
        ['identity', null, (bytes: Buffer) => bytes],
      ] as const) {
        const response = await get(to, { 'Accept-Encoding': asked });
        expect(response.status).toBe(200);
        expect(response.headers.get('Content-Encoding')).toBe(encoding);
        expect(response.headers.get('Vary')).toBe('Accept-Encoding');
        expect(response.headers.get('Cache-Control')).toBe(caching);
        expect(response.headers.get('Content-Type')).toMatch(/^text\/(javascript|html)/);
        const sent = await bytesOf(response);
        expect(response.headers.get('Content-Length')).toBe(String(sent.length));
        expect(decode(sent).toString()).toBe(content);
        expect(response.headers.get('ETag')).toMatch(/^"[\w-]{27}"$/);
        tags.add(response.headers.get('ETag'));
      }
      expect(tags.size).toBe(3);
    },
  );

  it('isn’t sent again to who has it in that encoding', async () => {
    const brotli = { 'Accept-Encoding': 'br' };
    for (const to of ['/assets/a-1234.js', '/dashboard']) {
      const etag = (await get(to, brotli)).headers.get('ETag') ?? '';
      const again = await get(to, { ...brotli, 'If-None-Match': `"other", ${etag}` });
      expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
      expect(again.headers.get('ETag')).toBe(etag);
      expect(again.headers.get('Vary')).toBe('Accept-Encoding');
      expect(again.headers.get('Cache-Control')).not.toBeNull();
      expect((await get(to, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(
        200,
      );
    }
  });

  it('has another tag once it has changed', async () => {
    const before = (await get('/theme.js')).headers.get('ETag');
    await writeFile(path.join(directory, 'theme.js'), `${script}// changed`);
    expect((await get('/theme.js')).headers.get('ETag')).not.toBe(before);
    await writeFile(path.join(directory, 'theme.js'), script);
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const to of ['/assets/a-1234.js', '/dashboard']) {
      const headers = { 'Accept-Encoding': 'br' };
      const [head, whole] = [await get(to, headers, 'HEAD'), await get(to, headers)];
      expect([head.status, (await bytesOf(head)).length]).toEqual([200, 0]);
      expect([...head.headers]).toEqual([...whole.headers]);
    }
  });

  it('comes in parts of the encoding that its tag names', async () => {
    const to = '/assets/a-1234.js';
    for (const asked of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': asked };
      const whole = await get(to, headers);
      const content = await bytesOf(whole);
      const part = await get(to, { ...headers, Range: 'bytes=2-9' });
      expect(part.status).toBe(206);
      expect(part.headers.get('Content-Range')).toBe(`bytes 2-9/${content.length}`);
      expect(part.headers.get('ETag')).toBe(whole.headers.get('ETag'));
      expect(await bytesOf(part)).toEqual(content.subarray(2, 10));
    }
    const stale = await get(to, { Range: 'bytes=2-9', 'If-Range': '"of yesterday"' });
    expect([stale.status, (await bytesOf(stale)).toString()]).toEqual([200, script]);
  });

  it('is plain where compression gains nothing', async () => {
    const response = await get('/assets/b-1234.png', { 'Accept-Encoding': 'br, gzip' });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect((await bytesOf(response)).toString()).toBe('no smaller');
  });

  it('that there isn’t is said with 404 under /assets, and no page takes another method than GET', async () => {
    expect((await get('/assets/none.js')).status).toBe(404);
    expect((await get('/assets/none.js', {}, 'HEAD')).status).toBe(404);
    expect((await get('/dashboard', {}, 'POST')).status).toBe(405);
  });
});
