import type { Totp } from '../../../schemas/entities/profile.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { type AccountDeps, createNotice, fieldFault } from './accountDeps.ts';
import { createCredentialChange } from './credentials.service.ts';
import { keptElsewhere } from './passwords.service.ts';
import { createProof, type GivenProof, proofRequired } from './proof.service.ts';

/** The second factor of the own account. */
export function createTotpService(deps: AccountDeps) {
  const { database, identity, limits, now } = deps;
  const { directory } = identity;
  const notify = createNotice(deps);
  const prove = createProof(deps);
  const endOtherWays = createCredentialChange(deps);

  async function read({ accountId, user }: Session): Promise<Totp> {
    const { keeper, totp } = directory;
    if (!totp) {
      const isOn = await directory.hasTotp(user.userId);
      return { keeper, state: isOn ? 'ON' : 'OFF', recoveryCodesLeft: null };
    }
    const found = await totp.find({ accountId, username: user.username });
    if (!found) return { keeper, state: 'OFF', recoveryCodesLeft: 0 };
    if (found.isConfirmed) {
      return { keeper, state: 'ON', recoveryCodesLeft: found.recoveryCodesLeft };
    }
    const { uri, secret, recoveryCodes } = found;
    return {
      keeper,
      state: 'PENDING',
      uri,
      secret,
      recoveryCodes: [...recoveryCodes],
      recoveryCodesLeft: recoveryCodes.length,
    };
  }

  async function settle(
    type: 'TOTP_ENABLED' | 'TOTP_REMOVED',
    { accountId, user, sid }: Session,
  ): Promise<void> {
    await endOtherWays({ accountId, subject: user.userId, exceptSid: sid });
    await recordActivity(database.statements, { type, actorId: accountId, affectedId: accountId });
    notify(type === 'TOTP_ENABLED' ? 'totpEnabled' : 'totpRemoved', accountId);
  }

  async function turnOff(session: Session, proof: GivenProof): Promise<Totp> {
    const { userId } = session.user;
    if (!(await directory.hasTotp(userId))) return read(session);
    await prove.passwordAndCode(session, proof);
    await directory.removeTotp(userId);
    await settle('TOTP_REMOVED', session);
    return read(session);
  }

  return {
    read,

    async begin(session: Session): Promise<Totp> {
      if (!directory.totp) throw keptElsewhere();
      if (await directory.totp.begin(session.accountId, now())) return read(session);
      throw new AppError('CONFLICT', 'Codes are asked for already. Remove that first.');
    },

    async confirm(code: string, session: Session): Promise<Totp> {
      const { totp } = directory;
      if (!totp) throw keptElsewhere();
      const { accountId } = session;
      await limits.attempt('totp', String(accountId), async () => {
        if (await totp.confirm(accountId, code, now())) return;
        throw fieldFault('code', 'totpCode', said('field.notCode'));
      });
      await settle('TOTP_ENABLED', session);
      return read(session);
    },

    /** Gives up setting it up; what is in force at the provider goes after a fresh sign-in. */
    async remove(session: Session): Promise<Totp> {
      if (await directory.hasTotp(session.user.userId)) {
        if (directory.totp) throw proofRequired();
        return turnOff(session, {});
      }
      await directory.removeTotp(session.user.userId);
      return read(session);
    },

    turnOff,
  };
}
