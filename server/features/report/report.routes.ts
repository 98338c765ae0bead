import { Readable } from 'node:stream';
import type { reportJobOperations } from '../../../schemas/api/reportJobs.ts';
import type { reportOperations } from '../../../schemas/api/reports.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { ReportDefinition, ReportFormat } from '../../../schemas/entities/report.ts';
import { baseTypeOf } from '../../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { withFixedDays, withPeriodChoice } from '../../reports/periodChoice.ts';
import type { Session } from '../../session.ts';
import { contentDisposition } from '../../storage/fileName.ts';
import { refuseLook } from '../download/downloads.ts';
import { labelsIn } from '../labels.ts';
import { toPage } from '../paging.ts';
import { findLatest, findReport, listReports } from './report.repository.ts';
import { noReport, type ReportService } from './report.service.ts';
import type { ReportDeps } from './reportDeps.ts';
import { countJobsOf, findJob, listJobsOf } from './reportJobs.repository.ts';
import { noJob, type ReportJobService } from './reportJobs.service.ts';

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  PDF: 'application/pdf',
};

export interface ReportServices {
  readonly reports: ReportService;
  readonly reportJobs: ReportJobService;
}

/** An account's own reports and jobs: others' are as absent as those that never were. */
export function createReportHandlers({
  database,
  manifests,
  now,
  reporting: { reports, reportJobs },
}: Pick<ReportDeps, 'database' | 'now'> & {
  readonly manifests: Pick<ManifestService, 'market' | 'words'>;
  readonly reporting: ReportServices;
}): Handlers<keyof typeof reportOperations | keyof typeof reportJobOperations> {
  const todayOf = ({ user }: Session) =>
    localDayOf(manifests.market(user.country).timeZone, now().getTime());

  /** What the form of a report or job begins with, by what another one was made by, if any. */
  const begin = (
    type: ReportDefinition['reportType'],
    given: Partial<ReportDefinition>,
    { user }: Session,
  ): Partial<ReportDefinition> => {
    const base = baseTypeOf(type);
    const label = labelsIn(manifests.words(localeOf(user.language)));
    return {
      reportName: label('reportType', base),
      ...given,
      // The columns of one type are none of another's.
      ...(given.columns && {
        columns: given.columns.filter(({ name }) => reportKinds[base].columns.includes(name)),
      }),
      reportType: type,
    };
  };

  return {
    'report.list': ({ query }, { session: { accountId } }) =>
      database.read((tx) => listReports(tx, accountId, query)),
    'report.create': async ({ body }, { session }) => {
      await reports.check(session, body, { forJob: false });
      return { id: await reports.create(session, body) };
    },
    'report.get': async ({ params }, { session: { accountId } }) => {
      const found = await database.read((tx) => findReport(tx, accountId, params.report));
      if (!found) throw noReport(params.report);
      return found;
    },
    'report.definition': async ({ params }, { session: { accountId } }) => {
      const row = await database.read((tx) => reports.requireRow(tx, accountId, params.report));
      return row.definition;
    },
    'report.latest': ({ params, query }, { session }) =>
      database.read(async (tx) => {
        const { accountId } = session;
        const definition =
          query.report === undefined
            ? await findLatest(tx, accountId, params.type)
            : (await reports.requireRow(tx, accountId, query.report)).definition;
        // Of a job's report too: another one like it is made now, by a person, who is asked for days.
        const fixed = definition && withFixedDays(definition, todayOf(session));
        return begin(params.type, fixed ?? {}, session);
      }),
    'report.cancel': async ({ params }, { session }) => {
      await reports.cancel(session, params.report);
      return { id: params.report };
    },
    'report.retry': async ({ params }, { session }) => {
      await reports.retry(session, params.report);
      return { id: params.report };
    },
    'report.remove': async ({ params }, { session }) => {
      await reports.remove(session, params.report);
      return { id: params.report };
    },
    'report.ticket': ({ params }, { session }) => reports.ticket(session, params.report),
    'report.file': async ({ params, query }, { session, http }) => {
      refuseLook(http.req.method);
      const { stream, fileName, format } = await reports.fetch(
        params.report,
        query.token ?? '',
        session,
      );
      return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
        headers: {
          'content-type': mediaTypes[format],
          'content-disposition': contentDisposition(fileName),
        },
      });
    },
    'report.estimate': ({ body }, { session }) => reports.estimate(session, body),
    'reportJob.list': ({ query }, { session: { accountId } }) =>
      database.read(async (tx) =>
        toPage(await listJobsOf(tx, accountId, query), query, () => countJobsOf(tx, accountId)),
      ),
    'reportJob.latest': ({ params: { jobType }, query }, { session }) =>
      database.read(async (tx) => {
        const { accountId } = session;
        const row =
          query.report === undefined
            ? undefined
            : await reports.requireRow(tx, accountId, query.report);
        // The days of one report are not those of the next.
        const { startDate: _, endDate: __, ...rest } = row?.definition ?? {};
        return begin(jobType, rest, session);
      }),
    'reportJob.create': async ({ body }, { session }) => ({
      id: await reportJobs.create(session, body),
    }),
    'reportJob.get': async ({ params }, { session: { accountId } }) => {
      const found = await database.read((tx) => findJob(tx, accountId, params.jobId));
      if (!found) throw noJob(params.jobId);
      return found;
    },
    'reportJob.definition': async ({ params }, { session }) =>
      withPeriodChoice((await reportJobs.requireJob(session, params.jobId)).definition),
    'reportJob.save': async ({ params, body }, { session }) => {
      await reportJobs.save(session, params.jobId, body);
      return { id: params.jobId };
    },
    'reportJob.remove': async ({ params }, { session }) => {
      await reportJobs.remove(session, params.jobId);
      return { id: params.jobId };
    },
    'reportJob.pause': async ({ params }, { session }) => {
      await reportJobs.pause(session, params.jobId);
      return { id: params.jobId };
    },
    'reportJob.resume': async ({ params }, { session }) => {
      await reportJobs.resume(session, params.jobId);
      return { id: params.jobId };
    },
    'reportJob.run': async ({ params }, { session }) => ({
      id: await reportJobs.run(session, params.jobId),
    }),
  };
}
