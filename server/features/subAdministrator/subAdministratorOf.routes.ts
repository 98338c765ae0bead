import type { subAdministratorOfOperations } from '../../../schemas/api/subAdministratorsOf.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Session } from '../../session.ts';
import type { AccountParts } from '../account/accountParts.ts';
import { findAdministrator } from '../administrator/administrator.repository.ts';
import { createSubAdministratorService, type Side } from './subAdministrator.service.ts';

/** What support does with the sub-administrators of an administrator of their own market. */
export function createSubAdministratorOfHandlers(
  parts: AccountParts,
): Handlers<keyof typeof subAdministratorOfOperations> {
  const { database, manifests } = parts;
  const service = createSubAdministratorService(parts);

  /** Throws ADMINISTRATOR_NOT_FOUND. */
  async function theirs(
    session: Session,
    ownerId: number,
  ): Promise<Side & { isMainUser: boolean }> {
    const { country } = session.user;
    const owner = await database.read((tx) => findAdministrator(tx, country, ownerId));
    if (!owner) {
      throw new AppError('ADMINISTRATOR_NOT_FOUND', `There is no administrator ${ownerId}.`);
    }
    const isMainUser = owner.kind === 'MAIN_USER';
    const { language } = manifests.market(country);
    return { ownerId, actorId: session.accountId, country, language, isMainUser };
  }

  return {
    'subAdministrator.listOf': async ({ params, query }, { session }) =>
      service.list(await theirs(session, params.adminId), query),
    'subAdministrator.createOf': async ({ params, body }, { session }) => {
      const { isMainUser, ...side } = await theirs(session, params.adminId);
      if (isMainUser) return service.create(side, body);
      throw new AppError('CONFLICT', 'Only main users have sub-administrators.');
    },
    'subAdministrator.getOf': async ({ params }, { session }) =>
      service.read(await theirs(session, params.adminId), params.identifier),
    'subAdministrator.saveOf': async ({ params, body }, { session }) =>
      service.save(await theirs(session, params.adminId), params.identifier, body),
    'subAdministrator.takeEmailBackOf': async ({ params }, { session }) =>
      service.takeEmailBack(await theirs(session, params.adminId), params.identifier),
    'subAdministrator.switchOf': async ({ params, body }, { session }) =>
      service.switch(await theirs(session, params.adminId), params.identifier, body.isEnabled),
    'subAdministrator.inviteOf': async ({ params }, { session }) =>
      service.invite(await theirs(session, params.adminId), params.identifier),
    'subAdministrator.removeOf': async ({ params }, { session }) =>
      service.remove(await theirs(session, params.adminId), params.identifier),
    'subAdministrator.restoreOf': async ({ params }, { session }) =>
      service.restore(await theirs(session, params.adminId), params.identifier),
    'subAdministrator.propertiesOf': async ({ params, query }, { session }) =>
      service.properties(await theirs(session, params.adminId), params.identifier, query),
    'subAdministrator.shareOf': async ({ params, body }, { session }) =>
      service.share(await theirs(session, params.adminId), params.identifier, body),
    'subAdministrator.sharingForecastOf': async ({ params, body }, { session }) =>
      service.forecast(await theirs(session, params.adminId), params.identifier, body),
    'subAdministrator.accessChangesOf': async ({ params, query }, { session }) =>
      service.changes(await theirs(session, params.adminId), params.identifier, query),
    'subAdministrator.undoAccessOf': async ({ params }, { session }) =>
      service.undo(await theirs(session, params.adminId), params.identifier, params.changeId),
    'subAdministrator.withdrawOf': async ({ params, body }, { session }) =>
      service.withdraw(await theirs(session, params.adminId), params.identifier, body.properties),
  };
}
