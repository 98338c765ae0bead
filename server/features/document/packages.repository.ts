import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { PackageStatus } from '../../../schemas/entities/document.ts';
import { publishChange } from '../../changes/publish.repository.ts';
import { documentPackage } from '../../database/documentTables.ts';
import type { Transaction } from '../../database/open.ts';
import { statesBefore } from './packageStates.ts';

export type PackageRow = typeof documentPackage.$inferSelect;

function tellOwner(tx: Transaction, { accountId }: Pick<PackageRow, 'accountId'>) {
  return publishChange(tx, accountId, 'documentPackage.list');
}

/** More are not listed; an account can't have as many made at once. */
const maxListed = 500;

export async function insertPackage(
  tx: Transaction,
  given: Pick<PackageRow, 'accountId' | 'country' | 'name' | 'filter' | 'createdAt' | 'expiresAt'>,
): Promise<PackageRow> {
  const [row] = await tx
    .insert(documentPackage)
    .values({ ...given, status: 'WAITING' })
    .returning();
  if (!row) throw new Error(`The package of account ${given.accountId} was not kept.`);
  await tellOwner(tx, row);
  return row;
}

type Change = Partial<Omit<PackageRow, 'id' | 'status'>>;

/**
 * Takes a package to another state, if it is in one from which it may get there (packageStates.ts),
 * and as `given` says; answers whether it was. Of two who try at once one does.
 */
export async function movePackage(
  tx: Transaction,
  id: number,
  to: PackageStatus,
  change: Change = {},
  given: { readonly attempt?: number; readonly queueId?: string } = {},
): Promise<boolean> {
  const { attempt, queueId } = given;
  const [moved] = await tx
    .update(documentPackage)
    .set({ ...change, status: to })
    .where(
      and(
        eq(documentPackage.id, id),
        inArray(documentPackage.status, statesBefore(to)),
        attempt === undefined ? undefined : eq(documentPackage.attempt, attempt),
        queueId === undefined ? undefined : eq(documentPackage.queueId, queueId),
      ),
    )
    .returning({ accountId: documentPackage.accountId });
  if (moved) await tellOwner(tx, moved);
  return moved !== undefined;
}

export async function noteQueueId(tx: Transaction, id: number, queueId: string): Promise<void> {
  await tx.update(documentPackage).set({ queueId }).where(eq(documentPackage.id, id));
}

export async function findPackage(tx: Transaction, id: number): Promise<PackageRow | undefined> {
  const [row] = await tx.select().from(documentPackage).where(eq(documentPackage.id, id));
  return row;
}

/** An account's own that hasn't expired; undefined for somebody else's as for none at all. */
export async function findOwnPackage(
  tx: Transaction,
  accountId: number,
  id: number,
  now: Date,
): Promise<PackageRow | undefined> {
  const row = await findPackage(tx, id);
  return row?.accountId === accountId && row.expiresAt > now ? row : undefined;
}

/** What a list says of a package; the ids of its documents can be thousands. */
export type ListedPackage = Pick<PackageRow, 'id' | 'name' | 'status' | 'createdAt'>;

export function listOwnPackages(
  tx: Transaction,
  accountId: number,
  now: Date,
): Promise<ListedPackage[]> {
  const { id, name, status, createdAt } = documentPackage;
  return tx
    .select({ id, name, status, createdAt })
    .from(documentPackage)
    .where(and(eq(documentPackage.accountId, accountId), gt(documentPackage.expiresAt, now)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxListed);
}

export function countUnfinishedPackages(tx: Transaction, accountId: number): Promise<number> {
  const isUnfinished = inArray(documentPackage.status, ['WAITING', 'PROCESSING']);
  return tx.$count(documentPackage, and(eq(documentPackage.accountId, accountId), isUnfinished));
}

export async function deletePackage(tx: Transaction, id: number): Promise<void> {
  const [deleted] = await tx
    .delete(documentPackage)
    .where(eq(documentPackage.id, id))
    .returning({ accountId: documentPackage.accountId });
  if (deleted) await tellOwner(tx, deleted);
}

export function listExpiredPackages(tx: Transaction, now: Date): Promise<PackageRow[]> {
  return tx.select().from(documentPackage).where(lt(documentPackage.expiresAt, now)).limit(1000);
}
