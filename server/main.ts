import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp, createCallPool } from './app.ts';
import { createBackgroundWork } from './backgroundWork.ts';
import { createChanges } from './changes/changes.ts';
import { ConfigError, readConfig } from './config.ts';
import { startMaintenance } from './database/maintenance.ts';
import { migrate } from './database/migrate.ts';
import { DatabaseLockedError, openDatabase } from './database/open.ts';
import { listDemoUsernames } from './demo/accounts.ts';
import { demoPackageDays } from './demo/activity.ts';
import { listDemoMarkets } from './demo/demoMarkets.ts';
import type { DocumentOptions } from './demo/documents/demoDocuments.ts';
import { ensureDemo } from './demo/ensureDemo.ts';
import { createDrain } from './drain.ts';
import { createWelcoming } from './features/account/welcoming.ts';
import { createAccountImport } from './features/accountImport/accountImport.ts';
import { workOnAccessChanges } from './features/administrator/accessChanges.ts';
import { createArchive } from './features/document/archive.ts';
import { followSwitches } from './features/module/followSwitches.ts';
import { createImporting } from './features/readings/importing.ts';
import { reportEngine } from './features/report/reportEngine.ts';
import { createReportFeature } from './features/report/reportFeature.ts';
import { createReportFiles } from './features/report/reportFiles.ts';
import { createMarketLimits } from './features/warnings/marketLimits.ts';
import { createWarnings } from './features/warnings/warnings.ts';
import { createHandlers } from './handlers.ts';
import { createDoor } from './http/remoteAddress.ts';
import { readToEnd } from './http/unreadBodies.ts';
import { createIdentity } from './identity/createIdentity.ts';
import { demoPassword } from './identity/demoAccounts.ts';
import { createLimits } from './identity/limits.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import { createManifestService } from './manifests/serve/createManifestService.ts';
import { createAnnouncer, removeStatus } from './manifests/serve/status.ts';
import { isOffered, listMarkets } from './markets.ts';
import { createRecomputation } from './recomputation.ts';
import { createFiles } from './storage/files.ts';
import { openFileStore } from './storage/openFileStore.ts';
import { turnOf } from './workPool.ts';

/**
 * Starts the portal: opens and migrates the database, loads manifests and demo, listens, and on
 * SIGINT or SIGTERM shuts everything down in the reverse order. The only reader of process.env.
 */

