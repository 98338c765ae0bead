import type { Transaction } from '../../database/open.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { listSubAccounts, lockAccount } from './administrator.repository.ts';
import {
  compareAssignments,
  type Grant,
  limitShares,
  writeAssignments,
} from './assignments.repository.ts';

/**
 * Assigns properties that have been looked at, with a package that the caller holds, and tells the
 * log how it was before. Sub-administrators get the same package, and never see more days than their
 * administrator. Answers how many have something else now.
 */
export async function assignProperties(
  tx: Transaction,
  grant: Grant & { readonly packageName: string },
  actorId: number | undefined,
): Promise<number> {
  const { accountId, packageName, accessSince } = grant;
  await lockAccount(tx, accountId);
  const { added, before } = await compareAssignments(tx, grant);
  const properties = await writeAssignments(tx, grant);
  if (properties === 0) return 0;
  await limitShares(tx, await listSubAccounts(tx, accountId), grant);
  const assigned = { ...(before && { before }), after: packageName };
  await recordActivity(tx, {
    type: 'ACCESS_ASSIGNED',
    actorId,
    affectedId: accountId,
    detail: { properties, added, package: assigned, since: accessSince ?? '' },
  });
  return properties;
}
