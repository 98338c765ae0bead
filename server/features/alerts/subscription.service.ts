import type { OperationResponse } from '../../../schemas/api/operations.ts';
import type { MailKind } from '../../../schemas/entities/alert.ts';
import type { Database } from '../../database/open.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Limits } from '../../identity/limits.ts';
import { writeNotifications } from '../account/account.repository.ts';
import { linkTo } from '../account/accountDeps.ts';
import { linkExpired } from '../account/passwords.service.ts';
import { findSubscription, keepToken, writeSummaries } from './subscription.repository.ts';

type Answer = OperationResponse<'subscription.check'>;

/** What a mail says of how it is ended. */
export interface Unsubscribing {
  /** For people: a page with a button. */
  readonly page: string;
  /** For mail programs, in the mail's head (RFC 8058). */
  readonly oneClick: string;
}

/** The links of an account's mails of a kind. */
export function createUnsubscribing({
  database,
  publicUrl,
}: {
  readonly database: Database;
  readonly publicUrl: string;
}) {
  return async (accountId: number, kind: MailKind): Promise<Unsubscribing> => {
    const token = await database.transaction((tx) => keepToken(tx, accountId, kind));
    return {
      page: linkTo(publicUrl, '/auth/unsubscribe', token),
      oneClick: `${publicUrl}/unsubscribe/${token}`,
    };
  };
}

/** What whoever holds a mail's link may do without signing in: end such mails, or have them again. */
export function createSubscriptionService({
  database,
  limits,
}: {
  readonly database: Database;
  readonly limits: Limits;
}) {
  const answer = (kind: MailKind, isOn: boolean): Answer => ({ state: isOn ? 'ON' : 'OFF', kind });

  return {
    async check(token: string | undefined, address: string): Promise<Answer> {
      await limits.spend('link', address);
      const found = token && (await database.read((tx) => findSubscription(tx, token)));
      if (!found) return { state: 'INVALID', kind: null };
      await limits.refund('link', address);
      return answer(found.kind, found.isOn);
    },

    /** Throws LINK_EXPIRED. */
    async change(token: string, isOn: boolean, address: string): Promise<Answer> {
      const { accountId, kind } = await limits.attempt('link', address, async () => {
        const found = await database.read((tx) => findSubscription(tx, token));
        if (!found) throw linkExpired();
        return found;
      });
      if (kind === 'SUMMARY') {
        await database.transaction((tx) => writeSummaries(tx, accountId, isOn));
        return answer(kind, isOn);
      }
      await database.transaction(async (tx) => {
        if (!(await writeNotifications(tx, accountId, isOn))) return;
        const type = isOn ? 'NOTIFICATIONS_ON' : 'NOTIFICATIONS_OFF';
        await recordActivity(tx, { type, affectedId: accountId });
      });
      return answer(kind, isOn);
    },
  };
}
