import { document } from '../../database/documentTables.ts';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { Transaction } from '../../database/open.ts';
import { tenant } from '../../database/tables.ts';
import type { NewDocument } from '../../imports/documents.repository.ts';

/** Of one statement: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 1000;

/** Announces documents all at once; those that are there already stay. */
export async function announceAll(
  tx: Transaction,
  documents: readonly NewDocument[],
): Promise<void> {
  for (let at = 0; at < documents.length; at += rowsAtOnce) {
    await tx
      .insert(document)
      .values(documents.slice(at, at + rowsAtOnce))
      .onConflictDoNothing();
  }
}

export interface Resident {
  readonly propertyId: number;
  readonly id: number;
  readonly tenantNo: string;
  readonly movedIn: string | null;
}

/** The flats of some properties. */
export function listResidents(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<Resident[]> {
  return tx
    .select({
      propertyId: tenant.propertyId,
      id: tenant.id,
      tenantNo: tenant.tenantNo,
      movedIn: tenant.movedIn,
    })
    .from(tenant)
    .where(isAnyOf(tenant.propertyId, propertyIds));
}
