import { importFilters } from '../../../schemas/api/imports.ts';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import type { Transaction } from '../../database/open.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';

type Run = OperationResponse<'import.get'>;
type Rejection = OperationResponse<'import.rejections'>['content'][number];

const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const columns = `id, kind, file_name AS "fileName", imported_by AS "importedBy", status,
  ${iso('started_at')} AS "startedAt", ${iso('finished_at')} AS "finishedAt", lines, accepted,
  duplicates, rejected`;

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

export function listRuns(
  tx: Transaction,
  country: string,
  query: OperationRequest<'import.list'>['query'],
): Promise<(Run & { total: number })[]> {
  const parameters: unknown[] = [country, query.size, query.page * query.size];
  return tx.query(
    `SELECT ${columns}, count(*) OVER () AS total FROM import_run
     WHERE country = $1 ${filterWhere(query.filter, importFilters, filterColumns, parameters)}
     ${orderBy(query.sort ?? '-startedAt', sortColumns, 'id DESC')} LIMIT $2 OFFSET $3`,
    parameters,
  );
}

export async function countRuns(
  tx: Transaction,
  country: string,
  { filter }: { filter?: string[] | undefined },
): Promise<number> {
  const parameters: unknown[] = [country];
  const [found] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM import_run
     WHERE country = $1 ${filterWhere(filter, importFilters, filterColumns, parameters)}`,
    parameters,
  );
  return found?.total ?? 0;
}

export async function findRun(
  tx: Transaction,
  country: string,
  id: number,
): Promise<Run | undefined> {
  const [found] = await tx.query<Run>(
    `SELECT ${columns} FROM import_run WHERE country = $1 AND id = $2`,
    [country, id],
  );
  return found;
}

/** The caller has made sure that the import may be seen. */
export function listRejections(
  tx: Transaction,
  id: number,
  query: OperationRequest<'import.rejections'>['query'],
): Promise<(Rejection & { total: number })[]> {
  return tx.query(
    `SELECT line, code, message, content, count(*) OVER () AS total FROM import_rejection
     WHERE import_id = $1 AND (message ILIKE $4 OR content ILIKE $4 OR code ILIKE $4)
     ${orderBy(query.sort, rejectionSortColumns, 'line')} LIMIT $2 OFFSET $3`,
    [id, query.size, query.page * query.size, containing(query.search)],
  );
}

export async function countRejections(
  tx: Transaction,
  id: number,
  search: string | undefined,
): Promise<number> {
  const [found] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM import_rejection
     WHERE import_id = $1 AND (message ILIKE $2 OR content ILIKE $2 OR code ILIKE $2)`,
    [id, containing(search)],
  );
  return found?.total ?? 0;
}

/** The rejections behind a line, some thousands at a time. */
export function listRejectionsAfter(
  tx: Transaction,
  id: number,
  line: number,
): Promise<Rejection[]> {
  return tx.query(
    `SELECT line, code, message, content FROM import_rejection
     WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT 5000`,
    [id, line],
  );
}
