import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { matchPath } from 'react-router-dom';
import type { SessionUser } from '../../schemas/entities/account.ts';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { CompiledRoute, ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { type Api, type ApiParts, createApi } from '../core/api.ts';
import type { Auth, AuthOptions, signInCallbackPath } from '../core/auth.ts';
import { ApiError, ConnectionError, FormatError } from '../core/callError.ts';
import { expectOperation } from '../core/operations.ts';
import { createFailures, type Failures } from './errors/failures.ts';
import { findScreen } from './findScreen.ts';
import { createLanguages, pickLocale } from './language.ts';
import { createOverlays, type Overlays } from './overlays/overlays.ts';
import { type PortalState, portalKey } from './portalState.ts';
import { keepPreview } from './previewedAccount.ts';
import { reloadPage } from './reloadPage.ts';
import { routerPath } from './routerPath.ts';
import { screenQuery } from './screenQuery.ts';
import { readIdleTime } from './session/lastActivity.ts';
import { createSession, type Session } from './session/session.ts';
import type { SessionLife } from './session/sessionLife.ts';

/** Everything that lives as long as the page: client, sign-in, languages, cache. */
export interface Portal {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly i18n: i18n;
  readonly failures: Failures;
  readonly overlays: Overlays;
  /** Loads the index and, when somebody is signed in, the session. Throws a `CallError`. */
  start(): Promise<PortalState>;
  /** Sign-in and what follows from it. Throws before its scripts are there. */
  session(): Session;
  /** The same, once they are. Rejects with a `CallError` when they can't be loaded. */
  whenSession(): Promise<Session>;
  /** Shows everything in that language once its texts are here, and keeps it. Never throws. */
  chooseLanguage(locale: Locale): Promise<void>;
  /** Shows the theme at once, and keeps it. Never throws. */
  chooseTheme(isDark: boolean): Promise<void>;
}

/** The address in core/auth.ts, which is loaded later. */
export const callbackPath: typeof signInCallbackPath = '/auth/callback';
/** A slow answer to what the theme is like must not hold the page back. */
const welcomeMilliseconds = 1000;

type MakeAuth = (options: AuthOptions) => Auth;

// The OpenID Connect client is a tenth of the page, and not needed before the index is there.
const loadAuth = () => import('../core/auth.ts').then(({ createAuth }): MakeAuth => createAuth);

export function createPortal(getMakeAuth: () => Promise<MakeAuth> = loadAuth): Portal {
  const failures = createFailures();
  const overlays = createOverlays();
  let session: Session | undefined;
  let preparing: Promise<Session> | undefined;
  let hasTriedRestore = false;
  let welcomed: string | undefined;

  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const [what] = query.queryKey;
        if (what === 'manifest.screen') {
          // Asked for ahead: whoever shows it asks again.
          if (query.getObserversCount() > 0) void reportScreen(error);
        } else if (what !== portalKey[0]) failures.report(error);
      },
    }),
    defaultOptions: { queries: { staleTime: 60_000, retry: shouldRetry } },
  });

  const connect = (getAccessToken: ApiParts['auth']['getAccessToken']) =>
    createApi({
      auth: {
        getAccessToken,
        restore: async (refused) => (await session?.life.renew(refused)) ?? false,
      },
      onRefused: (incident) => session?.life.noteRefusal(incident),
      onSignedOut: () => session?.life.end('ended'),
      onBlocked: () => session?.life.block(),
      onPreview: (id) => {
        const known = queries.getQueryData<PortalState>(portalKey)?.session;
        // A preview of another's account has begun or ended, perhaps in another window.
        if (known && id !== `${known.previewId ?? ''}`) reloadPage();
      },
    });
  const api = connect(async () => session?.life.getPageToken());
  // What a page is made from is asked for when no page is there, and a farewell may be said by then.
  const own = connect(async () => session?.life.getAccessToken());
  const { call } = own;
  const languages = createLanguages(
    async (locale, version) =>
      call('manifest.texts', { params: { locale }, query: { version } }) as Promise<
        Record<string, object>
      >,
  );
  const { i18n } = languages;

  /** The index had it: the session may be over by now, which is said elsewhere, or have other rights. */
  async function reportScreen(error: Error): Promise<void> {
    const findUser = () => queries.getQueryData<PortalState>(portalKey)?.session;
    const isSignedIn = findUser() !== undefined;
    if (isSignedIn) await session?.life.check();
    if (!isSignedIn || findUser()) failures.report(error);
  }

  async function start(): Promise<PortalState> {
    // Nothing more is shown of a page that goes to the provider.
    if (session?.life.isLeaving()) return new Promise(() => undefined);
    try {
      return await load();
    } catch (error) {
      languages.loadEmergencyTexts();
      throw error;
    }
  }

  async function load(): Promise<PortalState> {
    const indexed = call('manifest.index', {});
    preparing = prepareSession(indexed);
    preparing.catch(() => undefined);
    let index = await indexed;
    const isUnknown = !index.signedIn && !hasTriedRestore && !isCallback();
    if (isUnknown && isNewcomerWelcome(index)) {
      hasTriedRestore = true;
      void restoreLater();
      return show(index, { session: undefined, isBlocked: false });
    }
    const { life, choices } = await preparing;
    if (isUnknown) {
      hasTriedRestore = true;
      const isRestored = await life.restore().catch((error: unknown) => {
        // It had no answer: the next start asks again.
        hasTriedRestore = false;
        throw error;
      });
      if (isRestored) index = await call('manifest.index', {});
    }
    const user = await loadUser(life);
    const state = await show(index, user);
    await welcome(user.session, choices);
    return state;
  }

  async function prepareSession(indexed: Promise<ManifestIndex>): Promise<Session> {
    expectOperation('session.get');
    expectOperation('preferences.get');
    const [index, makeAuth] = await Promise.all([indexed, getMakeAuth().catch(toConnectionError)]);
    session ??= createSession({
      api: own,
      queries,
      overlays,
      failures,
      i18n,
      auth: makeAuth({ ...index.signIn, baseUrl: window.location.origin }),
    });
    return session;
  }

  async function show(index: ManifestIndex, user: Omit<PortalState, 'index'>) {
    const locale = pickLocale(index.languages, user.session, index.market.language);
    const screen = user.isBlocked ? undefined : findScreen(index, window.location.pathname);
    if (screen !== undefined) void queries.prefetchQuery(screenQuery(call, screen));
    await languages.switchTo(locale, index.texts);
    return { index, ...user };
  }

  /** Behind the page of a newcomer, whom the provider may know from elsewhere. */
  async function restoreLater(): Promise<void> {
    const isRestored = await preparing?.then(
      ({ life }) => life.restore(),
      () => false,
    );
    if (isRestored) await queries.invalidateQueries({ queryKey: portalKey });
  }

  async function loadUser({ getAccessToken }: SessionLife) {
    try {
      // To a blocked account the index answers as to a stranger: only the session tells.
      const isKnown = (await getAccessToken()) !== undefined;
      const user = isKnown ? await call('session.get', {}) : undefined;
      keepPreview(user);
      return { session: user, isBlocked: false };
    } catch (error) {
      // A blocked account gets its page instead of an error (specification §4).
      if (!(error instanceof ApiError && error.status === 423)) throw error;
      return { session: undefined, isBlocked: true };
    }
  }

  async function welcome(user: SessionUser | undefined, choices: Session['choices']) {
    const isNew = user !== undefined && user.userId !== welcomed;
    welcomed = user?.userId;
    if (!isNew) return;
    const patience = new Promise((resolve) => setTimeout(resolve, welcomeMilliseconds));
    await Promise.race([choices.welcome(user), patience]);
  }

  return {
    api,
    queries,
    i18n,
    failures,
    overlays,
    start,
    session() {
      if (!session) throw new Error('The portal has not started: load the index first.');
      return session;
    },
    async whenSession() {
      preparing = preparing?.catch(() => prepareSession(call('manifest.index', {})));
      return (await preparing) ?? this.session();
    },
    async chooseLanguage(locale) {
      const { index } = queries.getQueryData<PortalState>(portalKey) ?? {};
      try {
        await languages.switchTo(locale, index?.texts ?? '');
        await session?.choices.saveLanguage(locale);
      } catch (error) {
        failures.report(error);
      }
    },
    chooseTheme: async (isDark) => session?.choices.chooseTheme(isDark),
  };
}

function toConnectionError(cause: unknown): never {
  throw new ConnectionError({ cause });
}

/**
 * Whether to show the page before the provider has said that it knows nobody: in a browser in which
 * nobody was signed in yet, at an address for everybody.
 */
function isNewcomerWelcome({ routes }: ManifestIndex): boolean {
  const isForAll = ({ guard, path }: CompiledRoute) =>
    guard === 'open' && matchPath(routerPath(path), window.location.pathname) !== null;
  return readIdleTime() === undefined && routes.some(isForAll);
}

function isCallback(): boolean {
  return window.location.pathname === callbackPath;
}

function shouldRetry(failureCount: number, error: Error): boolean {
  if (error instanceof FormatError) return false;
  if (error instanceof ApiError) return error.status === 503 && failureCount < 2;
  return error instanceof ConnectionError && failureCount < 2;
}
