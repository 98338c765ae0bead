import { endSessions } from '../../identity/portalSessions.repository.ts';
import { renewCredentials } from './account.repository.ts';
import type { AccountDeps } from './accountDeps.ts';
import { dropLinks } from './links.repository.ts';

/** Whose credentials changed, and the session that may stay: the one that asked for it. */
export interface CredentialChange {
  readonly accountId: number;
  readonly subject: string;
  readonly exceptSid?: string | undefined;
}

/**
 * What follows every change of a password, an address or a second factor: whoever got in before, or
 * had a way in open, is out.
 */
export function createCredentialChange({
  database,
  identity,
}: Pick<AccountDeps, 'database' | 'identity'>) {
  return async ({ accountId, subject, exceptSid }: CredentialChange): Promise<void> => {
    await database.transaction(async (tx) => {
      // First, for it waits for who is making a link and lets nobody make one after.
      await renewCredentials(tx, accountId);
      await dropLinks(tx, accountId);
    });
    await endSessions(database.statements, { subject, exceptSid });
    await identity.directory.endSessions(subject, exceptSid);
  };
}
