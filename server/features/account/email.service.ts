import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { findAddressee, holdCredentials, writeEmail } from './account.repository.ts';
import { type AccountDeps, createNotice } from './accountDeps.ts';
import { createCredentialChange } from './credentials.service.ts';
import { createEmailRequest, emailUpdateFailed } from './emailRequest.service.ts';
import { findLink, redeemLink, releaseLink } from './links.repository.ts';
import { linkExpired } from './passwords.service.ts';
import { createProof } from './proof.service.ts';

/** A new address counts once a link that was mailed to it was used. */
export function createEmailService(deps: AccountDeps) {
  const { database, identity, limits, now } = deps;
  const { directory } = identity;
  const notify = createNotice(deps);
  const ask = createEmailRequest(deps);
  const prove = createProof(deps);
  const endOtherWays = createCredentialChange(deps);

  /** Makes the address of a link the account's; answers whom it was mailed to until now. */
  async function redeem(token: string) {
    const link = await database.transaction((tx) => redeemLink(tx, 'EMAIL', token, now()));
    if (!link?.email) throw linkExpired();
    const { accountId, subject, email, sid } = link;
    const before = await database.read((tx) => findAddressee(tx, accountId));
    try {
      await directory.setEmail(subject, email);
      await database.transaction((tx) => writeEmail(tx, accountId, email));
    } catch (cause) {
      await database.transaction((tx) => releaseLink(tx, token));
      throw emailUpdateFailed(cause);
    }
    return { accountId, subject, email, sid, before };
  }

  return {
    async change(
      { email, currentPassword }: { email: string; currentPassword?: string | undefined },
      session: Session,
    ): Promise<void> {
      if (directory.keeper === 'NONE') throw emailUpdateFailed();
      await prove.password(session, { currentPassword });
      const { accountId, sid } = session;
      await ask({ accountId, email, actorId: accountId, sid }, async (tx) => {
        // The password may have been changed, and this session ended, while it was looked at.
        if (!(await holdCredentials(tx, session))) throw endedMeanwhile();
      });
    },

    async check(token: string | undefined, address: string) {
      await limits.spend('link', address);
      const at = now();
      const found = token && (await database.read((tx) => findLink(tx, 'EMAIL', token, at)));
      if (found) await limits.refund('link', address);
      return found || { state: 'INVALID' as const, email: null };
    },

    async confirm(token: string, address: string): Promise<void> {
      const { accountId, subject, email, sid, before } = await limits.attempt('link', address, () =>
        redeem(token),
      );
      await endOtherWays({ accountId, subject, exceptSid: sid ?? undefined });
      await recordActivity(database.statements, {
        type: 'EMAIL_CHANGED',
        actorId: accountId,
        affectedId: accountId,
      });
      // To the old address: whoever owns the account reads it there.
      if (before) notify('emailChanged', before, { email });
    },
  };
}

function endedMeanwhile(): AppError {
  return new AppError('UNAUTHENTICATED', 'The session has ended. Sign in again.');
}
