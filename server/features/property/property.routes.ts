import type { OperationId } from '../../../schemas/api/operations.ts';
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
import { listUnread } from './unread.repository.ts';

export function createPropertyHandlers({
  database,
  now,
}: {
  database: Database;
  now: () => Date;
}): Handlers<Extract<OperationId, `property.${string}`>> {
  return {
    'property.list': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) =>
        toPage(await listProperties(tx, scope, query), query, () =>
          countProperties(tx, scope, query),
        ),
      ),
    'property.locations': (_request, { scope }) =>
      database.asAccount(scope, async (tx) => ({
        content: await listLocations(tx, scope),
      })),
    'property.find': ({ params }, { scope }) =>
      database.asAccount(scope, async (tx) =>
        wholePage(await findPropertyByNumber(tx, scope, params.number)),
      ),
    'property.unread': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const list = (page: typeof query) => listUnread(tx, scope, now(), page);
        const rows = (await list(query)).map((row) => ({
          ...row,
          silentSince: toInstant(row.silentSince),
          newestGap: toInstant(row.newestGap),
        }));
        return toPage(rows, query, async () => (await list({ page: 0, size: 1 }))[0]?.total ?? 0);
      }),
    'property.get': ({ params }, { scope }) =>
      database.asAccount(scope, (tx) => getProperty(tx, scope, params.property)),
  };
}

function toInstant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
