import type { Jobs } from '../../jobs/jobs.ts';
import { createDownloads } from '../download/downloads.ts';
import { createDocumentService } from './document.service.ts';
import type { DocumentDeps } from './documentDeps.ts';
import { createMakePackage } from './makePackage.ts';
import { createPackageService } from './packages.service.ts';

const sweepSeconds = 3600;

export type Archive = ReturnType<typeof createArchive>;

/** The document archive as a whole: what answers calls, and what makes packages. */
export function createArchive(deps: DocumentDeps & { readonly maxInterruptions?: number }) {
  const { database, manifests, files } = deps;
  const downloads = createDownloads(deps);
  const packages = createPackageService({ ...deps, downloads });
  return {
    files,
    packages,
    documents: createDocumentService({ database, manifests, files, downloads }),
    /** Has this process make packages, so many at once. */
    work(jobs: Pick<Jobs, 'work'>, concurrency: number): void {
      jobs.work(
        [{ queue: 'package.make', concurrency, handle: createMakePackage(deps) }],
        [{ name: 'Deleting old packages', seconds: sweepSeconds, run: packages.sweep }],
      );
    },
  };
}
