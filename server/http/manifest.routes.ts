import type { Context } from 'hono';
import { AppError } from '../errors.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import type { Handlers } from './handler.ts';
import { findHostMarket } from './hostMarket.ts';
import { hostOf, subjectOf } from './mount.ts';
import { chooseEncoding } from './sentFiles.ts';

/** Manifests are served as they were compiled, with 304 for a copy that is still good. */
export function createManifestHandlers(
  manifests: ManifestService,
): Handlers<'manifest.index' | 'manifest.screen' | 'manifest.texts'> {
  return {
    'manifest.index': async (_request, { session, http }) =>
      send(
        http,
        // Before anybody signs in, the address's ending says the language (specification §1).
        manifests.index(
          subjectOf(http, session, manifests),
          findHostMarket(manifests, hostOf(http)).language,
        ),
      ),
    'manifest.screen': async ({ params }, { session, http }) => {
      const screen = manifests.findScreen(params.screen, subjectOf(http, session, manifests));
      if (!screen) throw new AppError('NOT_FOUND', `There is no screen «${params.screen}».`);
      return send(http, screen);
    },
    'manifest.texts': async ({ params, query }, { http }) => {
      const texts = manifests.texts(params.locale, query.version);
      const caching = query.version === texts.version ? forEver : { 'Cache-Control': 'no-cache' };
      if (chooseEncoding(http.req.header('accept-encoding')) !== 'br') {
        return send(http, texts, caching);
      }
      const packed = { body: await texts.brotli(), etag: `W/${texts.etag}` };
      const answer = send(http, packed, { ...caching, Vary: 'Accept-Encoding' });
      // Not of a 304: a cache on the way may hold another encoding's copy under the same tag.
      if (answer.status === 200) answer.headers.set('Content-Encoding', 'br');
      return answer;
    },
  };
}

const perSession = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Host' };
/** The address names the content's version. */
const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

function send(
  http: Context,
  { body, etag }: { readonly body: string | Uint8Array<ArrayBuffer>; readonly etag: string },
  caching: Readonly<Record<string, string>> = perSession,
): Response {
  // Not `http.body`: it makes `Headers` of several, which costs a twentieth of the whole answer.
  const headers = { ...caching, ETag: etag };
  if (isKnown(http.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, {
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Compression on the way makes the tag that a browser keeps a weak one. */
function isKnown(known: string | undefined, etag: string): boolean {
  if (known === undefined || known === etag) return known !== undefined;
  const bare = (tag: string) => tag.replace(/^W\//, '');
  return known.split(/\s*,\s*/).some((one) => bare(one) === bare(etag));
}
