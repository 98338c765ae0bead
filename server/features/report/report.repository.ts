import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { reportFilters } from '../../../schemas/api/reports.ts';
import {
  type ReportDefinition,
  type ReportStatus,
  reportSchema,
} from '../../../schemas/entities/report.ts';
import { type ReportType, reportJobTypes } from '../../../schemas/kinds/reports.ts';
import { publishChange } from '../../changes/publish.repository.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { report } from '../../database/portalTables.ts';
import { narrow, statement } from '../../database/statement.ts';
import { pagedList } from '../pagedList.ts';
import { canMove, finished, statesBefore, unfinished } from './states.ts';

type Report = OperationResponse<'report.get'>;
export type ReportRow = typeof report.$inferSelect;

const owned = { accountId: report.accountId, jobId: report.jobId };

/** A job's list says how far its latest report is. */
async function tellOwner(
  tx: Transaction,
  { accountId, jobId }: Pick<ReportRow, 'accountId' | 'jobId'>,
): Promise<void> {
  if (jobId === null) await publishChange(tx, accountId, 'report.list');
  else await publishChange(tx, accountId, 'report.list', 'reportJob.list');
}

/** Keeps a report that is to be made; undefined when the job's day has one already. */
export async function insertReport(
  tx: Transaction,
  given: Pick<ReportRow, 'accountId' | 'country' | 'definition' | 'createdAt'> &
    Partial<Pick<ReportRow, 'jobId' | 'period'>>,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(report)
    .values({ ...given, status: 'AWAITED' })
    .onConflictDoNothing()
    .returning({ id: report.id, ...owned });
  if (row) await tellOwner(tx, row);
  return row?.id;
}

type Change = { readonly [Key in keyof ReportRow]?: ReportRow[Key] | SQL };

/**
 * Takes a report to another state, if it is in one from which it may get there (states.ts), and as
 * `given` says; answers whether it was. Of two who try at once one does.
 */
export async function moveReport(
  tx: Transaction,
  id: number,
  to: ReportStatus,
  change: Change = {},
  given: Partial<Pick<ReportRow, 'accountId' | 'attempt' | 'queueId'>> & {
    readonly from?: readonly ReportStatus[];
  } = {},
): Promise<boolean> {
  const { from = statesBefore(to), accountId, attempt, queueId } = given;
  const wrong = from.find((one) => !canMove(one, to));
  if (wrong) throw new Error(`No report goes from ${wrong} to ${to}.`);
  const [moved] = await tx
    .update(report)
    .set({ ...change, status: to })
    .where(
      and(
        eq(report.id, id),
        inArray(report.status, [...from]),
        accountId === undefined ? undefined : eq(report.accountId, accountId),
        attempt === undefined ? undefined : eq(report.attempt, attempt),
        queueId ? eq(report.queueId, queueId) : undefined,
      ),
    )
    .returning(owned);
  if (moved) await tellOwner(tx, moved);
  return moved !== undefined;
}

/** Notes how much is made; false when this attempt isn't the one that makes it (any more). */
export async function noteProgress(
  tx: Transaction,
  { id, attempt }: { id: number; attempt: number },
  progress: number,
): Promise<boolean> {
  const [noted] = await tx
    .update(report)
    .set({ progress })
    .where(and(eq(report.id, id), eq(report.attempt, attempt), eq(report.status, 'STARTED')))
    .returning(owned);
  if (noted) await tellOwner(tx, noted);
  return noted !== undefined;
}

export async function findRow(tx: Transaction, id: number): Promise<ReportRow | undefined> {
  const [row] = await tx.select().from(report).where(eq(report.id, id));
  return row;
}

/** An account's own; undefined for somebody else's as for none at all. */
export async function findOwnRow(
  tx: Transaction,
  accountId: number,
  id: number,
): Promise<ReportRow | undefined> {
  const row = await findRow(tx, id);
  return row?.accountId === accountId ? row : undefined;
}

/** What an account’s newest report of a type was made by. */
export async function findLatest(
  tx: Transaction,
  accountId: number,
  type: ReportType,
): Promise<ReportDefinition | undefined> {
  const [row] = await tx
    .select({ definition: report.definition })
    .from(report)
    .where(
      and(eq(report.accountId, accountId), sql`${report.definition} ->> 'reportType' = ${type}`),
    )
    .orderBy(desc(report.createdAt), desc(report.id))
    .limit(1);
  return row?.definition;
}

export function countUnfinished(tx: Transaction, accountId: number): Promise<number> {
  return tx.$count(
    report,
    and(eq(report.accountId, accountId), inArray(report.status, [...unfinished])),
  );
}

