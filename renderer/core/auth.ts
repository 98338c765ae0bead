import { ErrorResponse, type User } from 'oidc-client-ts';
import type { ProviderAction } from '../../schemas/providerActions.ts';
import { createSurroundings, type Surroundings, signInStatePrefix } from './authSurroundings.ts';
import { ConnectionError } from './callError.ts';
import { createOutageWatch, type ProviderOutage } from './providerOutage.ts';
import { createNonce, isRefusal, wantedAccess } from './providerRequests.ts';
import { createFrameMemory } from './silentFrames.ts';

/** Specification §9: a token with less validity left is renewed before it is used. */
const minimumValiditySeconds = 5;
/** However long a provider lets its tokens live; the server refuses older ones too. */
const maximumTokenSeconds = 300;
const homePath = '/dashboard';
const wasSignedInKey = 'meterhouse.wasSignedIn';

export const signInCallbackPath = '/auth/callback';
export const silentCallbackPath = '/auth/silent-callback';

export interface AuthOptions {
  /** The identity provider's issuer address. */
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** What access is asked for (RFC 8707); tokens are for the first. */
  readonly resource?: readonly string[] | undefined;
  /** The same, at providers that call it so. */
  readonly audience?: string | undefined;
  /** The portal's own origin. */
  readonly baseUrl: string;
}

export interface Auth {
  /** Leaves the page for the provider's sign-in, in that language; on the way it may ask for something. */
  signIn(returnTo: string, locale: string, providerAction?: ProviderAction): Promise<void>;
  /** Finishes the sign-in at the callback address; answers the path to go to. */
  completeSignIn(url: string): Promise<string>;
  /**
   * Signs in without the user when the provider still knows them, as after a reload, which forgets
   * the tokens. False when it doesn't. Throws a `ConnectionError` when somebody was signed in and
   * the provider can't be reached.
   */
  restore(): Promise<boolean>;
  /** Whether the provider is on another origin, where a frame may not see its cookie. */
  readonly isForeign: boolean;
  /**
   * A token that is valid for some seconds yet; undefined when nobody is signed in, or no longer.
   * Throws a `ConnectionError` when it must be renewed while the provider can't be reached.
   */
  getAccessToken(): Promise<string | undefined>;
  /** Takes a fresh token for one that the server refused. False when the session is over. Throws as above. */
  renew(refused: string): Promise<boolean>;
  /** On while tokens can't be renewed, though nobody has refused. */
  readonly outage: ProviderOutage;
  /** Whether a frame of the provider's tells when the session ends there. */
  isWatchedByProvider(): Promise<boolean>;
  /** Forgets the tokens. */
  forget(): Promise<void>;
  /** Forgets the tokens and leaves the page to end the session at the provider. */
  signOut(): Promise<void>;
  /** Calls back whenever somebody signs in or out; answers how to stop that. */
  subscribe(listener: (isSignedIn: boolean) => void): () => void;
}

interface SignInState {
  readonly returnTo: string;
  /** Nobody was to be asked, so a refusal is an answer and no fault. */
  readonly isSilent?: boolean;
}

/**
 * Sign-in at an OpenID Connect provider by authorization code with PKCE. Tokens live in memory only.
 *
 * A reload finds them again by `prompt=none` in a hidden frame. A provider on another origin may not
 * see its cookie in a frame, and some forbid frames, so a tab that was signed in there goes through
 * the provider as a whole page instead.
 */
