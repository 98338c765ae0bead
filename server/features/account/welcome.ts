import type { Transaction } from '../../database/open.ts';
import { type AccountDeps, linkTo } from './accountDeps.ts';
import type { AccountMail } from './accountMails.ts';
import { createLink } from './links.repository.ts';

const welcomeHours = 24;

/** A mail by its name, with what its text has placeholders for. */
export interface Welcome {
  readonly mail: Extract<AccountMail, 'welcome' | 'welcomeElsewhere'>;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * What the owner of a new account is told: a link to choose a password, good for 24 hours, in the
 * place of an earlier one; at a provider that the portal may not administer, where people choose
 * their passwords there, the portal's address.
 */
export function createWelcome({
  identity,
  now,
  publicUrl,
}: Pick<AccountDeps, 'now' | 'publicUrl'> & {
  readonly identity: Pick<AccountDeps['identity'], 'directory'>;
}) {
  return async (tx: Transaction, accountId: number): Promise<Welcome> => {
    if (identity.directory.keeper === 'NONE') {
      return { mail: 'welcomeElsewhere', values: { link: publicUrl } };
    }
    const minutes = welcomeHours * 60;
    const token = await createLink(tx, { accountId, purpose: 'PASSWORD', at: now(), minutes });
    const link = linkTo(publicUrl, '/auth/reset-password', token);
    return { mail: 'welcome', values: { link, hours: String(welcomeHours) } };
  };
}
