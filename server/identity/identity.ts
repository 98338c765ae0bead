import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';
import type { Session } from '../session.ts';
import type { IdentityDirectory } from './directory.ts';
import type { CallOrigin } from './portalSessions.repository.ts';

/** What is asked for. */
export interface NotedCall {
  readonly operation: string;
  /** Without its query. */
  readonly path: string;
}

/** What the rest of the server knows of sign-in. */
export interface Identity {
  /** What the browser needs to sign in. */
  readonly signIn: ManifestIndex['signIn'];
  /**
   * The session of a bearer token, its rights read from the database now. Undefined when there is
   * no valid token, or its session has ended; throws ACCOUNT_BLOCKED (423) when the account is
   * disabled. While somebody looks at another's account it is the other's session, and `call` is
   * written into the activity log. `origin` is kept of a session's first call. What isn't a call,
   * such as an open stream that looks whether its session goes on, keeps no session alive that
   * nobody uses.
   */
  authenticate(
    authorization: string | undefined,
    origin?: CallOrigin,
    options?: { readonly isCall?: boolean; readonly call?: NotedCall },
  ): Promise<Session | undefined>;
  /** Refuses the tokens of this session from now on, or of the account when it has no session. */
  endSession(session: Session): Promise<void>;
  /**
   * Takes an external provider's logout token; false when it isn't valid. Undefined for the embedded
   * provider, which needs no such call.
   */
  readonly endByLogoutToken: ((token: string) => Promise<boolean>) | undefined;
  /** Hears of each account that too many wrong passwords have locked just now. */
  onLocked(listener: (accountId: number) => void): void;
  /** Opens an account's lock, and lets its owner in from this address whatever others try. */
  openLock(accountId: number, address: string): Promise<void>;
  readonly directory: IdentityDirectory;
  /** The embedded provider's own pages and endpoints below /oidc; undefined for an external one. */
  readonly provider: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}
