import { ErrorResponse, type User } from 'oidc-client-ts';
import type { ProviderAction } from '../../schemas/providerActions.ts';
import { createSurroundings, type Surroundings, signInStatePrefix } from './authSurroundings.ts';
import { ConnectionError } from './callError.ts';

/** Specification §9: a token with less validity left is renewed before it is used. */
const minimumValiditySeconds = 5;
/** However long a provider lets its tokens live; the server refuses older ones too. */
const maximumTokenSeconds = 300;
/** Between the attempts to renew a token while the provider fails: it may be starting anew. */
const renewalPauses = [1000, 2000];
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
   * the tokens. False when it doesn't.
   */
  restore(): Promise<boolean>;
  /** Whether the provider is on another origin, where a frame may not see its cookie. */
  readonly isForeign: boolean;
  /**
   * A token that is valid for some seconds yet; undefined when nobody is signed in, or no longer.
   * Throws a `ConnectionError` when it must be renewed while the browser is offline.
   */
  getAccessToken(): Promise<string | undefined>;
  /** Takes a fresh token for one that the server refused. False when the session is over. */
  renew(refused: string): Promise<boolean>;
  /** Whether a frame of the provider's tells when the session ends there. */
  isWatchedByProvider(): Promise<boolean>;
  /** Forgets the tokens. */
  forget(): Promise<void>;
  /** Forgets the tokens and leaves the page to end the session at the provider. */
  signOut(): Promise<void>;
  /** Calls back whenever somebody signs in or out; answers how to stop that. */
  subscribe(listener: (isSignedIn: boolean) => void): () => void;
}

/** Ties an ID token to the request that it answers; PKCE does so for the code. */
function createNonce(): string {
  // randomUUID is there on secure origins only.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(16).padStart(8, '0'),
  ).join('');
}

/**
 * What an authorization, token or refresh request says besides the usual. An access token is for one
 * API, so of several resources the first alone is named where tokens are handed out.
 */
function wantedAccess({ resource = [], audience }: AuthOptions) {
  const [first] = resource;
  const named = audience === undefined ? undefined : { audience };
  return {
    ...(first !== undefined && { resource: [...resource], extraTokenParams: { resource: first } }),
    ...(named && { extraQueryParams: named, extraTokenParams: named }),
  };
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
 * see its cookie in a frame, so a tab that was signed in there goes through the provider as a whole
 * page instead.
 */
export function createAuth(
  options: AuthOptions,
  surroundings: Surroundings = openBrowser(options),
): Auth {
  const { manager, tabStorage, currentPath, isOnline, sessionFrame } = surroundings;
  const isForeign = new URL(options.authority).origin !== new URL(options.baseUrl).origin;
  const access = wantedAccess(options);
  const listeners = new Set<(isSignedIn: boolean) => void>();
  let user: User | undefined;
  let userSince = 0;
  let isFrameBlind = false;
  let restoring: Promise<boolean> | undefined;
  let renewing: Promise<string | undefined> | undefined;

  function setUser(next: User | undefined): void {
    const hasChanged = (user === undefined) !== (next === undefined);
    user = next;
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

  async function restoreUser(): Promise<boolean> {
    if (isForeign && tabStorage.getItem(wasSignedInKey) !== null) {
      // Taken away first: a provider that refuses must not be asked in a loop.
      tabStorage.removeItem(wasSignedInKey);
      const state: SignInState = { returnTo: currentPath(), isSilent: true };
      await manager.signinRedirect({ ...access, prompt: 'none', state, nonce: createNonce() });
      return new Promise(() => undefined);
    }
    try {
      const restored = await manager.signinSilent({
        ...access,
        forceIframeAuth: true,
        nonce: createNonce(),
      });
      setUser(restored ?? undefined);
      return restored !== null;
    } catch {
      await forget();
      return false;
    }
  }

  function secondsLeft({ expires_in: expiresIn = 0 }: User): number {
    return Math.min(expiresIn, maximumTokenSeconds - (Date.now() - userSince) / 1000);
  }

  /** Undefined when the provider refuses, or fails for some seconds. */
  async function askForTokens(expiring: User): Promise<User | undefined> {
    const pauses = expiring.refresh_token ? [...renewalPauses] : [];
    while (user === expiring) {
      try {
        return (await manager.signinSilent(access)) ?? undefined;
      } catch (cause) {
        if (!isOnline()) throw new ConnectionError({ cause });
        const pause = isRefusal(cause) ? undefined : pauses.shift();
        if (pause === undefined) return undefined;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return undefined;
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
      return secondsLeft(user) >= minimumValiditySeconds ? user.access_token : renewOnce(user);
    },

    async renew(refused) {
      if (user?.access_token !== refused) return user !== undefined;
      return (await renewOnce(user)) !== undefined;
    },

    async isWatchedByProvider() {
      return Boolean(user?.session_state) && !isFrameBlind && (await sessionFrame.isOffered());
    },

    async signOut() {
      const idToken = user?.id_token;
      await forget();
      await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken });
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the provider has answered, and its answer is no. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && !/^(server_error|temporarily_)/.test(error.error ?? '');
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
