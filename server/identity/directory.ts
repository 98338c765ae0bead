import type { Role } from '../../schemas/entities/access.ts';
import type { Keeper } from '../../schemas/entities/profile.ts';

/** An account as its directory has to know it. */
export interface DirectoryAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/**
 * The identity provider's administration, as far as the portal needs it. Passwords come here after
 * `findBrokenRules` has let them pass. `subject` is the account's `sub` at the provider. A provider
 * that can't be reached throws UNAVAILABLE; one that refuses a password throws VALIDATION_FAILED
 * with the field `body.password` and the rule `passwordHistory` or `passwordPolicy`.
 */
export interface IdentityDirectory {
  /** Who changes a password and sets up TOTP: the portal's own forms, or the provider's pages. */
  readonly keeper: Keeper;
  /**
   * Makes an account without a password, in the groups of its roles; answers its subject. Made again
   * before anybody has used it, it is the same one where the provider keeps accounts; one that isn't
   * ours throws CONFLICT.
   */
  create(account: DirectoryAccount): Promise<string>;
  /** Takes back an account that was made just now, and that nobody has got into. */
  discard(subject: string): Promise<void>;
  /** Lets an account sign in or not. Its rights end by `account.disabled_at` in any case. */
  setEnabled(subject: string, isEnabled: boolean): Promise<void>;
  /** Whether it is the account's password; only where the portal keeps passwords. */
  checkPassword?(subject: string, password: string): Promise<boolean>;
  /** Sets a password for good, as after a link from a mail. */
  setPassword(subject: string, password: string): Promise<void>;
  /** Unless `isConfirmed` is false, somebody has used a link that was mailed there. */
  setEmail(
    subject: string,
    email: string,
    given?: { readonly isConfirmed: boolean },
  ): Promise<void>;
  /** Only where the portal sets it up. */
  readonly totp?: TotpSetUp;
  hasTotp(subject: string): Promise<boolean>;
  removeTotp(subject: string): Promise<void>;
  /** The roles of the account's groups; undefined when the directory doesn't say. */
  findRoles(subject: string): Promise<readonly Role[] | undefined>;
  setRoles(subject: string, roles: readonly Role[]): Promise<void>;
  /** Ends one session of the account at the provider. */
  endSession(subject: string, sid: string): Promise<void>;
  /** Ends the account's sessions at the provider; `exceptSid` is the one that asks for it. */
  endSessions(subject: string, exceptSid?: string): Promise<void>;
}

/** Setting up an authenticator app: a secret is shown, and in force once a code of it was right. */
export interface TotpSetUp {
  find(account: { accountId: number; username: string }): Promise<TotpState | undefined>;
  /** A new secret; false when one is in force. */
  begin(accountId: number, now: Date): Promise<boolean>;
  /** False for a wrong code, or when there is nothing to confirm. */
  confirm(accountId: number, code: string, now: Date): Promise<boolean>;
  /** Whether it is the app's code, or a recovery code; either is accepted once. */
  accept(accountId: number, code: string, now: Date): Promise<boolean>;
}

export type TotpState =
  | { readonly isConfirmed: true; readonly recoveryCodesLeft: number }
  | {
      readonly isConfirmed: false;
      /** otpauth:// */
      readonly uri: string;
      /** Base32 in groups of four. */
      readonly secret: string;
      readonly recoveryCodes: readonly string[];
    };
