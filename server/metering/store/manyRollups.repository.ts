import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { chunksBetween } from '../buckets.ts';
import { subjectKinds, timeframeNumbers } from './chunks.ts';
import { type RollupQuery, type RollupSeries, toSeries } from './rollups.repository.ts';
import { rollupColumns, storedRollup, toChunkRow } from './storedRow.ts';

export interface ManyRollupsQuery extends Omit<RollupQuery, 'propertyId' | 'subjectIds'> {
  readonly subjects: readonly { readonly propertyId: number; readonly subjectId: number }[];
}

const selectMany = statement(
  storedRollup,
  `SELECT ${rollupColumns} FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, subject_id)
     JOIN rollup USING (property_id, subject_id)
   WHERE subject_kind = $3 AND timeframe = $4 AND chunk BETWEEN $5 AND $6
     AND ($7::text[] IS NULL OR category = ANY ($7::text[]))
   ORDER BY subject_id, category, chunk`,
);

/** As `readRollups`, of subjects of many properties in one time zone; one query. */
export async function readManyRollups(
  tx: Transaction,
  query: ManyRollupsQuery,
): Promise<RollupSeries[]> {
  const { subjects, subjectKind, categories, timeframe, timeZone, from, until } = query;
  if (until <= from || subjects.length === 0) return [];
  const chunks = chunksBetween(timeZone, timeframe, from, until - 1);
  const rows = await tx.query(selectMany, [
    subjects.map(({ propertyId }) => propertyId),
    subjects.map(({ subjectId }) => subjectId),
    subjectKinds[subjectKind],
    timeframeNumbers[timeframe],
    chunks[0]?.day,
    chunks.at(-1)?.day,
    categories ?? null,
  ]);
  return toSeries(rows.map(toChunkRow), chunks, query);
}
