import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { createCallPool } from './app.ts';
import { type BackgroundWork, createBackgroundWork } from './backgroundWork.ts';
import { type Changes, createChanges } from './changes/changes.ts';
import type { Config } from './config.ts';
import { migrate } from './database/migrate.ts';
import { type Database, openDatabase } from './database/open.ts';
import { listDemoUsernames } from './demo/accounts.ts';
import { listDemoMarkets } from './demo/demoMarkets.ts';
import { ensureDemo, type RunningDemo } from './demo/ensureDemo.ts';
import { followSwitches } from './features/module/followSwitches.ts';
import { createMarketLimits } from './features/warnings/marketLimits.ts';
import { createIdentity } from './identity/createIdentity.ts';
import { demoPassword } from './identity/demoAccounts.ts';
import type { Identity } from './identity/identity.ts';
import { createLimits, type Limits } from './identity/limits.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createLogger } from './logging.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createManifestService } from './manifests/serve/createManifestService.ts';
import type { ManifestService } from './manifests/serve/service.ts';
import { createAnnouncer, removeStatus } from './manifests/serve/status.ts';
import { isOffered, listMarkets } from './markets.ts';
import { createFiles, type Files } from './storage/files.ts';
import { openFileStore } from './storage/openFileStore.ts';
import type { WorkPool } from './workPool.ts';

const localesDirectory = path.resolve(import.meta.dirname, '../locales');
const realData = path.resolve(
  import.meta.dirname,
  '../tests/data/daiad-water-2016/daiad-water-2016.zip',
);

/** What all features stand on. */
export interface Portal {
  readonly config: Config;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly database: Database;
  readonly limits: Limits;
  readonly background: BackgroundWork;
  readonly identity: Identity;
  readonly manifests: ManifestService;
  readonly files: Files;
  readonly demo: RunningDemo | undefined;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** Where calls, reports and imports wait for their turn. */
  readonly calls: WorkPool;
  readonly changes: Changes;
  /** After everything that uses it has ended. */
  close(): Promise<void>;
}

/** Opens and migrates the database, loads manifests and demo: each thing after those that it needs. */
export async function openPortal(
  config: Config,
  { say, pages }: { say: (line: string) => void; pages: Promise<void> | undefined },
): Promise<Portal> {
  const logger = createLogger(config.LOG_LEVEL);
  const now = () => new Date();
  const log = (line: string) => say(`  ${line}`);

  const database = await openDatabase(config, {
    checksRows: config.NODE_ENV !== 'production',
    holding: 'starting',
    onWait: log,
  });
  for (const notice of database.notices) log(notice);
  await migrate(database, { onProgress: log });

  const limits = createLimits();
  const background = createBackgroundWork(logger);
  const identity = await createIdentity({
    config,
    database,
    logger,
    limits,
    now,
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
  const demo = config.DEMO
    ? await ensureDemo(database, {
        markets: listMarkets(manifests.market),
        log,
        now,
        documents: {
          files,
          words: manifests.words,
          offers: (country, type) => isOffered(manifests.market(country), 'documentType', type),
        },
        defaultsOf: createMarketLimits(manifests),
        ...(existsSync(realData) && { realData }),
        // With an external provider the accounts wait for their owners' first sign-in.
        ...(config.OIDC_ISSUER === undefined && { password: demoPassword }),
      })
    : undefined;

  await pages;
  const jobs = createJobs(database, logger, { works: config.WORKERS > 0 });
  await jobs.start();
  const changes = createChanges(database);

  return {
    config,
    logger,
    now,
    database,
    limits,
    background,
    identity,
    manifests,
    files,
    demo,
    jobs,
    mailer: createMailer(config, logger),
    calls: createCallPool(database.pool.options.max),
    changes,
    async close() {
      await jobs.stop();
      await switches.stop();
      manifests.close();
      removeStatus(config.DATA_DIR);
      identity.close();
      await background.idle();
      await changes.stop();
      await database.close();
    },
  };
}
