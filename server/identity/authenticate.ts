import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { TokenCheck, TokenClaims } from './accessTokens.ts';
import { beginSession, endSessions } from './portalSessions.repository.ts';
import { type FoundSession, findSession } from './session.repository.ts';

interface AuthenticateParts {
  readonly pool: Pool;
  readonly checkToken: TokenCheck;
  /** Makes a subject known that no account has; true when it is worth asking again. */
  readonly claimAccount?: (claims: TokenClaims) => Promise<boolean>;
  /** Called for the first call of a session, before its rights are used. */
  readonly onFirstCall?: (session: Session) => Promise<void>;
}

/** Whose bearer token it is, and what they may do now: see `Identity.authenticate`. */
export function createAuthenticate(
  parts: AuthenticateParts,
): (authorization: string | undefined) => Promise<Session | undefined> {
  const { pool, checkToken, claimAccount, onFirstCall } = parts;
  return async (authorization) => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : await checkToken(token);
    if (!claims) return undefined;
    let found = await findSession(pool, claims);
    if (!found && (await claimAccount?.(claims))) found = await findSession(pool, claims);
    if (!found || !isOpen(found)) return undefined;
    const { session } = found;
    if (!found.isNew || session.sid === undefined) return session;
    const isFirst = await beginSession(pool, session.sid, session.accountId);
    if (!isFirst || !onFirstCall) return session;
    await onFirstCall(session);
    // What was learnt about the account counts from this very call on.
    return (await findSession(pool, claims))?.session;
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

export function createEndSession(pool: Pool): (session: Session) => Promise<void> {
  return ({ user, sid }) => endSessions(pool, { subject: user.userId, sid });
}
