import type { Totp } from '../../../schemas/entities/profile.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { type AccountParts, createNotice, fieldFault } from './accountParts.ts';
import { keptElsewhere } from './passwords.service.ts';

/** The second factor of the own account. */
export function createTotpService(parts: AccountParts) {
  const { database, identity, limits, now } = parts;
  const { directory } = identity;
  const notify = createNotice(parts);

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
      ...{ keeper, state: 'PENDING', uri, secret },
      ...{ recoveryCodes: [...recoveryCodes], recoveryCodesLeft: recoveryCodes.length },
    };
  }

  async function settle(type: 'TOTP_ENABLED' | 'TOTP_REMOVED', accountId: number): Promise<void> {
    await recordActivity(database.pool, { type, actorId: accountId, affectedId: accountId });
    notify(type === 'TOTP_ENABLED' ? 'totpEnabled' : 'totpRemoved', accountId);
  }

  return {
    read,

    async begin(session: Session): Promise<Totp> {
      if (!directory.totp) throw keptElsewhere();
      if (await directory.totp.begin(session.accountId, now())) return read(session);
      throw new AppError('CONFLICT', 'Codes are asked for already. Remove that first.');
    },

    async confirm(code: string, session: Session): Promise<Totp> {
      if (!directory.totp) throw keptElsewhere();
      const { accountId } = session;
      await limits.spend('totp', String(accountId));
      if (!(await directory.totp.confirm(accountId, code, now()))) {
        throw fieldFault('code', 'totpCode', 'is not the code that the app shows now');
      }
      await settle('TOTP_ENABLED', accountId);
      return read(session);
    },

    async remove(session: Session): Promise<Totp> {
      const { userId } = session.user;
      const wasOn = await directory.hasTotp(userId);
      await directory.removeTotp(userId);
      if (wasOn) await settle('TOTP_REMOVED', session.accountId);
      return read(session);
    },
  };
}
