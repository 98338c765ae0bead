import type { Transaction } from '../../database/open.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { type Share, writeShares } from './sharing.repository.ts';

/** Shares properties that have been looked at, with an entry in the log; how many were changed. */
export async function shareProperties(
  tx: Transaction,
  share: Share,
  actorId: number | undefined,
): Promise<number> {
  const properties = await writeShares(tx, share);
  if (properties === 0) return 0;
  const { accountId, features, accessSince } = share;
  await recordActivity(tx, {
    type: 'ACCESS_ASSIGNED',
    actorId,
    affectedId: accountId,
    detail: { properties, features: features.join(', '), since: accessSince ?? '' },
  });
  return properties;
}
