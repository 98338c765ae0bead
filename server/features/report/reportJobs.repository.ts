import { and, eq } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { reportJobSchema } from '../../../schemas/entities/report.ts';
import { publishChange } from '../../changes/publish.repository.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { reportJob } from '../../database/portalTables.ts';
import { narrow, statement } from '../../database/statement.ts';
import { orderBy } from '../paging.ts';

type ReportJob = OperationResponse<'reportJob.get'>;
export type JobRow = typeof reportJob.$inferSelect;

export async function insertJob(
  tx: Transaction,
  given: Pick<JobRow, 'accountId' | 'country' | 'definition' | 'createdAt' | 'nextRun'>,
): Promise<number> {
  const [row] = await tx.insert(reportJob).values(given).returning({ id: reportJob.id });
  if (!row) throw new Error(`The job of account ${given.accountId} was not kept.`);
  await publishChange(tx, given.accountId, 'reportJob.list');
  return row.id;
}

const isOwn = (accountId: number, id: number) =>
  and(eq(reportJob.id, id), eq(reportJob.accountId, accountId));

/** An account's own; undefined for somebody else's as for none at all. */
export async function findOwnJob(
  tx: Transaction,
  accountId: number,
  id: number,
): Promise<JobRow | undefined> {
  const [row] = await tx.select().from(reportJob).where(isOwn(accountId, id));
  return row;
}

/** Answers whether there was one to change. */
export async function changeJob(
  tx: Transaction,
  accountId: number,
  id: number,
  change: Partial<Pick<JobRow, 'definition' | 'isPaused' | 'nextRun'>>,
): Promise<boolean> {
  const { rowCount } = await tx.update(reportJob).set(change).where(isOwn(accountId, id));
  if (rowCount === 1) await publishChange(tx, accountId, 'reportJob.list');
  return rowCount === 1;
}

export async function deleteJob(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx.delete(reportJob).where(isOwn(accountId, id));
  if (rowCount === 1) await publishChange(tx, accountId, 'reportJob.list');
  return rowCount === 1;
}

export function countJobsOf(tx: Transaction, accountId: number): Promise<number> {
  return tx.$count(reportJob, eq(reportJob.accountId, accountId));
}

const dueJob = statement(
  { id: 'bigint', isBlocked: 'boolean' },
  `SELECT job.id, account.id IS NULL OR disabled_at IS NOT NULL AS "isBlocked"
   FROM report_job job LEFT JOIN account ON account.id = account_id
   WHERE job.country = $1 AND next_run <= $2::date AND NOT is_paused
   ORDER BY next_run, job.id LIMIT 1 FOR UPDATE OF job SKIP LOCKED`,
);

/** A job of a country whose day has come, held until the transaction ends: nobody else gets it. */
export async function takeDueJob(
  tx: Transaction,
  country: string,
  due: string,
): Promise<(JobRow & { isBlocked: boolean }) | undefined> {
  const [found] = await tx.query(dueJob, [country, due]);
  if (!found) return undefined;
  const [row] = await tx.select().from(reportJob).where(eq(reportJob.id, found.id));
  return row && { ...row, isBlocked: found.isBlocked };
}

export async function writeNextRun(tx: Transaction, id: number, nextRun: string): Promise<void> {
  const [written] = await tx
    .update(reportJob)
    .set({ nextRun })
    .where(eq(reportJob.id, id))
    .returning({ accountId: reportJob.accountId });
  if (written) await publishChange(tx, written.accountId, 'reportJob.list');
}

const claim = {
  id: 'bigint',
  reportName: 'text',
  reportType: narrow('text', reportJobSchema.shape.reportType),
  format: narrow('text', reportJobSchema.shape.format),
  generationDay: 'integer',
  isPaused: 'boolean',
  nextRun: 'date | null',
  lastStatus: narrow('text', reportJobSchema.shape.lastStatus),
  lastRunAt: 'text | null',
} as const;

const name = `job.definition ->> 'reportName'`;
const day = `(job.definition ->> 'generationDay')::integer`;
const columns = `job.id, ${name} AS "reportName", job.definition ->> 'reportType' AS "reportType",
  coalesce(job.definition ->> 'format', 'CSV') AS format, ${day} AS "generationDay",
  is_paused AS "isPaused", CASE WHEN NOT is_paused THEN next_run END AS "nextRun",
  latest.status AS "lastStatus", ${isoInstant('latest.created_at')} AS "lastRunAt"`;
const source = `report_job job LEFT JOIN LATERAL (
    SELECT status, created_at FROM report WHERE job_id = job.id
    ORDER BY created_at DESC, report.id DESC LIMIT 1
  ) AS latest ON true`;

const sortColumns = {
  reportName: name,
  generationDay: day,
} as const satisfies Record<SortField<'reportJob.list'>, string>;

const jobPage = statement(
  { ...claim, total: 'bigint' },
  (order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM ${source}
     WHERE job.account_id = $1 ${order} LIMIT $2 OFFSET $3`,
);

export function listJobsOf(
  tx: Transaction,
  accountId: number,
  { page, size, sort }: OperationRequest<'reportJob.list'>['query'],
): Promise<(ReportJob & { total: number })[]> {
  const order = orderBy(sort, sortColumns, 'job.id');
  return tx.query(jobPage(order), [accountId, size, page * size]);
}

const ownJob = statement(
  claim,
  `SELECT ${columns} FROM ${source} WHERE job.account_id = $1 AND job.id = $2`,
);

export async function findJob(
  tx: Transaction,
  accountId: number,
  id: number,
): Promise<ReportJob | undefined> {
  const [row] = await tx.query(ownJob, [accountId, id]);
  return row;
}
