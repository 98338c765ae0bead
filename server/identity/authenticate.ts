import type { Statements } from '../database/statements.ts';
import { AppError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { TokenCheck, TokenClaims } from './accessTokens.ts';
import type { Identity } from './identity.ts';
import {
  beginSession,
  type CallOrigin,
  endSessions,
  touchSession,
} from './portalSessions.repository.ts';
import { mayPreview } from './previewRules.ts';
import { endPreview, notePreviewCall } from './previews.repository.ts';
import { noteProviderClock } from './providerClock.repository.ts';
import { createRecently } from './recently.ts';
import { type FoundSession, findAccountSession, findSession } from './session.repository.ts';
import { findToken, type OnTokenRefused } from './tokenRefusals.ts';

interface AuthenticateDeps {
  readonly statements: Statements;
  /** As a database has it. */
  readonly countWrites: () => number;
  readonly checkToken: TokenCheck;
  readonly onRefused: OnTokenRefused;
  /** Makes a subject known that no account has; true when it is worth asking again. */
  readonly claimAccount?: (claims: TokenClaims) => Promise<boolean>;
  /** Called for the first call of a session, before its rights are used. */
  readonly onFirstCall?: (session: Session) => Promise<void>;
}

/**
 * Rights are right within a second of a change: at once where this process has made it, and when
 * another has, or somebody in the database itself, after so long.
 */
const maxAgeMs = 1000;

/** Whose bearer token it is, and what they may do now: see `Identity.authenticate`. */
export function createAuthenticate(deps: AuthenticateDeps): Identity['authenticate'] {
  const { statements, countWrites, checkToken, onRefused, claimAccount, onFirstCall } = deps;

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

  /** The calls of a page come at once, and are one look at the token and the account. */
  const lookUp = createRecently<{ claims: TokenClaims; found: FoundSession } | undefined>({
    async lookUp(token) {
      const claims = await checkToken(token);
      const found = claims && (await findOpen(token, claims));
      return found && { claims, found };
    },
    isKept: (known) => known !== undefined && isSettled(known.found),
    maxAgeMs,
    countWrites,
  });

  /** Notes a call of its session; true for the very first. */
  async function beginOrTouch(
    { session: { sid, accountId }, isNew, isStale }: FoundSession,
    origin: CallOrigin | undefined,
  ): Promise<boolean> {
    if (sid === undefined) return false;
    if (isStale) await touchSession(statements, sid, accountId);
    return isNew && beginSession(statements, { sid, accountId }, origin);
  }

  return async (authorization, origin, { isCall = true, call } = {}) => {
    const token = findToken(authorization);
    const known = token === undefined ? undefined : await lookUp(token);
    if (!known) return undefined;
    const { claims, found } = known;
    if (isCall && (await beginOrTouch(found, origin))) {
      await onFirstCall?.(found.session);
      // What was learnt about the account counts from this very call on.
      return (await findSession(statements, claims))?.session;
    }
    const session = await findSeen(statements, found);
    if (session.preview && call) {
      const { id, actor } = session.preview;
      const { accountId } = session;
      await notePreviewCall(statements, { id, actorId: actor.accountId, accountId }, call);
    }
    return session;
  };
}

/** Whose session it is to everything else: the account's that is looked at, while that may be. */
async function findSeen(
  statements: Statements,
  { session: actor, preview }: FoundSession,
): Promise<Session> {
  if (!preview) return actor;
  const { id, accountId, endsAt, isOver } = preview;
  const seen = isOver ? undefined : await findAccountSession(statements, accountId);
  if (seen && mayPreview(actor, seen)) {
    const { sid, authenticatedAt } = actor;
    return { ...seen, sid, authenticatedAt, preview: { id, endsAt, actor } };
  }
  await endPreview(statements, actor);
  return actor;
}

/** Nothing has to be noted of it, and no hour of the clock changes it. */
function isSettled({ isNew, isStale, isClockNews, preview }: FoundSession): boolean {
  return !isNew && !isStale && !isClockNews && preview === undefined;
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
  return async ({ preview, ...own }) => {
    const { user, sid } = preview?.actor ?? own;
    if (preview) await endPreview(statements, preview.actor);
    await endSessions(statements, { subject: user.userId, sid });
  };
}
