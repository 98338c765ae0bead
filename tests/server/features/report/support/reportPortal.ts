import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Hono } from 'hono';
import { expect, vi } from 'vitest';
import { type OperationId, operations } from '../../../../../schemas/api/operations.ts';
import type { Feature, Role } from '../../../../../schemas/entities/access.ts';
import { languageOf } from '../../../../../schemas/entities/languages.ts';
import type { ReportDefinition } from '../../../../../schemas/entities/report.ts';
import type { Database } from '../../../../../server/database/open.ts';
import { AppError } from '../../../../../server/errors.ts';
import { createJobHandlers } from '../../../../../server/features/jobs/jobs.routes.ts';
import { createPresetHandlers } from '../../../../../server/features/report/presets.routes.ts';
import { createReportHandlers } from '../../../../../server/features/report/report.routes.ts';
import type { Handlers } from '../../../../../server/http/handler.ts';
import { mountOperations } from '../../../../../server/http/mount.ts';
import { findOwner } from '../../../../../server/identity/owner.repository.ts';
import type { Mail } from '../../../../../server/mail/mailer.ts';
import type { ManifestDirectories } from '../../../../../server/manifests/read/load.ts';
import { createManifestService } from '../../../../../server/manifests/serve/createManifestService.ts';
import { createWorkPool } from '../../../../../server/workPool.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../../support/builders.ts';
import { createTestReporting } from '../../../../support/reporting.ts';
import { realDirectories } from '../../../manifests/directories.ts';

interface Asked {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type ReportPortal = Awaited<ReturnType<typeof startReportPortal>>;

const features: Feature[] = ['REPORT_DEVICE_READING', 'REPORT_REVERSE_FLOW', 'REPORT_JOB'];

export const aReport: ReportDefinition = {
  reportName: 'Readings',
  reportType: 'DEVICE_READING',
  format: 'CSV',
  startDate: '2026-10-01',
  endDate: '2026-10-31',
};
export const aJob: ReportDefinition = {
  reportName: 'Monthly',
  reportType: 'DEVICE_READING_JOB',
  format: 'CSV',
  timeBackwards: 31,
  generationDay: 1,
};

/** The report calls behind real rights, with a clock that a test sets; the bearer is an account's id. */
export async function startReportPortal(
  database: Database,
  directories: ManifestDirectories = realDirectories,
) {
  const state = { now: new Date('2026-11-10T10:00:00Z'), isMailDown: false };
  const mails: Mail[] = [];
  const faults: unknown[] = [];
  const now = () => state.now;
  const manifests = await createManifestService({
    ...directories,
    signIn: { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never,
  });
  const mailer = {
    async send(mail: Mail) {
      if (state.isMailDown) throw new Error('The mail server is down.');
      mails.push(mail);
    },
  };
  const work = createTestReporting({
    database,
    manifests,
    mailer,
    now,
    onFault: (fault) => faults.push(fault),
  });
  const { jobs, reporting, directory } = work;
  await jobs.start();

  const app = new Hono();
  mountOperations({
    app,
    handlers: {
      ...createReportHandlers({ database, manifests, now, reporting }),
      ...createPresetHandlers({ database, reporting, manifests }),
      ...createJobHandlers({ database, jobs, now }),
    } as Handlers,
    identity: {
      authenticate: async (header) => {
        const owner =
          header && (await findOwner(database.statements, Number(header.split(' ')[1])));
        if (!owner) return undefined;
        const { accountId, username, email: mail, country, locale, subject } = owner;
        const user = { username, userId: username, mail, country, language: languageOf(locale) };
        const { roles: groups, features: held } = subject;
        return {
          accountId,
          subject,
          user: { ...user, groups: [...groups], features: [...held] },
        };
      },
    },
    manifests: {
      findOperationRefusal: manifests.findOperationRefusal,
      // Forms have tests of their own.
      findSubmissionFaults: () => [],
      licensingFeatures: manifests.licensingFeatures,
      market: manifests.market,
    },
    calls: createWorkPool({ slots: 3, perOwner: 3, maxWaiting: 200 }),
    checkResponses: true,
  });
  app.onError((error, http) => {
    if (error instanceof AppError) return http.json(error.toBody(), error.status);
    throw error;
  });

  async function request(account: number | undefined, id: OperationId, asked: Asked = {}) {
    const { method, path } = operations[id];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => `${asked.params?.[name]}`);
    return app.request(`${filled}?${new URLSearchParams(asked.query)}`, {
      method,
      headers: {
        ...(account !== undefined && { authorization: `Bearer ${account}` }),
        'content-type': 'application/json',
      },
      ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
    });
  }

  /** The answer, whatever it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  async function call(account: number | undefined, id: OperationId, asked?: Asked): Promise<any> {
    const response = await request(account, id, asked);
    return { httpStatus: response.status, ...(await response.json()) };
  }

  let accounts = 0;
  return Object.assign(state, {
    database,
    jobs,
    reporting,
    mails,
    faults,
    request,
    call,
    files: () => readdirSync(directory, { encoding: 'utf8' }),
    /** Somebody with one property, and all that reports need, unless said otherwise. */
    async addUser(given: { features?: Feature[]; roles?: Role[]; level?: 1 | 2 } = {}) {
      accounts += 1;
      const id = await addAccount(database, `user-${accounts}`);
      const property = await addProperty(database, { id: 1000 + accounts });
      const granted = await addPackage(database, given.features ?? features);
      await grantAccess(database, id, granted, [property]);
      await database.pool.query('UPDATE account SET roles = $2, level = $3 WHERE id = $1', [
        ...[id, ['portal_user', ...(given.roles ?? [])], given.level ?? 1],
      ]);
      return { id, property };
    },
    async create(account: number, change: Partial<ReportDefinition> = {}): Promise<number> {
      const answer = await call(account, 'report.create', { body: { ...aReport, ...change } });
      expect(answer).toMatchObject({ httpStatus: 200 });
      return answer.id;
    },
    async createJob(account: number, change: Partial<ReportDefinition> = {}): Promise<number> {
      const answer = await call(account, 'reportJob.create', { body: { ...aJob, ...change } });
      expect(answer).toMatchObject({ httpStatus: 200 });
      return answer.id;
    },
    work: (concurrency = 2) => reporting.work(jobs, concurrency),
    async statusOf(account: number, report: number): Promise<string> {
      return (await call(account, 'report.get', { params: { report } })).status;
    },
    async until(account: number, report: number, status: string): Promise<void> {
      await vi.waitFor(
        async () =>
          expect(await call(account, 'report.get', { params: { report } })).toMatchObject({
            status,
          }),
        { interval: 30 },
      );
    },
    async stop() {
      await jobs.stop();
      manifests.close();
      await rm(directory, { recursive: true, force: true });
    },
  });
}
