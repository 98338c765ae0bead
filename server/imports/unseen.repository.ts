import type { Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';

const unseen = statement(
  { worksNo: 'text', count: 'bigint' },
  `SELECT works_no AS "worksNo", count(*) OVER () AS count FROM property
   WHERE country = $1 AND NOT EXISTS (
     SELECT FROM property_access JOIN account ON account.id = account_id
     WHERE property_id = property.id AND deleted_at IS NULL)
   ORDER BY works_no LIMIT $2`,
);

/** Properties of a market that no account sees but staff: how many, and the first by their numbers. */
export async function findUnseen(
  tx: Transaction,
  country: string,
  shown: number,
): Promise<{ readonly count: number; readonly first: readonly string[] }> {
  const rows = await tx.query(unseen, [country, shown]);
  return { count: rows[0]?.count ?? 0, first: rows.map(({ worksNo }) => worksNo) };
}
