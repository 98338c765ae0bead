import type { ReportFailure } from '../../../schemas/entities/report.ts';
import { dayMs } from '../../../schemas/time.ts';
import { AppError } from '../../errors.ts';
import { findOwner, type Owner } from '../../identity/owner.repository.ts';
import type { Job } from '../../jobs/jobs.ts';
import { createWatch, type Watch } from '../../jobs/watch.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { daysOfChoice, nameOfPeriod, periodChoiceOf } from '../../reports/periodChoice.ts';
import { localMinute } from './localMinute.ts';
import { findRow, moveReport, noteProgress, type ReportRow } from './report.repository.ts';
import { dueInstant } from './reportDays.ts';
import type { ReportDeps } from './reportDeps.ts';
import { formatOf } from './reportEngine.ts';
import type { NewFile } from './reportFiles.ts';

/** A report that takes its process with it must not do so for ever. */
const usualInterruptions = 5;

/** A report that can't be made as things are: its owner is told why, and nobody else needs to look. */
class Unmakeable extends Error {
  readonly failure: ReportFailure;

  constructor(failure: ReportFailure) {
    super(`The report can't be made: ${failure}.`);
    this.failure = failure;
  }
}

/** Nobody wants it any more, or another attempt makes it. */
class Unwanted extends Error {}

/**
 * Makes the report of a job in the queue `report.make`, from IN_QUEUE to GENERATED or FAILED. It may
 * be called again for the same job at any time: what was begun is begun anew, what is done stays.
 */
export function createReportWorker(deps: ReportDeps & { readonly maxInterruptions?: number }) {
  const { database, jobs, engine, files, manifests, now } = deps;
  const { maxInterruptions = usualInterruptions } = deps;

  /** Takes the report over from whoever began it before; undefined when there is nothing to do. */
  function begin(id: number, queueId: string): Promise<ReportRow | undefined> {
    return database.transaction(async (tx) => {
      const before = await findRow(tx, id);
      if (!before || before.queueId !== queueId) return undefined;
      if (before.status === 'FAILED') {
        // Support has it tried again.
        await moveReport(tx, id, 'AWAITED', { failure: null, finishedAt: null, interruptions: 0 });
        await moveReport(tx, id, 'IN_QUEUE', {}, { from: ['AWAITED'] });
      }
      if (before.status === 'STARTED') {
        const interruptions = before.interruptions + 1;
        if (interruptions > maxInterruptions) {
          await moveReport(tx, id, 'FAILED', { failure: 'INTERRUPTED', finishedAt: now() });
          return undefined;
        }
        await moveReport(tx, id, 'IN_QUEUE', { interruptions }, { from: ['STARTED'] });
      }
      const attempt = before.attempt + 1;
      const change = { attempt, progress: 0, startedAt: now() };
      const isOurs = await moveReport(tx, id, 'STARTED', change, { queueId });
      return isOurs ? { ...before, attempt } : undefined;
    });
  }

  /** The account as it is now, which may be months after it asked. */
  async function requireOwner({ accountId, definition }: ReportRow): Promise<Owner> {
    const owner = await findOwner(database.statements, accountId);
    const isAllowed =
      owner?.subject.features.includes(engine.featureOf(definition.reportType)) &&
      manifests.findOperationRefusal('report.create', owner.subject) === undefined;
    // Features come with properties: without any there is none either.
    if (owner && !owner.hasProperties) throw new Unmakeable('NO_PROPERTY');
    if (!owner || !isAllowed) throw new Unmakeable('NOT_ALLOWED');
    return owner;
  }

  async function write(row: ReportRow, file: NewFile, watch: Watch): Promise<void> {
    const { definition, id, attempt } = row;
    const { signal } = watch;
    const owner = await requireOwner(row);
    const market = manifests.market(row.country);
    const at = now();
    const words = manifests.words(owner.locale);
    const choice = periodChoiceOf(definition);
    // Days that move were meant as of the click, however long the queue was. A job's report tells of
    // the days before its own day, also when that one was missed.
    const asked = choice ? row.createdAt : at;
    const asOf = row.period === null ? asked : dueInstant(row.period, market);
    const { table, total } = await engine.openReport(database, {
      definition,
      accountId: owner.accountId,
      now: asOf,
      words,
      signal,
      ...(deps.turn && { turn: deps.turn }),
    });
    const generatedAt = localMinute(at.getTime(), market.timeZone);
    const { rows } = await engine.writeReport(
      {
        format: formatOf(definition),
        table,
        style: definition,
        generatedAt,
        signal,
        title: definition.reportName,
        locale: owner.locale,
        onRows: (written) => watch.note(total > 0 ? written / total : 0),
      },
      file.sink,
    );
    const bytes = await file.commit();
    const days = choice && daysOfChoice(choice, localDayOf(market.timeZone, asOf.getTime()));
    const named = choice && days && nameOfPeriod(choice, days);
    const fileName = engine.fileNameOf(definition, named ?? generatedAt.slice(0, 10));
    const finishedAt = now();
    const expiresAt = new Date(finishedAt.getTime() + deps.keepDays * dayMs);
    const change = { rows, bytes, fileName, finishedAt, expiresAt, progress: 100 };
    await database.transaction(async (tx) => {
      if (!(await moveReport(tx, id, 'GENERATED', change, { attempt }))) throw new Unwanted();
      if (definition.sendEmailAfterGeneration) {
        await jobs.send(tx, 'report.tell', {
          key: `${id}-${attempt}`,
          data: { report: id, attempt },
        });
      } else await moveReport(tx, id, 'FINISHED', {}, { attempt });
    });
  }

  return async ({ id: queueId, data, signal }: Job): Promise<void> => {
    const row = await begin((data as { report: number }).report, queueId);
    if (!row) return;
    const { id, attempt } = row;
    const watch = createWatch(signal, (progress) =>
      noteProgress(database.statements, row, progress),
    );
    let file: NewFile | undefined;
    try {
      file = await files.create(row);
      await write(row, file, watch);
    } catch (error) {
      await file?.discard();
      if (error instanceof Unwanted || watch.isUnwanted()) return;
      if (signal.aborted) {
        // It goes on in another process: that this one ends is no fault of the report's.
        await database.transaction((tx) =>
          moveReport(tx, id, 'IN_QUEUE', { progress: 0 }, { from: ['STARTED'], attempt }),
        );
        throw error;
      }
      const failure = failureOf(error);
      const change = { failure, finishedAt: now() };
      await database.transaction((tx) => moveReport(tx, id, 'FAILED', change, { attempt }));
      if (failure === 'INTERNAL') throw error;
    } finally {
      await watch.end();
    }
  };
}

function failureOf(error: unknown): ReportFailure {
  const { failure, code } = error as { failure?: ReportFailure; code?: string };
  if (failure !== undefined) return failure;
  if (error instanceof AppError && error.code === 'PROPERTY_NOT_FOUND') return 'NO_PROPERTY';
  return code === 'ENOSPC' || code === 'STORAGE_FULL' ? 'STORAGE_FULL' : 'INTERNAL';
}
