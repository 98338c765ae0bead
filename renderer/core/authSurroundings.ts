import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { readStored, writeStored } from './storage.ts';

/** Specification §7. */
const messageTimeoutSeconds = 10;
const signInStateSeconds = 3600;
const checkSeconds = 5;
const lookMilliseconds = 3000;
/** Where sign-ins under way are kept in the tab's storage, each under its state. */
export const signInStatePrefix = 'meterhouse.signIn.';

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
  /** Outlives the tab. */
  readonly browserStorage: {
    readonly read: (key: string) => string | undefined;
    readonly write: (key: string, value: string | undefined) => void;
  };
  /** Whether the provider answers at all. */
  readonly isProviderUp: () => Promise<boolean>;
  /** Where the page is: path, query and fragment. */
  readonly currentPath: () => string;
  readonly isOnline: () => boolean;
  /** The provider's own frame that tells when its session ends (OpenID Connect Session Management). */
  readonly sessionFrame: {
    readonly isOffered: () => Promise<boolean>;
    readonly onGone: (listener: () => void) => void;
  };
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
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: signInStatePrefix }),
    staleStateAgeInSeconds: signInStateSeconds,
    silentRequestTimeoutInSeconds: messageTimeoutSeconds,
    requestTimeoutInSeconds: messageTimeoutSeconds,
    // Tokens are renewed when they are used.
    automaticSilentRenew: false,
    // Where discovery names no frame, it does nothing.
    monitorSession: true,
    checkSessionIntervalInSeconds: checkSeconds,
    loadUserInfo: false,
  });
  return {
    manager,
    tabStorage: sessionStorage,
    browserStorage: { read: readStored, write: writeStored },
    isProviderUp: () => isUp(manager.settings.metadataUrl),
    isOnline: () => navigator.onLine,
    sessionFrame: {
      isOffered: async () => Boolean(await manager.metadataService.getCheckSessionIframe()),
      onGone: (listener) => void manager.events.addUserSignedOut(listener),
    },
    currentPath: () => {
      const { pathname, search, hash } = window.location;
      return `${pathname}${search}${hash}`;
    },
  };
}

/** The discovery document is for everybody, also from other origins. */
async function isUp(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(lookMilliseconds);
  try {
    return (await fetch(address, { signal, cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
