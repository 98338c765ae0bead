import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Scope } from '../../session.ts';
import { toPage } from '../paging.ts';
import { getVisibleProperty } from '../property/scope.repository.ts';
import { readWaters } from './readMeters.ts';
import { findBalancedProperty, listBalancedProperties } from './waterBalance.repository.ts';
import {
  type BalanceAsked,
  listReadingDates,
  readBalanceGraph,
  readWaterBalance,
} from './waterBalance.service.ts';

export function createWaterBalanceHandlers({
  database,
  now,
}: {
  database: Database;
  now: () => Date;
}): Handlers<Extract<OperationId, `waterBalance.${string}`>> {
  /** First whether the caller may see the property, then the work. */
  const ask = <Result>(
    scope: Scope,
    id: number,
    work: (asked: BalanceAsked) => Promise<Result>,
  ): Promise<Result> =>
    database.asAccount(scope, async (tx) =>
      work({ tx, property: await getVisibleProperty(tx, scope, id), now: now() }),
    );

  return {
    'waterBalance.get': ({ query }, { scope }) =>
      ask(scope, query.property, (asked) => readWaterBalance(asked, query)),
    'waterBalance.graph': ({ query }, { scope }) =>
      ask(scope, query.property, (asked) => readBalanceGraph(asked, query)),
    'waterBalance.readingDates': ({ query }, { scope }) =>
      ask(scope, query.property, (asked) => listReadingDates(asked, query)),
    'waterBalance.properties': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) =>
        toPage(await listBalancedProperties(tx, scope, query), query, async () => {
          const [first] = await listBalancedProperties(tx, scope, { ...query, page: 0, size: 1 });
          return first?.total ?? 0;
        }),
      ),
    'waterBalance.property': ({ params }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const found = await findBalancedProperty(tx, scope, params.property);
        if (found) return { ...found, waters: await readWaters(tx, found.worksId) };
        const message = `There is no property ${params.property} that you have access to.`;
        throw new AppError('PROPERTY_NOT_FOUND', message);
      }),
  };
}
