import { eq } from 'drizzle-orm';
import { type AlertChoice, alertTimingSchema } from '../../../schemas/entities/alert.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';

const ownChoice = statement(
  {
    byEmail: 'boolean',
    timing: narrow('text', alertTimingSchema),
    quietFrom: 'smallint',
    quietUntil: 'smallint',
    quietForCritical: 'boolean',
    monthlySummary: 'boolean',
  },
  `SELECT notifications AS "byEmail", alert_timing AS timing, quiet_from AS "quietFrom",
     quiet_until AS "quietUntil", quiet_for_critical AS "quietForCritical",
     monthly_summary AS "monthlySummary"
   FROM account WHERE id = $1`,
);

export async function readChoice(tx: Transaction, accountId: number): Promise<AlertChoice> {
  const [found] = await tx.query(ownChoice, [accountId]);
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
