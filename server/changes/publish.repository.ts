import type { PushedCall } from '../../schemas/api/operations.ts';
import type { Transaction } from '../database/open.ts';
import { type ChangeEvent, changeChannel } from './changeEvents.ts';

/**
 * Tells the account's pages, whichever process they are connected to, that these calls answer
 * something else: once the transaction is committed, and not at all when it is taken back.
 */
export async function publishChange(
  tx: Pick<Transaction, 'run'>,
  accountId: number,
  ...calls: readonly PushedCall[]
): Promise<void> {
  const event: ChangeEvent = { account: accountId, calls: [...calls] };
  await tx.run('SELECT pg_notify($1, $2)', [changeChannel, JSON.stringify(event)]);
}
