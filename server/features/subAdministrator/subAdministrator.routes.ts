import type { subAdministratorOperations } from '../../../schemas/api/subAdministrators.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Session } from '../../session.ts';
import type { AccountDeps } from '../account/accountDeps.ts';
import { createSubAdministratorService, type Side } from './subAdministrator.service.ts';

/** What main users do with the sub-administrators that they have made, and with nobody else's. */
export function createSubAdministratorHandlers(
  deps: AccountDeps,
): Handlers<keyof typeof subAdministratorOperations> {
  const service = createSubAdministratorService(deps);

  return {
    'subAdministrator.list': ({ query }, { session }) => service.list(own(session), query),
    'subAdministrator.get': ({ params }, { session }) =>
      service.read(own(session), params.identifier),
    'subAdministrator.create': ({ body }, { session }) => service.create(own(session), body),
    'subAdministrator.save': ({ params, body }, { session }) =>
      service.save(own(session), params.identifier, body),
    'subAdministrator.takeEmailBack': ({ params }, { session }) =>
      service.takeEmailBack(own(session), params.identifier),
    'subAdministrator.switch': ({ params, body }, { session }) =>
      service.switch(own(session), params.identifier, body.isEnabled),
    'subAdministrator.invite': ({ params }, { session }) =>
      service.invite(own(session), params.identifier),
    'subAdministrator.remove': ({ params }, { session }) =>
      service.remove(own(session), params.identifier),
    'subAdministrator.restore': ({ params }, { session }) =>
      service.restore(own(session), params.identifier),
    'subAdministrator.properties': ({ params, query }, { session }) =>
      service.properties(own(session), params.identifier, query),
    'subAdministrator.share': ({ params, body }, { session }) =>
      service.share(own(session), params.identifier, body),
    'subAdministrator.sharingForecast': ({ params, body }, { session }) =>
      service.forecast(own(session), params.identifier, body),
    'subAdministrator.accessChanges': ({ params, query }, { session }) =>
      service.changes(own(session), params.identifier, query),
    'subAdministrator.undoAccess': ({ params }, { session }) =>
      service.undo(own(session), params.identifier, params.changeId),
    'subAdministrator.withdraw': ({ params, body }, { session }) =>
      service.withdraw(own(session), params.identifier, body.properties),
  };
}

function own({ accountId, user: { country, language } }: Session): Side {
  return { ownerId: accountId, actorId: accountId, country, language: localeOf(language) };
}
