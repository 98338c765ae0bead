import { Readable, Writable } from 'node:stream';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { ReportDefinition, ReportFailure } from '../../../schemas/entities/report.ts';
import { isJobType } from '../../../schemas/entities/reportKinds.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { createDownloads, linkExpired } from '../download/downloads.ts';
import { requireVisible } from '../property/scope.repository.ts';
import { localMinute } from './localMinute.ts';
import { firstRowsAlone } from './openReport.ts';
import {
  countUnfinished,
  deleteReport,
  dropFile,
  findOwnRow,
  findRow,
  forgetOld,
  insertReport,
  listExpired,
  listKept,
  moveReport,
  type ReportRow,
} from './report.repository.ts';
import type { ReportDeps } from './reportDeps.ts';
import { formatOf } from './reportEngine.ts';
import type { ReportTable } from './reportTable.ts';

/** Nobody needs more at once, and others want theirs. */
const maxUnfinished = 50;
/** So many rows are written to tell how many bytes each has. */
const sampleRows = 200;

/** A report to be put into the queue, whoever wants it. */
export type NewReport = Pick<ReportRow, 'accountId' | 'country' | 'definition'> &
  Partial<Pick<ReportRow, 'jobId' | 'period'>>;

export type ReportService = ReturnType<typeof createReportService>;

export const noReport = (id: number) => new AppError('NOT_FOUND', `There is no report ${id}.`);

