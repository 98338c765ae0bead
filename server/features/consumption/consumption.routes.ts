import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Database } from '../../database/open.ts';
import { refuseValue } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { said } from '../../said.ts';
import type { Scope, Session } from '../../session.ts';
import { wholePage } from '../paging.ts';
import { getVisibleProperty, narrowToTenant } from '../property/scope.repository.ts';
import type { Asked } from './asked.ts';
import { readNationalAverage, readPropertyAverage } from './average.service.ts';
import { listCategories } from './consumption.repository.ts';
import { readGraph, readOverview, readPeriod, readTenants } from './consumption.service.ts';
import { createCountryAverages } from './countryAverages.ts';
import { readDegreeDays } from './degreeDays.service.ts';
import { readDeviation } from './deviation.service.ts';
import { readInformation } from './information.service.ts';
import { readChanges, readMonth } from './month.service.ts';
import { listAllCategories } from './portfolio.repository.ts';
import {
  type PortfolioAsked,
  readPortfolioGraph,
  readPortfolioOverview,
  readPortfolioPeriod,
} from './portfolio.service.ts';
import { readFlats, readProperties } from './ranking.service.ts';
import { readShown } from './shown.service.ts';
import { readSupply } from './supply.service.ts';
import { readYear } from './year.service.ts';

export function createConsumptionHandlers({
  database,
  manifests,
  now,
}: {
  database: Database;
  manifests: Pick<ManifestService, 'market' | 'findOperationRefusal' | 'licensingFeatures'>;
  now: () => Date;
}): Handlers<Extract<OperationId, `consumption.${string}`>> {
  const averages = createCountryAverages();
  /** First whether the caller may see the property and it has that tenant, then the work. */
  const ask = <Result>(
    scope: Scope,
    query: { property: number; tenant?: number | undefined },
    work: (asked: Asked) => Promise<Result>,
  ): Promise<Result> =>
    database.asAccount(scope, async (tx) => {
      const whole = await getVisibleProperty(tx, scope, query.property);
      const property = await narrowToTenant(tx, whole, query.tenant);
      const { degreeDays: degreeDayMethod } = manifests.market(property.country);
      return work({ tx, property, degreeDayMethod, now: now(), averages });
    });

  const askAll = <Result>(
    { scope, session }: { scope: Scope; session: Session },
    work: (asked: PortfolioAsked) => Promise<Result>,
  ): Promise<Result> => {
    const { timeZone } = manifests.market(session.user.country);
    return database.asAccount(scope, (tx) => work({ tx, scope, timeZone, now: now() }));
  };

  /** The properties whose water the caller may balance; undefined for who may not. */
  const findBalancing = ({ scope, session }: { scope: Scope; session: Session }) =>
    manifests.findOperationRefusal('waterBalance.get', session.subject) === undefined
      ? { ...scope, anyFeature: manifests.licensingFeatures('waterBalance.get') }
      : undefined;

  /** All properties of the account, as long as none is named. */
  const askAny = <Result>(
    { scope, session }: { scope: Scope; session: Session },
    { property, tenant }: { property?: number | undefined; tenant?: number | undefined },
    ofOne: (asked: Asked) => Promise<Result>,
    ofAll: (asked: PortfolioAsked) => Promise<Result>,
  ): Promise<Result> => {
    if (property !== undefined) return ask(scope, { property, tenant }, ofOne);
    if (tenant !== undefined) {
      throw refuseValue('query.property', said('field.tenantAlone'), 'required');
    }
    return askAll({ scope, session }, ofAll);
  };

  return {
    'consumption.overview': async ({ query }, context) =>
      askAny(
        context,
        query,
        (asked) => readOverview(asked, query),
        (asked) => readPortfolioOverview(asked, query),
      ),
    'consumption.month': ({ query }, context) =>
      askAll(context, (asked) => readMonth(asked, query)),
    'consumption.year': ({ query }, context) => askAll(context, (asked) => readYear(asked, query)),
    'consumption.changes': ({ query }, context) =>
      askAll(context, (asked) => readChanges(asked, query)),
    'consumption.properties': ({ query }, context) =>
      askAll(context, (asked) => readProperties(asked, query, findBalancing(context))),
    'consumption.flats': ({ query }, context) =>
      askAll(context, (asked) => readFlats(asked, query)),
    'consumption.tenants': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readTenants(asked, query)),
    'consumption.period': async ({ query }, context) =>
      askAny(context, query, (asked) => readPeriod(asked, query), readPortfolioPeriod),
    'consumption.shown': ({ query }, { scope }) =>
      ask(scope, query, (asked) => readShown(asked, query)),
    'consumption.categories': async ({ query }, context) =>
      askAny(
        context,
        query,
        async ({ tx, property }) => ({
          content: await listCategories(tx, property.id, query.tenant),
        }),
        async ({ tx, scope }) => ({ content: await listAllCategories(tx, scope) }),
      ),
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
    'consumption.supply': ({ query }, { scope }) =>
      ask(scope, query, (asked) =>
        readSupply(asked, query, manifests.market(asked.property.country).information),
      ),
    'consumption.energyMix': async (_request, { session: { user } }) =>
      wholePage(manifests.market(user.country).information.energyMix),
    'consumption.contacts': async (_request, { session: { user } }) =>
      wholePage(manifests.market(user.country).information.contacts),
    'consumption.graph': async ({ query }, context) =>
      askAny(
        context,
        query,
        (asked) => readGraph(asked, query),
        (asked) => readPortfolioGraph(asked, query),
      ),
  };
}
