import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Identity } from './identity.ts';
import type { Limits } from './limits.ts';
import type { PasswordCost } from './passwords.ts';

/** What sign-in is made of, whichever provider is configured. */

export interface IdentityConfig {
  /** The portal's address in the browser, without a path. */
  readonly PUBLIC_URL: string;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_AUDIENCE: string;
  readonly OIDC_RESOURCE?: readonly string[] | undefined;
  readonly OIDC_RESOURCE_PARAMETER?: 'resource' | 'audience' | undefined;
  readonly OIDC_ADMIN_CLIENT_ID?: string | undefined;
  readonly OIDC_ADMIN_CLIENT_SECRET?: string | undefined;
  readonly DEMO: boolean;
  readonly NODE_ENV?: string | undefined;
}

export interface GivenDeps {
  readonly config: IdentityConfig;
  readonly database: Pick<
    Database,
    'countWrites' | 'pool' | 'statements' | 'statementsOn' | 'transaction'
  >;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** Cheaper hashing for tests. */
  readonly passwordCost?: PasswordCost;
  /** Milliseconds that a failed sign-in takes at least. */
  readonly failureMs?: number;
  readonly limits?: Limits;
  readonly now?: () => Date;
  /** The accounts that the embedded provider's sign-in page offers while there is a demo. */
  readonly listDemoUsernames?: () => readonly string[];
}
export type IdentityDeps = GivenDeps & Required<Pick<GivenDeps, 'limits' | 'now'>>;

export interface PortalIdentity extends Identity {
  /**
   * A bearer token for an account, by the embedded provider only. Throws NOT_FOUND for an unknown
   * user name and BAD_REQUEST when an external provider is configured.
   */
  issueToken(username: string, seconds?: number): Promise<string>;
  close(): void;
}

/** What the portal asks the provider for. */
export const signInScope = 'openid profile';
