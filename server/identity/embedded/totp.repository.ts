import type { Pool } from 'pg';
import { createRecoveryCodes, createSecret, findStep, hashRecoveryCode } from './totp.ts';

export interface StoredTotp {
  readonly secret: string;
  /** As they are while unconfirmed, hashed afterwards. */
  readonly recoveryCodes: readonly string[];
  readonly isConfirmed: boolean;
}

export async function findTotp(pool: Pool, accountId: number): Promise<StoredTotp | undefined> {
  const { rows } = await pool.query<StoredTotp>(
    `SELECT secret, recovery_codes AS "recoveryCodes", confirmed_at IS NOT NULL AS "isConfirmed"
     FROM account_totp WHERE account_id = $1`,
    [accountId],
  );
  return rows[0];
}

/** A new secret with new recovery codes; false when there is a confirmed one. */
export async function beginTotp(pool: Pool, accountId: number, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO account_totp AS known (account_id, secret, recovery_codes, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret,
       recovery_codes = excluded.recovery_codes, created_at = excluded.created_at
     WHERE known.confirmed_at IS NULL`,
    [accountId, createSecret(), createRecoveryCodes(), now],
  );
  return rowCount === 1;
}

/** Puts the second factor into force when the code is right. */
export async function confirmTotp(
  pool: Pool,
  accountId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const found = await findTotp(pool, accountId);
  const step = found && !found.isConfirmed ? findStep(found.secret, code, now) : undefined;
  if (!found || step === undefined) return false;
  const { rowCount } = await pool.query(
    `UPDATE account_totp SET confirmed_at = $2, last_step = $3, recovery_codes = $4
     WHERE account_id = $1 AND secret = $5 AND confirmed_at IS NULL`,
    [accountId, now, step, found.recoveryCodes.map(hashRecoveryCode), found.secret],
  );
  return rowCount === 1;
}

/** True when there was a confirmed one. */
export async function removeTotp(pool: Pool, accountId: number): Promise<boolean> {
  const { rows } = await pool.query<{ isConfirmed: boolean }>(
    `DELETE FROM account_totp WHERE account_id = $1
     RETURNING confirmed_at IS NOT NULL AS "isConfirmed"`,
    [accountId],
  );
  return rows[0]?.isConfirmed ?? false;
}

/** Which factor a text is: a code of the app, or a recovery code. Either is accepted once. */
export async function acceptCode(
  pool: Pool,
  accountId: number,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | undefined> {
  const found = await findTotp(pool, accountId);
  if (!found?.isConfirmed) return undefined;
  const step = findStep(found.secret, code, now);
  if (step !== undefined) {
    // Of two attempts with one code, one wins.
    const { rowCount } = await pool.query(
      `UPDATE account_totp SET last_step = $2
       WHERE account_id = $1 AND (last_step IS NULL OR last_step < $2)`,
      [accountId, step],
    );
    return rowCount === 1 ? 'app' : undefined;
  }
  const { rowCount } = await pool.query(
    `UPDATE account_totp SET recovery_codes = array_remove(recovery_codes, $2)
     WHERE account_id = $1 AND $2 = ANY (recovery_codes)`,
    [accountId, hashRecoveryCode(code)],
  );
  return rowCount === 1 ? 'recovery' : undefined;
}
