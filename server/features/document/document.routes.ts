import type { documentOperations } from '../../../schemas/api/documents.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import type { Session } from '../../session.ts';
import { pageBy, toPage } from '../paging.ts';
import { countProperties, listLocations, listProperties } from '../property/property.repository.ts';
import { requireVisible } from '../property/scope.repository.ts';
import type { Archive } from './archive.ts';
import {
  countDocuments,
  findChoices,
  listBillingTypes,
  listDocuments,
  listPeriods,
  listTypes,
  listVisibleTenants,
} from './document.repository.ts';
import { checkFilter, requireAsked } from './document.service.ts';

/** The archive, as far as the account may see it; packages are their owner's alone. */
export function createDocumentHandlers({
  database,
  manifests,
  archive: { documents, packages },
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market'>;
  readonly archive: Pick<Archive, 'documents' | 'packages'>;
}): Handlers<keyof typeof documentOperations> {
  const marketOf = ({ user }: Session) => manifests.market(user.country);
  return {
    'document.list': async ({ query, body }, { scope, session }) => {
      checkFilter(body, marketOf(session));
      return database.asAccount(scope, async (tx) => {
        await requireAsked(tx, scope, body);
        const content = await listDocuments(tx, scope, body, query);
        const wanted = { ...body, search: query.search };
        const { documents: total } = await countDocuments(tx, scope, wanted);
        return { content, page: query.page, size: query.size, total };
      });
    },
    'document.locations': (_request, { scope }) =>
      database.asAccount(scope, async (tx) => ({
        content: await listLocations(tx, scope),
      })),
    'document.properties': ({ query: { worksId: ids, ...query } }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const wanted = { ...query, ids };
        return toPage(await listProperties(tx, scope, wanted), wanted, () =>
          countProperties(tx, scope, wanted),
        );
      }),
    'document.tenants': ({ query }, { scope }) =>
      database.asAccount(scope, (tx) =>
        pageBy((page) => listVisibleTenants(tx, scope, page), query),
      ),
    'document.types': async ({ body }, { scope, session }) => {
      const market = marketOf(session);
      checkFilter(body, market);
      return database.asAccount(scope, async (tx) => {
        await requireAsked(tx, scope, body);
        const types = await listTypes(tx, scope, body);
        return types.filter((type) => isOffered(market, 'documentType', type));
      });
    },
    'document.billingTypes': async ({ query }, { scope, session }) => {
      const { instance } = marketOf(session);
      if (query.instance !== undefined && query.instance !== instance) {
        throw new AppError('FORBIDDEN', `Your own instance is ${instance}.`);
      }
      const byLast = await database.asAccount(scope, (tx) => listBillingTypes(tx, scope));
      const [latest] = byLast;
      // What was billed last is what people look for.
      return { billingTypes: byLast.toSorted(), ...(latest && { default: latest }) };
    },
    'document.periods': ({ body }, { scope }) =>
      database.asAccount(scope, async (tx) => {
        const ids = [...new Set(body)];
        await requireVisible(tx, scope, ids);
        return listPeriods(tx, scope, ids);
      }),
    'document.choices': async ({ body }, { scope, session }) => {
      // As a list does: tenants say by themselves which properties are meant.
      const asked = body.tenantIds?.length ? { ...body, propertyIds: null } : body;
      const choices = await database.asAccount(scope, async (tx) => {
        await requireAsked(tx, scope, asked);
        return findChoices(tx, scope, asked);
      });
      const market = marketOf(session);
      const documentTypes = choices.documentTypes.filter((type) =>
        isOffered(market, 'documentType', type),
      );
      return { ...choices, documentTypes };
    },
    'document.ticket': ({ params }, { session, scope }) =>
      documents.ticket(session, scope, params.document),
    'document.file': ({ params, query: { token } }, { session, http }) =>
      documents.fetch(params.document, { token, session, method: http.req.method }),
    'documentPackage.create': ({ query, body }, { session, scope }) =>
      packages.create(session, scope, {
        name: query.packageName,
        filter: { ...body, search: query.search },
      }),
    'documentPackage.list': (_request, { scope }) => packages.list(scope.accountId),
    'documentPackage.remove': async ({ params: { packageId } }, { scope }) => {
      await packages.remove(scope.accountId, packageId);
      return { packageId };
    },
    'documentPackage.ticket': ({ params }, { session, scope }) =>
      packages.ticket(session, scope, params.packageId),
    'documentPackage.file': ({ params, query: { token } }, { session, http }) =>
      packages.fetch(params.packageId, { token, session, method: http.req.method }),
  };
}
