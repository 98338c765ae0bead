import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '../../../schemas/entities/account.ts';
import type { Api } from '../../core/api.ts';
import type { Auth } from '../../core/auth.ts';
import { ApiError, ConnectionError } from '../../core/callError.ts';
import type { Failures } from '../errors/failures.ts';
import type { Overlays } from '../overlays/overlays.ts';
import { type PortalState, portalKey } from '../portalState.ts';
import { rememberReturn } from '../returnTo.ts';
import { type Ending, rememberEnding } from './ending.ts';
import { idleMilliseconds, noteActivity, readIdleTime } from './lastActivity.ts';
import { tellTabs } from './tabs.ts';

/** Specification §7, message timeout. */
const checkTimeoutMilliseconds = 10_000;
/** The provider must not wait long for a portal that hangs. */
const farewellMilliseconds = 2000;

export interface SessionParts {
  readonly auth: Auth;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly overlays: Pick<Overlays, 'clear'>;
  readonly failures: Failures;
}

/** A session from its sign-in to its end, as this tab sees it. */
export interface SessionLife {
  /** What a call is sent with; throws what the caller sees when the session ends meanwhile. */
  getAccessToken(): Promise<string | undefined>;
  /** The same for calls of what is drawn, which ends with the session a moment later than it. */
  getPageToken(): Promise<string | undefined>;
  renew(refused: string): Promise<boolean>;
  /** Signs in without the user, as after a reload, unless the session has been idle for too long. */
  restore(): Promise<boolean>;
  readonly signIn: Auth['signIn'];
  /** Finishes the sign-in at the callback address; answers the path to go to. */
  completeSignIn(url: string): Promise<string>;
  /** Ends the session here, at the server, at the provider and in the other tabs. */
  signOut(ending?: 'idle'): Promise<void>;
  /** The server refused a token: a sign-in that fails then names the incident. */
  noteRefusal(incident: string | undefined): void;
  /** Ends it in this tab: nothing of it is left on the page, and the login page says why. */
  end(ending: Ending): void;
  /** The account is blocked: its page takes the place of everything. */
  block(): void;
  /** Looks at the session once; what has changed is shown, faults of the network are not. */
  check(): Promise<void>;
  isWatchedByProvider(): Promise<boolean>;
  /** While it is on, the page shows what it had. */
  readonly outage: Auth['outage'];
  /** The page is being left, so that nothing more is to be shown. */
  isLeaving(): boolean;
}

/** The provider let somebody in, and the portal doesn't. */
export class RefusedSignIn extends Error {
  /** By which the operator finds the reason in the log. */
  readonly incident: string | undefined;

  constructor(incident: string | undefined) {
    super('The session of this sign-in was refused.');
    this.incident = incident;
  }
}

/** What begins, watches and ends sessions; loaded with the sign-in. */
export function createSessionLife(parts: SessionParts): SessionLife {
  const { auth, api, queries, overlays, failures } = parts;
  let isOver = false;
  let isLeaving = false;
  let completed: string | undefined;
  let incident: string | undefined;

  const findState = () => queries.getQueryData<PortalState>(portalKey);

  /** Takes everything off the page; what comes next is asked for anew. */
  function clearPage() {
    overlays.clear();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== portalKey[0] });
    void queries.resetQueries({ queryKey: portalKey });
  }

  function end(ending: Ending) {
    if (isOver || isLeaving) return;
    isOver = true;
    rememberEnding(ending);
    void auth.forget();
    clearPage();
  }

  auth.subscribe((isSignedIn) => {
    if (!isSignedIn) end('ended');
  });

  async function signOut(ending?: 'idle') {
    if (isLeaving) return;
    const { session } = findState() ?? {};
    isLeaving = true;
    if (session) tellTabs({ userId: session.userId, ending: ending ?? 'elsewhere' });
    if (ending) {
      rememberEnding(ending);
      rememberReturn(window.location);
    }
    const farewell = sayFarewell(api);
    clearPage();
    await farewell;
    try {
      await auth.signOut();
    } catch (cause) {
      failures.report(new ConnectionError({ cause }));
    }
    isLeaving = false;
    isOver = true;
    await queries.resetQueries({ queryKey: portalKey });
  }

  async function getAccessToken() {
    if (isOver) return undefined;
    const token = await auth.getAccessToken();
    // Sent without a token, the call would be answered as to a stranger.
    if (isOver) throw createSignedOutError();
    return token;
  }

  return {
    getAccessToken,
    async getPageToken() {
      // A page that is drawn once more before it is cleared would ask for a session that has ended.
      if ((isOver || isLeaving) && !findState()) throw createSignedOutError();
      return getAccessToken();
    },
    renew: (refused) => auth.renew(refused),
    async restore() {
      const isIdle = (readIdleTime() ?? 0) >= idleMilliseconds;
      // Elsewhere the provider has an idle limit of its own.
      if (isIdle && auth.isForeign) return false;
      const isRestored = await auth.restore();
      if (isRestored && isIdle) await signOut('idle');
      return isRestored && !isIdle;
    },
    signIn: auth.signIn,
    async completeSignIn(url) {
      if (completed === url) throw createRefusal(incident);
      incident = undefined;
      const returnTo = await auth.completeSignIn(url);
      completed = url;
      isOver = false;
      rememberEnding(undefined);
      noteActivity();
      await queries.invalidateQueries({ queryKey: portalKey });
      if (isOver) throw createRefusal(incident);
      return returnTo;
    },
    signOut,
    noteRefusal(next) {
      incident = next;
    },
    end,
    block() {
      const state = findState();
      if (!state || state.isBlocked) return;
      queries.setQueryData<PortalState>(portalKey, {
        ...state,
        session: undefined,
        isBlocked: true,
      });
      overlays.clear();
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== portalKey[0] });
      void queries.invalidateQueries({ queryKey: portalKey });
    },
    async check() {
      const before = findState()?.session;
      // An idle session is about to be ended, by this tab or another one.
      if (!before || isLeaving || (readIdleTime() ?? 0) >= idleMilliseconds) return;
      const signal = AbortSignal.timeout(checkTimeoutMilliseconds);
      const session = await api.call('session.get', {}, { signal }).catch(() => undefined);
      if (!session || findState()?.session !== before || isSame(session, before)) return;
      // Other rights show other screens and other data.
      await queries.invalidateQueries();
    },
    isWatchedByProvider: () => auth.isWatchedByProvider(),
    outage: auth.outage,
    isLeaving: () => isLeaving,
  };
}

/** The server refuses the session's tokens from then on; when it doesn't answer, they end soon. */
async function sayFarewell({ call }: Api): Promise<void> {
  const signal = AbortSignal.timeout(farewellMilliseconds);
  const patience = new Promise((resolve) => setTimeout(resolve, farewellMilliseconds));
  await Promise.race([call('session.end', {}, { signal }).catch(() => undefined), patience]);
}

function isSame(one: SessionUser, other: SessionUser): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The provider knows somebody whom the portal doesn't: to sign in over and over would end nowhere. */
function createRefusal(incident: string | undefined): Error {
  rememberEnding(undefined);
  return new RefusedSignIn(incident);
}

function createSignedOutError(): ApiError {
  return new ApiError(401, {
    status: 'UNAUTHENTICATED',
    message: 'The session is over.',
    errors: [],
    code: 1100,
    timestamp: new Date().toISOString(),
  });
}
