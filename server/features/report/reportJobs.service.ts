import type { Country } from '../../../schemas/entities/market.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { listMarkets } from '../../markets.ts';
import { cycleOf } from '../../reports/periodChoice.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import type { ReportService } from './report.service.ts';
import { dueDay, lastRunUpTo, nextRunAfter, type Schedule } from './reportDays.ts';
import type { ReportDeps } from './reportDeps.ts';
import {
  changeJob,
  countJobsOf,
  deleteJob,
  findOwnJob,
  insertJob,
  type JobRow,
  takeDueJob,
  writeNextRun,
} from './reportJobs.repository.ts';

const maxJobs = 100;

export const noJob = (id: number) => new AppError('NOT_FOUND', `There is no job ${id}.`);

export type ReportJobService = ReturnType<typeof createReportJobService>;

/** Reports that are made again and again, on days of the market's calendar. */
export function createReportJobService(
  { database, manifests, now }: ReportDeps,
  reports: Pick<ReportService, 'check' | 'create' | 'enqueue'>,
) {
  const nextRunOf = ({ user }: Session, definition: ReportDefinition) =>
    nextRunAfter(dueDay(now(), manifests.market(user.country)), scheduleOf(definition));

  async function requireJob({ accountId }: Session, id: number): Promise<JobRow> {
    const job = await database.read((tx) => findOwnJob(tx, accountId, id));
    if (!job) throw noJob(id);
    return job;
  }

  async function change(
    { accountId }: Session,
    id: number,
    values: Partial<Pick<JobRow, 'definition' | 'isPaused' | 'nextRun'>>,
  ): Promise<void> {
    const isThere = await database.transaction((tx) => changeJob(tx, accountId, id, values));
    if (!isThere) throw noJob(id);
  }

  /** Has the reports of one job made that is due; false when there is none. */
  function runNext(country: Country, due: string): Promise<boolean> {
    return database.transaction(async (tx) => {
      const job = await takeDueJob(tx, country, due);
      if (!job) return false;
      const { id, accountId, definition } = job;
      const schedule = scheduleOf(definition);
      // Of several days that were missed the newest is made up for.
      const newest = lastRunUpTo(due, schedule);
      const period = newest > job.nextRun ? newest : job.nextRun;
      if (!job.isBlocked) {
        await reports.enqueue(tx, {
          accountId,
          country: job.country,
          definition,
          jobId: id,
          period,
        });
      }
      await writeNextRun(tx, id, nextRunAfter(due, schedule));
      return true;
    });
  }

  return {
    requireJob,

    async create(session: Session, definition: ReportDefinition): Promise<number> {
      await reports.check(session, definition, { forJob: true });
      const { accountId, user } = session;
      const nextRun = nextRunOf(session, definition);
      const made = await database.transaction(async (tx) => {
        if ((await countJobsOf(tx, accountId)) >= maxJobs) {
          throw new AppError('TOO_MANY_REQUESTS', `An account has at most ${maxJobs} jobs.`);
        }
        const given = { accountId, country: user.country, definition };
        return { id: await insertJob(tx, { ...given, createdAt: now(), nextRun }) };
      });
      return made.id;
    },

    async save(session: Session, id: number, definition: ReportDefinition): Promise<void> {
      await requireJob(session, id);
      await reports.check(session, definition, { forJob: true });
      await change(session, id, { definition, nextRun: nextRunOf(session, definition) });
    },

    async remove({ accountId }: Session, id: number): Promise<void> {
      if (!(await database.transaction((tx) => deleteJob(tx, accountId, id)))) throw noJob(id);
    },

    pause: (session: Session, id: number) => change(session, id, { isPaused: true }),

    /** From its next day on: those that went by while it was paused are over. */
    async resume(session: Session, id: number): Promise<void> {
      const { definition } = await requireJob(session, id);
      await change(session, id, { isPaused: false, nextRun: nextRunOf(session, definition) });
    },

    async run(session: Session, id: number): Promise<number> {
      const { definition } = await requireJob(session, id);
      await reports.check(session, definition, { forJob: true });
      return reports.create(session, definition, id);
    },

    /** Has the reports made whose day has come, and once those of days when nothing ran. */
    async runDue(): Promise<void> {
      for (const market of listMarkets((country) => manifests.market(country))) {
        const due = dueDay(now(), market);
        while (await runNext(market.country, due));
      }
    },
  };
}

function scheduleOf(definition: ReportDefinition): Schedule {
  const { generationDay } = definition;
  if (generationDay !== undefined) return { generationDay, cycle: cycleOf(definition) };
  throw refuseValue('body.generationDay', said('field.jobDay'), 'required');
}
