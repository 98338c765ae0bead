import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { AppError } from '../errors.ts';
import type { CompiledManifest, ManifestService } from '../manifests/serve/service.ts';
import type { Handlers } from './handler.ts';
import { findHostMarket } from './hostMarket.ts';
import { hostOf, subjectOf } from './mount.ts';
import { chooseEncoding, type Encoding } from './sentFiles.ts';

/** Manifests are served as they were compiled, with 304 for a copy that is still good. */
export function createManifestHandlers(
  manifests: ManifestService,
): Handlers<'manifest.index' | 'manifest.screen' | 'manifest.texts'> {
  const pack = createPacker();
  const sendManifest = async (
    http: Context,
    manifest: CompiledManifest,
    caching: Caching,
    brotli: () => Promise<Uint8Array<ArrayBuffer>> = () => pack(manifest, 'br'),
  ) => {
    const encoding = chooseEncoding(http.req.header('accept-encoding'));
    // Another encoding is another text of the same: its tag is a weak one.
    const etag = encoding === 'identity' ? manifest.etag : `W/${manifest.etag}`;
    const headers = { ...caching, ETag: etag };
    // Not `http.body`: it makes `Headers` of several, which costs a twentieth of the whole answer.
    if (isKnown(http.req.header('if-none-match'), manifest.etag))
      return new Response(null, { status: 304, headers });
    const full = { ...headers, 'Content-Type': 'application/json; charset=utf-8' };
    if (encoding === 'identity') return new Response(manifest.body, { headers: full });
    const body = await (encoding === 'br' ? brotli() : pack(manifest, encoding));
    return new Response(body, { headers: { ...full, 'Content-Encoding': encoding } });
  };
  /** What each session has of its own. */
  const sendOwn = (http: Context, manifest: CompiledManifest) =>
    sendManifest(http, manifest, perSession);
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
      const caching =
        query.version === texts.version ? forEver : { ...forEver, 'Cache-Control': 'no-cache' };
      return sendManifest(http, texts, caching, texts.brotli);
    },
  };
}

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** Of eleven: 14 kB take 2 ms instead of 42, and 12 % more bytes. */
const quality = 5;

/** Packed manifests, each when it is first asked for and kept as long as it is. */
function createPacker() {
  const packed = {
    br: new WeakMap<CompiledManifest, ReturnType<typeof inBrotli>>(),
    gzip: new WeakMap<CompiledManifest, ReturnType<typeof inGzip>>(),
  };
  return (manifest: CompiledManifest, encoding: Encoding) => {
    const known =
      packed[encoding].get(manifest) ??
      (encoding === 'br'
        ? inBrotli(manifest.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : inGzip(manifest.body));
    packed[encoding].set(manifest, known);
    return known;
  };
}

type Caching = Readonly<Record<string, string>>;

const perSession = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Host, Accept-Encoding',
};
/** The address names the content's version. */
const forEver = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
};

/** Compression on the way makes the tag that a browser keeps a weak one. */
function isKnown(known: string | undefined, etag: string): boolean {
  if (known === undefined || known === etag) return known !== undefined;
  const bare = (tag: string) => tag.replace(/^W\//, '');
  return known.split(/\s*,\s*/).some((one) => bare(one) === bare(etag));
}
