import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { toPage, wholePage } from '../paging.ts';
import {
  countProperties,
  findPropertyByNumber,
  getProperty,
  listLocations,
  listProperties,
} from './property.repository.ts';

export function createPropertyHandlers({
  database,
}: {
  database: Database;
}): Handlers<'property.list' | 'property.locations' | 'property.get' | 'property.find'> {
  return {
    'property.list': ({ query }, { scope }) =>
      database.asAccount(scope.accountId, async (tx) =>
        toPage(await listProperties(tx, scope, query), query, () =>
          countProperties(tx, scope, query),
        ),
      ),
    'property.locations': (_request, { scope }) =>
      database.asAccount(scope.accountId, async (tx) => ({
        content: await listLocations(tx, scope),
      })),
    'property.find': ({ params }, { scope }) =>
      database.asAccount(scope.accountId, async (tx) =>
        wholePage(await findPropertyByNumber(tx, scope, params.number)),
      ),
    'property.get': ({ params }, { scope }) =>
      database.asAccount(scope.accountId, (tx) => getProperty(tx, scope, params.property)),
  };
}
