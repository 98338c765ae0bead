import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { unclaimedFile } from '../database/documentTables.ts';
import type { Transaction } from '../database/open.ts';
import type { FileName } from './fileStore.ts';

/** Says that no row refers to a file, yet or any more. */
export async function noteUnclaimed(tx: Transaction, name: FileName, since: Date): Promise<void> {
  await tx.insert(unclaimedFile).values({ name, since }).onConflictDoNothing();
}

/** In the transaction whose row refers to the file from now on. Throws when it was swept away. */
export async function claimFile(tx: Transaction, name: FileName): Promise<void> {
  if (await dropNote(tx, name)) return;
  throw new Error('The file was written for longer than files wait to be claimed.');
}

/** False when somebody else did, or has claimed the file. */
export async function dropNote(tx: Transaction, name: FileName): Promise<boolean> {
  const { rowCount } = await tx.delete(unclaimedFile).where(eq(unclaimedFile.name, name));
  return rowCount === 1;
}

/** Held while a backup is made, by its key (any number of ours). */
export const backupLock = 7_316_208;

/** The same; false as well while a backup is made: its rows may refer to the file. */
export async function dropNoteOfRemoved(tx: Transaction, name: FileName): Promise<boolean> {
  const { rowCount } = await tx
    .delete(unclaimedFile)
    .where(and(eq(unclaimedFile.name, name), sql`pg_try_advisory_xact_lock_shared(${backupLock})`));
  return rowCount === 1;
}

export async function listUnclaimed(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx
    .select({ name: unclaimedFile.name })
    .from(unclaimedFile)
    .where(lt(unclaimedFile.since, before))
    .orderBy(asc(unclaimedFile.since))
    .limit(1000);
  return rows.map(({ name }) => name);
}
