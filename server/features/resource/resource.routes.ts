import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { startOfLocalDay } from '../../metering/buckets.ts';
import { micro } from '../../metering/units.ts';
import { toPage } from '../paging.ts';
import { getVisibleProperty, narrowToTenant } from '../property/scope.repository.ts';
import { countResources, listResources } from './resource.repository.ts';

export function createResourceHandlers({
  database,
  now,
}: {
  database: Database;
  now: () => Date;
}): Handlers<'resource.list'> {
  return {
    'resource.list': ({ query }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const property = await getVisibleProperty(tx, scope, query.property);
        // What a device was read at is its own, whoever lives there.
        await narrowToTenant(tx, property, query.tenant);
        const { accessSince, timeZone } = property;
        const visibleFrom = accessSince ? new Date(startOfLocalDay(timeZone, accessSince)) : null;
        const asking = { query, visibleFrom, now: now() };
        const rows = await listResources(tx, asking);
        const shown = rows.map((row) => ({
          ...row,
          timeZone,
          unit: deviceTraits[row.category].unit,
          lastAt: row.lastAt === null ? null : new Date(row.lastAt).toISOString(),
          lastValue: row.lastValue === null ? null : row.lastValue / micro,
        }));
        return toPage(shown, query, () => countResources(tx, asking));
      }),
  };
}
