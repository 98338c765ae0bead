import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** What renderer/build/compress.ts writes, the smallest first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Leaves one encoding in the request, the one that suits the browser best: `serveStatic` doesn't read
 * weights, and would take a refusal (`br;q=0`) for something else's name.
 */
export const negotiateEncoding: MiddlewareHandler = async (http, next) => {
  const asked = http.req.header('Accept-Encoding');
  // A part of a file that may have changed: all of it is always a right answer.
  const isConditional = http.req.header('If-Range') !== undefined;
  if (asked !== undefined || isConditional) {
    const headers = new Headers(http.req.raw.headers);
    headers.set('Accept-Encoding', chooseEncoding(asked));
    if (isConditional) headers.delete('Range');
    http.req.raw = new Request(http.req.raw, { headers });
  }
  await next();
};

/** The best of the encodings by its weights in `Accept-Encoding`; `identity` when none suits. */
export function chooseEncoding(
  asked: string | undefined,
  among: readonly Encoding[] = encodings,
): Encoding | 'identity' {
  const accepted = parseAccept(asked ?? '');
  const weightOf = (encoding: string) =>
    (
      accepted.find(({ type }) => type.toLowerCase() === encoding) ??
      accepted.find(({ type }) => type === '*')
    )?.q ?? 0;
  const [best] = among
    .map((encoding) => ({ encoding, weight: weightOf(encoding) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.encoding ?? 'identity';
}

/** Strong entity tags by file, of its bytes; each is read once for as long as it stays the same. */
export function createTags(): (file: string) => Promise<string> {
  const known = new Map<string, { readonly changed: number; readonly tag: string }>();
  return async (file) => {
    const { mtimeMs: changed } = await stat(file);
    const before = known.get(file);
    if (before?.changed === changed) return before.tag;
    const tag = `"${createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 27)}"`;
    known.set(file, { changed, tag });
    return tag;
  };
}
