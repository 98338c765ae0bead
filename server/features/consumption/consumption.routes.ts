import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/service.ts';
import type { Scope } from '../../session.ts';
import { wholePage } from '../paging.ts';
import { checkTenant, getVisibleProperty } from '../property/scope.repository.ts';
import type { Asked } from './asked.ts';
import { readNationalAverage, readPropertyAverage } from './average.service.ts';
import { listCategories } from './consumption.repository.ts';
import { readGraph, readOverview, readPeriod, readTenants } from './consumption.service.ts';
import { createCountryAverages } from './countryAverages.ts';
import { readDegreeDays } from './degreeDays.service.ts';
import { readDeviation } from './deviation.service.ts';
import { readInformation } from './information.service.ts';

export function createConsumptionHandlers({
  database,
  manifests,
  now,
}: {
  database: Database;
  manifests: Pick<ManifestService, 'market'>;
  now: () => Date;
}): Handlers<Extract<OperationId, `consumption.${string}`>> {
  const averages = createCountryAverages();
  /** First whether the caller may see the property and it has that tenant, then the work. */
  const ask = <Result>(
    scope: Scope,
    query: { property: number; tenant?: number | undefined },
    work: (asked: Asked) => Promise<Result>,
  ): Promise<Result> =>
    database.asAccount(scope.accountId, async (tx) => {
      const property = await getVisibleProperty(tx, scope, query.property);
      await checkTenant(tx, property.id, query.tenant);
      const { degreeDays: degreeDayMethod } = manifests.market(property.country);
      return work({ tx, property, degreeDayMethod, now: now(), averages });
    });

  return {
    'consumption.overview': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readOverview(asked, query)),
    'consumption.tenants': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readTenants(asked, query)),
    'consumption.period': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readPeriod(asked, query)),
    'consumption.categories': ({ query }, { scope }) =>
      ask(scope, query, async ({ tx, property }) => ({
        content: await listCategories(tx, property.id, query.tenant),
      })),
    'consumption.averageProperty': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readPropertyAverage(asked, query)),
    'consumption.averageNational': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readNationalAverage(asked, query)),
    'consumption.degreeDays': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readDegreeDays(asked, query)),
    'consumption.deviation': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readDeviation(asked, query)),
    'consumption.information': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readInformation(asked, query)),
    'consumption.energyMix': async (_request, { session: { user } }) =>
      wholePage(manifests.market(user.country).information.energyMix),
    'consumption.contacts': async (_request, { session: { user } }) =>
      wholePage(manifests.market(user.country).information.contacts),
    'consumption.graph': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readGraph(asked, query)),
  };
}
