import { randomUUID } from 'node:crypto';
import { passwordHistoryLength } from '../../../schemas/passwordPolicy.ts';
import type { Statements } from '../../database/statements.ts';
import { AppError, faultOf, InvalidRequest } from '../../errors.ts';
import { said } from '../../said.ts';
import type { IdentityDirectory } from '../directory.ts';
import {
  createPasswordCheck,
  hashPassword,
  isPasswordOf,
  type PasswordCost,
} from '../passwords.ts';
import {
  findPassword,
  listEarlierHashes,
  replacePassword,
  type StoredPassword,
} from './passwords.repository.ts';
import { forgetSession, forgetSessions } from './payload.repository.ts';
import {
  acceptCode,
  beginTotp,
  confirmTotp,
  findTotp,
  hasTotp,
  removeTotp,
} from './totp.repository.ts';
import { inFours, writeUri } from './totp.ts';

interface DirectoryDeps {
  readonly statements: Statements;
  /** Cheaper hashing for tests. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** The embedded provider's directory: its accounts are the portal's own rows. */
export function createEmbeddedDirectory({
  statements,
  passwordCost,
}: DirectoryDeps): IdentityDirectory {
  const isRight = createPasswordCheck(passwordCost);
  return {
    keeper: 'PORTAL',
    create: async () => randomUUID(),
    // The account's own row says these, and is written by who calls.
    discard: async () => undefined,
    setEnabled: async () => undefined,
    setEmail: async () => undefined,
    setRoles: async () => undefined,
    findRoles: async () => undefined,

    async checkPassword(subject, password) {
      const account = await findPassword(statements, subject);
      return isRight(account?.passwordHash, password);
    },

    async setPassword(subject, password) {
      const account = await findPassword(statements, subject);
      if (!account) throw new AppError('NOT_FOUND', 'There is no such account.');
      await refuseUsed(statements, account, password);
      const hash = await hashPassword(password, passwordCost);
      await replacePassword(statements, account, hash);
    },

    totp: {
      async find({ accountId, username }) {
        const found = await findTotp(statements, accountId);
        if (!found) return undefined;
        const { isConfirmed, secret, recoveryCodes } = found;
        return isConfirmed
          ? { isConfirmed, recoveryCodesLeft: recoveryCodes.length }
          : {
              isConfirmed,
              recoveryCodes,
              secret: inFours(secret),
              uri: writeUri(secret, username),
            };
      },
      begin: (accountId, now) => beginTotp(statements, accountId, now),
      confirm: (accountId, code, now) => confirmTotp(statements, accountId, code, now),
      accept: async (accountId, code, now) =>
        (await acceptCode(statements, accountId, code, now)) !== undefined,
    },

    hasTotp: (subject) => hasTotp(statements, subject),

    async removeTotp(subject) {
      const account = await findPassword(statements, subject);
      if (account) await removeTotp(statements, account.id);
    },

    endSession: (_subject, sid) => forgetSession(statements, sid),

    endSessions: (subject, exceptSid) => forgetSessions(statements, subject, exceptSid),
  };
}

/** The current password counts as one of the last. */
async function refuseUsed(
  statements: Statements,
  { id, passwordHash }: StoredPassword,
  password: string,
): Promise<void> {
  const earlier = await listEarlierHashes(statements, id);
  const used = [...(passwordHash === null ? [] : [passwordHash]), ...earlier];
  const matches = await Promise.all(used.map((hash) => isPasswordOf(hash, password)));
  if (!matches.some(Boolean)) return;
  const words = said('field.passwordUsed', { most: passwordHistoryLength });
  throw new InvalidRequest([faultOf('body.password', words, 'passwordHistory')]);
}
