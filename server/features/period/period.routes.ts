import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { getVisibleProperty, requireVisible } from '../property/scope.repository.ts';
import { listBillingPeriods, listPeriodsOf } from './period.repository.ts';

export function createPeriodHandlers({
  database,
}: {
  database: Database;
}): Handlers<'period.list' | 'period.billing'> {
  return {
    'period.list': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const { id } = await getVisibleProperty(tx, scope, query.property);
        return { content: await listBillingPeriods(tx, id, query.category) };
      }),
    'period.billing': ({ body }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        // All or nothing: one that may not be seen is named.
        const ids = [...new Set(body)];
        await requireVisible(tx, scope, ids);
        return listPeriodsOf(tx, ids);
      }),
  };
}
