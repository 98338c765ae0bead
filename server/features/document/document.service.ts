import type { DocumentFilter } from '../../../schemas/entities/document.ts';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { said } from '../../said.ts';
import type { Scope, Session } from '../../session.ts';
import type { FileStore } from '../../storage/fileStore.ts';
import type { Downloads } from '../download/downloads.ts';
import { type Bearer, fetchFile } from '../download/fetchFile.ts';
import { requireVisible } from '../property/scope.repository.ts';
import { findDocument, findStrangeTenant, listFilesOf } from './document.repository.ts';

export const noDocument = (id: number) => new AppError('NOT_FOUND', `There is no document ${id}.`);

/**
 * A filter asks about tenants or properties, not about both, and about a type that the market offers;
 * throws VALIDATION_FAILED or FORBIDDEN.
 */
export function checkFilter(
  { propertyIds, tenantIds, documentType }: DocumentFilter,
  market: MarketFile,
): void {
  if (documentType && !isOffered(market, 'documentType', documentType)) {
    throw new AppError('FORBIDDEN', `${documentType} is not offered in ${market.country}.`);
  }
  if (!propertyIds?.length || !tenantIds?.length) return;
  throw refuseValue('body.propertyIds', said('field.tenantsOrProperties'));
}

/** Throws PROPERTY_NOT_FOUND or TENANT_NOT_FOUND for what the account can't see: all or nothing. */
export async function requireAsked(
  tx: Transaction,
  scope: Scope,
  { propertyIds, tenantIds }: DocumentFilter,
): Promise<void> {
  if (propertyIds?.length) await requireVisible(tx, scope, propertyIds);
  if (!tenantIds?.length) return;
  const strange = await findStrangeTenant(tx, scope, tenantIds);
  if (strange === undefined) return;
  throw new AppError(
    'TENANT_NOT_FOUND',
    `There is no tenant ${strange} in a property that you have access to.`,
  );
}

/** Fetching the files of documents. */
export function createDocumentService({
  database,
  manifests,
  files,
  downloads,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'licensingFeatures'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly downloads: Downloads;
}) {
  return {
    async ticket(session: Session, scope: Scope, id: number) {
      const found = await database.asAccount(scope, (tx) => findDocument(tx, scope, id));
      if (!found) throw noDocument(id);
      if (!found.hasFile) {
        throw new AppError('CONFLICT', `Document ${id} is announced, and has no file yet.`);
      }
      return downloads.issue(session, 'document.file', id);
    },

    /** The file for whoever has a ticket, as far as its owner may read the document now. */
    fetch: (id: number, bearer: Bearer) =>
      fetchFile({ downloads, files }, 'document.file', id, bearer, async ({ accountId }) => {
        const scope = { accountId, anyFeature: manifests.licensingFeatures('document.ticket') };
        const [file] = await database.asAccount(scope, (tx) => listFilesOf(tx, scope, [id]));
        return file && { ...file, properties: [file.propertyId] };
      }),
  };
}
