import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from './support/portal.ts';

const folder = 'dist/renderer';

/** The bytes as they come over the line, which a browser's own client would have decoded. */
function fetchRaw(url: string, encoding: string) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};

test('every file of the built page is sent compressed, and is the same in every encoding', async ({
  baseURL,
}) => {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /^[^.].*\.(js|css|json|svg)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const content = await readFile(path.join(folder, file));
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { headers, body } = await fetchRaw(`${baseURL}/${file}`, encoding);
      const sent = headers['content-encoding'] ?? 'identity';
      // Some are so short that compression makes them longer.
      if (content.length > 200) expect(`${file} ${sent}`).toBe(`${file} ${encoding}`);
      expect(decode === decoders.identity || sent !== 'identity' ? decode(body) : body).toEqual(
        content,
      );
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['cache-control']).toContain(
        file.startsWith('assets/') ? 'immutable' : 'no-cache',
      );
    }
  }
});

test('a browser receives less than the page weighs', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const heavy = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, decodedBodySize }) => /\.(js|css)$/.test(name) && decodedBodySize > 2000)
      .map(({ encodedBodySize, decodedBodySize }) => encodedBodySize / decodedBodySize),
  );
  expect(heavy.length).toBeGreaterThan(2);
  for (const share of heavy) expect(share).toBeLessThan(0.5);
});
