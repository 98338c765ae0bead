import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Turn } from '../../workPool.ts';
import type { ReportEngine } from './reportEngine.ts';
import type { ReportFiles } from './reportFiles.ts';

/** What reports take of the portal. */
export interface ReportDeps {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send' | 'cancel'>;
  readonly engine: ReportEngine;
  readonly files: ReportFiles;
  readonly manifests: Pick<ManifestService, 'market' | 'words' | 'findOperationRefusal'>;
  readonly mailer: Mailer;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly publicUrl: string;
  /** How long a file is kept. */
  readonly keepDays: number;
  /** How long a report stays listed that has no file (any more). */
  readonly historyDays: number;
  readonly now: () => Date;
  /** Turns among the calls that this process answers; left out: it answers none. */
  readonly turn?: Turn;
}
