import { and, eq, sql } from 'drizzle-orm';
import { upload } from '../../database/documentTables.ts';
import type { Transaction } from '../../database/open.ts';

type Upload = typeof upload.$inferSelect;

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
      bytes: sql`coalesce(sum(${upload.bytes}), 0)`.mapWith(Number),
    })
    .from(upload)
    .where(eq(upload.accountId, accountId));
  return row ?? { files: 0, bytes: 0 };
}

export async function insertUpload(tx: Transaction, given: Upload): Promise<void> {
  await tx.insert(upload).values(given);
}

/** Undefined, too, when it is another account's. */
export async function findUpload(
  tx: Transaction,
  accountId: number,
  id: string,
): Promise<Upload | undefined> {
  const [row] = await tx
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.accountId, accountId)));
  return row;
}
