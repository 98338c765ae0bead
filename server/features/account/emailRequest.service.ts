import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { type Addressee, findAddressee } from './account.repository.ts';
import { type AccountDeps, linkTo } from './accountDeps.ts';
import { createAccountMails } from './accountMails.ts';
import { createLink, dropLinks } from './links.repository.ts';

const linkHours = 24;

export interface EmailRequest {
  readonly accountId: number;
  readonly email: string;
  /** Who asks for it: the account itself, or who looks after it. */
  readonly actorId: number;
  /** The owner's session that asks for it, and may stay. */
  readonly sid?: string | undefined;
}

/**
 * Mails a link to a new address, in the place of an earlier one, and answers whose account it is;
 * until the link is used the old address stays. `mayAsk` throws where it may not be asked for by
 * now. Throws TOO_MANY_REQUESTS, and EMAIL_UPDATE_FAILED when the mail can't be sent.
 */
export function createEmailRequest(deps: AccountDeps) {
  const { database, limits, manifests, mailer, now, publicUrl } = deps;
  const write = createAccountMails(manifests);

  return async (
    { accountId, email, actorId, sid }: EmailRequest,
    mayAsk?: (tx: Transaction) => Promise<void>,
  ): Promise<Addressee> => {
    await limits.spend('forgot', `email:${accountId}`);
    const { owner, token } = await database.transaction(async (tx) => {
      await mayAsk?.(tx);
      const owner = await findAddressee(tx, accountId);
      const minutes = linkHours * 60;
      const link = { accountId, purpose: 'EMAIL', email, sid, at: now(), minutes } as const;
      return { owner, token: await createLink(tx, link) };
    });
    if (!owner) throw emailUpdateFailed();
    const link = linkTo(publicUrl, '/auth/update-email', token);
    try {
      const values = { link, hours: String(linkHours) };
      await mailer.send(write('confirmEmail', { ...owner, email }, values));
    } catch (cause) {
      await database.transaction((tx) => dropLinks(tx, accountId, 'EMAIL'));
      throw emailUpdateFailed(cause);
    }
    await recordActivity(database.statements, {
      type: 'EMAIL_CHANGE_ASKED',
      actorId,
      affectedId: accountId,
      ...(actorId !== accountId && { detail: { email: `${owner.email} → ${email}` } }),
    });
    return owner;
  };
}

export function emailUpdateFailed(cause?: unknown): AppError {
  return new AppError(
    'EMAIL_UPDATE_FAILED',
    'The e-mail address could not be changed. Try again later, or ask the portal administrator.',
    cause === undefined ? {} : { cause },
  );
}
