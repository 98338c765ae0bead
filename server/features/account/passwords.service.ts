import { setTimeout } from 'node:timers/promises';
import { findBrokenRules } from '../../../schemas/passwordPolicy.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { findAddressees } from './account.repository.ts';
import { type AccountDeps, createNotice, fieldFault, linkTo } from './accountDeps.ts';
import { type CredentialChange, createCredentialChange } from './credentials.service.ts';
import { createLink, findLink, redeemLink, releaseLink } from './links.repository.ts';
import { createProof } from './proof.service.ts';

/** Specification §9. */
const linkMinutes = 30;

/** Long after any answer. */
const usualForgottenDelayMs = 1000;

interface NewPassword {
  readonly password: string;
  readonly repeatedPassword: string;
}

/** Changing a password that is known, and replacing one that was forgotten. */
export function createPasswordService(deps: AccountDeps) {
  const { database, identity, limits, background, now, publicUrl } = deps;
  const { forgottenDelayMs = usualForgottenDelayMs } = deps;
  const { directory } = identity;
  const notify = createNotice(deps);
  const prove = createProof(deps);
  const endOtherWays = createCredentialChange(deps);

  async function settle(
    type: 'PASSWORD_CHANGED' | 'PASSWORD_RESET',
    change: CredentialChange,
  ): Promise<void> {
    const { accountId } = change;
    await endOtherWays(change);
    await recordActivity(database.statements, { type, actorId: accountId, affectedId: accountId });
    notify('passwordChanged', accountId, { link: `${publicUrl}/auth/forgot-password` });
  }

  async function mailLinks(nameOrEmail: string): Promise<void> {
    if (directory.keeper === 'NONE') return;
    const accounts = await database.read((tx) => findAddressees(tx, nameOrEmail));
    for (const account of accounts) {
      const { accountId } = account;
      const token = await database.transaction(async (tx) => {
        await recordActivity(tx, { type: 'PASSWORD_FORGOTTEN', affectedId: accountId });
        return createLink(tx, { accountId, purpose: 'PASSWORD', at: now(), minutes: linkMinutes });
      });
      notify('newPassword', account, {
        link: linkTo(publicUrl, '/auth/reset-password', token),
        minutes: String(linkMinutes),
      });
    }
  }

  return {
    /** Ends the account's other sessions. */
    async change(
      { currentPassword, ...next }: NewPassword & { currentPassword: string },
      session: Session,
    ): Promise<void> {
      if (!directory.checkPassword) throw keptElsewhere();
      refuseUnfit(next);
      await prove.password(session, { currentPassword });
      const { accountId, user, sid } = session;
      await directory.setPassword(user.userId, next.password);
      await settle('PASSWORD_CHANGED', { accountId, subject: user.userId, exceptSid: sid });
    },

    /** The same for a name that exists and one that doesn't, and in the same time. */
    async forgot(nameOrEmail: string, address: string): Promise<void> {
      await limits.spend('link', address);
      await limits.spend('forgot', nameOrEmail.toLowerCase());
      // Else the work for accounts that exist would slow their answers down.
      background.run('Mailing a link for a new password', async () => {
        await setTimeout(forgottenDelayMs);
        await mailLinks(nameOrEmail);
      });
    },

    async check(token: string | undefined, address: string) {
      await limits.spend('link', address);
      const at = now();
      const found = token && (await database.read((tx) => findLink(tx, 'PASSWORD', token, at)));
      if (found) await limits.refund('link', address);
      return { state: found ? found.state : ('INVALID' as const) };
    },

    async reset({ token, ...next }: NewPassword & { token: string }, address: string) {
      const { accountId, subject } = await limits.attempt('link', address, async () => {
        refuseUnfit(next);
        const link = await database.transaction((tx) => redeemLink(tx, 'PASSWORD', token, now()));
        if (!link) throw linkExpired();
        try {
          await directory.setPassword(link.subject, next.password);
        } catch (error) {
          // Such as one of the last passwords: the same link does for another try.
          await database.transaction((tx) => releaseLink(tx, token));
          throw error;
        }
        return link;
      });
      await settle('PASSWORD_RESET', { accountId, subject });
    },
  };
}

function refuseUnfit({ password, repeatedPassword }: NewPassword): void {
  const broken = findBrokenRules(password);
  if (broken.length > 0) {
    throw fieldFault(
      'password',
      'passwordPolicy',
      said('field.passwordRules', { rules: broken.join(', ') }),
    );
  }
  if (password !== repeatedPassword) {
    throw fieldFault('repeatedPassword', 'confirmed', said('field.passwordsDiffer'));
  }
}

export function linkExpired(): AppError {
  return new AppError(
    'LINK_EXPIRED',
    'This link has expired or was used already. Generate a new one.',
  );
}

export function keptElsewhere(): AppError {
  return new AppError('UNAVAILABLE', 'The identity provider keeps this: change it there.');
}
