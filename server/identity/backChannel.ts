import { type JWTPayload, jwtVerify } from 'jose';
import type { Statements } from '../database/statements.ts';
import { clockToleranceSeconds, externalAlgorithms, type FindKeySet } from './accessTokens.ts';
import { endSessions, findSessionOwner } from './portalSessions.repository.ts';
import { findRefusal } from './tokenRefusals.ts';

const logOutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token is sent at once: an old one is a replay. */
const oldestSeconds = 300;

interface BackChannelDeps {
  readonly statements: Statements;
  readonly issuer: string;
  /** Whom logout tokens are for: the client. */
  readonly clientId: string;
  readonly findKeySet: FindKeySet;
}

/**
 * Takes an external provider's logout token (OpenID Connect Back-Channel Logout 1.0 §2.6) and ends
 * the session that it names, or all of its subject's. False for a token that isn't valid.
 */
export function createBackChannel({ statements, issuer, clientId, findKeySet }: BackChannelDeps) {
  return async (token: string): Promise<boolean> => {
    const payload = await verify(token);
    if (!payload || !isLogOut(payload)) return false;
    const { sub: subject, sid } = payload as JWTPayload & { sid?: unknown };
    const session = typeof sid === 'string' ? sid : undefined;
    // Without a subject the session says whose it is.
    const owner = subject ?? (session && (await findSessionOwner(statements, session)));
    // Tokens that name no session may be of this one.
    if (owner) await endSessions(statements, { subject: owner, sid: session, andNameless: true });
    return subject !== undefined || session !== undefined;
  };

  async function verify(token: string): Promise<JWTPayload | undefined> {
    const keySet = await findKeySet();
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience: clientId,
        algorithms: externalAlgorithms,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: oldestSeconds,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return payload;
    } catch (error) {
      if (findRefusal(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** It says that it is one, and can't be mistaken for an ID token, which may have a nonce. */
function isLogOut({ events, nonce }: JWTPayload): boolean {
  const isObject = typeof events === 'object' && events !== null;
  return isObject && Object.hasOwn(events, logOutEvent) && nonce === undefined;
}
