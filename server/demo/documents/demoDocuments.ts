import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentType } from '../../../schemas/entities/document.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Database } from '../../database/open.ts';
import { keepDocument, type NewDocument } from '../../imports/documents.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { cleanFileName } from '../../storage/fileName.ts';
import type { Files } from '../../storage/files.ts';
import type { PlannedProperty } from '../plan.ts';
import { writeContent } from './content.ts';
import { announceAll, listResidents, type Resident } from './documents.repository.ts';
import { readFigures } from './figures.ts';
import { type PlannedDocument, planDocuments } from './planDocuments.ts';
import { createDocumentWords } from './words.ts';
import { writePdf } from './writePdf.ts';

/** Where the demo's documents go, and what they are written with. */
export interface DocumentOptions {
  readonly files: Pick<Files, 'keep' | 'discard'>;
  readonly words: ManifestService['words'];
  readonly offers: (country: Country, type: DocumentType) => boolean;
}

interface Parts extends DocumentOptions {
  readonly database: Database;
  /** In the order in which they are filled; the first `fullCount` have everything. */
  readonly plan: readonly PlannedProperty[];
  readonly fullCount: number;
  /** Of the readings that there are. */
  readonly size: { readonly months: number; readonly until: string };
}

/** A PDF takes some hundredths of a second; whoever uses the portal meanwhile comes first. */
const pauseMilliseconds = 5;
const maxBytes = 1_000_000;
const addedBy = 'demo';

/**
 * Two years of documents: all are announced at once, so that lists and filters have them, and each
 * property's get their files once its readings are there.
 */
export function createDemoDocuments(parts: Parts) {
  const { database, plan, fullCount, offers } = parts;

  const planOf = (property: PlannedProperty, until: string, residents: readonly Resident[]) =>
    planDocuments(property, {
      until,
      isFull: plan.indexOf(property) < fullCount,
      movedIn: new Map(
        residents.flatMap(({ tenantNo, movedIn }) => (movedIn ? [[tenantNo, movedIn]] : [])),
      ),
      offers: (type) => offers(property.market.country, type),
    });

  return {
    /** The rows of all of them. */
    async announce(until: string): Promise<number> {
      const ids = plan.map(({ id }) => id);
      return database.transaction(async (tx) => {
        const residents = Map.groupBy(await listResidents(tx, ids), (one) => one.propertyId);
        const rows = plan.flatMap((property) => {
          const own = residents.get(property.id) ?? [];
          return planOf(property, until, own).flatMap((one) => toRow(property, one, own) ?? []);
        });
        await announceAll(tx, rows);
        return rows.length;
      });
    },

    /** The files of one property's, its readings being there; done again it changes nothing. */
    async fill(property: PlannedProperty, until: string, isStopped: () => boolean): Promise<void> {
      const { residents, figures } = await database.transaction(async (tx) => {
        const found = await listResidents(tx, [property.id]);
        const tenants = new Map(found.map(({ tenantNo, id }) => [tenantNo, id]));
        return { residents: found, figures: await readFigures(tx, property, tenants, parts.size) };
      });
      const words = createDocumentWords(parts.words, property.market.language);
      for (const planned of planOf(property, until, residents)) {
        const row = toRow(property, planned, residents);
        if (isStopped()) return;
        if (!planned.hasFile || !row) continue;
        const content = writeContent({ property, document: planned, figures, words });
        const fileName = nameFile(content.title, property, planned);
        await keep(parts, row, fileName, writePdf(content, planned.createdAt));
        await sleep(pauseMilliseconds);
      }
    },
  };
}

/** Undefined when the flat isn't there any more. */
function toRow(
  { id: propertyId }: PlannedProperty,
  { hasFile: _, tenantNo, ...planned }: PlannedDocument,
  residents: readonly Resident[],
): NewDocument | undefined {
  const tenant = residents.find((one) => one.tenantNo === tenantNo);
  if (tenantNo !== null && !tenant) return undefined;
  return { ...planned, propertyId, tenantId: tenant?.id ?? null, addedBy };
}

function nameFile(
  title: string,
  { worksNo }: PlannedProperty,
  { tenantNo, periodBegin, periodEnd }: PlannedDocument,
): string {
  const flat = tenantNo === null ? '' : ` ${tenantNo}`;
  return `${cleanFileName(`${title} ${worksNo}${flat} ${periodBegin} ${periodEnd}`)}.pdf`;
}

async function keep(
  { database, files }: Parts,
  row: NewDocument,
  fileName: string,
  content: Buffer,
): Promise<void> {
  async function* pieces() {
    yield content;
  }
  const { name: storedName, ...stored } = await files.keep('documents', pieces(), { maxBytes });
  const file = { storedName, fileName, contentType: 'application/pdf', ...stored };
  const isNew = await database
    .transaction((tx) => keepDocument(tx, row, file))
    .catch(async (error: unknown) => {
      await files.discard(storedName);
      throw error;
    });
  if (!isNew) await files.discard(storedName);
}
