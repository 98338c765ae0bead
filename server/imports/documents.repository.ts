import { and, eq, isNull } from 'drizzle-orm';
import { document } from '../database/documentTables.ts';
import type { Transaction } from '../database/open.ts';
import { property, tenant } from '../database/tables.ts';
import type { FileName } from '../storage/fileStore.ts';
import { claimFile } from '../storage/unclaimed.repository.ts';

export type NewDocument = Omit<
  typeof document.$inferInsert,
  'id' | 'storedName' | 'fileName' | 'contentType' | 'checksum' | 'bytes'
>;

export interface NewFile {
  readonly storedName: FileName;
  readonly fileName: string;
  readonly contentType: string;
  readonly checksum: string;
  readonly bytes: number;
}

const ofTenant = ({ tenantId }: NewDocument) =>
  tenantId == null ? isNull(document.tenantId) : eq(document.tenantId, tenantId);

/** Whether the property, or the tenant, has this very file already. */
export async function hasFile(
  tx: Transaction,
  given: NewDocument,
  checksum: string,
): Promise<boolean> {
  const isSame = and(eq(document.propertyId, given.propertyId), eq(document.checksum, checksum));
  return (await tx.$count(document, and(isSame, ofTenant(given)))) > 0;
}

/**
 * Keeps a document with its file, in the place of one that was announced, if there is one; false when
 * the property or tenant has this very file already. The file is the caller's, who has claimed it.
 */
export async function insertDocument(
  tx: Transaction,
  given: NewDocument,
  file: NewFile,
): Promise<boolean> {
  if (await hasFile(tx, given, file.checksum)) return false;
  if (!(await fillAnnounced(tx, given, file))) {
    const { rowCount } = await tx
      .insert(document)
      .values({ ...given, ...file })
      .onConflictDoNothing();
    if (rowCount === 0) return false;
  }
  return true;
}

/** The same of a file that lies in the store unclaimed; false leaves it so. */
export async function keepDocument(
  tx: Transaction,
  given: NewDocument,
  file: NewFile,
): Promise<boolean> {
  if (!(await insertDocument(tx, given, file))) return false;
  await claimFile(tx, file.storedName);
  return true;
}

async function fillAnnounced(tx: Transaction, given: NewDocument, file: NewFile): Promise<boolean> {
  const { propertyId, documentType, billingType, periodBegin, periodEnd, status } = given;
  const { rowCount } = await tx
    .update(document)
    .set({ ...given, ...file })
    .where(
      and(
        ...[eq(document.propertyId, propertyId), ofTenant(given), isNull(document.checksum)],
        ...[eq(document.documentType, documentType), eq(document.billingType, billingType)],
        ...[eq(document.periodBegin, periodBegin), eq(document.periodEnd, periodEnd)],
        eq(document.status, status),
      ),
    );
  return rowCount === 1;
}

/** Announces a document whose file has yet to come; false when it is announced already. */
export async function announceDocument(tx: Transaction, given: NewDocument): Promise<boolean> {
  const { rowCount } = await tx.insert(document).values(given).onConflictDoNothing();
  return rowCount === 1;
}

/** A property of the market by its number, with its time zone. */
export async function findPropertyByNumber(
  tx: Transaction,
  country: string,
  worksNo: string,
): Promise<{ id: number; timeZone: string } | undefined> {
  const [row] = await tx
    .select({ id: property.id, timeZone: property.timeZone })
    .from(property)
    .where(and(eq(property.country, country), eq(property.worksNo, worksNo)));
  return row;
}

export async function findTenantByNumber(
  tx: Transaction,
  propertyId: number,
  tenantNo: string,
): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.propertyId, propertyId), eq(tenant.tenantNo, tenantNo)));
  return row?.id;
}
