import type { Role } from '../../../schemas/entities/access.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { type Activity, recordActivity } from '../../identity/activity.repository.ts';
import {
  type Addressee,
  findByUsername,
  insertAccount,
  writeDisabled,
} from './account.repository.ts';
import { type AccountParts, createNotice, linkTo } from './accountParts.ts';
import { createCredentialChange } from './credentials.service.ts';
import { createLink } from './links.repository.ts';

const welcomeHours = 24;

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

/**
 * What is done to other people's accounts, here and at the identity provider. `actorId` is who does
 * it; undefined is the operator on the command line. Unknown names throw NOT_FOUND.
 */
export function createAdministration(parts: AccountParts) {
  const { database, identity, limits, background, now, publicUrl } = parts;
  const { directory } = identity;
  const notify = createNotice(parts);
  const endAllWays = createCredentialChange(parts);

  async function getAccount(username: string): Promise<Addressee> {
    const found = await database.read((tx) => findByUsername(tx, username));
    if (found) return found;
    throw new AppError('NOT_FOUND', `There is no account «${username}».`);
  }

  /** At a provider that the portal may not administer people choose their passwords there. */
  const isElsewhere = directory.keeper === 'NONE';

  async function createWelcome(tx: Transaction, accountId: number): Promise<string | undefined> {
    if (isElsewhere) return undefined;
    const minutes = welcomeHours * 60;
    return createLink(tx, { accountId, purpose: 'PASSWORD', at: now(), minutes });
  }

  function welcome(accountId: number, token: string | undefined): void {
    if (token === undefined) {
      notify('welcomeElsewhere', accountId, { link: publicUrl });
      return;
    }
    const link = linkTo(publicUrl, '/auth/reset-password', token);
    notify('welcome', accountId, { link, hours: String(welcomeHours) });
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
    async create(
      given: GivenAccount,
      actorId?: number,
      complete?: (tx: Transaction, accountId: number) => Promise<Activity['detail']>,
    ): Promise<number> {
      if (await database.read((tx) => findByUsername(tx, given.username))) {
        throw new AppError('CONFLICT', `There is an account «${given.username}» already.`);
      }
      const subject = await directory.create(given);
      const { accountId, token } = await database
        .transaction(async (tx) => {
          const accountId = await insertAccount(tx, { ...given, subject });
          const detail = await complete?.(tx, accountId);
          const log = { actorId, affectedId: accountId, ...(detail && { detail }) };
          await recordActivity(tx, { type: 'ACCOUNT_CREATED', ...log });
          return { accountId, token: await createWelcome(tx, accountId) };
        })
        .catch(async (error: unknown) => {
          await discard(given.username, subject);
          throw error;
        });
      welcome(accountId, token);
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
      const token = await database.transaction(async (tx) => {
        await recordActivity(tx, { type: 'ACCOUNT_INVITED', actorId, affectedId: accountId });
        return createWelcome(tx, accountId);
      });
      welcome(accountId, token);
    },

    /** Disabled accounts are refused from the next call on. Deleted ones stay so, by CONFLICT. */
    async setEnabled(username: string, isEnabled: boolean, actorId?: number): Promise<void> {
      const { accountId, subject, deletedAt } = await getAccount(username);
      if (isEnabled && deletedAt) {
        throw new AppError('CONFLICT', `${username} is deleted: restore the account first.`);
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
