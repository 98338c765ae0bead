import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { chooseEncoding } from './sentFiles.ts';

/** What one packet carries needs no packing. */
const minPackedBytes = 1024;
/** What is longer is packed beside the portal's own thread, which costs a call more in all. */
const maxPackedHere = 32 * 1024;
const pack = promisify(gzip);
const type = { 'Content-Type': 'application/json' };

/**
 * An answer as JSON, in gzip where the caller takes that. Packed as a whole: Hono's `compress` pipes
 * it through a stream, which costs ten times as much as the packing of a page of a list.
 */
export async function sendJson(http: Context, answer: unknown): Promise<Response> {
  const text = JSON.stringify(answer);
  if (text.length < minPackedBytes) return http.body(text, 200, type);
  const vary = { ...type, Vary: 'Accept-Encoding' };
  if (chooseEncoding(http.req.header('accept-encoding'), ['gzip']) !== 'gzip')
    return http.body(text, 200, vary);
  const body = text.length > maxPackedHere ? await pack(text) : gzipSync(text);
  return http.body(body, 200, { ...vary, 'Content-Encoding': 'gzip' });
}
