import { and, arrayContains, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { accountTotp } from '../../database/portalTables.ts';
import type { Statements } from '../../database/statements.ts';
import { account } from '../../database/tables.ts';
import { createRecoveryCodes, createSecret, findStep, hashRecoveryCode } from './totp.ts';

export interface StoredTotp {
  readonly secret: string;
  /** As they are while unconfirmed, hashed afterwards. */
  readonly recoveryCodes: readonly string[];
  readonly isConfirmed: boolean;
}

export async function findTotp(
  statements: Statements,
  accountId: number,
): Promise<StoredTotp | undefined> {
  const [row] = await statements
    .select()
    .from(accountTotp)
    .where(eq(accountTotp.accountId, accountId));
  if (!row) return undefined;
  const { secret, recoveryCodes, confirmedAt } = row;
  return { secret, recoveryCodes, isConfirmed: confirmedAt !== null };
}

/** Whether an account has a confirmed one. */
export async function hasTotp(statements: Statements, subject: string): Promise<boolean> {
  const rows = await statements
    .select({ accountId: accountTotp.accountId })
    .from(accountTotp)
    .innerJoin(account, eq(account.id, accountTotp.accountId))
    .where(and(eq(account.subject, subject), isNotNull(accountTotp.confirmedAt)));
  return rows.length === 1;
}

/** A new secret with new recovery codes; false when there is a confirmed one. */
export async function beginTotp(
  statements: Statements,
  accountId: number,
  now: Date,
): Promise<boolean> {
  const fresh = { secret: createSecret(), recoveryCodes: createRecoveryCodes(), createdAt: now };
  const { rowCount } = await statements
    .insert(accountTotp)
    .values({ accountId, ...fresh })
    .onConflictDoUpdate({
      target: accountTotp.accountId,
      set: fresh,
      setWhere: isNull(accountTotp.confirmedAt),
    });
  return rowCount === 1;
}

/** Puts the second factor into force when the code is right. */
export async function confirmTotp(
  statements: Statements,
  accountId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const found = await findTotp(statements, accountId);
  const step = found && !found.isConfirmed ? findStep(found.secret, code, now) : undefined;
  if (!found || step === undefined) return false;
  const recoveryCodes = found.recoveryCodes.map(hashRecoveryCode);
  const { rowCount } = await statements
    .update(accountTotp)
    .set({ confirmedAt: now, lastStep: step, recoveryCodes })
    .where(
      and(
        eq(accountTotp.accountId, accountId),
        eq(accountTotp.secret, found.secret),
        isNull(accountTotp.confirmedAt),
      ),
    );
  return rowCount === 1;
}

/** True when there was a confirmed one. */
export async function removeTotp(statements: Statements, accountId: number): Promise<boolean> {
  const { confirmedAt } = accountTotp;
  const [removed] = await statements
    .delete(accountTotp)
    .where(eq(accountTotp.accountId, accountId))
    .returning({ confirmedAt });
  return removed !== undefined && removed.confirmedAt !== null;
}

/** Which factor a text is: a code of the app, or a recovery code. Either is accepted once. */
export async function acceptCode(
  statements: Statements,
  accountId: number,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | undefined> {
  const found = await findTotp(statements, accountId);
  if (!found?.isConfirmed) return undefined;
  const step = findStep(found.secret, code, now);
  if (step !== undefined) {
    // Of two attempts with one code, one wins.
    const { rowCount } = await statements
      .update(accountTotp)
      .set({ lastStep: step })
      .where(
        and(
          eq(accountTotp.accountId, accountId),
          or(isNull(accountTotp.lastStep), lt(accountTotp.lastStep, step)),
        ),
      );
    return rowCount === 1 ? 'app' : undefined;
  }
  const { recoveryCodes } = accountTotp;
  const hash = hashRecoveryCode(code);
  const { rowCount } = await statements
    .update(accountTotp)
    .set({ recoveryCodes: sql`array_remove(${recoveryCodes}, ${hash})` })
    .where(and(eq(accountTotp.accountId, accountId), arrayContains(recoveryCodes, [hash])));
  return rowCount === 1 ? 'recovery' : undefined;
}
