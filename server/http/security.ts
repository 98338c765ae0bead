import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentOrigins } from '../manifests/service.ts';

/**
 * The headers of every answer: nothing runs or loads but what the portal itself serves, the street
 * tiles and tag managers of the markets' files, which may change meanwhile, and the identity provider.
 */
export function securityHeaders(options: {
  signInOrigin: string;
  contentOrigins: () => ContentOrigins;
  https: boolean;
}): MiddlewareHandler {
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
    xFrameOptions: 'SAMEORIGIN',
    referrerPolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: options.https ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  });
}