const rendererDirectory = path.resolve(import.meta.dirname, '../dist/renderer');
const localesDirectory = path.resolve(import.meta.dirname, '../locales');
const realData = path.resolve(
  import.meta.dirname,
  '../tests/data/daiad-water-2016/daiad-water-2016.zip',
);
/** A list's filters may hold long texts of letters that take six bytes each in an address. */
const longestHeaderBytes = 32 * 1024;
/** Said by the bootstrap, which builds the pages meanwhile and says so when they are there. */
const pagesFollow = '--pages-follow';
const longestRequestMilliseconds = 2 * 3_600_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const pages = process.argv.includes(pagesFollow) ? hearOfPages() : undefined;
  const config = readConfig(process.env);
  const logger = pino({ level: config.LOG_LEVEL });
  const now = () => new Date();

  const database = await openDatabase(config, {
    checksRows: config.NODE_ENV !== 'production',
    holding: 'starting',
    onWait: (line) => say(`  ${line}`),
  });
  for (const notice of database.notices) say(`  ${notice}`);
  await migrate(database, { onProgress: (line) => say(`  ${line}`) });

  const limits = createLimits();
  const background = createBackgroundWork(logger);
  const identity = await createIdentity({
    ...{ config, database, logger, limits, now },
    listDemoUsernames: () => listDemoUsernames(listDemoMarkets(listMarkets(manifests.market))),
  });
  const manifests = await createManifestService({
    manifestsDirectory: config.MANIFESTS_DIR,
    localesDirectory,
    signIn: identity.signIn,
    development: config.NODE_ENV !== 'production',
    onLoad: createAnnouncer(config.DATA_DIR, config.MANIFESTS_DIR, say),
  });
  const switches = await followSwitches(database, manifests);
  const files = createFiles({ database, store: await openFileStore(config), now });
  const offers: DocumentOptions['offers'] = (country, type) =>
    isOffered(manifests.market(country), 'documentType', type);
  const demo = config.DEMO
    ? await ensureDemo(database, {
        markets: listMarkets(manifests.market),
        log: (line) => say(`  ${line}`),
        now,
        documents: { files, words: manifests.words, offers },
        defaultsOf: createMarketLimits(manifests),
        ...(existsSync(realData) && { realData }),
        // With an external provider the accounts wait for their owners' first sign-in.
        ...(config.OIDC_ISSUER === undefined && { password: demoPassword }),
      })
    : undefined;

  await pages;
  const recomputation = createRecomputation(database, logger);
  const jobs = createJobs(database, logger);
  await jobs.start();
  const mailer = createMailer(config, logger);
  const calls = createCallPool(database.pool.options.max);
  const reportParts = {
    ...{ database, jobs, engine: reportEngine, manifests, mailer, logger, now },
    files: createReportFiles(path.join(config.DATA_DIR, 'reports')),
    publicUrl: config.PUBLIC_URL,
    keepDays: config.REPORT_KEEP_DAYS,
    historyDays: config.REPORT_HISTORY_DAYS,
    turn: turnOf(calls, 'reports'),
  };
  const reporting = createReportFeature(reportParts);
  const warnings = createWarnings({
    ...{ database, jobs, manifests, mailer, logger, now },
    publicUrl: config.PUBLIC_URL,
    smsGateway: config.smsGateway,
    webhookPrivateNetworks: config.WEBHOOK_PRIVATE_NETWORKS,
  });
  const archiveParts = { database, jobs, manifests, files };
  const archive = createArchive({
    ...{ ...archiveParts, now },
    packageKeepDays: config.PACKAGE_KEEP_DAYS,
  });
  const changes = createChanges(database);
  const server = createServer({ maxHeaderSize: longestHeaderBytes });
  const drain = createDrain(server);
  const app = createApp({
    database,
    manifests,
    identity,
    handlers: createHandlers({
      ...{
        database,
        manifests,
        identity,
        limits,
        background,
        now,
        mailer,
        jobs,
        reporting,
        archive,
      },
      publicUrl: config.PUBLIC_URL,
      stopping: drain.signal,
      phoneMessages: config.smsGateway !== undefined,
      webhookPrivateNetworks: config.WEBHOOK_PRIVATE_NETWORKS,
    }),
    logger,
    publicUrl: config.PUBLIC_URL,
    securityContact: config.SECURITY_CONTACT,
    ...(existsSync(rendererDirectory) && { rendererDirectory }),
    checkResponses: config.NODE_ENV !== 'production',
    stopping: drain.signal,
    outdatedDevices: recomputation.outdated,
    queueDepths: jobs.depths,
    calls,
    changes,
  });

  const listener = getRequestListener(app.fetch);
  const noteAddress = createDoor(config.TRUSTED_PROXIES);
  server.on('request', (request, response) => {
    noteAddress(request);
    readToEnd(request, response);
    if (identity.provider && request.url?.match(/^\/oidc(\/|$|\?)/)) {
      identity.provider(request, response);
    } else {
      void listener(request, response);
    }
  });
  // A large file takes longer to import than the five minutes that Node gives a request.
  server.requestTimeout = longestRequestMilliseconds;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  database.admit();
  say(`Meterhouse is ready: ${config.PUBLIC_URL}`);
  demo?.continueInBackground({
    reportingAt: (then) => createReportFeature({ ...reportParts, now: then }),
    packagesAt: (then) =>
      createArchive({ ...archiveParts, now: then, packageKeepDays: demoPackageDays }).packages,
  });
  if (config.WORKERS > 0) {
    reporting.work(jobs, config.WORKERS);
    warnings.work(jobs);
    archive.work(jobs, 1);
    workOnAccessChanges(jobs, database);
    createWelcoming({
      ...{ database, identity, manifests, mailer, now },
      publicUrl: config.PUBLIC_URL,
    }).work(jobs);
    createImporting({
      ...{
        database,
        files,
        manifests,
        now,
        takers: createAccountImport({ database, jobs, manifests }),
      },
      turn: turnOf(calls, 'imports'),
    }).work(jobs);
  }
  background.run('Computing figures anew', () => recomputation.run(drain.signal));
  const maintenance = startMaintenance(database, (error) =>
    logger.warn({ error }, 'The embedded database could not be maintained; the next look goes on'),
  );

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    await Promise.all([drain.stop(), demo?.stop(), jobs.rest()]);
    await jobs.stop();
    await maintenance.stop();
    await switches.stop();
    manifests.close();
    removeStatus(config.DATA_DIR);
    identity.close();
    await background.idle();
    await changes.stop();
    await database.close();
  };
  // Not once: a second signal would then kill the process while the database is being closed.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Resolves once the bootstrap has built the pages; without it the portal ends, too. */
async function hearOfPages(): Promise<void> {
  const end = () => process.exit(1);
  process.once('disconnect', end);
  await once(process, 'message');
  process.off('disconnect', end);
  process.disconnect?.();
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof DatabaseLockedError;
  process.stderr.write(`${isExpected ? (error as Error).message : describe(error)}\n`);
  process.exit(2);
});

function describe(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop it, or set PORT to a free one.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
