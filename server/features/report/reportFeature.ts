import type { Jobs } from '../../jobs/jobs.ts';
import type { ReportServices } from './report.routes.ts';
import { createReportService } from './report.service.ts';
import type { ReportDeps } from './reportDeps.ts';
import { createReportJobService } from './reportJobs.service.ts';
import { createReportWorker } from './reportWorker.ts';
import { createTellReport } from './tellReport.ts';

const jobSeconds = 30;
const sweepSeconds = 3600;

export interface ReportFeature extends ReportServices {
  /** Has this process make reports, so many at once. */
  work(jobs: Pick<Jobs, 'work'>, concurrency: number): void;
}

/** Reports as a whole: what answers calls, and what makes them. */
export function createReportFeature(
  deps: ReportDeps & { readonly maxInterruptions?: number },
): ReportFeature {
  const reports = createReportService(deps);
  const reportJobs = createReportJobService(deps, reports);
  return {
    reports,
    reportJobs,
    work(jobs, concurrency) {
      jobs.work(
        [
          { queue: 'report.make', concurrency, handle: createReportWorker(deps) },
          { queue: 'report.tell', concurrency: 1, handle: createTellReport(deps) },
        ],
        [
          { name: 'Looking for jobs that are due', seconds: jobSeconds, run: reportJobs.runDue },
          { name: 'Deleting old report files', seconds: sweepSeconds, run: reports.sweep },
        ],
      );
    },
  };
}
