import { type Preferences, preferencesSchema } from '../../../schemas/entities/account.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { Transaction } from '../../database/open.ts';

/** What an account has chosen over the defaults; what an older version stored and no longer fits is left out. */
export async function readPreferences(tx: Transaction, accountId: number): Promise<Preferences> {
  const [row] = await tx.query<{ preferences: Partial<Preferences> }>(
    'SELECT preferences FROM account WHERE id = $1',
    [accountId],
  );
  const stored = row?.preferences ?? {};
  const merged = {
    ...defaultPreferences,
    ...stored,
    graphColors: { ...defaultPreferences.graphColors, ...stored.graphColors },
  };
  const result = preferencesSchema.safeParse(merged);
  return result.success ? result.data : defaultPreferences;
}

export async function writePreferences(
  tx: Transaction,
  accountId: number,
  preferences: Preferences,
): Promise<void> {
  await tx.query('UPDATE account SET preferences = $2 WHERE id = $1', [
    accountId,
    JSON.stringify(preferences),
  ]);
}