/** Reports of accounts, from being asked for to being fetched; makeReport.ts makes them. */
export function createReportService(deps: ReportDeps) {
  const { database, jobs, engine, files, manifests, now } = deps;
  const downloads = createDownloads(deps);

  /**
   * Refuses what the account may not have made: without the type's feature, and of properties that
   * it can't see with it. Level 2 accounts have the features that they were given, and no others.
   */
  async function check(
    { accountId, subject }: Session,
    definition: ReportDefinition,
    { forJob }: { forJob: boolean },
  ): Promise<void> {
    if (isJobType(definition.reportType) !== forJob) {
      const type = definition.reportType;
      const words = forJob
        ? said('field.typeOfJob', { type })
        : said('field.typeForJobs', { type });
      throw refuseValue('body.reportType', words);
    }
    const feature = engine.featureOf(definition.reportType);
    if (!subject.features.includes(feature)) {
      throw new AppError(
        'FORBIDDEN',
        'Your permissions don’t cover reports of this type. Ask the main administrator for them.',
      );
    }
    engine.checkDefinition(definition, now());
    const { properties = [] } = definition;
    const scope = { accountId, anyFeature: [feature] };
    if (properties.length > 0)
      await database.asAccount(scope, (tx) => requireVisible(tx, scope, properties));
  }

  /** Keeps a report and puts it into the queue; undefined when the job's day has one already. */
  async function enqueue(tx: Transaction, given: NewReport): Promise<number | undefined> {
    const id = await insertReport(tx, { ...given, createdAt: now() });
    if (id !== undefined) await queue(tx, { id, accountId: given.accountId });
    return id;
  }

  async function queue(tx: Transaction, { id, accountId }: Pick<ReportRow, 'id' | 'accountId'>) {
    const queueId = await jobs.send(tx, 'report.make', {
      key: `${id}`,
      data: { report: id },
      group: `${accountId}`,
    });
    await moveReport(tx, id, 'IN_QUEUE', { queueId }, { from: ['AWAITED'] });
  }

  async function refuseTooMany(tx: Transaction, accountId: number): Promise<void> {
    if ((await countUnfinished(tx, accountId)) < maxUnfinished) return;
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `At most ${maxUnfinished} of your reports can wait to be made. Wait for some, or cancel them.`,
    );
  }

  /** Puts a person's report into the queue; answers its id. */
  async function create(
    { accountId, user }: Session,
    definition: ReportDefinition,
    jobId?: number,
  ) {
    const made = await database.transaction(async (tx) => {
      await refuseTooMany(tx, accountId);
      const given = { accountId, country: user.country, definition };
      const id = await enqueue(tx, { ...given, ...(jobId !== undefined && { jobId }) });
      if (id === undefined) throw new Error(`The report of account ${accountId} was not kept.`);
      return { id };
    });
    return made.id;
  }

  async function requireRow(tx: Transaction, accountId: number, id: number): Promise<ReportRow> {
    const row = await findOwnRow(tx, accountId, id);
    if (!row) throw noReport(id);
    return row;
  }

  function refuseState({ id, status }: ReportRow, words: string): never {
    throw new AppError('CONFLICT', `Report ${id} is ${status}, so it ${words}.`);
  }

  return {
    check,
    enqueue,
    create,
    requireRow,

    cancel: ({ accountId }: Session, id: number) =>
      database.transaction(async (tx) => {
        const row = await requireRow(tx, accountId, id);
        const isMoved = await moveReport(tx, id, 'CANCELED', { finishedAt: now() });
        if (!isMoved) refuseState(row, 'can’t be cancelled');
        if (row.queueId !== null) await jobs.cancel(tx, 'report.make', row.queueId);
      }),

    /** With the rights of now, as if it were asked for anew. */
    async retry(session: Session, id: number): Promise<void> {
      const { accountId } = session;
      const { definition } = await database.read((tx) => requireRow(tx, accountId, id));
      await check(session, definition, { forJob: isJobType(definition.reportType) });
      await database.transaction(async (tx) => {
        await refuseTooMany(tx, accountId);
        const change = { failure: null, progress: 0, finishedAt: null, interruptions: 0 };
        const isMoved = await moveReport(tx, id, 'AWAITED', change);
        if (!isMoved) refuseState(await requireRow(tx, accountId, id), 'can’t be made again');
        await queue(tx, { id, accountId });
      });
    },

    async remove({ accountId }: Session, id: number): Promise<void> {
      const row = await database.transaction(async (tx) => {
        const deleted = await deleteReport(tx, accountId, id);
        if (deleted) return deleted;
        return refuseState(
          await requireRow(tx, accountId, id),
          'can’t be deleted. Cancel it first',
        );
      });
      await files.remove(row);
    },

    async ticket(session: Session, id: number) {
      const row = await database.read((tx) => requireRow(tx, session.accountId, id));
      if (row.fileName === null) refuseState(row, 'has no file, or not any more');
      return downloads.issue(session, 'report.file', id);
    },

    /** The file for whoever has a ticket, once; of a session that isn't its owner's for nobody. */
    async fetch(id: number, token: string | undefined, session: Session | undefined) {
      const owner = await downloads.redeem('report.file', id, { token, session });
      const { accountId, isPreview } = owner;
      const row = await database.read((tx) => findOwnRow(tx, accountId, id));
      if (!row) throw linkExpired();
      const stream = await files.read(row);
      const { fileName, definition } = row;
      if (!stream || fileName === null) {
        throw new AppError('NOT_FOUND', `The file of report ${id} is gone. Have it made again.`);
      }
      await downloads.record(stream, owner, {
        operation: 'report.file',
        id,
        properties: definition.properties,
        about: { reportType: definition.reportType },
      });
      if (definition.deleteAfterDownload && !isPreview) {
        // When all of it was read: whoever was cut off may ask again.
        stream.once(
          'end',
          () =>
            void discard(row).catch((error: unknown) =>
              deps.logger.error({ err: error, report: id }, 'A fetched file could not be deleted'),
            ),
        );
      }
      return { stream, fileName, format: formatOf(definition) };
    },

    /**
     * How many rows a report would have at most, about how many bytes, and what would keep it from
     * being made. What has rows is counted, and few of them are read: a large stock costs little more.
     */
    async estimate(session: Session, definition: ReportDefinition) {
      await check(session, definition, { forJob: isJobType(definition.reportType) });
      const { accountId, subject, user } = session;
      const at = now();
      const locale = localeOf(user.language);
      const { table, total } = await engine.openReport(database, {
        definition,
        accountId,
        now: at,
        words: manifests.words(locale),
        ...firstRowsAlone,
      });
      const format = formatOf(definition);
      const measure = async (sample: ReportTable) => {
        const counted = countBytes();
        const { rows } = await engine.writeReport(
          {
            format,
            style: definition,
            title: definition.reportName,
            table: sample,
            locale,
            generatedAt: localMinute(at.getTime(), manifests.market(subject.country).timeZone),
          },
          counted.sink,
        );
        return { rows, bytes: counted.bytes() };
      };
      const empty = await measure(firstRows(table, 0));
      const sample = await measure(firstRows(table, sampleRows));
      const rows = Math.max(total, sample.rows);
      const perRow = sample.rows > 0 ? (sample.bytes - empty.bytes) / sample.rows : 0;
      const failure: ReportFailure | null = rows > engine.maxRows(format) ? 'TOO_MANY_ROWS' : null;
      return { rows, bytes: Math.ceil(empty.bytes + perRow * rows), failure };
    },

    /** Deletes the files whose time is over, those that no report knows, and reports of long ago. */
    async sweep(): Promise<void> {
      // Before the reports are read: a file that comes later is not in question.
      const found = await files.list();
      for (const row of await listExpired(database.statements, now())) await discard(row);
      const kept = await listKept(
        database.statements,
        found.map(({ id }) => id),
      );
      const isKept = new Set(kept.map(({ id, attempt }) => `${id}-${attempt}`));
      for (const file of found) {
        if (!isKept.has(`${file.id}-${file.attempt}`)) await files.remove(file);
      }
      const longAgo = new Date(now().getTime() - deps.historyDays * dayMs);
      while (!(await forgetOld(database.statements, longAgo)));
    },
  };

  async function discard(row: ReportRow): Promise<void> {
    const present = await findRow(database.statements, row.id);
    if (present?.attempt === row.attempt) await dropFile(database.statements, row.id);
    await files.remove(row);
  }
}

function countBytes() {
  let bytes = 0;
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done();
    },
  });
  return { sink, bytes: () => bytes };
}

function firstRows({ columns, batches }: ReportTable, most: number): ReportTable {
  async function* first() {
    let left = most;
    if (left === 0) return;
    for await (const batch of batches) {
      yield batch.slice(0, left);
      left -= batch.length;
      if (left <= 0) return;
    }
  }
  return { columns, batches: Readable.from(first()) };
}