/** Deletes a report that nothing happens to any more; answers it as it was. */
export async function deleteReport(
  tx: Transaction,
  accountId: number,
  id: number,
): Promise<ReportRow | undefined> {
  const isDone = sql`${report.status} <> ALL (${sql.param([...unfinished])})`;
  const [row] = await tx
    .delete(report)
    .where(and(eq(report.id, id), eq(report.accountId, accountId), isDone))
    .returning();
  if (row) await tellOwner(tx, row);
  return row;
}

/** Forgets a report's file; the report stays. */
export async function dropFile(tx: Transaction, id: number): Promise<void> {
  const [dropped] = await tx
    .update(report)
    .set({ fileName: null, expiresAt: null })
    .where(eq(report.id, id))
    .returning(owned);
  if (dropped) await tellOwner(tx, dropped);
}

export function listExpired(tx: Transaction, now: Date): Promise<ReportRow[]> {
  return tx
    .select()
    .from(report)
    .where(and(isNotNull(report.fileName), lt(report.expiresAt, now)))
    .limit(1000);
}

const maxForgotten = 1000;

/** Forgets reports that ended before an instant and have no file; false while there may be more. */
export async function forgetOld(tx: Transaction, before: Date): Promise<boolean> {
  const ended = sql`coalesce(${report.finishedAt}, ${report.createdAt})`;
  const old = tx
    .select({ id: report.id })
    .from(report)
    .where(and(inArray(report.status, [...finished]), isNull(report.fileName), lt(ended, before)))
    .limit(maxForgotten);
  const { rowCount } = await tx.delete(report).where(inArray(report.id, old));
  return (rowCount ?? 0) < maxForgotten;
}

/** Those of the reports whose file, of this attempt, is there or being written. */
export async function listKept(
  tx: Transaction,
  ids: readonly number[],
): Promise<Pick<ReportRow, 'id' | 'attempt'>[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: report.id, attempt: report.attempt })
    .from(report)
    .where(
      and(
        sql`${report.id} = ANY (${sql.param([...ids])})`,
        sql`(${report.status} = 'STARTED' OR ${report.fileName} IS NOT NULL)`,
      ),
    );
}

const claim = {
  id: 'bigint',
  reportName: 'text',
  reportType: narrow('text', reportSchema.shape.reportType),
  jobType: narrow('text', reportSchema.shape.jobType),
  format: narrow('text', reportSchema.shape.format),
  status: narrow('text', reportSchema.shape.status),
  progress: 'smallint',
  failure: narrow('text', reportSchema.shape.failure),
  jobId: 'bigint | null',
  createdAt: 'text',
  finishedAt: 'text | null',
  expiresAt: 'text | null',
  rows: 'bigint | null',
  bytes: 'bigint | null',
  fileName: 'text | null',
} as const;

const name = `definition ->> 'reportName'`;
// A report that a job had made is of the same type as one that a person did.
const type = `regexp_replace(definition ->> 'reportType', '_JOB$', '')`;
const jobType = `CASE WHEN ${type} || '_JOB' IN ('${reportJobTypes.join("', '")}') THEN ${type} || '_JOB' END`;
const columns = `id, ${name} AS "reportName", ${type} AS "reportType", ${jobType} AS "jobType",
  coalesce(definition ->> 'format', 'CSV') AS format, status, progress, failure, job_id AS "jobId",
  ${isoInstant('created_at')} AS "createdAt", ${isoInstant('finished_at')} AS "finishedAt",
  ${isoInstant('expires_at')} AS "expiresAt", rows, bytes, file_name AS "fileName"`;

const filterColumns = {
  reportName: name,
  reportType: type,
  status: 'status',
  createdAt: 'created_at',
} as const satisfies Record<keyof typeof reportFilters, string>;

const sortColumns = {
  createdAt: 'created_at',
  reportName: name,
  status: 'status',
  rows: 'rows',
  bytes: 'bytes',
} as const satisfies Record<SortField<'report.list'>, string>;

const ownReport = statement(
  claim,
  `SELECT ${columns} FROM report WHERE account_id = $1 AND id = $2`,
);

export async function findReport(
  tx: Transaction,
  accountId: number,
  id: number,
): Promise<Report | undefined> {
  const [row] = await tx.query(ownReport, [accountId, id]);
  return row;
}

const reportPage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM report
     WHERE account_id = $1 AND ($2::bigint IS NULL OR job_id = $2) ${narrowing} ${order}`,
);

const list = pagedList(
  reportPage,
  { kinds: reportFilters, columns: filterColumns },
  { columns: sortColumns, otherwise: 'id DESC', usual: '-createdAt' },
);

export function listReports(
  tx: Transaction,
  accountId: number,
  { job, ...query }: OperationRequest<'report.list'>['query'],
): Promise<OperationResponse<'report.list'>> {
  return list(tx, [accountId, job ?? null], query);
}
