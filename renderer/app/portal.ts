import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { SessionUser } from '../../schemas/entities/account.ts';
import type { Locale } from '../../schemas/entities/market.ts';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';
import type { ProviderAction } from '../../schemas/providerActions.ts';
import { type Api, createApi } from '../core/api.ts';
import type { Auth, AuthOptions, signInCallbackPath } from '../core/auth.ts';
import { ApiError, ConnectionError, FormatError } from '../core/callError.ts';
import { createFailures, type Failures } from './errors/failures.ts';
import { createLanguages, pickLocale } from './language.ts';
import { createOverlays, type Overlays } from './overlays/overlays.ts';

export interface PortalState {
  readonly index: ManifestIndex;
  readonly session: SessionUser | undefined;
  readonly isBlocked: boolean;
}

/** Everything that lives as long as the page: client, sign-in, languages, cache. */
export interface Portal {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly i18n: i18n;
  /** Shows everything in another language once its texts are here. Throws a `CallError`. */
  switchLanguage(locale: Locale): Promise<void>;
  readonly failures: Failures;
  readonly overlays: Overlays;
  /** Loads the index and, when somebody is signed in, the session. Throws a `CallError`. */
  start(): Promise<PortalState>;
  signIn(returnTo: string, providerAction?: ProviderAction): Promise<void>;
  /** Finishes the sign-in at the callback address; answers where to go. */
  completeSignIn(url: string): Promise<string>;
  signOut(): Promise<void>;
}

/** The address in core/auth.ts, which is loaded later. */
export const callbackPath: typeof signInCallbackPath = '/auth/callback';
export const portalKey = ['portal'] as const;

type MakeAuth = (options: AuthOptions) => Auth;

// The OpenID Connect client is a tenth of the page, and not needed before the index is there.
const loadAuth = () => import('../core/auth.ts').then(({ createAuth }): MakeAuth => createAuth);

export function createPortal(getMakeAuth: () => Promise<MakeAuth> = loadAuth): Portal {
  const failures = createFailures();
  const overlays = createOverlays();
  let auth: Auth | undefined;
  let hasTriedRestore = false;
  // Once a session is over its token is useless, even for what is open to everybody.
  let isSessionOver = false;

  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== portalKey[0]) failures.report(error);
      },
    }),
    defaultOptions: { queries: { staleTime: 60_000, retry: shouldRetry } },
  });

  const api = createApi({
    auth: {
      getAccessToken: async () => (isSessionOver ? undefined : auth?.getAccessToken()),
      restore: async () => (await auth?.restore()) ?? false,
    },
    onSignedOut: () => {
      isSessionOver = true;
      void queries.invalidateQueries({ queryKey: portalKey });
    },
    onBlocked: () => {
      queries.setQueryData<PortalState>(
        portalKey,
        (state) => state && { ...state, isBlocked: true },
      );
    },
  });

  const { call } = api;
  const languages = createLanguages(
    async (locale, version) =>
      call('manifest.texts', { params: { locale }, query: { version } }) as Promise<
        Record<string, object>
      >,
  );
  const { i18n } = languages;

  async function start(): Promise<PortalState> {
    try {
      return await load();
    } catch (error) {
      languages.loadEmergencyTexts();
      throw error;
    }
  }

  async function load(): Promise<PortalState> {
    const loading = Promise.all([
      call('manifest.index', {}),
      getMakeAuth().catch(toConnectionError),
    ]);
    let [index, makeAuth] = await loading;
    auth ??= makeAuth({ ...index.signIn, baseUrl: window.location.origin });
    if (!index.signedIn && !hasTriedRestore && !isCallback()) {
      hasTriedRestore = true;
      if (await auth.restore()) index = await call('manifest.index', {});
    }
    let session: SessionUser | undefined;
    let isBlocked = false;
    if (index.signedIn) {
      try {
        session = await call('session.get', {});
      } catch (error) {
        // A blocked account gets its page instead of an error (specification §4).
        if (!(error instanceof ApiError && error.status === 423)) throw error;
        isBlocked = true;
      }
    }
    const locale = pickLocale(index.languages, session, index.market.language);
    await languages.switchTo(locale, index.texts);
    return { index, session, isBlocked };
  }

  return {
    api,
    queries,
    i18n,
    failures,
    overlays,
    start,
    async switchLanguage(locale) {
      const { index } = queries.getQueryData<PortalState>(portalKey) ?? {};
      await languages.switchTo(locale, index?.texts ?? '');
    },
    signIn: async (returnTo, providerAction) =>
      auth?.signIn(returnTo, i18n.language, providerAction),
    completeSignIn: async (url) => {
      if (!auth) throw new Error('The portal has not started: load the index first.');
      const returnTo = await auth.completeSignIn(url);
      isSessionOver = false;
      await queries.invalidateQueries({ queryKey: portalKey });
      return returnTo;
    },
    signOut: async () => {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== portalKey[0] });
      await auth?.signOut();
      await queries.invalidateQueries({ queryKey: portalKey });
    },
  };
}

function toConnectionError(cause: unknown): never {
  throw new ConnectionError({ cause });
}

function isCallback(): boolean {
  return window.location.pathname === callbackPath;
}

function shouldRetry(failureCount: number, error: Error): boolean {
  if (error instanceof FormatError) return false;
  if (error instanceof ApiError) return error.status === 503 && failureCount < 2;
  return error instanceof ConnectionError && failureCount < 2;
}
