import {
  type DocumentDraft,
  documentDraftSchema,
} from '../../../schemas/entities/managedDocument.ts';
import { uploadLimits } from '../../../schemas/entities/upload.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { insertDocument } from '../../imports/documents.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { requireFileName } from '../../storage/fileStore.ts';
import type { Files } from '../../storage/files.ts';
import { noteUnclaimed } from '../../storage/unclaimed.repository.ts';
import { claimUpload } from '../upload/claimUpload.ts';
import { noDocument } from './document.service.ts';
import {
  deleteDocument,
  findManagedDocument,
  findMarketProperty,
  hasTenant,
  lockManagedDocument,
  type ManagedDocument,
  releaseDocument,
} from './managedDocuments.repository.ts';

const limits = uploadLimits.get(documentDraftSchema.shape.upload);

/** What support does with the documents of its own market. */
export function createManagedDocumentService({
  database,
  manifests,
  files,
  now,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market'>;
  readonly files: Pick<Files, 'discard'>;
  readonly now: () => Date;
}) {
  const requireProperty = async (tx: Transaction, { user }: Session, id: number) => {
    const found = await findMarketProperty(tx, user.country, id);
    if (found) return found;
    throw new AppError('PROPERTY_NOT_FOUND', `There is no property ${id} in ${user.country}.`);
  };

  const change = <Result>(
    { user }: Session,
    id: number,
    work: (tx: Transaction, found: ManagedDocument) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (tx) => {
      const found = await lockManagedDocument(tx, user.country, id);
      if (!found) throw noDocument(id);
      return work(tx, found);
    });

  return {
    requireProperty,

    /** Keeps an uploaded file as a document, wholly or not at all. */
    async create(session: Session, propertyId: number, draft: DocumentDraft) {
      const { upload, tenant: tenantId = null, ...given } = draft;
      const { user, accountId } = session;
      if (!limits) throw new Error('The form of documents takes no upload.');
      checkDraft(draft, manifests.market(user.country));
      return database.transaction(async (tx) => {
        await requireProperty(tx, session, propertyId);
        if (tenantId !== null && !(await hasTenant(tx, propertyId, tenantId))) {
          throw new AppError(
            'TENANT_NOT_FOUND',
            `There is no tenant ${tenantId} in property ${propertyId}.`,
          );
        }
        const file = await claimUpload(tx, accountId, { upload, field: 'upload', limits });
        const document = {
          ...given,
          propertyId,
          tenantId,
          createdAt: now(),
          addedBy: user.username,
        };
        if (!(await insertDocument(tx, document, file))) throw isThere(file.fileName);
        return { fileName: file.fileName };
      });
    },

    async release(session: Session, id: number) {
      await change(session, id, async (tx, found) => {
        if (found.status === 'final') return;
        if (found.storedName === null) throw hasNoFile(id);
        await releaseDocument(tx, found);
      });
      return { id };
    },

    /** Its file is let go of in the transaction, and removed behind it. */
    async remove(session: Session, id: number) {
      const name = await change(session, id, async (tx, found) => {
        await deleteDocument(tx, found);
        if (found.storedName === null) return undefined;
        const stored = requireFileName(found.storedName);
        await noteUnclaimed(tx, stored, now());
        return stored;
      });
      if (name) await files.discard(name);
      return { id };
    },

    /** The document, if it has its file. */
    async requireFile({ user }: Session, id: number) {
      const found = await database.read((tx) => findManagedDocument(tx, user.country, id));
      if (!found) throw noDocument(id);
      if (found.storedName === null) throw hasNoFile(id);
      return found;
    },
  };
}

/** What the schema has no words for; throws VALIDATION_FAILED or FORBIDDEN. */
function checkDraft(
  { documentType, periodBegin, periodEnd }: DocumentDraft,
  market: Parameters<typeof isOffered>[0] & { readonly country: string },
): void {
  if (!isOffered(market, 'documentType', documentType)) {
    throw new AppError('FORBIDDEN', `${documentType} is not offered in ${market.country}.`);
  }
  if (periodBegin <= periodEnd) return;
  throw refuseValue('body.periodEnd', said('field.periodEndsBefore', { day: periodEnd }), 'period');
}

function isThere(fileName: string): AppError {
  return new AppError(
    'CONFLICT',
    `The property or tenant has this very file already: ${fileName} was not added.`,
  );
}

function hasNoFile(id: number): AppError {
  return new AppError('CONFLICT', `Document ${id} is announced, and has no file yet.`);
}
