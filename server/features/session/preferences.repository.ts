import { eq } from 'drizzle-orm';
import {
  type Preferences,
  type PreferencesChange,
  preferencesSchema,
} from '../../../schemas/entities/account.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { Transaction } from '../../database/open.ts';
import { account } from '../../database/tables.ts';

/** What an account has chosen over the defaults; what an older version stored and no longer fits is left out. */
export async function readPreferences(tx: Transaction, accountId: number): Promise<Preferences> {
  const [row] = await tx
    .select({ preferences: account.preferences })
    .from(account)
    .where(eq(account.id, accountId));
  const stored = (row?.preferences ?? {}) as Partial<Preferences>;
  const merged = {
    ...defaultPreferences,
    ...stored,
    graphColors: { ...defaultPreferences.graphColors, ...stored.graphColors },
  };
  const result = preferencesSchema.safeParse(merged);
  return result.success ? result.data : defaultPreferences;
}

/** Lays what is chosen anew over what was; in the database, so that of two changes neither is lost. */
export async function changePreferences(
  tx: Transaction,
  accountId: number,
  { graphColors = {}, ...change }: PreferencesChange,
): Promise<void> {
  await tx.run(
    `UPDATE account SET preferences = preferences || $2::jsonb || jsonb_build_object(
       'graphColors', coalesce(preferences -> 'graphColors', '{}') || $3::jsonb)
     WHERE id = $1`,
    [accountId, JSON.stringify(change), JSON.stringify(graphColors)],
  );
}
