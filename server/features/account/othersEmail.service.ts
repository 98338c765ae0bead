import { randomBytes } from 'node:crypto';
import { recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import { correctEmail, findAddressee } from './account.repository.ts';
import { type AccountDeps, createNotice, fieldFault } from './accountDeps.ts';
import { createAdministration } from './administration.service.ts';
import { createCredentialChange } from './credentials.service.ts';
import { createEmailRequest, emailUpdateFailed } from './emailRequest.service.ts';
import { dropLinks } from './links.repository.ts';

interface Owner {
  readonly id: number;
  readonly email: string;
  readonly state: 'ACTIVE' | 'INVITED' | 'DISABLED' | 'DELETED';
}

/** The e-mail address of an account, as support or a main user changes it. */
export function createOthersEmail(deps: AccountDeps) {
  const { database, identity } = deps;
  const { directory } = identity;
  const administration = createAdministration(deps);
  const ask = createEmailRequest(deps);
  const endAllWays = createCredentialChange(deps);
  const notify = createNotice(deps);
  const isElsewhere = directory.keeper === 'NONE';

  /** Whoever reads mails at the old address has no way in from now on. */
  async function correct(accountId: number, email: string, actorId: number): Promise<void> {
    const owner = await database.read((tx) => findAddressee(tx, accountId));
    if (!owner) throw emailUpdateFailed();
    const { subject, email: before } = owner;
    const tellDirectory = async (address: string) => {
      if (!isElsewhere) await directory.setEmail(subject, address, { isConfirmed: false });
    };
    await tellDirectory(email);
    try {
      await database.transaction(async (tx) => {
        if (!(await correctEmail(tx, accountId, email))) throw emailUpdateFailed();
        const log = { actorId, affectedId: accountId, detail: { email: `${before} → ${email}` } };
        await recordActivity(tx, { type: 'EMAIL_CHANGED', ...log });
      });
    } catch (error) {
      await tellDirectory(before);
      throw error;
    }
    await endAllWays({ accountId, subject });
    // The old link may have been used already, and a password chosen.
    if (!isElsewhere) await directory.setPassword(subject, nobodysPassword());
  }

  return {
    /**
     * What is to be done for another address once everything else is saved. Of who has never signed
     * in it is another at once, and the invitation goes there; else it counts when the link that is
     * mailed there is used, and the old one is told. Throws VALIDATION_FAILED where it can't be
     * changed; what it answers throws TOO_MANY_REQUESTS, UNAVAILABLE and EMAIL_UPDATE_FAILED.
     */
    planChange(
      { id, email: before, state }: Owner,
      email: string | undefined,
      actorId: number,
    ): (() => Promise<void>) | undefined {
      if (email === undefined || email === before) return undefined;
      if (state === 'INVITED') {
        return () => administration.invite(id, actorId, () => correct(id, email, actorId));
      }
      if (state !== 'ACTIVE') {
        throw fieldFault('email', 'emailOfDisabled', said('field.emailOfDisabled'));
      }
      if (isElsewhere) {
        throw fieldFault('email', 'emailElsewhere', said('field.emailElsewhere'));
      }
      return async () => {
        const owner = await ask({ accountId: id, email, actorId });
        notify('emailChangeAsked', owner, { email });
      };
    },

    /** The address that waits for its link is none any more. */
    takeBack: (accountId: number, actorId: number): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await dropLinks(tx, accountId, 'EMAIL'))) return;
        const log = { actorId, affectedId: accountId };
        await recordActivity(tx, { type: 'EMAIL_CHANGE_TAKEN_BACK', ...log });
      }),
  };
}

/** All kinds of characters that a password needs, and known to nobody. */
function nobodysPassword(): string {
  return `${randomBytes(12).toString('base64url')}-aA1`;
}
