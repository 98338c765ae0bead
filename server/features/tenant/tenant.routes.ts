import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { toPage, wholePage } from '../paging.ts';
import { getVisibleProperty } from '../property/scope.repository.ts';
import { countTenants, findTenantByNumber, getTenant, listTenants } from './tenant.repository.ts';

export function createTenantHandlers({
  database,
}: {
  database: Database;
}): Handlers<'tenant.list' | 'tenant.get' | 'tenant.find'> {
  return {
    'tenant.list': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        await getVisibleProperty(tx, scope, query.property);
        return toPage(await listTenants(tx, query), query, () => countTenants(tx, query));
      }),
    'tenant.find': ({ params, query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        await getVisibleProperty(tx, scope, query.property);
        return wholePage(await findTenantByNumber(tx, query.property, params.number));
      }),
    'tenant.get': ({ params, query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        await getVisibleProperty(tx, scope, query.property);
        return getTenant(tx, query.property, params.tenant);
      }),
  };
}
