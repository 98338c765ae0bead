import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** Specification §7. */
const messageTimeoutSeconds = 10;
const signInStateSeconds = 3600;

interface ClientOptions {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  readonly callbackUrl: string;
  readonly silentCallbackUrl: string;
  readonly signedOutUrl: string;
}

type Manager = Pick<
  UserManager,
  | 'clearStaleState'
  | 'removeUser'
  | 'signinRedirect'
  | 'signinRedirectCallback'
  | 'signinSilent'
  | 'signoutRedirect'
>;

/** What sign-in needs of the browser. */
export interface Surroundings {
  readonly manager: Manager;
  /** Outlives a reload, not the tab. */
  readonly tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Where the page is: path, query and fragment. */
  readonly currentPath: () => string;
}

/** The real browser's: tokens in memory only, a sign-in under way in the tab's storage. */
export function createSurroundings(options: ClientOptions): Surroundings {
  const { sessionStorage } = globalThis;
  const manager = new UserManager({
    authority: options.authority,
    client_id: options.clientId,
    scope: options.scope,
    redirect_uri: options.callbackUrl,
    silent_redirect_uri: options.silentCallbackUrl,
    post_logout_redirect_uri: options.signedOutUrl,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'meterhouse.signIn.' }),
    staleStateAgeInSeconds: signInStateSeconds,
    silentRequestTimeoutInSeconds: messageTimeoutSeconds,
    // Tokens are renewed when they are used, so that an idle page falls asleep.
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
  return {
    manager,
    tabStorage: sessionStorage,
    currentPath: () => {
      const { pathname, search, hash } = window.location;
      return `${pathname}${search}${hash}`;
    },
  };
}
