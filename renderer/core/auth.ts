import { ErrorResponse, type User } from 'oidc-client-ts';
import type { ProviderAction } from '../../schemas/providerActions.ts';
import { createSurroundings, type Surroundings } from './authSurroundings.ts';

/** Specification §9: a token with less validity left is renewed before it is used. */
const minimumValiditySeconds = 5;
const homePath = '/dashboard';
const wasSignedInKey = 'meterhouse.wasSignedIn';

export const signInCallbackPath = '/auth/callback';
export const silentCallbackPath = '/auth/silent-callback';

export interface AuthOptions {
  /** The identity provider's issuer address. */
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
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
  /** A token that is valid for some seconds yet; undefined when nobody is signed in. */
  getAccessToken(): Promise<string | undefined>;
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
 * see its cookie in a frame, so a tab that was signed in there goes through the provider as a whole
 * page instead.
 */
export function createAuth(
  options: AuthOptions,
  { manager, tabStorage, currentPath }: Surroundings = openBrowser(options),
): Auth {
  const isForeign = new URL(options.authority).origin !== new URL(options.baseUrl).origin;
  const listeners = new Set<(isSignedIn: boolean) => void>();
  let user: User | undefined;
  let restoring: Promise<boolean> | undefined;
  let renewing: Promise<string | undefined> | undefined;

  function setUser(next: User | undefined): void {
    const hasChanged = (user === undefined) !== (next === undefined);
    user = next;
    if (next) tabStorage.setItem(wasSignedInKey, 'yes');
    else tabStorage.removeItem(wasSignedInKey);
    if (hasChanged) for (const listener of listeners) listener(next !== undefined);
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
      await manager.signinRedirect({ prompt: 'none', state });
      return new Promise(() => undefined);
    }
    try {
      const restored = await manager.signinSilent({ forceIframeAuth: true });
      setUser(restored ?? undefined);
      return restored !== null;
    } catch {
      await forget();
      return false;
    }
  }

  async function renewToken(expiring: User): Promise<string | undefined> {
    const renewed = await manager.signinSilent().catch(() => null);
    // Somebody signed out, or in anew, while the answer was on its way.
    if (user !== expiring) return user?.access_token;
    if (renewed) setUser(renewed);
    else await forget();
    return renewed?.access_token;
  }

  function restore(): Promise<boolean> {
    restoring ??= restoreUser().finally(() => {
      restoring = undefined;
    });
    return restoring;
  }

  return {
    restore,

    async signIn(returnTo, locale, providerAction) {
      const state: SignInState = { returnTo: toOwnPath(returnTo, options.baseUrl) };
      await manager.signinRedirect({
        state,
        ui_locales: locale,
        ...(providerAction && { extraQueryParams: { kc_action: providerAction } }),
      });
    },

    async completeSignIn(url) {
      // States that are too old must not be found any more.
      await manager.clearStaleState();
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
      if ((user.expires_in ?? 0) >= minimumValiditySeconds) return user.access_token;
      renewing ??= renewToken(user).finally(() => {
        renewing = undefined;
      });
      return renewing;
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
