import { desc, eq } from 'drizzle-orm';
import { passwordHistoryLength } from '../../../schemas/passwordPolicy.ts';
import { passwordHistory } from '../../database/portalTables.ts';
import type { Statements } from '../../database/statements.ts';
import { account } from '../../database/tables.ts';

export interface StoredPassword {
  readonly id: number;
  readonly passwordHash: string | null;
}

/** An account's current password; undefined when there is no such account. */
export async function findPassword(
  statements: Statements,
  subject: string,
): Promise<StoredPassword | undefined> {
  const { id, passwordHash } = account;
  const [row] = await statements
    .select({ id, passwordHash })
    .from(account)
    .where(eq(account.subject, subject));
  return row;
}

/** As many as, with the current one, may not come again. */
export async function listEarlierHashes(
  statements: Statements,
  accountId: number,
): Promise<string[]> {
  const rows = await statements
    .select({ hash: passwordHistory.passwordHash })
    .from(passwordHistory)
    .where(eq(passwordHistory.accountId, accountId))
    .orderBy(desc(passwordHistory.id))
    .limit(passwordHistoryLength - 1);
  return rows.map(({ hash }) => hash);
}

/** One statement: the old password goes into the history as the new one comes, or neither. */
export async function replacePassword(
  statements: Statements,
  { id }: StoredPassword,
  hash: string,
): Promise<void> {
  await statements.run(
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
    [id, hash, passwordHistoryLength - 2],
  );
}
