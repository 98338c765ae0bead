import path from 'node:path';
import { demoPackageDays } from './demo/activity.ts';
import { createWelcoming } from './features/account/welcoming.ts';
import { createAccountImport } from './features/accountImport/accountImport.ts';
import { workOnAccessChanges } from './features/administrator/accessChanges.ts';
import { createArchive } from './features/document/archive.ts';
import { createImportFolder } from './features/readings/importFolder.ts';
import { createImporting } from './features/readings/importing.ts';
import { createMeterMessages } from './features/readings/meterMessages.ts';
import { reportEngine } from './features/report/reportEngine.ts';
import { createReportFeature } from './features/report/reportFeature.ts';
import { createReportFiles } from './features/report/reportFiles.ts';
import { createWarnings } from './features/warnings/warnings.ts';
import { createHandlers } from './handlers.ts';
import type { Handlers } from './http/handler.ts';
import type { Portal } from './openPortal.ts';
import { turnOf } from './workPool.ts';

export interface Features {
  /** What answers calls; long ones end when `stopping` is aborted. */
  createHandlers(stopping: AbortSignal): Handlers;
  /** Has this process do what features leave for later. */
  work(workers: number): void;
  /** Has the demo go on with what takes features to make. */
  continueDemo(): void;
}

/** The features by what each hands over: answers, work that waits in queues, and what fills the demo. */
export function createFeatures(portal: Portal): Features {
  const { config, database, identity, manifests, files, jobs, mailer, logger, now, calls } = portal;
  const publicUrl = config.PUBLIC_URL;
  const reportDeps = {
    database,
    jobs,
    engine: reportEngine,
    manifests,
    mailer,
    logger,
    now,
    files: createReportFiles(path.join(config.DATA_DIR, 'reports')),
    publicUrl,
    keepDays: config.REPORT_KEEP_DAYS,
    historyDays: config.REPORT_HISTORY_DAYS,
    turn: turnOf(calls, 'reports'),
  };
  const reporting = createReportFeature(reportDeps);
  const warnings = createWarnings({
    database,
    jobs,
    manifests,
    mailer,
    logger,
    now,
    publicUrl,
    smsGateway: config.smsGateway,
    webhookPrivateNetworks: config.WEBHOOK_PRIVATE_NETWORKS,
  });
  const archiveDeps = { database, jobs, manifests, files };
  const archive = createArchive({ ...archiveDeps, now, packageKeepDays: config.PACKAGE_KEEP_DAYS });
  const welcoming = createWelcoming({ database, identity, manifests, mailer, now, publicUrl });
  const takers = createAccountImport({ database, jobs, manifests });
  const turn = turnOf(calls, 'imports');
  const importing = createImporting({ database, files, manifests, now, takers, turn });
  const importFolder =
    config.IMPORT_DIR === undefined
      ? undefined
      : createImportFolder(config.IMPORT_DIR, { ...portal, takers, turn });
  const meterMessages = config.meters && createMeterMessages(config.meters, { ...portal, turn });

  return {
    createHandlers: (stopping) =>
      createHandlers({
        ...portal,
        reporting,
        archive,
        publicUrl,
        stopping,
        phoneMessages: config.smsGateway !== undefined,
        webhookPrivateNetworks: config.WEBHOOK_PRIVATE_NETWORKS,
      }),
    work(workers) {
      reporting.work(jobs, workers);
      warnings.work(jobs);
      archive.work(jobs, 1);
      workOnAccessChanges(jobs, database);
      welcoming.work(jobs);
      importing.work(jobs);
      importFolder?.work(jobs);
      meterMessages?.work(jobs);
    },
    continueDemo() {
      portal.demo?.continueInBackground({
        reportingAt: (then) => createReportFeature({ ...reportDeps, now: then }),
        packagesAt: (then) =>
          createArchive({ ...archiveDeps, now: then, packageKeepDays: demoPackageDays }).packages,
      });
    },
  };
}
