import type { OperationRequest } from '../../../schemas/api/operations.ts';
import { features as allFeatures } from '../../../schemas/entities/access.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type {
  Sharing,
  SubAdministratorChange,
  SubAdministratorDraft,
} from '../../../schemas/entities/subAdministrator.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import { type AccountDeps, fieldFault } from '../account/accountDeps.ts';
import { createAdministration } from '../account/administration.service.ts';
import { createOthersEmail } from '../account/othersEmail.service.ts';
import { listChanges } from '../administrator/accessChanges.repository.ts';
import { keepChange, undoChange } from '../administrator/accessChanges.ts';
import { lockAccount } from '../administrator/administrator.repository.ts';
import { deleteAssignments, listAssignedIds } from '../administrator/assignments.repository.ts';
import { saveSubAdministrator } from './saveSubAdministrator.ts';
import { shareProperties } from './shareProperties.ts';
import {
  compareShares,
  countUsable,
  findNotOwned,
  listSharedProperties,
  type Share,
} from './sharing.repository.ts';
import {
  findSubAdministrator,
  listSubAdministrators,
  type SubAdministrator,
  writeDeleted,
} from './subAdministrator.repository.ts';

/** Sub-administrators sign in as users; what they may do follows from the properties they are given. */
export const subAdministratorRoles = ['portal_user'] as const;

/** Whose sub-administrators they are, and who asks: the administrator, or support. */
export interface Side {
  readonly ownerId: number;
  readonly actorId: number;
  readonly country: Country;
  /** What new ones are written to in. */
  readonly language: Locale;
}

/**
 * What is done with the sub-administrators of an administrator. Whoever isn't one of them throws
 * ADMINISTRATOR_NOT_FOUND. Their properties and features are a part of the administrator's: the
 * account of the administrator is held while they are given, so that nothing is taken meanwhile.
 */
