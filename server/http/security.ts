import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentOrigins } from '../manifests/serve/service.ts';

/**
 * The headers of every answer, each kind's own: what is no page needs none of a page's, and a
 * kilobyte of them with every file costs a slow line more than some of the files.
 */
export function securityHeaders(options: PolicyOptions): MiddlewareHandler {
  const page = pageHeaders(options);
  const data = dataHeaders(options);
  const part = partHeaders(options);
  return (http, next) => {
    const { path } = http.req;
    if (/^\/assets\/.+\.(js|css)$/.test(path)) return part(http, next);
    if (path.startsWith('/api/') && !path.startsWith('/api/docs')) return data(http, next);
    return page(http, next);
  };
}

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
function pageHeaders(options: PolicyOptions): MiddlewareHandler {
  const { signInOrigin, contentOrigins } = options;
  const list = (...sources: readonly string[]) => sources.join(' ');
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [() => list("'self'", ...contentOrigins().tagManagers)],
      // renderer/app/trustedTypes.ts is the only policy.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
      styleSrc: ["'self'"],
      imgSrc: [() => list("'self'", 'data:', 'blob:', ...contentOrigins().tiles)],
      fontSrc: ["'self'"],
      connectSrc: [() => list("'self'", signInOrigin, ...contentOrigins().tagManagers)],
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
