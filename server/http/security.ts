import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * The headers of every answer: nothing runs or loads but what the portal itself serves, the street
 * tiles of the markets' files and the identity provider.
 */
export function securityHeaders(options: {
  signInOrigin: string;
  tileOrigins: readonly string[];
  https: boolean;
}): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // renderer/app/trustedTypes.ts is the only policy.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...options.tileOrigins],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", options.signInOrigin],
      frameSrc: ["'self'", options.signInOrigin],
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
