import { eq } from 'drizzle-orm';
import type { AlertChoice } from '../../../schemas/entities/alert.ts';
import type { Transaction } from '../../database/open.ts';
import { account } from '../../database/tables.ts';

export async function readChoice(tx: Transaction, accountId: number): Promise<AlertChoice> {
  const [found] = await tx
    .select({
      byEmail: account.notifications,
      timing: account.alertTiming,
      quietFrom: account.quietFrom,
      quietUntil: account.quietUntil,
      quietForCritical: account.quietForCritical,
      monthlySummary: account.monthlySummary,
    })
    .from(account)
    .where(eq(account.id, accountId));
  if (!found) throw new Error(`Account ${accountId} has gone while it was signed in.`);
  return found;
}

/** All but whether alerts are mailed at all, which the profile writes, too. */
export async function writeChoice(
  tx: Transaction,
  accountId: number,
  { timing, byEmail: _, ...given }: AlertChoice,
): Promise<void> {
  await tx
    .update(account)
    .set({ ...given, alertTiming: timing })
    .where(eq(account.id, accountId));
}
