import type { Pool } from 'pg';

export const lockAfterFailures = 10;
export const lockMinutes = 15;

/** What the provider writes into tokens about an account: for display, never for rights. */
export interface ProviderAccount {
  readonly subject: string;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly language: string;
}

export interface Attempt {
  readonly accountId: number;
  readonly subject: string;
  readonly passwordHash: string | null;
  /** The account was already locked: the attempt fails, whatever the password. */
  readonly isLocked: boolean;
  /** This attempt was one too many. */
  readonly locks: boolean;
  /** The password alone doesn't do. */
  readonly needsCode: boolean;
  /** Of the credentials that are tried. */
  readonly credentialVersion: number;
}

/**
 * Counts an attempt as failed before the password is looked at, so that many guesses at once can't
 * slip past the limit; `recordSuccess` takes it back. Undefined when there is no such account.
 */
export async function beginAttempt(pool: Pool, username: string): Promise<Attempt | undefined> {
  const { rows } = await pool.query<Attempt>(
    `WITH before AS (
       SELECT id, coalesce(locked_until > now(), false) AS is_locked,
         CASE WHEN locked_until <= now() THEN 0 ELSE failed_sign_ins END AS failures
       FROM account WHERE lower(username) = lower($1) FOR UPDATE
     )
     UPDATE account SET
       failed_sign_ins = CASE WHEN is_locked THEN failures ELSE failures + 1 END,
       locked_until = CASE
         WHEN is_locked THEN locked_until
         WHEN failures + 1 >= $2 THEN now() + make_interval(mins => $3)
       END
     FROM before WHERE account.id = before.id
     RETURNING account.id::float8 AS "accountId", subject, password_hash AS "passwordHash",
       is_locked AS "isLocked", NOT is_locked AND failures + 1 >= $2 AS locks,
       EXISTS (SELECT FROM account_totp WHERE account_id = account.id AND confirmed_at IS NOT NULL)
         AS "needsCode", credential_version AS "credentialVersion"`,
    [username, lockAfterFailures, lockMinutes],
  );
  return rows[0];
}

/** False when the credentials were changed while they were looked at. */
export async function recordSuccess(
  pool: Pool,
  { subject, credentialVersion }: Pick<Attempt, 'subject' | 'credentialVersion'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE account SET failed_sign_ins = 0, locked_until = NULL, last_sign_in_at = now()
     WHERE subject = $1 AND credential_version = $2`,
    [subject, credentialVersion],
  );
  return rowCount === 1;
}

export async function findProviderAccount(
  pool: Pool,
  key: { subject: string } | { username: string },
): Promise<ProviderAccount | undefined> {
  const [condition, value] =
    'subject' in key
      ? ['subject = $1', key.subject]
      : ['lower(username) = lower($1)', key.username];
  const { rows } = await pool.query<ProviderAccount>(
    `SELECT subject, username, name, roles, language FROM account WHERE ${condition}`,
    [value],
  );
  return rows[0];
}

/** All user names, for suggestions on the command line. */
export async function listUsernames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ username: string }>(
    'SELECT username FROM account ORDER BY username LIMIT 1000',
  );
  return rows.map((row) => row.username);
}
