import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentOrigins } from '../manifests/serve/service.ts';
import { addHeaders, type HeaderList } from './headers.ts';

/**
 * The headers of every answer, each kind's own: what is no page needs none of a page's, and a
 * kilobyte of them with every file costs a slow line more than some of the files.
 */
export function securityHeaders(options: PolicyOptions): MiddlewareHandler {
  const data = listHeaders(dataHeaders(options));
  const part = listHeaders(partHeaders(options));
  const page = createPageHeaders(options);
  return async (http, next) => {
    const { path } = http.req;
    if (/^\/assets\/.+\.(js|css)$/.test(path)) return addHeaders(http, next, await part);
    const isData = path.startsWith('/api/') && !path.startsWith('/api/docs');
    if (isData || probes.includes(path)) return addHeaders(http, next, await data);
    return addHeaders(http, next, await page());
  };
}

/** What Hono's middleware adds to an answer: written once, for it says the same of each. */
async function listHeaders(middleware: MiddlewareHandler): Promise<HeaderList> {
  const app = new Hono().use(middleware).get('/', (http) => http.body(null));
  return [...(await app.request('/')).headers];
}

/** Anew when a market's file names other origins. */
function createPageHeaders(options: PolicyOptions): () => Promise<HeaderList> {
  let kept: { readonly origins: ContentOrigins; readonly headers: Promise<HeaderList> } | undefined;
  return () => {
    const origins = options.contentOrigins();
    if (kept?.origins !== origins)
      kept = { origins, headers: listHeaders(pageHeaders(origins, options)) };
    return kept.headers;
  };
}

const probes: readonly string[] = ['/healthz', '/readyz', '/metrics'];

interface PolicyOptions {
  readonly signInOrigin: string;
  readonly contentOrigins: () => ContentOrigins;
  readonly https: boolean;
}

const everywhere = ({ https }: PolicyOptions) => ({
  referrerPolicy: 'same-origin',
  strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
});

/** For a page's scripts and styles, to which the page's own policy applies. */
function partHeaders(options: PolicyOptions): MiddlewareHandler {
  return secureHeaders({ ...everywhere(options), ...nothingOfPages });
}

/** For answers to calls, files among them: opened as a page they do nothing, and nobody frames them. */
function dataHeaders(options: PolicyOptions): MiddlewareHandler {
  return secureHeaders({
    ...everywhere(options),
    ...nothingOfPages,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  });
}

const nothingOfPages = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/**
 * For pages: nothing runs or loads but what the portal itself serves, the street
 * tiles and tag managers of the markets' files, which may change meanwhile, and the identity provider.
 */
function pageHeaders(
  { tagManagers, tiles }: ContentOrigins,
  options: PolicyOptions,
): MiddlewareHandler {
  const { signInOrigin } = options;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...tagManagers],
      // renderer/app/trustedTypes.ts is the only policy.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", signInOrigin, ...tagManagers],
      frameSrc: ["'self'", signInOrigin],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // The silent sign-in loads our own callback page in a frame.
      frameAncestors: ["'self'"],
    },
    ...everywhere(options),
    xFrameOptions: 'SAMEORIGIN',
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  });
}
