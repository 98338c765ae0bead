import type { administratorOperations } from '../../../schemas/api/administrators.ts';
import type { Handlers } from '../../http/handler.ts';
import type { AccountDeps } from '../account/accountDeps.ts';
import { listAdministrators } from './administrator.repository.ts';
import { createAdministratorService } from './administrator.service.ts';
import { listAssignedProperties } from './assignments.repository.ts';

/** What support does with administrators: those of their own market, never of another. */
export function createAdministratorHandlers(
  deps: AccountDeps,
): Handlers<keyof typeof administratorOperations> {
  const { database } = deps;
  const service = createAdministratorService(deps);

  return {
    'administrator.list': ({ query }, { session: { user } }) =>
      database.read((tx) => listAdministrators(tx, user.country, query)),
    'administrator.get': ({ params }, { session }) => service.read(session, params.adminId),
    'administrator.create': ({ body }, { session }) => service.create(session, body),
    'administrator.save': ({ params, body }, { session }) =>
      service.save(session, params.adminId, body),
    'administrator.takeEmailBack': ({ params }, { session }) =>
      service.takeEmailBack(session, params.adminId),
    'administrator.switch': ({ params, body }, { session }) =>
      service.switch(session, params.adminId, body.isEnabled),
    'administrator.invite': ({ params }, { session }) => service.invite(session, params.adminId),
    'administrator.properties': async ({ params, query }, { session }) => {
      const { id: accountId } = await service.read(session, params.adminId);
      const of = { country: session.user.country, accountId };
      return database.read((tx) => listAssignedProperties(tx, of, query));
    },
    'administrator.assign': ({ params, body }, { session }) =>
      service.assign(session, params.adminId, body),
    'administrator.assignmentForecast': ({ params, body }, { session }) =>
      service.forecast(session, params.adminId, body),
    'administrator.accessChanges': ({ params, query }, { session }) =>
      service.changes(session, params.adminId, query),
    'administrator.undoAccess': ({ params }, { session }) =>
      service.undo(session, params.adminId, params.changeId),
    'administrator.withdraw': ({ params, body }, { session }) =>
      service.withdraw(session, params.adminId, body.properties),
  };
}
