import { and, eq, gte } from 'drizzle-orm';
import { supplyFact } from '../../database/factTables.ts';
import type { Transaction } from '../../database/open.ts';
import type { SupplyFact } from '../../imports/supplyFacts.repository.ts';

/** More taxes than this nobody has. */
const maxFacts = 100;

/** What is published of a property for a year that isn't over before `since`. */
export async function listVisibleFacts(
  tx: Transaction,
  { propertyId, year, since }: { propertyId: number; year: number; since: string | null },
): Promise<SupplyFact[]> {
  const first = since === null ? 0 : Number(since.slice(0, 4));
  const { propertyId: id, year: of, fact, item } = supplyFact;
  return tx
    .select()
    .from(supplyFact)
    .where(and(eq(id, propertyId), eq(of, year), gte(of, first)))
    .orderBy(fact, item)
    .limit(maxFacts);
}
