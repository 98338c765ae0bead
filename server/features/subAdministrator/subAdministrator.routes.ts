import type { subAdministratorOperations } from '../../../schemas/api/subAdministrators.ts';
import type { Handlers } from '../../http/handler.ts';
import type { AccountParts } from '../account/accountParts.ts';
import { pageBy } from '../paging.ts';
import { listSharedProperties } from './sharing.repository.ts';
import { listSubAdministrators } from './subAdministrator.repository.ts';
import { createSubAdministratorService } from './subAdministrator.service.ts';

/** What main users do with the sub-administrators that they have made, and with nobody else's. */
export function createSubAdministratorHandlers(
  parts: AccountParts,
): Handlers<keyof typeof subAdministratorOperations> {
  const { database } = parts;
  const service = createSubAdministratorService(parts);

  return {
    'subAdministrator.list': ({ query }, { session: { accountId } }) =>
      database.read((tx) => pageBy((page) => listSubAdministrators(tx, accountId, page), query)),
    'subAdministrator.get': ({ params }, { session }) => service.read(session, params.identifier),
    'subAdministrator.create': ({ body }, { session }) => service.create(session, body),
    'subAdministrator.save': ({ params, body }, { session }) =>
      service.save(session, params.identifier, body),
    'subAdministrator.switch': ({ params, body }, { session }) =>
      service.switch(session, params.identifier, body.isEnabled),
    'subAdministrator.invite': ({ params }, { session }) =>
      service.invite(session, params.identifier),
    'subAdministrator.remove': ({ params }, { session }) =>
      service.remove(session, params.identifier),
    'subAdministrator.restore': ({ params }, { session }) =>
      service.restore(session, params.identifier),
    'subAdministrator.properties': async ({ params, query }, { session }) => {
      const { id: accountId } = await service.read(session, params.identifier);
      const of = { ownerId: session.accountId, accountId };
      return database.read((tx) => pageBy((page) => listSharedProperties(tx, of, page), query));
    },
    'subAdministrator.share': ({ params, body }, { session }) =>
      service.share(session, params.identifier, body),
    'subAdministrator.withdraw': ({ params, body }, { session }) =>
      service.withdraw(session, params.identifier, body.properties),
  };
}
