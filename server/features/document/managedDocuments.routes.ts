import type { documentManagementOperations } from '../../../schemas/api/documentManagement.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Files } from '../../storage/files.ts';
import { createDownloads } from '../download/downloads.ts';
import { fetchFile } from '../download/fetchFile.ts';
import { pageBy } from '../paging.ts';
import {
  findManagedDocument,
  listDocumentsOf,
  listMarketProperties,
  listTenantsOf,
} from './managedDocuments.repository.ts';
import { createManagedDocumentService } from './managedDocuments.service.ts';

interface Deps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market' | 'findOperationRefusal'>;
  readonly files: Pick<Files, 'get' | 'discard'>;
  readonly now: () => Date;
}

/** What support does with documents: of their own country, never of another. */
export function createManagedDocumentHandlers(
  deps: Deps,
): Handlers<keyof typeof documentManagementOperations> {
  const { database, files } = deps;
  const service = createManagedDocumentService(deps);
  const downloads = createDownloads(deps);

  return {
    'managedDocument.properties': ({ query }, { session: { user } }) =>
      database.read((tx) => pageBy((page) => listMarketProperties(tx, user.country, page), query)),
    'managedDocument.property': ({ params }, { session }) =>
      database.read((tx) => service.requireProperty(tx, session, params.property)),
    'managedDocument.tenants': ({ params: { property }, query }, { session }) =>
      database.read(async (tx) => {
        await service.requireProperty(tx, session, property);
        return pageBy((page) => listTenantsOf(tx, property, page), query);
      }),
    'managedDocument.list': ({ params: { property }, query }, { session }) =>
      database.read(async (tx) => {
        await service.requireProperty(tx, session, property);
        return pageBy((page) => listDocumentsOf(tx, property, page), query);
      }),
    'managedDocument.create': ({ params, body }, { session }) =>
      service.create(session, params.property, body),
    'managedDocument.release': ({ params }, { session }) =>
      service.release(session, params.document),
    'managedDocument.remove': ({ params }, { session }) => service.remove(session, params.document),
    'managedDocument.ticket': async ({ params: { document } }, { session }) => {
      await service.requireFile(session, document);
      return downloads.issue(session, 'managedDocument.file', document);
    },
    'managedDocument.file': ({ params: { document }, query: { token } }, { session, http }) =>
      fetchFile(
        { downloads, files },
        'managedDocument.file',
        document,
        { token, session, method: http.req.method },
        async ({ subject }) => {
          const found = await database.read((tx) =>
            findManagedDocument(tx, subject.country, document),
          );
          if (!found) return undefined;
          const { storedName, fileName, contentType, bytes, propertyId } = found;
          if (storedName === null || fileName === null || contentType === null) return undefined;
          const properties = [propertyId];
          return { storedName, fileName, contentType, bytes: bytes ?? 0, properties };
        },
      ),
  };
}
