import type { Transaction } from './open.ts';

/** Once is enough for a transaction, in which several lists may be asked for. */
const expecting = new WeakSet<Transaction>();

/**
 * Plans the transaction's statements for many properties. Row-level security hides how many rows
 * there are: thousands would be looked through for each, or compiled for seconds.
 */
export async function expectThousands(tx: Transaction): Promise<void> {
  if (expecting.has(tx)) return;
  expecting.add(tx);
  tx.keepPlansAs('thousands');
  await tx.run("SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)");
}
