import { createHash, randomBytes } from 'node:crypto';
import { errors } from 'jose';
import type { Logger } from 'pino';
import { minuteMs } from '../../schemas/time.ts';

/** Why a token was refused, for the operator's log; who sent it is told the incident's name only. */
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
  token: string,
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

const bearer = /^Bearer ([\w.~+/=-]+)$/i;

/** The token of an Authorization header. */
export function findToken(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? '')?.[1];
}

/**
 * By which the operator finds a refused token in the log, such as `7F3A-91C2`. Who sent it could work
 * it out alone, so it tells nothing of the reason.
 */
export function nameIncident(token: string): string {
  const hash = createHash('sha256').update(token).digest('hex').toUpperCase();
  return writeIncident(hash);
}

/** By which the operator finds a failed call in the log, of the same form. */
export function randomIncident(): string {
  return writeIncident(randomBytes(4).toString('hex').toUpperCase());
}

function writeIncident(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}`;
}

const windowMilliseconds = minuteMs;
/** In each window, so that a flood of one kind hides no other. */
const linesPerReason = 20;

/** Writes refusals down, never with the token: each once a minute, and at most twenty of a reason. */
export function createRefusalLog(logger: Pick<Logger, 'warn'>): OnTokenRefused {
  const windows = new Map<TokenRefusal, { incidents: Set<string>; more: number }>();

  function endWindow(): void {
    for (const [reason, { more }] of windows) {
      if (more > 0) logger.warn({ reason, more }, 'More tokens were refused in the last minute');
    }
    windows.clear();
  }

  return (token, reason, whose) => {
    if (windows.size === 0) setTimeout(endWindow, windowMilliseconds).unref();
    const window = windows.get(reason) ?? { incidents: new Set(), more: 0 };
    windows.set(reason, window);
    const incident = nameIncident(token);
    if (window.incidents.has(incident) || window.incidents.size >= linesPerReason) {
      window.more += 1;
      return;
    }
    window.incidents.add(incident);
    const { subject, username } = whose ?? {};
    logger.warn({ reason, incident, subject, username }, 'A token was refused');
  };
}
