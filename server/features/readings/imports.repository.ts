import { and, eq, ilike, inArray, or } from 'drizzle-orm';
import { importFilters } from '../../../schemas/api/imports.ts';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { importRunSchema } from '../../../schemas/entities/importRun.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { importRejection } from '../../database/tables.ts';
import { keptRejections, readSaid } from '../../imports/runs.repository.ts';
import { type Say, sayStored } from '../../said.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';

type Run = OperationResponse<'import.get'>;
type Rejection = OperationResponse<'import.rejections'>['content'][number];

const claim = {
  id: 'bigint',
  kind: narrow('text', importRunSchema.shape.kind),
  fileName: 'text',
  importedBy: 'text',
  status: narrow('text', importRunSchema.shape.status),
  startedAt: 'text',
  finishedAt: 'text | null',
  lines: 'bigint',
  accepted: 'bigint',
  duplicates: 'bigint',
  rejected: 'bigint',
  corrected: 'bigint',
  deviceErrors: 'bigint',
  ignored: 'text[]',
} as const;
const columns = `id, kind, file_name AS "fileName", imported_by AS "importedBy", status,
  ${isoInstant('started_at')} AS "startedAt", ${isoInstant('finished_at')} AS "finishedAt", lines, accepted,
  duplicates, rejected, corrected, device_errors AS "deviceErrors", ignored`;

const filterColumns = {
  kind: 'kind',
  status: 'status',
  fileName: 'file_name',
  startedAt: 'started_at',
} as const satisfies Record<keyof typeof importFilters, string>;

const sortColumns = {
  startedAt: 'started_at',
  fileName: 'file_name',
  lines: 'lines',
  accepted: 'accepted',
  rejected: 'rejected',
} as const satisfies Record<SortField<'import.list'>, string>;

const rejectionSortColumns = {
  line: 'line',
  code: 'code',
} as const satisfies Record<SortField<'import.rejections'>, string>;

const runPage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM import_run
     WHERE country = $1 ${narrowing} ${order} LIMIT $2 OFFSET $3`,
);

export function listRuns(
  tx: Transaction,
  country: string,
  query: OperationRequest<'import.list'>['query'],
): Promise<(Run & { total: number })[]> {
  const parameters: unknown[] = [country, query.size, query.page * query.size];
  const narrowing = filterWhere(query.filter, importFilters, filterColumns, parameters);
  const order = orderBy(query.sort ?? '-startedAt', sortColumns, 'id DESC');
  return tx.query(runPage(narrowing, order), parameters);
}

const runCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total FROM import_run WHERE country = $1 ${narrowing}`,
);

export async function countRuns(
  tx: Transaction,
  country: string,
  { filter }: { filter?: string[] | undefined },
): Promise<number> {
  const parameters: unknown[] = [country];
  const narrowing = filterWhere(filter, importFilters, filterColumns, parameters);
  const [found] = await tx.query(runCount(narrowing), parameters);
  return found?.total ?? 0;
}

const runOf = statement(claim, `SELECT ${columns} FROM import_run WHERE country = $1 AND id = $2`);

export async function findRun(
  tx: Transaction,
  country: string,
  id: number,
): Promise<Run | undefined> {
  const [found] = await tx.query(runOf, [country, id]);
  return found;
}

const { importId, line, code, message, said, content } = importRejection;
const rejectionPage = statement(
  {
    ...{ line: 'bigint', code: 'text', message: 'text', said: 'text | null', content: 'text' },
    total: 'bigint',
  },
  (order) =>
    `SELECT line, code, message, said, left(content, 500) AS content, count(*) OVER () AS total
     FROM import_rejection
     WHERE import_id = $1 AND (line = ANY ($5::bigint[]) OR content ILIKE $4 OR code ILIKE $4)
     ${order} LIMIT $2 OFFSET $3`,
);

/** The caller has made sure that the import may be seen. */
export async function listRejections(
  tx: Transaction,
  id: number,
  query: OperationRequest<'import.rejections'>['query'],
  say: Say,
): Promise<(Rejection & { total: number })[]> {
  const { search, page, size } = query;
  const lines = await findLines(tx, id, search, say);
  const parameters = [id, size, page * size, containing(search), lines];
  const order = orderBy(query.sort, rejectionSortColumns, 'line');
  const found = await tx.query(rejectionPage(order), parameters);
  return found.map(({ said: words, ...row }) => ({
    ...row,
    message: sayStored({ message: row.message, said: readSaid(words) }, say),
  }));
}

export async function countRejections(
  tx: Transaction,
  id: number,
  search: string | undefined,
  say: Say,
): Promise<number> {
  const text = containing(search);
  const lines = await findLines(tx, id, search, say);
  const found = or(inArray(line, lines), ilike(content, text), ilike(code, text));
  return tx.$count(importRejection, and(eq(importId, id), found));
}

/** The lines whose reason holds the text in the reader's language, which the database doesn't have. */
async function findLines(
  tx: Transaction,
  id: number,
  search: string | undefined,
  say: Say,
): Promise<number[]> {
  if (!search) return [];
  const wanted = search.toLowerCase();
  const rows = await tx
    .select({ line, message, said })
    .from(importRejection)
    .where(eq(importId, id))
    .limit(keptRejections);
  const reasons = rows.map((row) => ({ ...row, said: readSaid(row.said) }));
  return reasons
    .filter((row) => sayStored(row, say).toLowerCase().includes(wanted))
    .map((row) => row.line);
}
