import type { subAdministratorOfOperations } from '../../../schemas/api/subAdministratorsOf.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Session } from '../../session.ts';
import type { AccountDeps } from '../account/accountDeps.ts';
import { findAdministrator } from '../administrator/administrator.repository.ts';
import { createSubAdministratorService, type Side } from './subAdministrator.service.ts';

/** What support does with the sub-administrators of an administrator of their own market. */
export function createSubAdministratorOfHandlers(
  deps: AccountDeps,
): Handlers<keyof typeof subAdministratorOfOperations> {
  const { database, manifests } = deps;
  const service = createSubAdministratorService(deps);

  /** Throws ADMINISTRATOR_NOT_FOUND. */
  async function resolveOwner(
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
      service.list(await resolveOwner(session, params.adminId), query),
    'subAdministrator.createOf': async ({ params, body }, { session }) => {
      const { isMainUser, ...side } = await resolveOwner(session, params.adminId);
      if (isMainUser) return service.create(side, body);
      throw new AppError('CONFLICT', 'Only main users have sub-administrators.');
    },
    'subAdministrator.getOf': async ({ params }, { session }) =>
      service.read(await resolveOwner(session, params.adminId), params.identifier),
    'subAdministrator.saveOf': async ({ params, body }, { session }) =>
      service.save(await resolveOwner(session, params.adminId), params.identifier, body),
    'subAdministrator.takeEmailBackOf': async ({ params }, { session }) =>
      service.takeEmailBack(await resolveOwner(session, params.adminId), params.identifier),
    'subAdministrator.switchOf': async ({ params, body }, { session }) =>
      service.switch(
        await resolveOwner(session, params.adminId),
        params.identifier,
        body.isEnabled,
      ),
    'subAdministrator.inviteOf': async ({ params }, { session }) =>
      service.invite(await resolveOwner(session, params.adminId), params.identifier),
    'subAdministrator.removeOf': async ({ params }, { session }) =>
      service.remove(await resolveOwner(session, params.adminId), params.identifier),
    'subAdministrator.restoreOf': async ({ params }, { session }) =>
      service.restore(await resolveOwner(session, params.adminId), params.identifier),
    'subAdministrator.propertiesOf': async ({ params, query }, { session }) =>
      service.properties(await resolveOwner(session, params.adminId), params.identifier, query),
    'subAdministrator.shareOf': async ({ params, body }, { session }) =>
      service.share(await resolveOwner(session, params.adminId), params.identifier, body),
    'subAdministrator.sharingForecastOf': async ({ params, body }, { session }) =>
      service.forecast(await resolveOwner(session, params.adminId), params.identifier, body),
    'subAdministrator.accessChangesOf': async ({ params, query }, { session }) =>
      service.changes(await resolveOwner(session, params.adminId), params.identifier, query),
    'subAdministrator.undoAccessOf': async ({ params }, { session }) =>
      service.undo(await resolveOwner(session, params.adminId), params.identifier, params.changeId),
    'subAdministrator.withdrawOf': async ({ params, body }, { session }) =>
      service.withdraw(
        await resolveOwner(session, params.adminId),
        params.identifier,
        body.properties,
      ),
  };
}
