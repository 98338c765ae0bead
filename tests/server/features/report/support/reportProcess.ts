import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../../../server/database/open.ts';
import type { AppError } from '../../../../../server/errors.ts';
import { createReportFiles } from '../../../../../server/features/report/reportFiles.ts';
import { createMailer } from '../../../../../server/mail/mailer.ts';
import { createManifestService } from '../../../../../server/manifests/serve/createManifestService.ts';
import type { Session } from '../../../../../server/session.ts';
import { createTestReporting, fakeEngine } from '../../../../support/reporting.ts';
import { realDirectories } from '../../../manifests/directories.ts';

/**
 * A portal that makes reports, to be killed: `reportProcess.ts DIRECTORY URL ACCOUNT COUNT`. It asks
 * for COUNT reports itself, and says on a line each what the one before left behind, what it has begun
 * and what was promised.
 */

const [directory = '', url = '', account = '', count = '0'] = process.argv.slice(2);
const say = (...words: unknown[]) => process.stdout.write(`${words.join(' ')}\n`);

const database = await openDatabase(
  url ? { DATABASE_URL: url, DATA_DIR: directory } : { DATA_DIR: directory },
);
const manifests = await createManifestService({
  ...realDirectories,
  signIn: { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never,
});
const mailer = createMailer(
  { DATA_DIR: directory, PUBLIC_URL: 'http://localhost' },
  { info: () => undefined },
);
const { jobs, reporting } = createTestReporting({
  database,
  manifests,
  mailer,
  now: () => new Date(),
  files: createReportFiles(path.join(directory, 'reports')),
  engine: {
    ...fakeEngine,
    openReport(given, asked) {
      say('begun', asked.definition.reportName.split(' ').at(-1));
      return fakeEngine.openReport(given, asked);
    },
  },
  maxInterruptions: 1000,
  onFault: (fault) =>
    say('fault', JSON.stringify((fault as { err?: Error }).err?.message ?? fault)),
});
const { rows: left } = await database.pool.query(
  `SELECT definition ->> 'reportName' AS name FROM report WHERE status = 'STARTED'`,
);
await jobs.start();
for (const { name } of left) say('left', name.split(' ').at(-1));
reporting.work(jobs, 2);
say('ready');

const session = {
  accountId: Number(account),
  user: { country: 'PL' },
} as Session;
for (let made = 0; made < Number(count); made += 1) {
  try {
    const id = await reporting.reports.create(session, {
      reportName: `slow 15 ${process.pid}-${made}`,
      reportType: 'DEVICE_READING',
      numberOfDays: 1000,
      sendEmailAfterGeneration: true,
    });
    say('promised', id);
  } catch (error) {
    // Killed more often than reports are made, those before have to end first.
    if ((error as AppError).code !== 'TOO_MANY_REQUESTS') throw error;
  }
  await sleep(Math.random() * 100);
}
