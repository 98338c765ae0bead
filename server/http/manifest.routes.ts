import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { AppError } from '../errors.ts';
import type { CompiledManifest, ManifestService } from '../manifests/serve/service.ts';
import type { Handlers } from './handler.ts';
import { findHostMarket } from './hostMarket.ts';
import { hostOf, subjectOf } from './mount.ts';
import { chooseEncoding } from './sentFiles.ts';

/** Manifests are served as they were compiled, with 304 for a copy that is still good. */
export function createManifestHandlers(
  manifests: ManifestService,
): Handlers<'manifest.index' | 'manifest.screen' | 'manifest.texts'> {
  const pack = createPacker();
  /** What each session has of its own, in brotli to who takes that. */
  const sendOwn = async (http: Context, manifest: CompiledManifest) =>
    takesBrotli(http) && !isKnown(http.req.header('if-none-match'), manifest.etag)
      ? sendPacked(http, { body: await pack(manifest), etag: manifest.etag }, perSession)
      : send(http, manifest, perSession);
  return {
    'manifest.index': async (_request, { session, http }) =>
      sendOwn(
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
      return sendOwn(http, screen);
    },
    'manifest.texts': async ({ params, query }, { http }) => {
      const texts = manifests.texts(params.locale, query.version);
      const caching = query.version === texts.version ? forEver : { 'Cache-Control': 'no-cache' };
      if (!takesBrotli(http)) return send(http, texts, caching);
      return sendPacked(http, { body: await texts.brotli(), etag: texts.etag }, caching);
    },
  };
}

const compress = promisify(brotliCompress);
/** Of eleven: 14 kB take 2 ms instead of 42, and 12 % more bytes. */
const quality = 5;

/** Manifests in brotli, each packed when it is first asked for and kept as long as it is. */
function createPacker() {
  const packed = new WeakMap<CompiledManifest, ReturnType<typeof compress>>();
  return (manifest: CompiledManifest) => {
    const known =
      packed.get(manifest) ??
      compress(manifest.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    packed.set(manifest, known);
    return known;
  };
}

function takesBrotli(http: Context): boolean {
  return chooseEncoding(http.req.header('accept-encoding')) === 'br';
}

/** Of a body in brotli. */
function sendPacked(http: Context, { body, etag }: Sent, caching: Caching): Response {
  const vary = [caching['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
  const answer = send(http, { body, etag: `W/${etag}` }, { ...caching, Vary: vary });
  // Not of a 304: a cache on the way may hold another encoding's copy under the same tag.
  if (answer.status === 200) answer.headers.set('Content-Encoding', 'br');
  return answer;
}

type Caching = Readonly<Record<string, string>>;
interface Sent {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const perSession = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Host' };
/** The address names the content's version. */
const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

function send(http: Context, { body, etag }: Sent, caching: Caching): Response {
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
