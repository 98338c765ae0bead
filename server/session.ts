import type { AccessSubject } from '../schemas/accessRule.ts';
import type { Feature } from '../schemas/entities/access.ts';
import type { SessionUser } from '../schemas/entities/account.ts';

/** Who asks, with rights read from the database for this very request. */
export interface Session {
  readonly accountId: number;
  /** The instance is its market's, and whether there are messages to phones the operator's. */
  readonly user: Omit<SessionUser, 'instance' | 'lacksPhoneMessages' | `preview${string}`>;
  readonly subject: AccessSubject;
  /** The session at the identity provider; undefined for tokens that belong to none. */
  readonly sid?: string | undefined;
  /** When its owner last showed password or code to the provider, in seconds since 1970. */
  readonly authenticatedAt?: number | undefined;
  /** Of the account when the call began; another one by now says that this session may be over. */
  readonly credentialVersion?: number;
  /** The rights, and all that is read, are another account's than that of who asks. */
  readonly preview?: Preview;
}

/** Staff see the portal as the account has that the session otherwise is about, and change nothing. */
export interface Preview {
  readonly id: number;
  /** When it ends by itself. */
  readonly endsAt: string;
  /** Who really asks. */
  readonly actor: Omit<Session, 'preview'>;
}

/**
 * What a query may touch: the properties assigned to the account whose permission package holds
 * one of the features (any package when the list is empty), from each one's access-since day on.
 * Every repository query on metered data takes one.
 */
export interface Scope {
  readonly accountId: number;
  readonly anyFeature: readonly Feature[];
}
