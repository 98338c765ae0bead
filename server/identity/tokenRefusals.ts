import { errors } from 'jose';
import type { Logger } from 'pino';

/** Why a token was refused, for the operator's log; who sent it is told nothing. */
type TokenRefusal =
  /** No signed JWT: many providers write such only for a named audience. */
  | 'OPAQUE'
  | 'ISSUER'
  | 'AUDIENCE'
  | 'EXPIRED'
  | 'SIGNATURE'
  | 'UNKNOWN_KEY'
  /** Not an access token, or without the claims of one. */
  | 'OTHER'
  /** Nobody here has its subject, and without a user name none can be claimed. */
  | 'NO_USERNAME'
  | 'UNKNOWN_PERSON'
  /** Of a session that has ended. */
  | 'ENDED';

export type OnTokenRefused = (
  reason: TokenRefusal,
  /** Only of tokens whose signature was right. */
  whose?: { readonly subject: string; readonly username: string | undefined },
) => void;

/** What jose found wrong; undefined when it isn't the token's fault. */
export function findRefusal(error: unknown): TokenRefusal | undefined {
  if (error instanceof errors.JWTExpired) return 'EXPIRED';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return (
      ({ aud: 'AUDIENCE', iss: 'ISSUER', iat: 'EXPIRED', nbf: 'EXPIRED' }[error.claim] as
        | TokenRefusal
        | undefined) ?? 'OTHER'
    );
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'SIGNATURE';
  if (error instanceof errors.JWKSNoMatchingKey) return 'UNKNOWN_KEY';
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return 'OPAQUE';
  const isOther =
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSMultipleMatchingKeys;
  return isOther ? 'OTHER' : undefined;
}

/** Writes refusals down, never with the token. */
export function createRefusalLog(logger: Pick<Logger, 'warn'>): OnTokenRefused {
  return (reason, whose) => {
    const { subject, username } = whose ?? {};
    logger.warn({ reason, subject, username }, 'A token was refused');
  };
}
