import type { Role } from '../../../schemas/entities/access.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { type Activity, recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import {
  type Addressee,
  findByUsername,
  insertAccount,
  writeDisabled,
} from './account.repository.ts';
import { type AccountDeps, createNotice } from './accountDeps.ts';
import { createCredentialChange } from './credentials.service.ts';
import { createWelcome } from './welcome.ts';

export interface GivenAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly country: Country;
  readonly language: Locale;
  readonly phone?: string | null;
  /** 2: a sub-administrator of who made it. */
  readonly level?: 1 | 2;
  readonly createdBy?: number;
  readonly specialUser?: boolean;
  readonly sapNumber?: string | null;
}

type Complete = (tx: Transaction, accountId: number) => Promise<Activity['detail']>;

/**
 * Makes the portal's own row of an account, with its entry in the log; `complete` as in `create`.
 * Answers its id.
 */
export async function makeAccount(
  tx: Transaction,
  given: GivenAccount & { readonly subject: string },
  actorId: number | undefined,
  complete?: Complete,
): Promise<number> {
  const accountId = await insertAccount(tx, given);
  const detail = await complete?.(tx, accountId);
  const log = { actorId, affectedId: accountId, ...(detail && { detail }) };
  await recordActivity(tx, { type: 'ACCOUNT_CREATED', ...log });
  return accountId;
}

/**
 * What is done to other people's accounts, here and at the identity provider. `actorId` is who does
 * it; undefined is the operator on the command line. Unknown names throw NOT_FOUND.
 */
export function createAdministration(deps: AccountDeps) {
  const { database, identity, limits, background, now } = deps;
  const { directory } = identity;
  const notify = createNotice(deps);
  const welcome = createWelcome(deps);
  const endAllWays = createCredentialChange(deps);

  async function getAccount(username: string): Promise<Addressee> {
    const found = await database.read((tx) => findByUsername(tx, username));
    if (found) return found;
    throw new AppError('NOT_FOUND', `There is no account «${username}».`);
  }

  /** Takes back what this very call has made; why it couldn't is in the portal's log. */
  async function discard(username: string, subject: string): Promise<void> {
    try {
      // A connection that breaks while it commits leaves open whether there is an account.
      const kept = await database.read((tx) => findByUsername(tx, username));
      if (kept?.subject !== subject) await directory.discard(subject);
    } catch (error) {
      background.run('Taking an account back from the directory', () => Promise.reject(error));
    }
  }

  return {
    /**
     * Makes an account and mails its owner a link to choose a password. Throws CONFLICT. A provider
     * that the portal may not administer has the account already, or will: whoever signs in there
     * first under that user name gets this one. `complete` adds what belongs to the account, in the
     * transaction that makes it, and answers what the activity log says of that.
     */
    async create(given: GivenAccount, actorId?: number, complete?: Complete): Promise<number> {
      if (await database.read((tx) => findByUsername(tx, given.username))) {
        const { username } = given;
        throw new AppError('CONFLICT', said('field.accountThere', { username }));
      }
      const subject = await directory.create(given);
      const { accountId, mail, values } = await database
        .transaction(async (tx) => {
          const accountId = await makeAccount(tx, { ...given, subject }, actorId, complete);
          return { accountId, ...(await welcome(tx, accountId)) };
        })
        .catch(async (error: unknown) => {
          await discard(given.username, subject);
          throw error;
        });
      notify(mail, accountId, values);
      return accountId;
    },

    /** Mails a new link in the place of the first one, once `prepare` is done. */
    async invite(
      accountId: number,
      actorId?: number,
      prepare?: () => Promise<void>,
    ): Promise<void> {
      await limits.spend('forgot', `invite:${accountId}`);
      await prepare?.();
      const { mail, values } = await database.transaction(async (tx) => {
        await recordActivity(tx, { type: 'ACCOUNT_INVITED', actorId, affectedId: accountId });
        return welcome(tx, accountId);
      });
      notify(mail, accountId, values);
    },

    /** Disabled accounts are refused from the next call on. Deleted ones stay so, by CONFLICT. */
    async setEnabled(username: string, isEnabled: boolean, actorId?: number): Promise<void> {
      const { accountId, subject, deletedAt } = await getAccount(username);
      if (isEnabled && deletedAt) {
        throw new AppError('CONFLICT', said('faults.accountDeleted', { username }));
      }
      // The door that is shut first, and opened last, is our own.
      if (isEnabled) await directory.setEnabled(subject, true);
      await database.transaction(async (tx) => {
        if (!(await writeDisabled(tx, accountId, isEnabled ? undefined : now()))) return;
        const type = isEnabled ? 'ACCOUNT_ENABLED' : 'ACCOUNT_DISABLED';
        await recordActivity(tx, { type, actorId, affectedId: accountId });
      });
      if (!isEnabled) await directory.setEnabled(subject, false);
    },

    /** For who has lost both app and recovery codes. */
    async removeTotp(username: string, actorId?: number): Promise<void> {
      const { accountId, subject } = await getAccount(username);
      await directory.removeTotp(subject);
      await endAllWays({ accountId, subject });
      await recordActivity(database.statements, {
        type: 'TOTP_REMOVED',
        actorId,
        affectedId: accountId,
      });
      notify('totpRemoved', accountId);
    },
  };
}
