import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { Limits, MeasuredType } from '../../../schemas/kinds/warnings.ts';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { Transaction } from '../../database/open.ts';
import { warningLimit } from '../../database/warningTables.ts';

export type StoredLimit = Readonly<typeof warningLimit.$inferSelect>;

/** What has been set for some properties. */
export function listLimits(tx: Transaction, properties: readonly number[]): Promise<StoredLimit[]> {
  return tx.select().from(warningLimit).where(isAnyOf(warningLimit.propertyId, properties));
}

export async function writeLimits(
  tx: Transaction,
  properties: readonly number[],
  given: {
    readonly alert: MeasuredType;
    readonly isOn: boolean;
    readonly limits: Limits;
    readonly urgency: Urgency | null;
    readonly changedBy: string;
    readonly changedAt: Date;
  },
): Promise<void> {
  const { isOn, limits, urgency, changedBy, changedAt } = given;
  await tx
    .insert(warningLimit)
    .values(properties.map((propertyId) => ({ ...given, propertyId })))
    .onConflictDoUpdate({
      target: [warningLimit.propertyId, warningLimit.alert],
      set: { isOn, limits, urgency, changedBy, changedAt },
    });
}