export function createSubAdministratorService(deps: AccountDeps) {
  const { database, limits, now } = deps;
  const administration = createAdministration(deps);
  const emails = createOthersEmail(deps);

  async function need(tx: Transaction, { ownerId }: Side, id: number): Promise<SubAdministrator> {
    const found = await findSubAdministrator(tx, ownerId, id);
    if (found) return found;
    throw new AppError('ADMINISTRATOR_NOT_FOUND', `There is no sub-administrator ${id}.`);
  }

  const read = (side: Side, id: number) => database.read((tx) => need(tx, side, id));

  const setEnabled = ({ actorId }: Side, { username }: SubAdministrator, isEnabled: boolean) =>
    administration.setEnabled(username, isEnabled, actorId);

  return {
    read,

    list: ({ ownerId }: Side, query: OperationRequest<'subAdministrator.list'>['query']) =>
      database.read((tx) => listSubAdministrators(tx, ownerId, query)),

    properties: (
      side: Side,
      id: number,
      query: OperationRequest<'subAdministrator.properties'>['query'],
    ) =>
      database.read(async (tx) => {
        const { id: accountId } = await need(tx, side, id);
        const of = { ownerId: side.ownerId, accountId };
        return listSharedProperties(tx, of, query);
      }),

    async create(side: Side, draft: SubAdministratorDraft): Promise<SubAdministrator> {
      const { phoneNumber, ...rest } = draft;
      const { ownerId, actorId, country, language } = side;
      await limits.spend('subAdministrator', `${actorId}`);
      const of = {
        level: 2,
        createdBy: ownerId,
        country,
        language,
        roles: subAdministratorRoles,
      } as const;
      const given = { ...rest, ...of, phone: phoneNumber ?? null };
      const id = await administration.create(given, actorId).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
        const { username } = draft;
        throw fieldFault('username', 'usernameTaken', said('field.usernameTaken', { username }));
      });
      return read(side, id);
    },

    async save(side: Side, id: number, change: SubAdministratorChange): Promise<SubAdministrator> {
      const changeEmail = emails.planChange(await read(side, id), change.email, side.actorId);
      const saved = await database.transaction(async (tx) => {
        const again = () => need(tx, side, id);
        const { after } = await saveSubAdministrator(tx, side.actorId, id, change, again);
        return after;
      });
      if (!changeEmail) return saved;
      await changeEmail();
      return read(side, id);
    },

    async takeEmailBack(side: Side, id: number): Promise<SubAdministrator> {
      await read(side, id);
      await emails.takeBack(id, side.actorId);
      return read(side, id);
    },

    async switch(side: Side, id: number, isEnabled: boolean): Promise<SubAdministrator> {
      await setEnabled(side, await read(side, id), isEnabled);
      return read(side, id);
    },

    async invite(side: Side, id: number): Promise<SubAdministrator> {
      const found = await read(side, id);
      if (found.state !== 'INVITED') {
        const message = `${found.username} has signed in before or is disabled, and needs no invitation.`;
        throw new AppError('CONFLICT', message);
      }
      await administration.invite(id, side.actorId);
      return found;
    },

    /** Its door is shut first; the properties stay for the day that it is restored. */
    async remove(side: Side, id: number): Promise<SubAdministrator> {
      await setEnabled(side, await read(side, id), false);
      await database.transaction(async (tx) => {
        if (!(await writeDeleted(tx, id, now()))) return;
        const log = { actorId: side.actorId, affectedId: id };
        await recordActivity(tx, { type: 'ACCOUNT_DELETED', ...log });
      });
      return read(side, id);
    },

    async restore(side: Side, id: number): Promise<SubAdministrator> {
      const found = await read(side, id);
      await database.transaction(async (tx) => {
        if (!(await writeDeleted(tx, id, undefined))) return;
        const log = { actorId: side.actorId, affectedId: id };
        await recordActivity(tx, { type: 'ACCOUNT_RESTORED', ...log });
      });
      if (found.state === 'DELETED') await setEnabled(side, found, true);
      return read(side, id);
    },

    share: (side: Side, id: number, sharing: Sharing) =>
      database.transaction(async (tx) => {
        const { ownerId, actorId } = side;
        await need(tx, side, id);
        // Support withdraws under the same lock.
        await lockAccount(tx, ownerId);
        const share = await toShare(tx, ownerId, id, sharing);
        const change = { accountId: id, actorId, properties: share.properties };
        return keepChange(tx, change, () => shareProperties(tx, share, actorId));
      }),

    forecast: (side: Side, id: number, sharing: Sharing) =>
      database.read(async (tx) => {
        await need(tx, side, id);
        return compareShares(tx, await toShare(tx, side.ownerId, id, sharing));
      }),

    changes: (side: Side, id: number, query: { page: number; size: number }) =>
      database.read(async (tx) => {
        await need(tx, side, id);
        return listChanges(tx, id, query);
      }),

    undo: (side: Side, accountId: number, id: number) =>
      database.transaction(async (tx) => {
        const { ownerId, actorId } = side;
        await need(tx, side, accountId);
        await lockAccount(tx, ownerId);
        return undoChange(tx, { id, accountId, ownerId, actorId });
      }),

    withdraw: (side: Side, id: number, given: readonly number[]) =>
      database.transaction(async (tx) => {
        await need(tx, side, id);
        await lockAccount(tx, side.ownerId);
        const { numbers, count } = await deleteAssignments(tx, [id], given);
        if (count === 0) return { properties: 0 };
        await recordActivity(tx, {
          type: 'ACCESS_WITHDRAWN',
          actorId: side.actorId,
          affectedId: id,
          detail: { properties: count, numbers: { before: numbers } },
        });
        return { properties: count };
      }),
  };
}

/** Throws VALIDATION_FAILED for properties and features that the administrator doesn't have. */
async function toShare(
  tx: Transaction,
  ownerId: number,
  accountId: number,
  { properties: given, features, accessSince = null }: Sharing,
): Promise<Share> {
  const properties = given.length > 0 ? [...new Set(given)] : await listAssignedIds(tx, ownerId);
  const stranger = await findNotOwned(tx, ownerId, properties);
  if (stranger !== undefined) {
    throw fieldFault('properties', 'choice', said('field.noProperty', { property: stranger }));
  }
  const chosen = allFeatures.filter((feature) => features.includes(feature));
  const share = { ownerId, accountId, properties, features: chosen, accessSince };
  if (properties.length > 0 && (await countUsable(tx, share)) === 0) {
    throw fieldFault('features', 'choice', said('field.nothingShared'));
  }
  return share;
}
