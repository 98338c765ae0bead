import { eq } from 'drizzle-orm';
import { billingAdministrator, billingAssignment } from '../database/accessTables.ts';
import type { Transaction } from '../database/open.ts';
import { account } from '../database/tables.ts';

export async function writeSapNumber(
  tx: Transaction,
  accountId: number,
  sapNumber: string,
): Promise<void> {
  await tx.update(account).set({ sapNumber }).where(eq(account.id, accountId));
}

export async function writeBillingAdmin(
  tx: Transaction,
  given: typeof billingAdministrator.$inferInsert,
  accountIds: readonly number[],
): Promise<void> {
  const { id } = billingAdministrator;
  const [row] = await tx.insert(billingAdministrator).values(given).returning({ id });
  if (!row || accountIds.length === 0) return;
  const holders = accountIds.map((accountId) => ({ accountId, billingAdministratorId: row.id }));
  await tx.insert(billingAssignment).values(holders);
}
