import { setTimeout } from 'node:timers/promises';
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { AppError } from '../errors.ts';
import { isWellFormed } from '../wellFormed.ts';
import { findRefusal, type OnTokenRefused } from './tokenRefusals.ts';

/** Who a token speaks of. Rights are never read from it. */
export interface TokenClaims {
  readonly subject: string;
  readonly username: string | undefined;
  /** The provider's session; undefined for tokens that belong to none. */
  readonly sid: string | undefined;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  /** When the owner last signed in there, as far as the provider says so. */
  readonly authenticatedAt?: number | undefined;
}

/** The claims of a valid access token; undefined for any other text. */
export type TokenCheck = (token: string) => Promise<TokenClaims | undefined>;

interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly onRefused: OnTokenRefused;
}

/** So much may the provider's clock and ours differ. */
export const clockToleranceSeconds = 60;
/** However long a provider lets its tokens live. */
const maxTokenSeconds = 300;
const discoveryTimeoutMs = 5000;
const discoveryRetryMs = 5000;
/** At least so long between two fetches of the provider's keys. */
const keyPauseMs = 1000;
/** After so long the keys are fetched anew, for a provider may have taken one back. */
const keyAgeMs = 600_000;
/** Between two tries of that while the provider doesn't answer. */
const keyRetryMs = 30_000;

// No symmetric algorithm: with one, whoever reads the public key could sign.
export const externalAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Checks tokens of the embedded provider, whose keys are at hand. */
export function createEmbeddedTokenCheck(
  rules: TokenRules & { findKey: JWTVerifyGetKey },
): TokenCheck {
  return (token) =>
    check(token, rules.findKey, { ...rules, algorithms: ['ES256'], isAccessToken: isTyped });
}

/**
 * Checks tokens of an external provider, whose discovery document and keys are fetched when the
 * first token comes and kept. Throws UNAVAILABLE while they can't be had.
 */
export function createExternalTokenCheck(
  rules: TokenRules & { findKeySet: FindKeySet },
): TokenCheck {
  const { findKeySet } = rules;
  return async (token) =>
    check(token, await findKeySet(), {
      ...rules,
      algorithms: externalAlgorithms,
      isAccessToken: isTypedOrPlain,
    });
}

async function check(
  token: string,
  keySet: JWTVerifyGetKey,
  rules: TokenRules & {
    algorithms: string[];
    isAccessToken: (verified: JWTVerifyResult) => boolean;
  },
): Promise<TokenClaims | undefined> {
  try {
    const verified = await jwtVerify(token, keySet, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: rules.algorithms,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: maxTokenSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const { sub, iat, preferred_username: username, sid, auth_time: at } = verified.payload;
    const subject = textOr(sub);
    if (!subject || iat === undefined || !rules.isAccessToken(verified)) {
      rules.onRefused(token, 'OTHER');
      return undefined;
    }
    return {
      subject,
      username: textOr(username),
      sid: textOr(sid),
      issuedAt: iat,
      authenticatedAt: typeof at === 'number' ? at : undefined,
    };
  } catch (error) {
    const reason = findRefusal(error);
    if (reason === undefined) throw unavailable(rules.issuer, error);
    rules.onRefused(token, reason);
    return undefined;
  }
}

/** From when on a valid token is refused, in milliseconds since 1970. */
export function endOf(token: string): number {
  const { exp = 0, iat = 0 } = decodeJwt(token);
  return (Math.min(exp, iat + maxTokenSeconds) + clockToleranceSeconds) * 1000;
}

const longestClaim = 255;

/** Longer than a subject may be (OpenID Connect Core §2) or not to be kept: no text. */
function textOr(claim: unknown): string | undefined {
  const isFit = typeof claim === 'string' && claim.length <= longestClaim && isWellFormed(claim);
  return isFit && claim !== '' ? claim : undefined;
}

/** The media type of RFC 9068, which the embedded provider always writes. */
function isTyped({ protectedHeader }: JWTVerifyResult): boolean {
  return /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? '');
}

/**
 * Many providers write a plain JWT. Then Keycloak's `typ` claim decides, and without one the claims
 * that only ID and logout tokens carry.
 */
function isTypedOrPlain(verified: JWTVerifyResult): boolean {
  if (isTyped(verified)) return true;
  const { protectedHeader, payload } = verified;
  if (!/^(jwt)?$/i.test(protectedHeader.typ ?? '')) return false;
  if (payload.typ !== undefined) return payload.typ === 'Bearer';
  const foreign: (keyof JWTPayload)[] = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];
  return !foreign.some((claim) => claim in payload);
}

export type FindKeySet = () => Promise<JWTVerifyGetKey>;

/** The keys of an external provider, found when they are first asked for, and kept. */
export function createDiscovery(issuer: string): FindKeySet {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return () => {
    found ??= discover(issuer).catch((error: unknown) => {
      // For a while every call gets the same answer, so that an outage isn't met with a storm.
      globalThis
        .setTimeout(() => {
          found = undefined;
        }, discoveryRetryMs)
        .unref();
      throw error;
    });
    return found;
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (document.issuer !== issuer) {
      throw new Error(
        `${address} says that its issuer is «${document.issuer}». Set OIDC_ISSUER to exactly that.`,
      );
    }
    const keySet = createRemoteJWKSet(new URL(String(document.jwks_uri)), {
      timeoutDuration: discoveryTimeoutMs,
      cooldownDuration: keyPauseMs,
      cacheMaxAge: Number.POSITIVE_INFINITY,
    });
    return keepFresh(keySet);
  } catch (error) {
    throw unavailable(issuer, error);
  }
}

/** While the provider is down, the keys that are at hand count on. */
function keepFresh(keySet: ReturnType<typeof createRemoteJWKSet>): JWTVerifyGetKey {
  let dueAt = Date.now() + keyAgeMs;
  return async (...asked) => {
    if (keySet.jwks() && Date.now() >= dueAt) {
      dueAt = Date.now() + keyRetryMs;
      const isFetched = await keySet.reload().then(
        () => true,
        () => false,
      );
      if (isFetched) dueAt = Date.now() + keyAgeMs;
    }
    return findKey(keySet, asked);
  };
}

/**
 * The key of a token, looked for once more after the pause between two fetches: the last one may
 * have been for a key that somebody invented, and just before a new one was published.
 */
async function findKey(
  keySet: JWTVerifyGetKey,
  asked: Parameters<JWTVerifyGetKey>,
): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
  try {
    return await keySet(...asked);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    await setTimeout(keyPauseMs);
    return keySet(...asked);
  }
}

function unavailable(issuer: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(
    'UNAVAILABLE',
    `The identity provider ${issuer} can't be reached, so nobody can be recognised. Try again soon.`,
    { cause },
  );
}
