import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { passwordHistoryLength } from '../../../schemas/passwordPolicy.ts';
import { AppError } from '../../errors.ts';
import type { IdentityDirectory } from '../directory.ts';
import {
  createPasswordCheck,
  hashPassword,
  isPasswordOf,
  type PasswordCost,
} from '../passwords.ts';
import { forgetSession } from './payload.repository.ts';
import { acceptCode, beginTotp, confirmTotp, findTotp, removeTotp } from './totp.repository.ts';
import { inFours, writeUri } from './totp.ts';

interface DirectoryParts {
  readonly pool: Pool;
  /** Cheaper hashing for tests. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** The embedded provider's directory: its accounts are the portal's own rows. */
export function createEmbeddedDirectory({ pool, passwordCost }: DirectoryParts): IdentityDirectory {
  const isRight = createPasswordCheck(passwordCost);
  return {
    keeper: 'PORTAL',
    create: async () => randomUUID(),
    // The account's own row says these, and is written by who calls.
    setEnabled: async () => undefined,
    setEmail: async () => undefined,
    setRoles: async () => undefined,
    findRoles: async () => undefined,

    async checkPassword(subject, password) {
      const account = await findPassword(pool, subject);
      return isRight(account?.passwordHash, password);
    },

    async setPassword(subject, password) {
      const account = await findPassword(pool, subject);
      if (!account) throw new AppError('NOT_FOUND', 'There is no such account.');
      await refuseUsed(pool, account, password);
      const hash = await hashPassword(password, passwordCost);
      await replacePassword(pool, account, hash);
    },

    totp: {
      async find({ accountId, username }) {
        const found = await findTotp(pool, accountId);
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
      begin: (accountId, now) => beginTotp(pool, accountId, now),
      confirm: (accountId, code, now) => confirmTotp(pool, accountId, code, now),
      accept: async (accountId, code, now) =>
        (await acceptCode(pool, accountId, code, now)) !== undefined,
    },

    async hasTotp(subject) {
      const { rows } = await pool.query(
        `SELECT 1 FROM account_totp JOIN account ON id = account_id
         WHERE subject = $1 AND confirmed_at IS NOT NULL`,
        [subject],
      );
      return rows.length === 1;
    },

    async removeTotp(subject) {
      const account = await findPassword(pool, subject);
      if (account) await removeTotp(pool, account.id);
    },

    endSession: (_subject, sid) => forgetSession(pool, sid),

    async endSessions(subject, exceptSid) {
      // Grants and refresh tokens of the session that stays have its uid as well. Interactions and
      // steps that wait for a code belong to no session yet.
      await pool.query(
        `DELETE FROM oidc_payload WHERE (
             payload->>'accountId' = $1
             AND model IN ('Session', 'RefreshToken', 'AuthorizationCode', 'PendingFactor')
             AND ($2::text IS NULL OR coalesce(payload->>'sessionUid', uid) IS DISTINCT FROM $2)
           ) OR (
             model = 'Interaction' AND $1 IN (
               payload->'session'->>'accountId', payload->'result'->'login'->>'accountId'
             )
           )`,
        [subject, exceptSid ?? null],
      );
    },
  };
}

interface StoredPassword {
  readonly id: number;
  readonly passwordHash: string | null;
}

async function findPassword(pool: Pool, subject: string): Promise<StoredPassword | undefined> {
  const { rows } = await pool.query<StoredPassword>(
    'SELECT id::float8 AS id, password_hash AS "passwordHash" FROM account WHERE subject = $1',
    [subject],
  );
  return rows[0];
}

/** The current password counts as one of the last. */
async function refuseUsed(
  pool: Pool,
  { id, passwordHash }: StoredPassword,
  password: string,
): Promise<void> {
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM password_history WHERE account_id = $1
     ORDER BY id DESC LIMIT $2`,
    [id, passwordHistoryLength - 1],
  );
  const used = [...(passwordHash === null ? [] : [passwordHash]), ...rows.map(({ hash }) => hash)];
  const matches = await Promise.all(used.map((hash) => isPasswordOf(hash, password)));
  if (!matches.some(Boolean)) return;
  const message = `must differ from the last ${passwordHistoryLength} passwords`;
  throw new AppError('VALIDATION_FAILED', `The new password ${message}.`, {
    details: [{ field: 'body.password', message, rule: 'passwordHistory' }],
  });
}

/** One statement: the old password goes into the history as the new one comes, or neither. */
async function replacePassword(pool: Pool, account: StoredPassword, hash: string): Promise<void> {
  await pool.query(
    `WITH kept AS (
       INSERT INTO password_history (account_id, password_hash, set_at)
       SELECT id, password_hash, now() FROM account WHERE id = $1 AND password_hash IS NOT NULL
     ), dropped AS (
       DELETE FROM password_history WHERE account_id = $1 AND id NOT IN (
         SELECT id FROM password_history WHERE account_id = $1 ORDER BY id DESC LIMIT $3
       )
     ), forgotten AS (
       DELETE FROM sign_in_network WHERE account_id = $1
     )
     UPDATE account SET password_hash = $2, failed_sign_ins = 0, locked_until = NULL
     WHERE id = $1`,
    // The one that is put in at the same time isn't counted yet.
    [account.id, hash, passwordHistoryLength - 2],
  );
}
