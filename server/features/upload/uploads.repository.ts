import { and, eq, sql } from 'drizzle-orm';
import { unclaimedFile } from '../../database/documentTables.ts';
import type { Transaction } from '../../database/open.ts';
import { account } from '../../database/tables.ts';
import type { FileName } from '../../storage/fileStore.ts';

/** What an account has sent, and no call has claimed yet. */
export interface Upload {
  /** Nobody can guess it. */
  readonly uploadId: string;
  readonly accountId: number;
  readonly fileName: string;
  readonly contentType: string;
  readonly checksum: string;
  readonly bytes: number;
}

/** In a row, so that files that come at once can't pass the limit together. */
const lockClass = 7_261;

/** How many files of the account wait, and how large they are; nobody else adds one until the end. */
export async function measureWaiting(
  tx: Transaction,
  accountId: number,
): Promise<{ files: number; bytes: number }> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashint8($2))', [lockClass, accountId]);
  const [row] = await tx
    .select({
      files: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${unclaimedFile.bytes}), 0)`.mapWith(Number),
    })
    .from(unclaimedFile)
    .where(eq(unclaimedFile.accountId, accountId));
  return row ?? { files: 0, bytes: 0 };
}

/** The main user of an account, which may be the account itself: with all sub-users one customer. */
export async function findCustomer(tx: Transaction, accountId: number): Promise<number> {
  const [row] = await tx
    .select({ createdBy: account.createdBy })
    .from(account)
    .where(and(eq(account.id, accountId), eq(account.level, 2)));
  return row?.createdBy ?? accountId;
}

/** Says of an unclaimed file whose it is. Throws when it was swept away. */
export async function noteUpload(tx: Transaction, name: FileName, upload: Upload): Promise<void> {
  const { rowCount } = await tx
    .update(unclaimedFile)
    .set(upload)
    .where(eq(unclaimedFile.name, name));
  if (rowCount !== 1) throw new Error('The file was written for longer than files wait.');
}

/** Undefined, too, when it is another account's. */
export async function findUpload(
  tx: Transaction,
  accountId: number,
  uploadId: string,
): Promise<(Upload & { readonly storedName: string }) | undefined> {
  const [row] = await tx
    .select()
    .from(unclaimedFile)
    .where(and(eq(unclaimedFile.uploadId, uploadId), eq(unclaimedFile.accountId, accountId)));
  if (!row) return undefined;
  const { name: storedName, since: _, ...upload } = row;
  return { ...(upload as Upload), storedName };
}

/** Leaves the file unclaimed, and no account's any more. False when another call was faster. */
export async function forgetUpload(
  tx: Transaction,
  uploadId: string,
  since: Date,
): Promise<boolean> {
  const nobodys = {
    uploadId: null,
    accountId: null,
    fileName: null,
    contentType: null,
    checksum: null,
    bytes: null,
  };
  const { rowCount } = await tx
    .update(unclaimedFile)
    .set({ ...nobodys, since })
    .where(eq(unclaimedFile.uploadId, uploadId));
  return rowCount === 1;
}