export function createAuth(
  options: AuthOptions,
  surroundings: Surroundings = openBrowser(options),
): Auth {
  const { manager, tabStorage, currentPath, isOnline, sessionFrame } = surroundings;
  const frames = createFrameMemory({
    authority: options.authority,
    storage: surroundings.browserStorage,
    isProviderUp: surroundings.isProviderUp,
  });
  const outage = createOutageWatch(isOnline);
  const isForeign = new URL(options.authority).origin !== new URL(options.baseUrl).origin;
  const access = wantedAccess(options);
  const listeners = new Set<(isSignedIn: boolean) => void>();
  let user: User | undefined;
  // Outlives the session: whoever isn't let in here may want to sign out there.
  let idToken: string | undefined;
  let userSince = 0;
  let isFrameBlind = false;
  let restoring: Promise<boolean> | undefined;
  let renewing: Promise<string | undefined> | undefined;

  function setUser(next: User | undefined): void {
    const hasChanged = (user === undefined) !== (next === undefined);
    user = next;
    idToken = next?.id_token ?? idToken;
    userSince = Date.now();
    if (next) tabStorage.setItem(wasSignedInKey, 'yes');
    else tabStorage.removeItem(wasSignedInKey);
    if (hasChanged) for (const listener of listeners) listener(next !== undefined);
  }

  /** Whether the sign-in that an address answers was begun in this tab. */
  function hasState(url: string): boolean {
    const state = URL.canParse(url) ? new URL(url).searchParams.get('state') : undefined;
    return tabStorage.getItem(`${signInStatePrefix}${state}`) !== null;
  }

  async function forget(): Promise<void> {
    await manager.removeUser();
    setUser(undefined);
  }

  const wasSignedIn = () => tabStorage.getItem(wasSignedInKey) !== null;

  /** Leaves the page and comes back to it; never ends, unless the provider can't be reached. */
  async function restoreByPage(): Promise<never> {
    // Taken away first: a provider that refuses must not be asked in a loop.
    tabStorage.removeItem(wasSignedInKey);
    const state: SignInState = { returnTo: currentPath(), isSilent: true };
    try {
      await manager.signinRedirect({ ...access, prompt: 'none', state, nonce: createNonce() });
    } catch (cause) {
      tabStorage.setItem(wasSignedInKey, 'yes');
      throw new ConnectionError({ cause });
    }
    return new Promise(() => undefined);
  }

  /** What is to be done when a frame brought nobody: throws, leaves the page, or does nothing. */
  async function judgeFrame(cause: unknown): Promise<void> {
    if (isRefusal(cause)) return;
    const isForbidden = await frames.learnFrom(cause);
    if (!wasSignedIn()) return;
    if (isForbidden) await restoreByPage();
    // A fault of one that is up may last: then the login page is the better place.
    if (!(await surroundings.isProviderUp())) throw new ConnectionError({ cause });
  }

  async function restoreUser(): Promise<boolean> {
    const isBlind = isForeign || frames.areForbidden();
    if (isBlind && wasSignedIn()) return restoreByPage();
    if (frames.areForbidden()) return false;
    try {
      const silently = { ...access, forceIframeAuth: true, nonce: createNonce() };
      const restored = await manager.signinSilent(silently);
      setUser(restored ?? undefined);
      return restored !== null;
    } catch (cause) {
      await judgeFrame(cause);
      await forget();
      return false;
    }
  }

  function secondsLeft({ expires_in: expiresIn = 0 }: User): number {
    return Math.min(expiresIn, maximumTokenSeconds - (Date.now() - userSince) / 1000);
  }

  /** Undefined when the provider refuses. Throws a `ConnectionError` when it fails for some seconds. */
  async function askForTokens(expiring: User): Promise<User | undefined> {
    const isRepeated = expiring.refresh_token !== undefined;
    const silently = () => manager.signinSilent(access);
    const ask = isRepeated ? silently : () => frames.ask(silently);
    try {
      return (
        (await outage.ask({ ask, isRepeated, isWanted: () => user === expiring })) ?? undefined
      );
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async function renewToken(expiring: User): Promise<string | undefined> {
    const renewed = await askForTokens(expiring);
    // Somebody signed out, or in anew, while the answer was on its way.
    if (user !== expiring) return user?.access_token;
    if (renewed) setUser(renewed);
    else await forget();
    return renewed?.access_token;
  }

  function renewOnce(expiring: User): Promise<string | undefined> {
    renewing ??= renewToken(expiring).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  sessionFrame.onGone(async () => {
    if (!user || isFrameBlind) return;
    // A browser that keeps the cookie from the frame makes it say so, too: the token knows better.
    const token = await renewOnce(user).catch(() => undefined);
    if (token !== undefined) isFrameBlind = true;
  });

  function restore(): Promise<boolean> {
    restoring ??= restoreUser().finally(() => {
      restoring = undefined;
    });
    return restoring;
  }

  return {
    restore,
    forget,
    isForeign,
    outage,

    async signIn(returnTo, locale, providerAction) {
      const state: SignInState = { returnTo: toOwnPath(returnTo, options.baseUrl) };
      await manager.signinRedirect({
        ...access,
        state,
        ui_locales: locale,
        nonce: createNonce(),
        ...(providerAction && {
          extraQueryParams: { ...access.extraQueryParams, kc_action: providerAction },
        }),
      });
    },

    async completeSignIn(url) {
      const wasUnderWay = hasState(url);
      // States that are too old must not be found any more.
      await manager.clearStaleState();
      if (wasUnderWay && !hasState(url)) throw new Error('The sign-in took longer than an hour.');
      try {
        const signedIn = await manager.signinRedirectCallback(url);
        setUser(signedIn);
        return toOwnPath((signedIn.state as SignInState | undefined)?.returnTo, options.baseUrl);
      } catch (error) {
        const state = error instanceof ErrorResponse ? (error.state as SignInState) : undefined;
        if (state?.isSilent) return toOwnPath(state.returnTo, options.baseUrl);
        // The callback page was reloaded, or opened again from the history.
        if (!(error instanceof ErrorResponse) && (await restore())) return homePath;
        throw error;
      }
    },

    async getAccessToken() {
      if (!user) return undefined;
      if (secondsLeft(user) >= minimumValiditySeconds) return user.access_token;
      const expiring = user;
      return renewOnce(expiring).catch((error: unknown) => {
        if (user !== expiring || secondsLeft(expiring) <= 0) throw error;
        return expiring.access_token;
      });
    },

    async renew(refused) {
      if (user?.access_token !== refused) return user !== undefined;
      return (await renewOnce(user)) !== undefined;
    },

    async isWatchedByProvider() {
      return Boolean(user?.session_state) && !isFrameBlind && (await sessionFrame.isOffered());
    },

    async signOut() {
      const hint = idToken;
      await forget();
      idToken = undefined;
      await manager.signoutRedirect(hint === undefined ? {} : { id_token_hint: hint });
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The path when it lies on our own origin and is no callback, else the page after sign-in. */
function toOwnPath(path: string | undefined, baseUrl: string): string {
  if (!path || !URL.canParse(path, baseUrl)) return homePath;
  const { origin, pathname, search, hash } = new URL(path, baseUrl);
  const isOwn = origin === new URL(baseUrl).origin;
  const isCallback = pathname === signInCallbackPath || pathname === silentCallbackPath;
  return isOwn && !isCallback && pathname !== '/' ? `${pathname}${search}${hash}` : homePath;
}

function openBrowser({ baseUrl, ...options }: AuthOptions): Surroundings {
  return createSurroundings({
    ...options,
    callbackUrl: `${baseUrl}${signInCallbackPath}`,
    silentCallbackUrl: `${baseUrl}${silentCallbackPath}`,
    signedOutUrl: `${baseUrl}/`,
  });
}
