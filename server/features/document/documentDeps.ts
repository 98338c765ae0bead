import type { Database } from '../../database/open.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Files } from '../../storage/files.ts';

/** What the archive takes of the portal. */
export interface DocumentDeps {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send' | 'cancel'>;
  readonly files: Files;
  readonly manifests: Pick<
    ManifestService,
    'market' | 'findOperationRefusal' | 'licensingFeatures'
  >;
  /** How long a package is kept. */
  readonly packageKeepDays: number;
  readonly now: () => Date;
}

/** What fits into a package. */
export const packageLimits = { documents: 10_000, bytes: 5_000_000_000 } as const;
