import { features as allFeatures } from '../../../schemas/entities/access.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type {
  Sharing,
  SubAdministratorChange,
  SubAdministratorDraft,
} from '../../../schemas/entities/subAdministrator.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { type AccountParts, fieldFault } from '../account/accountParts.ts';
import { createAdministration } from '../account/administration.service.ts';
import { lockAccount } from '../administrator/administrator.repository.ts';
import { deleteAssignments, listAssignedIds } from '../administrator/assignments.repository.ts';
import { tellChanges } from '../administrator/tellChanges.ts';
import { countUsable, findNotOwned, type Share, writeShares } from './sharing.repository.ts';
import {
  findSubAdministrator,
  type SubAdministrator,
  writeDeleted,
  writeSubAdministrator,
} from './subAdministrator.repository.ts';

/** Sub-administrators sign in as users; what they may do follows from the properties they are given. */
const roles = ['portal_user'] as const;

/**
 * What an administrator does with the sub-administrators that they have made. Whoever isn't one of
 * them throws ADMINISTRATOR_NOT_FOUND. Their properties and features are a part of the administrator's:
 * the account of the administrator is held while they are given, so that nothing is taken meanwhile.
 */
export function createSubAdministratorService(parts: AccountParts) {
  const { database, now } = parts;
  const administration = createAdministration(parts);

  async function need(
    tx: Transaction,
    { accountId }: Session,
    id: number,
  ): Promise<SubAdministrator> {
    const found = await findSubAdministrator(tx, accountId, id);
    if (found) return found;
    throw new AppError('ADMINISTRATOR_NOT_FOUND', `There is no sub-administrator ${id}.`);
  }

  const read = (session: Session, id: number) => database.read((tx) => need(tx, session, id));

  async function setEnabled(session: Session, { username }: SubAdministrator, isEnabled: boolean) {
    await administration.setEnabled(username, isEnabled, session.accountId);
  }

  return {
    read,

    async create(session: Session, draft: SubAdministratorDraft): Promise<SubAdministrator> {
      const { phoneNumber, ...rest } = draft;
      const { country, language } = session.user;
      const of = { level: 2, createdBy: session.accountId, country, roles } as const;
      const given = { ...rest, ...of, language: localeOf(language), phone: phoneNumber ?? null };
      const id = await administration.create(given, session.accountId).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
        const message = `The user name ${draft.username} is taken.`;
        throw fieldFault('username', 'usernameTaken', message);
      });
      return read(session, id);
    },

    save: (session: Session, id: number, { name, phoneNumber = null }: SubAdministratorChange) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, id);
        const before = await need(tx, session, id);
        await writeSubAdministrator(tx, id, { name, phoneNumber });
        const after = await need(tx, session, id);
        const detail = tellChanges(before, after, ['name', 'phoneNumber']);
        if (Object.keys(detail).length === 0) return after;
        const log = { actorId: session.accountId, affectedId: id, detail };
        await recordActivity(tx, { type: 'ACCOUNT_CHANGED', ...log });
        return after;
      }),

    async switch(session: Session, id: number, isEnabled: boolean): Promise<SubAdministrator> {
      const found = await read(session, id);
      if (found.state === 'DELETED') throw isDeleted(found);
      await setEnabled(session, found, isEnabled);
      return read(session, id);
    },

    async invite(session: Session, id: number): Promise<SubAdministrator> {
      const found = await read(session, id);
      if (found.state !== 'INVITED') {
        const message = `${found.username} has signed in before or is disabled, and needs no invitation.`;
        throw new AppError('CONFLICT', message);
      }
      await administration.invite(id, session.accountId);
      return found;
    },

    /** Its door is shut first; the properties stay for the day that it is restored. */
    async remove(session: Session, id: number): Promise<SubAdministrator> {
      const found = await read(session, id);
      await setEnabled(session, found, false);
      await database.transaction(async (tx) => {
        if (!(await writeDeleted(tx, id, now()))) return;
        const log = { actorId: session.accountId, affectedId: id };
        await recordActivity(tx, { type: 'ACCOUNT_DELETED', ...log });
      });
      return read(session, id);
    },

    async restore(session: Session, id: number): Promise<SubAdministrator> {
      const found = await read(session, id);
      await database.transaction(async (tx) => {
        if (!(await writeDeleted(tx, id, undefined))) return;
        const log = { actorId: session.accountId, affectedId: id };
        await recordActivity(tx, { type: 'ACCOUNT_RESTORED', ...log });
      });
      if (found.state === 'DELETED') await setEnabled(session, found, true);
      return read(session, id);
    },

    share: (session: Session, id: number, sharing: Sharing) =>
      database.transaction(async (tx) => {
        const { accountId: ownerId } = session;
        await need(tx, session, id);
        // Support withdraws under the same lock.
        await lockAccount(tx, ownerId);
        const share = await toShare(tx, ownerId, id, sharing);
        const properties = await writeShares(tx, share);
        if (properties === 0) return { properties };
        await recordActivity(tx, {
          ...{ type: 'ACCESS_ASSIGNED', actorId: ownerId, affectedId: id },
          detail: {
            properties,
            features: share.features.join(', '),
            since: share.accessSince ?? '',
          },
        });
        return { properties };
      }),

    withdraw: (session: Session, id: number, given: readonly number[]) =>
      database.transaction(async (tx) => {
        await need(tx, session, id);
        await lockAccount(tx, session.accountId);
        const { numbers, count } = await deleteAssignments(tx, [id], given);
        if (count === 0) return { properties: 0 };
        await recordActivity(tx, {
          ...{ type: 'ACCESS_WITHDRAWN', actorId: session.accountId, affectedId: id },
          detail: { properties: count, before: numbers },
        });
        return { properties: count };
      }),
  };
}

/** Throws PROPERTY_NOT_FOUND for what isn't the administrator's, VALIDATION_FAILED for their features. */
async function toShare(
  tx: Transaction,
  ownerId: number,
  accountId: number,
  { properties: given, features, accessSince = null }: Sharing,
): Promise<Share> {
  const properties = given.length > 0 ? [...new Set(given)] : await listAssignedIds(tx, ownerId);
  const stranger = await findNotOwned(tx, ownerId, properties);
  if (stranger !== undefined) {
    throw new AppError('PROPERTY_NOT_FOUND', `There is no property ${stranger}.`);
  }
  const chosen = allFeatures.filter((feature) => features.includes(feature));
  const share = { ownerId, accountId, properties, features: chosen, accessSince };
  if (properties.length > 0 && (await countUsable(tx, share)) === 0) {
    const message = 'You have none of these features in any of the properties yourself.';
    throw fieldFault('features', 'choice', message);
  }
  return share;
}

function isDeleted({ username }: SubAdministrator): AppError {
  return new AppError('CONFLICT', `${username} is deleted: restore the account first.`);
}
