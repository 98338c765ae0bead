import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { type AccountDeps, createNotice, linkTo } from './accountDeps.ts';
import { createLink, redeemLink } from './links.repository.ts';
import { linkExpired } from './passwords.service.ts';

const linkMinutes = 30;

/** A way back in for an owner whose account others have locked by guessing. */
export function createUnlockService(deps: AccountDeps) {
  const { database, identity, limits, background, now, publicUrl } = deps;
  const notify = createNotice(deps);

  async function mailLink(accountId: number): Promise<void> {
    try {
      await limits.spend('unlock', `unlock:${accountId}`);
    } catch (error) {
      // Enough was said for today: more would only make the mails another nuisance.
      if (error instanceof AppError) return;
      throw error;
    }
    const token = await database.transaction((tx) =>
      createLink(tx, { accountId, purpose: 'UNLOCK', at: now(), minutes: linkMinutes }),
    );
    notify('locked', accountId, {
      link: linkTo(publicUrl, '/auth/unlock', token),
      minutes: String(linkMinutes),
    });
  }

  return {
    mailLink: (accountId: number): void =>
      background.run('Mailing a link that opens a lock', () => mailLink(accountId)),

    /** Throws LINK_EXPIRED. */
    async open(token: string, address: string): Promise<void> {
      const { accountId } = await limits.attempt('link', address, async () => {
        const link = await database.transaction((tx) => redeemLink(tx, 'UNLOCK', token, now()));
        if (!link) throw linkExpired();
        return link;
      });
      await identity.openLock(accountId, address);
      await recordActivity(database.statements, {
        type: 'ACCOUNT_UNLOCKED',
        affectedId: accountId,
        detail: { address },
      });
    },
  };
}
