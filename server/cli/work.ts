import path from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import { createWelcoming } from '../features/account/welcoming.ts';
import { createAccountImport } from '../features/accountImport/accountImport.ts';
import { workOnAccessChanges } from '../features/administrator/accessChanges.ts';
import { createArchive } from '../features/document/archive.ts';
import { followSwitches } from '../features/module/followSwitches.ts';
import { createImportFolder } from '../features/readings/importFolder.ts';
import { createImporting } from '../features/readings/importing.ts';
import { createMeterMessages } from '../features/readings/meterMessages.ts';
import { reportEngine } from '../features/report/reportEngine.ts';
import { createReportFeature } from '../features/report/reportFeature.ts';
import { createReportFiles } from '../features/report/reportFiles.ts';
import { createWarnings } from '../features/warnings/warnings.ts';
import { createIdentity } from '../identity/createIdentity.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createLogger } from '../logging.ts';
import { createMailer } from '../mail/mailer.ts';
import { createManifestService } from '../manifests/serve/createManifestService.ts';
import { createFiles } from '../storage/files.ts';
import { openFileStore } from '../storage/openFileStore.ts';

/**
 * `portal work`: does what the queues hold, beside web processes with WORKERS=0 or alone, until it is
 * told to stop. Answers the exit code.
 */
export async function runWork(deps: {
  config: Config;
  database: Database;
  localesDirectory: string;
  print: (line: string) => void;
  stopping: AbortSignal;
}): Promise<number> {
  const { config, database, localesDirectory, print, stopping } = deps;
  const logger = createLogger(config.LOG_LEVEL);
  const now = () => new Date();
  const identity = await createIdentity({ config, database, logger });
  const manifests = await createManifestService({
    manifestsDirectory: config.MANIFESTS_DIR,
    localesDirectory,
    signIn: identity.signIn,
    development: config.NODE_ENV !== 'production',
  });
  const switches = await followSwitches(database, manifests);
  const jobs = createJobs(database, logger);
  await jobs.start();
  const mailer = createMailer(config, logger);
  const workers = Math.max(1, config.WORKERS);
  createReportFeature({
    database,
    jobs,
    engine: reportEngine,
    manifests,
    logger,
    now,
    files: createReportFiles(path.join(config.DATA_DIR, 'reports')),
    mailer,
    publicUrl: config.PUBLIC_URL,
    keepDays: config.REPORT_KEEP_DAYS,
    historyDays: config.REPORT_HISTORY_DAYS,
  }).work(jobs, workers);
  createWarnings({
    database,
    jobs,
    manifests,
    mailer,
    logger,
    now,
    publicUrl: config.PUBLIC_URL,
    smsGateway: config.smsGateway,
    webhookPrivateNetworks: config.WEBHOOK_PRIVATE_NETWORKS,
  }).work(jobs);
  const files = createFiles({ database, store: await openFileStore(config), now });
  createArchive({
    database,
    jobs,
    manifests,
    now,
    files,
    packageKeepDays: config.PACKAGE_KEEP_DAYS,
  }).work(jobs, 1);
  workOnAccessChanges(jobs, database);
  createWelcoming({
    database,
    identity,
    manifests,
    mailer,
    now,
    publicUrl: config.PUBLIC_URL,
  }).work(jobs);
  const takers = createAccountImport({ database, jobs, manifests });
  createImporting({ database, files, manifests, now, takers }).work(jobs);
  if (config.IMPORT_DIR !== undefined) {
    const folderDeps = { database, manifests, logger, now, takers };
    createImportFolder(config.IMPORT_DIR, folderDeps).work(jobs);
  }
  if (config.meters) {
    createMeterMessages(config.meters, { database, manifests, logger, now }).work(jobs);
  }
  print(`Working: ${workers} reports at once. End with SIGTERM or Ctrl+C.`);
  if (!stopping.aborted) {
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
  }
  await jobs.stop();
  await switches.stop();
  manifests.close();
  identity.close();
  return 0;
}
