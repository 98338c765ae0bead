import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { jobFailureSchema } from '../../../schemas/entities/jobQueue.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';

type Failure = OperationResponse<'jobs.failures'>['content'][number];

/** An error may drag whole files along. */
const maxCharacters = 2000;

// The queue's tables know no country, so the report or account that a job is about says it: what isn't
// about one of the country any more is nobody's to read.
const failedJobs = `pgboss.job
  LEFT JOIN report ON report.id = (job.data ->> 'report')::bigint
  JOIN account
    ON account.id = coalesce(report.account_id, (job.data ->> 'accountId')::bigint)
  WHERE job.state = 'failed' AND coalesce(report.country, account.country) = $1`;

const failurePage = statement(
  {
    id: 'text',
    failedAt: 'text',
    queue: narrow('text', jobFailureSchema.shape.queue),
    reportId: 'bigint | null',
    reportType: narrow('text', jobFailureSchema.shape.reportType),
    username: 'text',
    attempts: 'integer',
    reason: 'text',
    total: 'bigint',
  },
  // pg-boss nests what it says itself, such as that a job took too long.
  `SELECT job.id::text AS id, ${isoInstant('coalesce(completed_on, created_on)')} AS "failedAt",
     job.name AS queue, report.id AS "reportId",
     regexp_replace(definition ->> 'reportType', '_JOB$', '') AS "reportType", username,
     retry_count + 1 AS attempts,
     left(coalesce(output ->> 'message', output #>> '{value,message}', ''), ${maxCharacters})
       AS reason,
     count(*) OVER () AS total
   FROM ${failedJobs}
   ORDER BY coalesce(completed_on, created_on) DESC, job.id LIMIT $2 OFFSET $3`,
);

/** The failed jobs about reports and accounts of a country, the newest first; their reasons as they were thrown. */
export function listFailures(
  tx: Transaction,
  country: Country,
  { page, size }: OperationRequest<'jobs.failures'>['query'],
): Promise<(Failure & { total: number })[]> {
  return tx.query(failurePage, [country, size, page * size]);
}

const failureCount = statement(
  { count: 'bigint', newestAt: 'text | null' },
  `SELECT count(*) AS count, ${isoInstant('max(coalesce(completed_on, created_on))')} AS "newestAt"
   FROM ${failedJobs}`,
);

/** How many jobs about reports and accounts of a country have failed, and when the newest of them did. */
export async function countFailures(tx: Transaction, country: Country) {
  const [found] = await tx.query(failureCount, [country]);
  return found;
}
