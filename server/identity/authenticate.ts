import type { Statements } from '../database/statements.ts';
import { AppError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { TokenCheck, TokenClaims } from './accessTokens.ts';
import type { Identity } from './identity.ts';
import { beginSession, endSessions, touchSession } from './portalSessions.repository.ts';
import { noteProviderClock } from './providerClock.repository.ts';
import { type FoundSession, findSession } from './session.repository.ts';
import { findToken, type OnTokenRefused } from './tokenRefusals.ts';

interface AuthenticateParts {
  readonly statements: Statements;
  readonly checkToken: TokenCheck;
  readonly onRefused: OnTokenRefused;
  /** Makes a subject known that no account has; true when it is worth asking again. */
  readonly claimAccount?: (claims: TokenClaims) => Promise<boolean>;
  /** Called for the first call of a session, before its rights are used. */
  readonly onFirstCall?: (session: Session) => Promise<void>;
}

/** Whose bearer token it is, and what they may do now: see `Identity.authenticate`. */
export function createAuthenticate(parts: AuthenticateParts): Identity['authenticate'] {
  const { statements, checkToken, onRefused, claimAccount, onFirstCall } = parts;

  async function findAccount(claims: TokenClaims): Promise<FoundSession | undefined> {
    const found = await findSession(statements, claims);
    if (found || !(await claimAccount?.(claims))) return found;
    return findSession(statements, claims);
  }

  /** Of a token that may be used now. */
  async function findOpen(token: string, claims: TokenClaims): Promise<FoundSession | undefined> {
    const found = await findAccount(claims);
    if (found?.isClockNews) await noteProviderClock(statements, claims.issuedAt);
    if (!found) onRefused(token, claims.username ? 'UNKNOWN_PERSON' : 'NO_USERNAME', claims);
    else if (found.isEnded) onRefused(token, 'ENDED', claims);
    return found && isOpen(found) ? found : undefined;
  }

  return async (authorization, origin, { isCall = true } = {}) => {
    const token = findToken(authorization);
    const claims = token === undefined ? undefined : await checkToken(token);
    const found = token && claims && (await findOpen(token, claims));
    if (!found || !claims) return undefined;
    const { session } = found;
    const { sid, accountId } = session;
    if (sid === undefined || !isCall) return session;
    if (found.isStale) await touchSession(statements, sid, accountId);
    if (!found.isNew) return session;
    const isFirst = await beginSession(statements, { sid, accountId }, origin);
    if (!isFirst || !onFirstCall) return session;
    await onFirstCall(session);
    // What was learnt about the account counts from this very call on.
    return (await findSession(statements, claims))?.session;
  };
}

function isOpen({ isEnded, isDisabled }: FoundSession): boolean {
  if (isEnded) return false;
  if (!isDisabled) return true;
  throw new AppError(
    'ACCOUNT_BLOCKED',
    'This account is disabled. Ask the main user or the portal administrator.',
  );
}

export function createEndSession(statements: Statements): (session: Session) => Promise<void> {
  return ({ user, sid }) => endSessions(statements, { subject: user.userId, sid });
}
