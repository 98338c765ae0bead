import type {
  AdministratorChange,
  AdministratorDraft,
} from '../../../schemas/entities/administrator.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { tellChanges } from '../activityLog/differences.ts';
import {
  type Administrator,
  lockAccount,
  rolesOfKind,
  writeAdministrator,
} from './administrator.repository.ts';
import { takeBillingAdmins } from './billingAdmins.service.ts';

const toldFields = [
  ...(['name', 'phoneNumber', 'kind', 'specialUser', 'sapNumber', 'billingAdmins'] as const),
] as const;

/**
 * Changes an administrator's row as a whole, with an entry in the log where anything is another now;
 * throws VALIDATION_FAILED. `read` reads the row anew, once the account is held and when it is done.
 */
export async function saveAdministrator(
  tx: Transaction,
  { country, actorId }: { readonly country: Country; readonly actorId: number | undefined },
  id: number,
  change: AdministratorChange,
  read: () => Promise<Administrator>,
): Promise<{ after: Administrator; isChanged: boolean }> {
  await lockAccount(tx, id);
  const before = await read();
  const { name, kind, specialUser, phoneNumber = null, sapNumber = null } = change;
  const { billingAdmins: wanted = [] } = change;
  await takeBillingAdmins(tx, { country, accountId: id, specialUser, wanted, before });
  const roles = rolesOfKind[kind];
  await writeAdministrator(tx, id, { name, phoneNumber, roles, specialUser, sapNumber });
  const after = await read();
  const detail = tellChanges(before, after, toldFields);
  const isChanged = Object.keys(detail).length > 0;
  if (isChanged) {
    await recordActivity(tx, { type: 'ACCOUNT_CHANGED', actorId, affectedId: id, detail });
  }
  return { after, isChanged };
}

/** What the log has of an administrator who is made, beside that. */
export function tellDraft({ sapNumber = null, billingAdmins = [] }: AdministratorDraft) {
  const given = { sapNumber, billingAdmins: [...new Set(billingAdmins)].sort() };
  const nothing: typeof given = { sapNumber: null, billingAdmins: [] };
  return tellChanges(nothing, given, ['sapNumber', 'billingAdmins']);
}
