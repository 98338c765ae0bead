import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/database/open.ts';
import type { DocumentDeps } from '../../server/features/document/documentDeps.ts';
import type { ReportDeps } from '../../server/features/report/reportDeps.ts';
import type { ReportEngine } from '../../server/features/report/reportEngine.ts';
import { createReportFeature } from '../../server/features/report/reportFeature.ts';
import { createReportFiles, type ReportFiles } from '../../server/features/report/reportFiles.ts';
import { createJobs } from '../../server/jobs/jobs.ts';
import { createTestArchive } from './archive.ts';

/**
 * Reports of as many numbered rows as `numberOfDays` says, a hundred at a time, of properties that
 * the account may see. A name that says so makes it fail, or take so many milliseconds for each batch.
 */
export const fakeEngine: ReportEngine = {
  featureOf: (type) =>
    type.startsWith('REVERSE') ? 'REPORT_REVERSE_FLOW' : 'REPORT_DEVICE_READING',
  checkDefinition: () => undefined,
  async openReport(database, { definition, accountId, signal }) {
    const { numberOfDays: total = 3, reportName } = definition;
    if (reportName.includes('broken')) throw new Error('The computation is broken.');
    const { rows } = await database.pool.query(
      'SELECT FROM property_access WHERE account_id = $1 LIMIT 1',
      [accountId],
    );
    if (rows.length === 0)
      throw Object.assign(new Error('no property'), { failure: 'NO_PROPERTY' });
    const pause = Number(/slow (\d+)/.exec(reportName)?.[1] ?? 0);
    async function* batches() {
      for (let from = 0; from < total; from += 100) {
        if (pause > 0) await sleep(pause, undefined, { ...(signal && { signal }) });
        const size = Math.min(100, total - from);
        yield Array.from({ length: size }, (_, at) => [from + at + 1]);
      }
    }
    return {
      table: { columns: [{ name: 'no', kind: 'integer', heading: 'No' }], batches: batches() },
      total,
    };
  },
  maxRows: (format) => (format === 'PDF' ? 250 : Number.POSITIVE_INFINITY),
  async writeReport({ table, onRows, signal }, sink) {
    let rows = 0;
    for await (const batch of table.batches) {
      signal?.throwIfAborted();
      sink.write(`${batch.join('\n')}\n`);
      rows += batch.length;
      onRows?.(rows);
    }
    await new Promise<void>((resolve) => sink.end(() => resolve()));
    return { rows };
  },
  fileNameOf: ({ reportName }, day) => `${reportName} ${day}.csv`,
};

type Given = Pick<ReportDeps & DocumentDeps, 'manifests' | 'mailer' | 'now'> & {
  readonly database: Database;
  readonly engine?: ReportEngine;
  readonly files?: ReportFiles;
  readonly maxInterruptions?: number;
  /** Where faults of the queue go; by default they fail the test. */
  readonly onFault?: (fault: unknown) => void;
};

/** Reports and the archive as main.ts puts them together, with jobs that aren't started. */
export function createTestReporting({ onFault, ...given }: Given) {
  const error = (fault: unknown) => {
    if (!onFault) throw new Error(`The queue had a fault: ${JSON.stringify(fault)}`);
    onFault(fault);
  };
  const logger = { error, warn: () => undefined, info: () => undefined };
  const jobs = createJobs(given.database, logger);
  const directory = path.join(tmpdir(), `meterhouse-reports-${randomBytes(6).toString('hex')}`);
  const parts = {
    jobs,
    engine: fakeEngine,
    logger,
    keepDays: 30,
    historyDays: 400,
    publicUrl: 'http://localhost',
    files: createReportFiles(directory),
    ...given,
  };
  const { archive } = createTestArchive({ ...given, jobs });
  return { jobs, reporting: createReportFeature(parts), archive, directory };
}
