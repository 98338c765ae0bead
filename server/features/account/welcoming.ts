import { z } from 'zod';
import type { Job, Jobs } from '../../jobs/jobs.ts';
import { findInvited, writeSubject } from './account.repository.ts';
import { type AccountDeps, createMailing } from './accountDeps.ts';
import { createWelcome } from './welcome.ts';

export const welcomeQueue = 'account.welcome';

const dataSchema = z.object({ accountId: z.int().positive() });

/**
 * Tells owners of accounts that were made by the thousand: makes the account at the identity provider
 * as well, and mails a link to choose a password. Done again, both take the place of the first time.
 */
export function createWelcoming(
  deps: Pick<AccountDeps, 'database' | 'manifests' | 'mailer' | 'now' | 'publicUrl'> & {
    readonly identity: Pick<AccountDeps['identity'], 'directory'>;
  },
) {
  const { database, identity } = deps;
  const welcome = createWelcome(deps);
  const send = createMailing(deps);

  async function handle({ data }: Pick<Job, 'data'>): Promise<void> {
    const { accountId } = dataSchema.parse(data);
    const account = await database.read((tx) => findInvited(tx, accountId));
    // Has signed in, or is disabled or deleted meanwhile.
    if (!account) return;
    if (identity.directory.keeper !== 'PORTAL') {
      const subject = await identity.directory.create(account);
      await database.transaction((tx) => writeSubject(tx, accountId, subject));
    }
    const { mail, values } = await database.transaction((tx) => welcome(tx, accountId));
    await send(mail, accountId, values);
  }

  return {
    handle,
    /** Has this process tell them. */
    work(jobs: Pick<Jobs, 'work'>): void {
      jobs.work([{ queue: welcomeQueue, concurrency: 2, handle }], []);
    },
  };
}
