import type { SubAdministratorChange } from '../../../schemas/entities/subAdministrator.ts';
import type { Transaction } from '../../database/open.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { tellChanges } from '../activityLog/differences.ts';
import { lockAccount } from '../administrator/administrator.repository.ts';
import { type SubAdministrator, writeSubAdministrator } from './subAdministrator.repository.ts';

/** As `saveAdministrator` does: with an entry in the log where anything is another now. */
export async function saveSubAdministrator(
  tx: Transaction,
  actorId: number | undefined,
  id: number,
  { name, phoneNumber = null }: SubAdministratorChange,
  read: () => Promise<SubAdministrator>,
): Promise<{ after: SubAdministrator; isChanged: boolean }> {
  await lockAccount(tx, id);
  const before = await read();
  await writeSubAdministrator(tx, id, { name, phoneNumber });
  const after = await read();
  const detail = tellChanges(before, after, ['name', 'phoneNumber']);
  const isChanged = Object.keys(detail).length > 0;
  if (isChanged) {
    await recordActivity(tx, { type: 'ACCOUNT_CHANGED', actorId, affectedId: id, detail });
  }
  return { after, isChanged };
}
