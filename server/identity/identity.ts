import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session } from '../session.ts';
import type { IdentityDirectory } from './directory.ts';

/** What the rest of the server knows of sign-in. */
export interface Identity {
  /** What the browser needs to sign in. */
  readonly signIn: { authority: string; clientId: string; scope: string };
  /**
   * The session of a bearer token, its rights read from the database now. Undefined when there is
   * no valid token; throws ACCOUNT_BLOCKED (423) when the account is disabled.
   */
  authenticate(authorization: string | undefined): Promise<Session | undefined>;
  /** Where accounts are administered. */
  readonly directory?: IdentityDirectory;
  /** The embedded provider's own pages and endpoints below /oidc; undefined for an external one. */
  readonly provider: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}
